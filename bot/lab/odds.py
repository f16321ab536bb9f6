"""The odds of a fresh hand holding a phase, and the turns that a lone player needs for one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from operator import add
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
from bot.scores.statistics import Estimate, chance_of, mean_of

from .simulation import EndlessGameError, derived
from .workers import spread

SIZES = (CARDS_DEALT, CARDS_DEALT + 1)
"""Cards in a hand: as dealt, and after the first draw."""
MOST_TURNS = 2_000
"""The hardest phases take a few dozen turns; a game with more makes no progress."""
HANDS_AT_ONCE = 2_000
GAMES_AT_ONCE = 20

Done = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class HoldOdds:
    """The probability that a fresh hand holds a phase.

    Attributes:
        phase: its number, from 1.
        cards: cards in the hand.
        natural_cards_per: where at least one natural card is required.
        chance: from 0 to 1.
    """

    phase: int
    cards: int
    natural_cards_per: NaturalCardsPer
    chance: Estimate


@dataclass(frozen=True, slots=True)
class TurnsAlone:
    """The mean turns that a lone player needs to lay a phase (see :func:`lay_alone`)."""

    phase: int
    level: Level
    turns: Estimate


@dataclass(frozen=True, slots=True)
class _HandsTask:
    """Hands to draw: ``count`` of them, from number ``first``."""

    rules: RuleSet
    phases: tuple[int, ...]
    sizes: tuple[int, ...]
    seed: int
    first: int
    count: int


@dataclass(frozen=True, slots=True)
class _GamesTask:
    """Games of one level playing alone."""

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
    """Estimate how likely a hand from a shuffled deck holds each phase, by drawing many hands.

    The smaller hands are the first cards of the largest. The result covers both kinds of
    ``natural_cards_per``, whichever the rules have.

    Args:
        rules: the rule set.
        phases: numbers of the phases, from 1.
        hands: number of hands, at least 1.
        seed: determines the hands, for any number of jobs.
        sizes: cards in a hand.
        jobs: number of processes.
        done: called now and then with the number of hands finished since the last call.
    """
    tasks = [
        _HandsTask(rules, tuple(phases), sizes, seed, at, min(HANDS_AT_ONCE, hands - at))
        for at in range(0, hands, HANDS_AT_ONCE)
    ]
    columns = _columns(sizes)
    held = [[0] * len(columns) for _ in phases]
    for task, counts in zip(tasks, spread(_held, tasks, min(jobs, len(tasks))), strict=True):
        for row, more in zip(held, counts, strict=True):
            row[:] = map(add, row, more)
        done(task.count)
    return [
        HoldOdds(phase, cards, per, chance_of(count, hands))
        for phase, row in zip(phases, held, strict=True)
        for (cards, per), count in zip(columns, row, strict=True)
    ]


def _columns(sizes: Iterable[int]) -> list[tuple[int, NaturalCardsPer]]:
    return [(cards, per) for cards in sizes for per in NaturalCardsPer]


def _held(task: _HandsTask) -> list[list[int]]:
    """How often each phase was held, by phase and column."""
    rng = Random(derived("odds hands", task.seed, task.first))  # noqa: S311  # play, not secrets
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
            # A phase that the whole hand does not hold is in no part of it either.
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
    """Estimate how many turns each level needs alone for each phase, by playing many games.

    Args:
        rules: the rule set.
        phases: numbers of the phases, from 1.
        levels: the levels, which all get the same shuffles.
        games: games for each phase and level, at least 1.
        seed: determines the games, for any number of jobs.
        fed: see :func:`lay_alone`.
        jobs: number of processes.
        done: called now and then with the number of games finished since the last call.

    Raises:
        EndlessGameError: a player makes no progress.
    """
    tasks = [
        _GamesTask(rules, phase, level, seed, range(at, min(at + GAMES_AT_ONCE, games)), fed)
        for phase in phases
        for level in levels
        for at in range(0, games, GAMES_AT_ONCE)
    ]
    turns: dict[tuple[int, Level], list[float]] = {}
    for task, took in zip(tasks, spread(_took, tasks, min(jobs, len(tasks))), strict=True):
        turns.setdefault((task.phase, task.level), []).extend(took)
        done(len(took))
    return [TurnsAlone(phase, level, mean_of(took)) for (phase, level), took in turns.items()]


def _took(task: _GamesTask) -> list[int]:
    player = strategy(task.level)
    return [
        lay_alone(
            task.rules,
            task.phase,
            player,
            derived(f"odds shuffle {task.phase}", task.seed, game),
            Random(derived(f"odds choices {task.phase}", task.seed, game)),  # noqa: S311  # no secret
            fed=task.fed,
        )
        for game in task.games
    ]


def lay_alone(  # noqa: PLR0913  # each is a separate choice
    rules: RuleSet, phase: int, player: Strategy, secret: bytes, rng: Random, *, fed: bool = False
) -> int:
    """Return how many turns a player needs, alone at the table, to lay a phase.

    The player plays a hand of the real game. The other seat sits out as in a play-off: it holds no
    card and has no turn, so the only discards to take are the player's own. A turn is a draw, and
    the turn in which the phase is laid counts; a hand that is dealt the phase takes one turn.

    Args:
        rules: the rule set.
        phase: the phase's number, from 1; it is tried even if the rules let players choose.
        player: the strategy.
        secret: 32 bytes that determine the shuffles.
        rng: for the player's choices.
        fed: whether, before each turn but the first, the top of the draw pile is turned over onto
            the discards, as if another player had discarded the card it drew; the last card of
            the pile is left to be drawn.

    Raises:
        EndlessGameError: the phase is not laid in 2,000 turns.
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
        # Taking the opening offer replaces the draw of the first turn.
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
    """A game of two before a deal, in which seat 0 tries this phase and seat 1 sits out."""
    fixed = replace(rules, ten_hands=False, choose_phase=False)
    before = tuple(range(1, phase))
    seats = (Seat(completed=before, attempted=before), Seat(playing=False))
    return replace(engine.new_game("alone", fixed, ("player", "nobody"), secret), seats=seats)
