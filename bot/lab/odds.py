"""How likely a fresh hand holds a phase, and how many turns a player alone needs to lay it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random

from bot.model import Level
from bot.players import Strategy, strategy
from bot.rules import engine
from bot.rules.actions import AnswerOffer, Discard, Draw
from bot.rules.cards import full_deck
from bot.rules.dealing import CARDS_DEALT
from bot.rules.editions import NaturalCardsPer, RuleSet
from bot.rules.laying import best_lay
from bot.rules.state import Seat, Stage, State
from bot.rules.views import view_for

from .simulation import EndlessGameError
from .statistics import Estimate, chance_of, mean_of
from .workers import spread

SIZES = (CARDS_DEALT, CARDS_DEALT + 1)
"""A hand as dealt, and with the first card drawn."""
MOST_TURNS = 2_000
"""The hardest phases take some dozens; more means that the player gets nowhere."""
HANDS_AT_ONCE = 2_000
GAMES_AT_ONCE = 20

Done = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class HoldOdds:
    """How likely a fresh hand holds a phase.

    Attributes:
        phase: its number, from 1.
        cards: cards in the hand.
        natural_cards_per: where at least one natural card is asked for.
        chance: from 0 to 1.
    """

    phase: int
    cards: int
    natural_cards_per: NaturalCardsPer
    chance: Estimate


@dataclass(frozen=True, slots=True)
class TurnsAlone:
    """How many turns a level needs, alone at the table, to lay a phase (see :func:`lay_alone`)."""

    phase: int
    level: Level
    turns: Estimate


@dataclass(frozen=True, slots=True)
class _Hands:
    """Some of the hands to look at: ``count`` from number ``first`` on."""

    rules: RuleSet
    phases: tuple[int, ...]
    sizes: tuple[int, ...]
    seed: int
    first: int
    count: int


@dataclass(frozen=True, slots=True)
class _Alone:
    """Some of the games that a level plays alone."""

    rules: RuleSet
    phase: int
    level: Level
    seed: int
    games: range
    fed: bool


def hold_odds(  # noqa: PLR0913  # each is a separate choice
    rules: RuleSet,
    phases: Sequence[int],
    hands: int,
    seed: int,
    *,
    sizes: tuple[int, ...] = SIZES,
    jobs: int = 1,
    done: Done = lambda _hands: None,
) -> list[HoldOdds]:
    """How likely hands from a freshly shuffled deck hold each phase, by drawing many.

    The smaller hands are the first cards of the largest. Both places for natural cards are told,
    whichever the rules ask for.

    Args:
        rules: the rule set.
        phases: numbers of the phases, from 1.
        hands: how many hands to draw, at least 1.
        seed: from which they come; they do not depend on the number of jobs.
        sizes: cards in a hand.
        jobs: how many processes.
        done: told how many hands were looked at, now and then.
    """
    starts = range(0, hands, HANDS_AT_ONCE)
    tasks = [
        _Hands(rules, tuple(phases), sizes, seed, at, min(HANDS_AT_ONCE, hands - at))
        for at in starts
    ]
    columns = _columns(sizes)
    held = [[0] * len(columns) for _ in phases]
    for task, counts in zip(tasks, spread(_held, tasks, min(jobs, len(tasks))), strict=True):
        held = [
            [old + new for old, new in zip(*row, strict=True)]
            for row in zip(held, counts, strict=True)
        ]
        done(task.count)
    return [
        HoldOdds(phase, cards, per, chance_of(count, hands))
        for phase, row in zip(phases, held, strict=True)
        for (cards, per), count in zip(columns, row, strict=True)
    ]


def _columns(sizes: Iterable[int]) -> list[tuple[int, NaturalCardsPer]]:
    return [(cards, per) for cards in sizes for per in NaturalCardsPer]


def _held(task: _Hands) -> list[list[int]]:
    """How often each phase was held, by phase and column."""
    rng = Random(_derived("hands", task.seed, task.first))  # noqa: S311  # play, not secrets
    deck = full_deck(task.rules.colours, task.rules.skips)
    columns = [
        (cards, replace(task.rules, natural_cards_per=per)) for cards, per in _columns(task.sizes)
    ]
    loosest = replace(task.rules, natural_cards_per=NaturalCardsPer.PHASE)
    phases = [task.rules.parsed_phases[number - 1] for number in task.phases]
    held = [[0] * len(columns) for _ in phases]
    for _ in range(task.count):
        hand = rng.sample(deck, max(task.sizes))
        for phase, row in zip(phases, held, strict=True):
            # What the whole hand does not hold, no part of it does, whatever else is asked for.
            if best_lay(hand, phase, loosest) is None:
                continue
            for column, (cards, rules) in enumerate(columns):
                row[column] += best_lay(hand[:cards], phase, rules) is not None
    return held


def turns_alone(  # noqa: PLR0913  # each is a separate choice
    rules: RuleSet,
    phases: Sequence[int],
    levels: Sequence[Level],
    games: int,
    seed: int,
    *,
    fed: bool = False,
    jobs: int = 1,
    done: Done = lambda _games: None,
) -> list[TurnsAlone]:
    """How many turns each level needs alone for each phase, by playing many games.

    Args:
        rules: the rule set.
        phases: numbers of the phases, from 1.
        levels: who plays; all are given the same shuffles.
        games: how many games for each phase and level, at least 1.
        seed: from which all follows, whatever the number of jobs.
        fed: whether a card is turned over before each turn.
        jobs: how many processes.
        done: told how many games were played, now and then.

    Raises:
        EndlessGameError: a player did not get anywhere.
    """
    tasks = [
        _Alone(rules, phase, level, seed, range(at, min(at + GAMES_AT_ONCE, games)), fed)
        for phase in phases
        for level in levels
        for at in range(0, games, GAMES_AT_ONCE)
    ]
    turns: dict[tuple[int, Level], list[float]] = {}
    for task, took in zip(tasks, spread(_took, tasks, min(jobs, len(tasks))), strict=True):
        turns.setdefault((task.phase, task.level), []).extend(took)
        done(len(took))
    return [TurnsAlone(phase, level, mean_of(took)) for (phase, level), took in turns.items()]


def _took(task: _Alone) -> list[int]:
    player = strategy(task.level)
    return [
        lay_alone(
            task.rules,
            task.phase,
            player,
            _derived(f"shuffle {task.phase}", task.seed, game),
            Random(_derived(f"choices {task.phase}", task.seed, game)),  # noqa: S311  # no secret
            fed=task.fed,
        )
        for game in task.games
    ]


def lay_alone(  # noqa: PLR0913  # each is a separate choice
    rules: RuleSet, phase: int, player: Strategy, secret: bytes, rng: Random, *, fed: bool = False
) -> int:
    """How many turns a player takes, alone at the table, to lay a phase.

    It is a hand of the real game: ten cards from a fresh shuffle, one card turned over, then turn
    after turn a draw, the lay if the player will, and a discard. The other seat sits out as in a
    play-off: it holds no card and has no turn, so nobody feeds the player, whose only discard to
    take is its own. When the draw pile is empty the discards are shuffled. A turn is a draw, and
    the turn in which the phase is laid counts; a hand that is dealt the phase takes one turn.

    Args:
        rules: the rule set.
        phase: the phase's number, from 1; it is tried whatever the rules say of its choice.
        player: who plays.
        secret: 32 bytes, from which the shuffles come.
        rng: for the player's choices.
        fed: whether, before each turn but the first, the top of the draw pile is turned over onto
            the discards, as if another player had thrown what it drew; the last card of the pile
            is left to be drawn.

    Raises:
        EndlessGameError: the phase was not laid in 2,000 turns.
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
        if fed and isinstance(action, Discard):
            state = _turned_over(state)
        # The opening offer, once taken, stands for the draw of the first turn.
        turns += isinstance(action, Draw) or action == AnswerOffer(take=True)
        if turns > MOST_TURNS:
            raise EndlessGameError(f"phase {phase} is not laid after {MOST_TURNS:,} turns")
    return turns


def _turned_over(state: State) -> State:
    if len(state.draw_pile) < 2:
        return state
    *left, top = state.draw_pile
    return replace(state, draw_pile=tuple(left), discard_pile=(*state.discard_pile, top))


def alone(rules: RuleSet, phase: int, secret: bytes) -> State:
    """A game of two before a deal, one of whom tries this phase and one of whom sits out."""
    told = replace(rules, ten_hands=False, choose_phase=False)
    before = tuple(range(1, phase))
    seats = (Seat(completed=before, attempted=before), Seat(playing=False))
    return replace(engine.new_game("alone", told, ("player", "nobody"), secret), seats=seats)


def _derived(what: str, seed: int, number: int) -> bytes:
    """32 bytes that depend on the seed, a number and what they are for."""
    return hashlib.sha256(f"phase10 odds {what} {seed} {number}".encode()).digest()
