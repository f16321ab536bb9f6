"""The chance to complete a phase of the dice game within the three rolls of a turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from bot.dice import engine
from bot.dice.editions import DICE as RULES
from bot.dice.state import DiceSeat
from bot.dice.views import view_for
from bot.model import Level
from bot.players import strategy
from bot.rules.state import evolve
from bot.scores.statistics import Estimate, chance_of
from bot.systems import DICE, ComputerPlayer

from .simulation import derived
from .workers import spread

TURNS_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class TurnOdds:
    """The chance of a level to complete a phase in a turn.

    Attributes:
        phase: its number, from 1.
        level: who plays.
        chance: from 0 to 1.
    """

    phase: int
    level: Level
    chance: Estimate


@dataclass(frozen=True, slots=True)
class _Task:
    """Turns of one level."""

    phase: int
    level: Level
    seed: int
    turns: range


def turn_odds(  # noqa: PLR0913  # each is a separate choice
    phases: Sequence[int],
    levels: Sequence[Level],
    turns: int,
    seed: int,
    *,
    jobs: int = 1,
    done: Callable[[int], None] = lambda _turns: None,
) -> list[TurnOdds]:
    """Estimate how likely each level completes each phase in a turn, by playing many turns.

    Args:
        phases: numbers of the phases, from 1.
        levels: the levels, whose first rolls are the same.
        turns: turns for each phase and level, at least 1.
        seed: determines the rolls, for any number of jobs.
        jobs: number of processes.
        done: called now and then with the number of turns finished since the last call.
    """
    tasks = [
        _Task(phase, level, seed, range(at, min(at + TURNS_AT_ONCE, turns)))
        for phase in phases
        for level in levels
        for at in range(0, turns, TURNS_AT_ONCE)
    ]
    completed = Counter[tuple[int, Level]]()
    for task, count in zip(tasks, spread(_completed, tasks, min(jobs, len(tasks))), strict=True):
        completed[task.phase, task.level] += count
        done(len(task.turns))
    return [
        TurnOdds(phase, level, chance_of(completed[phase, level], turns))
        for phase in phases
        for level in levels
    ]


def _completed(task: _Task) -> int:
    player = strategy(task.level, DICE.name)
    return sum(_completes(player, task.phase, task.seed, turn) for turn in task.turns)


def _completes(player: ComputerPlayer, phase: int, seed: int, turn: int) -> bool:
    """Whether a player completes the phase in one turn of a game of two, at its beginning else."""
    secret = derived(f"odds rolls {phase}", seed, turn)
    rng = Random(derived(f"odds choices {phase}", seed, turn))  # noqa: S311  # play, not secrets
    start = engine.new_game("turn", RULES, ("one", "other"), secret)
    seat = DiceSeat(points=(0,) * (phase - 1))
    state = evolve(start, seats=(seat, seat))
    while state.last_turn is None:
        legal = engine.legal_actions(state)
        action = DICE.due(state)
        if action is None:
            action = player.choose(view_for(state, state.turn), legal, rng)
        state = engine.apply(state, action).state
    return state.last_turn.success
