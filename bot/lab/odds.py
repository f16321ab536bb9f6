"""Odds of phases: in fresh hands, for a lone player, in a turn of dice, and in the daily hand."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import partial
from random import Random
from typing import TypeVar

from bot.daily.deal import MOST_TURNS, DailyPhase, deal
from bot.dice import engine as dice_engine
from bot.dice.editions import DICE as DICE_RULES
from bot.dice.state import DiceSeat
from bot.dice.views import view_for as dice_view_for
from bot.games.states import evolve
from bot.model import Level
from bot.players import ComputerPlayer, strategy
from bot.players.daily import find_deal, play_daily
from bot.rules import engine
from bot.rules.actions import AnswerOffer, Discard, Draw
from bot.rules.cards import CARDS_DEALT, full_deck
from bot.rules.editions import NaturalCardsPer, RuleSet
from bot.rules.laying import best_lay
from bot.rules.state import Seat, Stage, State
from bot.rules.views import view_for
from bot.scores.statistics import Estimate, chance_of, mean_of
from bot.systems import DICE
from bot.workers import spread

from .simulation import EndlessGameError, derived

SIZES = (CARDS_DEALT, CARDS_DEALT + 1)
"""Cards in a hand: as dealt, and after the first draw."""
MOST_TURNS_ALONE = 2_000
"""The hardest phases take a few dozen turns; a game with more makes no progress."""
HANDS_AT_ONCE, GAMES_AT_ONCE, DICE_TURNS_AT_ONCE = 2_000, 20, 500
NOT_TODAY = MOST_TURNS + 1
"""What counts as the number of turns of a daily hand without a result."""

Key = TypeVar("Key")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Trials:
    """How much to play; the figures depend on ``count`` and ``seed`` only."""

    count: int
    """How many hands, games, turns or dates for each phase and level; at least one."""
    seed: int
    jobs: int = 1
    """Processes to work with."""
    done: Callable[[int], None] = lambda _count: None
    """Called now and then with how many were finished since the last call."""

    def values(
        self, work: Callable[[Key, int], Value], keys: Iterable[Key], at_once: int
    ) -> dict[Key, list[Value]]:
        """What ``work`` returns for each key and the numbers from 0 to ``count``, by key.

        With several jobs it is pickled, and called for ``at_once`` numbers by one process.
        """
        return self.batches(partial(_each, work), keys, at_once)

    def batches(
        self,
        work: Callable[[tuple[Key, range]], Sequence[Value]],
        keys: Iterable[Key],
        at_once: int,
    ) -> dict[Key, list[Value]]:
        """The same for a function that takes a key and some numbers, and returns their values."""
        tasks = [
            (key, range(start, min(start + at_once, self.count)))
            for key in keys
            for start in range(0, self.count, at_once)
        ]
        values: dict[Key, list[Value]] = {}
        batches = spread(work, tasks, min(self.jobs, len(tasks)))
        for (key, numbers), batch in zip(tasks, batches, strict=True):
            values.setdefault(key, []).extend(batch)
            self.done(len(numbers))
        return values


def _each(work: Callable[[Key, int], Value], task: tuple[Key, range]) -> list[Value]:
    key, numbers = task
    return [work(key, number) for number in numbers]


def _choices(purpose: str, seed: int, number: int) -> Random:
    """A generator for the choices of a computer player, which are not secret."""
    return Random(derived(purpose, seed, number))  # noqa: S311


# ── fresh hands ───────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class HoldOdds:
    """The probability that a fresh hand of some cards holds a phase, by the phase's number."""

    phase: int
    cards: int
    natural_cards_per: NaturalCardsPer
    """Where at least one natural card is required."""
    chance: Estimate


def hold_odds(
    rules: RuleSet, phases: Sequence[int], trials: Trials, sizes: tuple[int, ...] = SIZES
) -> list[HoldOdds]:
    """Estimate how likely a hand from a shuffled deck holds each phase, by drawing many hands.

    The smaller hands are the first cards of the largest. The result covers both kinds of
    ``natural_cards_per``, whichever the rules have.
    """
    kinds = [(cards, per) for cards in sizes for per in NaturalCardsPer]
    columns = [(cards, replace(rules, natural_cards_per=per)) for cards, per in kinds]
    work = partial(_held, columns, trials.seed)
    (held,) = trials.batches(work, [tuple(phases)], HANDS_AT_ONCE).values()
    counts = map(sum, zip(*held, strict=True))
    return [
        HoldOdds(phase, cards, per, chance_of(next(counts), trials.count))
        for phase in phases
        for cards, per in kinds
    ]


def _held(
    columns: Sequence[tuple[int, RuleSet]], seed: int, task: tuple[tuple[int, ...], range]
) -> list[list[int]]:
    """How many of the hands hold each phase, with each number of cards and rules; one row."""
    numbers, hands = task
    rng = Random(derived("odds hands", seed, hands.start))  # noqa: S311  # play, not secrets
    rules = columns[0][1]
    deck = full_deck(rules.colours, rules.skips)
    most = max(cards for cards, _ in columns)
    loosest = replace(rules, natural_cards_per=NaturalCardsPer.PHASE)
    phases = [rules.parsed_phases[number - 1] for number in numbers]
    counts = [0] * len(phases) * len(columns)
    for _ in hands:
        hand = rng.sample(deck, most)
        for row, phase in enumerate(phases):
            # A phase that the whole hand does not hold is in no part of it either.
            if best_lay(hand, phase, loosest) is None:
                continue
            for column, (cards, variant) in enumerate(columns):
                held = best_lay(hand[:cards], phase, variant) is not None
                counts[row * len(columns) + column] += held
    return [counts]


# ── turns alone ───────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class TurnsAlone:
    """The mean turns that a lone player needs to lay a phase (see :func:`lay_alone`)."""

    phase: int
    level: Level
    turns: Estimate


def turns_alone(
    rules: RuleSet,
    phases: Sequence[int],
    levels: Sequence[Level],
    trials: Trials,
    *,
    fed: bool = False,
) -> list[TurnsAlone]:
    """Estimate how many turns each level needs alone for each phase, with the same shuffles."""
    keys = [(phase, level) for phase in phases for level in levels]
    taken = trials.values(partial(_turns_alone, rules, trials.seed, fed), keys, GAMES_AT_ONCE)
    return [TurnsAlone(*key, mean_of(turns, 1)) for key, turns in taken.items()]


def _turns_alone(rules: RuleSet, seed: int, fed: bool, key: tuple[int, Level], game: int) -> int:
    phase, level = key
    secret = derived(f"odds shuffle {phase}", seed, game)
    rng = _choices(f"odds choices {phase}", seed, game)
    return lay_alone(rules, phase, strategy(level), secret, rng, fed=fed)


def lay_alone(  # noqa: PLR0913  # each is a separate choice
    rules: RuleSet,
    phase: int,
    player: ComputerPlayer,
    secret: bytes,
    rng: Random,
    *,
    fed: bool = False,
) -> int:
    """How many turns a player needs, alone at the table, to lay a phase; the last one counts.

    The player plays a hand of the real game and tries the phase even if the rules let players
    choose. The other seat sits out as in a play-off: it holds no card and has no turn, so the only
    discards to take are the player's own. A hand that is dealt the phase takes one turn.

    With ``fed``, before each turn but the first, the top of the draw pile is turned over onto the
    discards, as if another player had discarded the card it drew; the last card of the pile is left
    to be drawn. After 2,000 turns EndlessGameError is raised.
    """
    state = alone(rules, phase, secret)
    turns = 0
    while not state.seats[0].groups:
        legal = engine.legal_actions(state)
        if state.stage is Stage.DEAL:
            action = legal.plain[0]
        else:
            action = player.choose(view_for(state, 0), legal, rng)
        state = engine.apply(state, action).state
        if fed and isinstance(action, Discard) and len(state.draw_pile) > 1:
            *left, top = state.draw_pile
            discards = (*state.discard_pile, top)
            state = replace(state, draw_pile=tuple(left), discard_pile=discards)
        # Taking the opening offer replaces the draw of the first turn.
        turns += isinstance(action, Draw) or action == AnswerOffer(take=True)
        if turns > MOST_TURNS_ALONE:
            raise EndlessGameError(f"phase {phase} is not laid after {MOST_TURNS_ALONE:,} turns")
    return turns


def alone(rules: RuleSet, phase: int, secret: bytes) -> State:
    """A game of two before a deal, in which seat 0 tries this phase and seat 1 sits out."""
    fixed = replace(rules, ten_hands=False, choose_phase=False)
    before = tuple(range(1, phase))
    seats = (Seat(completed=before, attempted=before), Seat(playing=False))
    return replace(engine.new_game("alone", fixed, ("player", "nobody"), secret), seats=seats)


# ── turns of dice ─────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class DiceTurnOdds:
    """The chance of a level to complete a phase of the dice game within a turn."""

    phase: int
    level: Level
    chance: Estimate


def dice_turn_odds(
    phases: Sequence[int], levels: Sequence[Level], trials: Trials
) -> list[DiceTurnOdds]:
    """Estimate how likely each level completes each phase in a turn, with the same first rolls."""
    keys = [(phase, level) for phase in phases for level in levels]
    completed = trials.values(partial(_completes, trials.seed), keys, DICE_TURNS_AT_ONCE)
    return [
        DiceTurnOdds(*key, chance_of(sum(laid), trials.count)) for key, laid in completed.items()
    ]


def _completes(seed: int, key: tuple[int, Level], turn: int) -> bool:
    """Whether a level completes a phase in the first turn of a game of two."""
    phase, level = key
    secret = derived(f"odds rolls {phase}", seed, turn)
    player, rng = strategy(level, DICE.name), _choices(f"odds choices {phase}", seed, turn)
    start = dice_engine.new_game("turn", DICE_RULES, ("one", "other"), secret)
    seat = DiceSeat(points=(0,) * (phase - 1))
    state = evolve(start, seats=(seat, seat))
    while state.last_turn is None:
        legal = dice_engine.legal_actions(state)
        action = DICE.due(state)
        if action is None:
            action = player.choose(dice_view_for(state, state.turn), legal, rng)
        state = dice_engine.apply(state, action).state
    return state.last_turn.success


# ── daily hands ───────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class DailyTurns:
    """The turns that a level takes for a phase of the daily hand, in notation."""

    phase: str
    edition: str
    level: Level
    turns: Estimate
    """The mean, where an attempt without a result counts as NOT_TODAY."""
    missed: float
    """The share of attempts without a result."""


@dataclass(frozen=True, slots=True)
class DailyDate:
    """How the levels play the daily hand of a date."""

    phase: str
    counter: int
    """Which secret gave a par in bounds, counted from 0."""
    par: int
    seconds: float
    """Processor time of the search for it."""
    turns: dict[Level, int]
    """The number of the turn in which each level lays; NOT_TODAY for none."""


def daily_turns(
    phases: Sequence[DailyPhase], levels: Sequence[Level], trials: Trials
) -> list[DailyTurns]:
    """Let each level play each phase with the same cards."""
    keys = [(phase, level) for phase in phases for level in levels]
    taken = trials.values(partial(_daily_turns, trials.seed), keys, GAMES_AT_ONCE)
    return [
        DailyTurns(
            phase.notation,
            phase.rules.edition,
            level,
            mean_of(turns, 1, NOT_TODAY),
            turns.count(NOT_TODAY) / len(turns),
        )
        for (phase, level), turns in taken.items()
    ]


def _daily_turns(seed: int, key: tuple[DailyPhase, Level], game: int) -> int:
    phase, level = key
    given = deal(date(2000, 1, 1), 0, derived("daily shuffle", seed, game))
    given, rng = replace(given, rules=phase.rules), _choices("daily choices", seed, game)
    return play_daily(given, level, rng).result or NOT_TODAY


def daily_dates(first: date, levels: Sequence[Level], trials: Trials) -> list[DailyDate]:
    """Find the deals of a row of dates, of an installation made up from the seed, and play them."""
    (dates,) = trials.values(partial(_daily_date, trials.seed, tuple(levels)), [first], 1).values()
    return dates


def _daily_date(seed: int, levels: Sequence[Level], first: date, number: int) -> DailyDate:
    day, began = first + timedelta(days=number), time.process_time()
    given = find_deal(derived("daily key", seed, 0), day)
    seconds = time.process_time() - began
    turns = {}
    for level in levels:
        rng = _choices("daily choices", seed, day.toordinal())
        turns[level] = play_daily(given, level, rng).result or NOT_TODAY
    return DailyDate(given.notation, given.counter, given.par, seconds, turns)
