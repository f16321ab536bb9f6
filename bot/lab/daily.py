"""How the levels play daily hands: the turns each phase takes, and a row of dates."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random

from bot.daily.deal import MOST_TURNS, deal
from bot.daily.phase_lists import DailyPhase
from bot.model import Level
from bot.players.daily import find_deal, play_daily
from bot.scores.statistics import Estimate, mean_of

from .odds import GAMES_AT_ONCE, Done
from .simulation import derived
from .workers import spread

NOT_TODAY = MOST_TURNS + 1
"""What counts as the number of turns of an attempt without a result."""
_ANY_DATE = date(2000, 1, 1)


@dataclass(frozen=True, slots=True)
class DailyTurnsTaken:
    """The turns that a level takes for a phase.

    Attributes:
        phase: in notation.
        edition: that of its rule set.
        level: who plays.
        turns: the mean, where not today counts as NOT_TODAY.
        missed: the share of attempts without a result.
    """

    phase: str
    edition: str
    level: Level
    turns: Estimate
    missed: float


@dataclass(frozen=True, slots=True)
class DailyDate:
    """A date of an installation.

    Attributes:
        phase: in notation.
        counter: which secret gave a par in bounds.
        par: that par.
        seconds: processor time of the search for it.
        turns: by level, the number of the turn in which it lays; NOT_TODAY for none.
    """

    phase: str
    counter: int
    par: int
    seconds: float
    turns: dict[Level, int]


@dataclass(frozen=True, slots=True)
class _PhaseTask:
    phase: DailyPhase
    level: Level
    seed: int
    games: range


@dataclass(frozen=True, slots=True)
class _DateTask:
    day: date
    levels: tuple[Level, ...]
    seed: int


def daily_turns(  # noqa: PLR0913  # each is a separate choice
    phases: Sequence[DailyPhase],
    levels: Sequence[Level],
    games: int,
    seed: int,
    *,
    jobs: int = 1,
    done: Done = lambda _games: None,
) -> list[DailyTurnsTaken]:
    """Let each level play each phase with the same cards.

    Args:
        phases: the phases.
        levels: who plays.
        games: attempts at each phase by each level; at least one.
        seed: determines the cards and the choices.
        jobs: processes to work with.
        done: called now and then with the number of attempts finished since the last call.
    """
    tasks = [
        _PhaseTask(phase, level, seed, range(at, min(at + GAMES_AT_ONCE, games)))
        for phase in phases
        for level in levels
        for at in range(0, games, GAMES_AT_ONCE)
    ]
    taken: dict[tuple[DailyPhase, Level], list[float]] = {}
    for task, turns in zip(tasks, spread(_turns, tasks, min(jobs, len(tasks))), strict=True):
        taken.setdefault((task.phase, task.level), []).extend(turns)
        done(len(turns))
    return [
        DailyTurnsTaken(
            phase.notation,
            phase.rules.edition,
            level,
            mean_of(turns),
            turns.count(NOT_TODAY) / len(turns),
        )
        for (phase, level), turns in taken.items()
    ]


def _turns(task: _PhaseTask) -> list[int]:
    found = []
    for game in task.games:
        given = deal(_ANY_DATE, 0, derived("daily shuffle", task.seed, game))
        rng = Random(derived("daily choices", task.seed, game))  # noqa: S311  # no secret
        played = play_daily(replace(given, rules=task.phase.rules), task.level, rng)
        found.append(played.result or NOT_TODAY)
    return found


def daily_dates(  # noqa: PLR0913  # each is a separate choice
    first: date,
    days: int,
    levels: Sequence[Level],
    seed: int,
    *,
    jobs: int = 1,
    done: Done = lambda _days: None,
) -> list[DailyDate]:
    """Find the deals of a row of dates, and let each level play them.

    Args:
        first: the first date.
        days: how many dates; at least one.
        levels: who plays.
        seed: determines the installation's key and the choices.
        jobs: processes to work with.
        done: called with 1 for each date.
    """
    tasks = [_DateTask(first + timedelta(days=at), tuple(levels), seed) for at in range(days)]
    found = []
    for each in spread(_date, tasks, min(jobs, len(tasks))):
        found.append(each)
        done(1)
    return found


def _date(task: _DateTask) -> DailyDate:
    began = time.process_time()
    given = find_deal(derived("daily key", task.seed, 0), task.day)
    seconds = time.process_time() - began
    choices = derived("daily choices", task.seed, task.day.toordinal())
    turns = {
        level: play_daily(given, level, Random(choices)).result or NOT_TODAY  # noqa: S311  # no secret
        for level in task.levels
    }
    return DailyDate(given.notation, given.counter, given.par, seconds, turns)
