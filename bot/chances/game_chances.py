"""Chances to win between two hands, from phases and points.

Two players: exact, by dynamic programming over the phases of both and the difference of their
points, from the fitted outcomes of a hand. More players: a race in which each seat completes its
phases hand by hand, independent of the others; a fitted correction follows. Phases count by their
:func:`difficulty`; where players choose them, easy phases are assumed to come first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import combinations
from math import erf, exp, log, prod, sqrt
from operator import mul, sub
from random import Random
from typing import NamedTuple

from pydantic import TypeAdapter

from bot.cards.cards import Card
from bot.cards.distance import Solver, solver_for
from bot.cards.phases import RUNS, GroupKind, Phase
from bot.cards.rulesets import RuleSet

# ── the fitted coefficients, made by ``scripts/fit_chances.py`` ───────────────────────────────────

Vector = tuple[float, ...]
FILE = "coefficients.json"


@dataclass(frozen=True, slots=True)
class Coefficients:
    """The fitted weights of features and points."""

    # At the deal; the features are below.
    duel_out: Vector  # who goes out first of two
    duel_lays: Vector  # whether the other of two lays in that hand
    lays: Vector  # whether a seat of three or more lays
    # Within a hand; :mod:`bot.chances.hand_chances` has the features.
    two_out: Vector  # who goes out first of two
    two_lays: Vector  # whether the other of two lays
    more_out: Vector  # who goes out first of three or more
    more_lays: Vector  # whether a seat of three or more lays that does not go out first
    weight: float  # the exponent of the chances of three or more in a race
    # Points left in a hand with the phase down, and the shares of hands with them.
    points_laid: tuple[tuple[int, float], ...]
    points_left: tuple[tuple[int, float], ...]  # the same with the phase not laid


COEFFICIENTS = TypeAdapter(Coefficients)


@cache
def coefficients() -> Coefficients:
    return COEFFICIENTS.validate_json(files(__package__).joinpath(FILE).read_text("utf-8"))


def likely(weights: Vector, features: Iterable[float]) -> float:
    """The chance that a logistic fit gives."""
    return 1 / (1 + exp(-sum(map(mul, weights, features))))


# ── how hard a phase is ───────────────────────────────────────────────────────────────────────────

_HANDS = 240
_FEWEST_HANDS = 8
_WORK = 60_000  # plans of a phase times hands; a phase with thousands of plans gets fewer hands
_MOST_TURNS = 30  # a phase that takes longer comes too late in any hand


class Difficulty(NamedTuple):
    """The measures of a phase, as features."""

    turns: float  # the logarithm of the mean number of turns that the phase takes
    squared: float  # the square of ``turns``
    rest: float  # how many of ten cards the phase leaves in hand
    run: float  # 1 with a run, else 0
    colour: float  # 1 with a colour group, else 0


@lru_cache(maxsize=256)
def difficulty(phase: Phase, rules: RuleSet) -> Difficulty:
    """The measures of a phase; its turns are counted in up to 240 fixed hands.

    Each turn offers a discard and a card from the draw pile; one is kept, and no card is discarded.
    """
    rng = Random(8)  # noqa: S311  # play, not secrets
    solver = solver_for(phase, rules)
    dealt = rules.hand_size
    hands = max(_FEWEST_HANDS, min(_HANDS, _WORK // solver.weight))
    rows = (rng.sample(rules.deck, dealt + 2 * _MOST_TURNS) for _ in range(hands))
    turns = [_turns(solver, row, dealt) for row in rows]
    mean = log(sum(turns) / hands)
    kinds = {group.kind for group in phase.groups}
    run = not kinds.isdisjoint(RUNS)
    colour = GroupKind.COLOUR in kinds
    return Difficulty(mean, mean**2, dealt - phase.size, float(run), float(colour))


def _turns(solver: Solver, cards: Sequence[Card], dealt: int) -> int:
    """The turns until the cards dealt first, with one more card a turn, hold the phase."""
    held = list(cards[:dealt])
    coming = iter(cards[dealt:])
    distance = solver.distance(*solver.encode(held))
    for turn, (seen, hidden) in enumerate(zip(coming, coming, strict=True), start=1):
        with_it = solver.distance(*solver.encode([*held, seen]))
        held.append(seen if with_it < distance else hidden)
        distance = solver.distance(*solver.encode(held))
        if not distance:
            return turn
    return _MOST_TURNS


# ── between two hands ─────────────────────────────────────────────────────────────────────────────

STEP = 5  # all points are multiples of it
FURTHEST = 60  # the largest difference of points that counts, in steps
MOST_HANDS = 40  # hands after which every race is assumed to be decided
FAILED = 60.0
"""Points that a hand without laying costs more than one with it, counted in simulated games."""
SPREAD = 15.0
"""Standard deviation of a seat's points in a hand, if it is known whether the seat lays."""
SPREAD_IN_ALL = 32.0  # the same if it is not known
LEADS = 3.5
"""How much a lead of all phases lowers the logarithm of a chance in a race. Fits give 4 to 5; with
that, an early phase ahead would be worth nothing to five or six players."""
SLICES = 40  # points at which densities are integrated

Values = list[float]  # a chance for each difference of points, from -FURTHEST to FURTHEST steps


@dataclass(frozen=True, slots=True)
class PhaseOrder:
    """The difficulties of a game's phases in the order in which they are tried."""

    steps: tuple[Difficulty, ...]
    last_turn: bool  # whether the others have a last turn after a player goes out
    choose: bool  # whether players choose the phase that they try


@lru_cache(maxsize=64)
def phase_order(rules: RuleSet) -> PhaseOrder:
    """The order of a rule set; the first time it takes a few hundredths of a second per phase."""
    steps = [difficulty(phase, rules) for phase in rules.parsed_phases]
    if rules.choose_phase:
        steps.sort()
    return PhaseOrder(tuple(steps), rules.last_turn, rules.choose_phase)


def chances_between_hands(  # noqa: PLR0913  # each is a separate fact
    rules: RuleSet,
    completed: Sequence[int],
    totals: Sequence[int],
    *,
    played: int = 0,
    first: int | None = None,
    fitted: Coefficients | None = None,
) -> tuple[float, ...]:
    """Each seat's chance to win when a hand has ended and the next hand is not dealt.

    ``completed`` are numbers of phases, ``played`` is the number of hands (with ``ten_hands``), and
    ``first`` the seat that plays first in the next hand, if known. A shared win counts as a part.

    >>> from bot.cards.rulesets import CLASSIC
    >>> from bot.cards.variations import Length, with_length
    >>> quick = with_length(CLASSIC, Length.QUICK)
    >>> ahead, behind = chances_between_hands(quick, completed=(1, 0), totals=(20, 60))
    >>> round(ahead, 1), round(behind, 1)
    (0.9, 0.1)
    """
    if rules.ten_hands:
        return by_points(totals, len(rules.phases) - played)
    order = phase_order(rules)
    fitted = fitted or coefficients()
    if len(totals) == 2:
        duel = build_duel(order, fitted)
        lead = totals[0] - totals[1]
        chance = duel.value(completed[0], completed[1], lead, first)
        return chance, 1 - chance
    rows = remaining(order, len(totals), fitted)
    uncorrected = race([rows[done] for done in completed], completed, totals)
    return corrected(uncorrected, order, completed, fitted)


# ── two players ───────────────────────────────────────────────────────────────────────────────


class Duel:
    """The chances of a game of two; :func:`build_duel` makes it."""

    def __init__(self, order: PhaseOrder, fitted: Coefficients) -> None:
        """Work backwards from the end of the game."""
        self._order = order
        self._fitted = fitted
        size = len(order.steps)
        won = [1.0] * (2 * FURTHEST + 1)
        lost = [0.0] * (2 * FURTHEST + 1)
        level = [1.0] * FURTHEST + [0.5] + [0.0] * FURTHEST
        # By the phases completed by the player who plays first and by the other: the first
        # player's chance for each difference of points (own less the other's).
        self._first: dict[tuple[int, int], Values] = {(size, size): level}
        for done in range(size):
            self._first[size, done], self._first[done, size] = won, lost
        for both in range(2 * size - 2, -1, -1):
            for mine in range(max(0, both - size + 1), min(size - 1, both) + 1):
                self._first[mine, both - mine] = self._before(mine, both - mine)

    def value(self, mine: int, other: int, lead: float, first: int | None) -> float:
        """The chance of seat 0, which leads by ``lead`` points; ``first`` plays first, if known."""
        steps = max(-FURTHEST, min(FURTHEST, round(lead / STEP)))
        as_first = self._first[mine, other][FURTHEST + steps]
        as_second = 1 - self._first[other, mine][FURTHEST - steps]
        return (as_first + as_second) / 2 if first is None else (as_first, as_second)[first]

    def _before(self, mine: int, other: int) -> Values:
        sums = [0.0] * (2 * FURTHEST + 1)
        last = 2 * FURTHEST
        outs, lays = at_the_deal(self._order, mine, other, self._fitted)
        for chance, (mine_laid, other_laid), changes in hand_ends(outs, lays, self._fitted):
            # In the next hand the player plays second.
            firsts = self._first[other + other_laid, mine + mine_laid]
            after = [1 - value for value in reversed(firsts)]
            for change, share in changes:
                shift = change // STEP
                weight = chance * share
                for at in range(last + 1):
                    sums[at] += weight * after[min(max(at + shift, 0), last)]
        return sums


def hand_ends(
    outs: Sequence[float], lays: Sequence[float], fitted: Coefficients
) -> Iterator[tuple[float, tuple[bool, bool], list[tuple[int, float]]]]:
    """The possible ends of a hand of two: chance, whether each laid, and changes of the lead.

    ``outs`` are the chances to go out first, ``lays`` those to lay if the other one goes out first.
    """
    for winner, sign in ((0, -1), (1, 1)):
        loser_lays = lays[1 - winner]
        for laid, share, points in (
            (True, loser_lays, fitted.points_laid),
            (False, 1 - loser_lays, fitted.points_left),
        ):
            if share:
                both = (True, laid) if winner == 0 else (laid, True)
                yield outs[winner] * share, both, [(sign * value, part) for value, part in points]


@lru_cache(maxsize=32)
def build_duel(order: PhaseOrder, fitted: Coefficients) -> Duel:
    """The chances of a game of two; takes about a tenth of a second the first time."""
    return Duel(order, fitted)


def at_the_deal(
    order: PhaseOrder, mine: int, other: int, fitted: Coefficients
) -> tuple[tuple[float, float], tuple[float, float]]:
    """For a hand of two before it is dealt, the chances that :func:`hand_ends` needs.

    The first values are those of the player who plays first.
    """
    here = order.steps[mine]
    there = order.steps[other]
    score = map(sub, out_features(here, first=True), out_features(there, first=False))
    out = likely(fitted.duel_out, score)
    lays = likely(fitted.duel_lays, lays_features(order, here, there, first=True))
    others = likely(fitted.duel_lays, lays_features(order, there, here, first=False))
    return (out, 1 - out), (lays, others)


def out_features(step: Difficulty, *, first: bool) -> Vector:
    """The features of going out first, at the deal."""
    return (*step, step.turns * step.rest, float(first))


def lays_features(order: PhaseOrder, step: Difficulty, other: Difficulty, *, first: bool) -> Vector:
    """The features of laying in a hand in which the other player goes out first, at the deal."""
    flags = float(first), float(order.last_turn), float(order.choose)
    return (1.0, *step, *other, step.turns * other.turns, step.turns * other.rest, *flags)


# ── three to six players ──────────────────────────────────────────────────────────────────────


def deal_features(order: PhaseOrder, step: Difficulty, players: int) -> Vector:
    """The features of laying in a hand of three or more, at the deal."""
    flags = float(order.last_turn), float(order.choose)
    return (1.0, *step, step.turns * step.rest, log(players), *flags)


@lru_cache(maxsize=64)
def remaining(
    order: PhaseOrder, players: int, fitted: Coefficients
) -> tuple[tuple[float, ...], ...]:
    """By phases completed, the chance of needing exactly 0, 1, 2 … hands more."""
    rows = [(1.0, *[0.0] * MOST_HANDS)]
    for step in reversed(order.steps):
        lays = likely(fitted.lays, deal_features(order, step, players))
        after = rows[-1]
        row = [0.0]
        for hand in range(MOST_HANDS):
            row.append(lays * after[hand] + (1 - lays) * row[hand])
        rows.append(tuple(row))
    return tuple(reversed(rows))


def race(
    hands: Sequence[Sequence[float]], completed: Sequence[float], totals: Sequence[float]
) -> tuple[float, ...]:
    """Each seat's chance to complete all phases first, or in the same hand with fewer points.

    ``hands`` has for each seat the chances of needing exactly 0, 1, 2 … hands more.
    """
    seats = range(len(totals))
    chances = [0.0] * len(totals)
    beyond = [1.0] * len(totals)
    # Of two seats that finish in the same hand, the one with fewer phases to go has failed more.
    then = [total + FAILED * done for done, total in zip(completed, totals, strict=True)]
    pairs = [(one, other, then[other] - then[one]) for one, other in combinations(seats, 2)]
    for hand in range(MOST_HANDS + 1):
        ends = [row[hand] for row in hands]
        beyond = [max(0.0, left - end) for left, end in zip(beyond, ends, strict=True)]
        reach = 2 * SPREAD * sqrt(hand)
        # For each seat, the chance that a seat ends now with fewer points than it, or later.
        behind = [list(beyond) for _ in seats]
        for one, other, apart in pairs:
            less = _less(apart, reach)
            behind[one][other] += ends[other] * less
            behind[other][one] += ends[one] * (1 - less)
        for seat in seats:
            behind[seat][seat] = ends[seat]
            chances[seat] += prod(behind[seat])
        if max(beyond) < 1e-4 or min(beyond) < 1e-6:
            break
    return _shared(chances)


def corrected(
    uncorrected: Sequence[float],
    order: PhaseOrder,
    completed: Sequence[float],
    fitted: Coefficients,
) -> tuple[float, ...]:
    """The chances of a race, in which early leads are worth less as hands end too soon."""
    size = len(order.steps)
    pairs = zip(uncorrected, completed, strict=True)
    return _shared([(chance * exp(-LEADS * n / size)) ** fitted.weight for chance, n in pairs])


def _shared(parts: Sequence[float]) -> tuple[float, ...]:
    whole = sum(parts)
    return tuple(part / whole for part in parts)


def _less(ahead: float, reach: float) -> float:
    """The chance of fewer points than another seat, which has ``ahead`` more on average.

    ``reach`` is the standard deviation of that difference, times the square root of 2.
    """
    if not reach:
        return 0.5 if not ahead else float(ahead > 0)
    return 0.5 + 0.5 * erf(ahead / reach)


def by_points(totals: Sequence[float], hands: float) -> tuple[float, ...]:
    """Each seat's chance of the lowest total after this many more hands."""
    if hands <= 0:
        least = min(totals)
        share = 1 / totals.count(least)
        return tuple(share if total == least else 0.0 for total in totals)
    reach = SPREAD_IN_ALL * sqrt(hands)
    low = min(totals) - 3 * reach
    grid = [low + 6 * reach * (at + 0.5) / SLICES for at in range(SLICES)]
    above = [[_less(total - point, sqrt(2) * reach) for total in totals] for point in grid]
    chances = [0.0] * len(totals)
    for point, row in zip(grid, above, strict=True):
        whole = prod(row)
        for seat, total in enumerate(totals):
            density = exp(-((point - total) ** 2) / (2 * reach**2))
            chances[seat] += density * whole / max(row[seat], 1e-9)
    return _shared(chances)
