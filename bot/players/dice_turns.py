"""The best way to go on with ten dice, and what a turn can bring beyond the points of its phase.

A turn that fails costs something: 5 points in a solo game, and with several players the time in
which the others go on. With `c` for that cost and `g` for the points that a phase brings in the
end less its costs, success ends the phase, and failure leaves `g - c`. The best turn is therefore
the one with the highest mean of `points + c - g` over its successes; `g` is such that this mean is
`c`. `SOLO` and `RACE` list `c - g` for each phase. A success with few points counts as a failure.

In the last turns, after a player has finished, a failure ends everything: there a success is
worth the points that the later phases bring on average (`LAST`).
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations_with_replacement

from bot.cards.cards import Colour
from bot.cards.phases import GroupKind, Phase
from bot.dice.dice import COLOURS, DICE_COUNT, FACES, HIGH_DICE, SIDES, Face
from bot.dice.engine import BONUS, FIVE_PHASES_OVER
from bot.dice.scoring import best_scoring, face_numbers, phase_ways
from bot.dice.state import MOST_ROLLS
from bot.dice.views import DiceView

SOLO = (-37, -41, -41, -37, -39, -39, -38, -31, -39, -39)
RACE = (-11, -15, -12, -10, -10, -3, 1, 17, -9, 0)
LAST = (217, 174, 149, 112, 80, 67, 55, 65, 30, 0)
_STEP = 4
"""Points to which the threshold of the five-phase bonus is rounded, so that plans can be kept."""


@dataclass(frozen=True, slots=True)
class TurnWorth:
    """The value of completing a phase in a turn."""

    phase: Phase
    extra: int  # beyond the points of the dice; negative where few are worse than trying again
    bonus_from: int | None = None  # the fewest points that bring a bonus, too

    def of(self, points: int | None) -> float:
        """The value of dice that count ``points`` for the phase; None for no success."""
        if points is None:
            return 0.0
        bonus = self.bonus_from is not None and points >= self.bonus_from
        # Never below a failure: else dice that fit nothing would be kept to avoid few points.
        return max(0.0, points + self.extra + BONUS * bonus)


def compute_turn_worth(view: DiceView) -> TurnWorth:
    """The value of success for the viewer, whose turn it is."""
    number = number_tried(view)
    phase = view.phases[number - 1]
    extra = _extra_points(view)[number - 1]
    if number == 5:
        return TurnWorth(phase, extra, _bonus_from(view.my_seat.total))
    if number == len(view.phases) and _finishes_first(view):
        extra += BONUS
    return TurnWorth(phase, extra)


def number_tried(view: DiceView) -> int:
    """The number of the phase that the viewer, whose turn it is, tries."""
    number = view.my_seat.trying
    assert number is not None, "a player who has completed all phases has no turn"
    return number


def _extra_points(view: DiceView) -> tuple[int, ...]:
    if view.solo:
        return SOLO
    return RACE if view.finisher is None else LAST


def _bonus_from(total: int) -> int:
    """The fewest points of phase 5 that take the total over the bonus's threshold, rounded."""
    return -(-max(0, FIVE_PHASES_OVER + 1 - total) // _STEP) * _STEP


def _finishes_first(view: DiceView) -> bool:
    """Whether completing the last phase now counts as the first finish."""
    if view.solo:
        return view.my_seat.tries == 0
    if view.finisher is None:
        return True
    return view.last_turn is None or view.last_turn.seat != view.me


@dataclass(frozen=True, slots=True)
class DiceWay:
    """A way to go on with ten dice."""

    kept: tuple[int, ...]  # indices of the dice to keep, ascending; all ten to roll no more
    value: float  # the mean of what the turn then brings
    chance: float  # the chance to complete the phase with it


def best_way(faces: Sequence[Face], worth: TurnWorth, rolls_left: int) -> DiceWay:
    """The way with the most value; of equal ways to stop, else to keep the fewest dice.

    It is exact for sets and runs. For a phase of one colour, value and chance are lower bounds.
    """
    if worth.phase.groups[0].kind is GroupKind.COLOUR:
        return _best_colour_way(faces, worth, rolls_left)
    high, low = face_numbers(faces[:HIGH_DICE]), face_numbers(faces[HIGH_DICE:])
    place = (_LOW.at[low] - _LOW.first_full) * _HIGH_FULL + _HIGH.at[high] - _HIGH.first_full
    layer = _layers(worth)[rolls_left - 1]
    kept_low, kept_high = divmod(layer.kept[place], len(_HIGH.sets))
    kept = (*_LOW.sets[kept_low], *_HIGH.sets[kept_high])
    dice = first_dice(faces, Counter(number or None for number in kept))
    return DiceWay(dice, layer.value[place], layer.chance[place])


def first_dice(faces: Sequence[Face], numbers: Counter[int | None]) -> tuple[int, ...]:
    """Indices of the first dice that show these numbers, as often as counted; None is a Wild."""
    left = Counter(numbers)
    dice = []
    for die, face in enumerate(faces):
        if left[face.number] > 0:
            left[face.number] -= 1
            dice.append(die)
    return tuple(dice)


# ── sets and runs ─────────────────────────────────────────────────────────────────────────────
#
# Exactly, by dynamic programming. Only numbers count, and dice of a kind show each number equally
# often. So the dice are two multisets: 462 of six high dice and 70 of four low dice; with fewer
# dice, 924 and 126. One pass from the largest to the smallest multisets gives the mean of any
# function of ten dice over the rolls of the dice not kept. One pass back gives, for each ten dice,
# the best of all ways of keeping some of them.

_WILD = 0
_NONE = -1  # the points of dice that do not complete the phase
_ROUNDING = 1e-9
Multiset = tuple[int, ...]
_Means = list[list[float]]  # a number for each multiset of low dice and, inside, of high dice


class _Pool:
    """All multisets of equal dice up to a size, the smallest first."""

    def __init__(self, faces: Sequence[int], dice: int) -> None:
        numbers = sorted(set(faces))
        # Each ascending.
        sizes = (combinations_with_replacement(numbers, many) for many in range(dice + 1))
        self.sets: list[Multiset] = [*chain.from_iterable(sizes)]
        self.at = {held: place for place, held in enumerate(self.sets)}
        # The place of the first multiset of all dice.
        self.first_full = next(n for n, held in enumerate(self.sets) if len(held) == dice)
        # Of the smaller multisets: the places after adding each face of one more die.
        self.grown = [
            [self.at[tuple(sorted((*held, face)))] for face in faces]
            for held in self.sets[: self.first_full]
        ]
        # The places after taking away one die of each number.
        self.shrunk = [
            [self.at[_without(held, number)] for number in dict.fromkeys(held)]
            for held in self.sets
        ]


def _without(held: Multiset, number: int) -> Multiset:
    place = held.index(number)
    return held[:place] + held[place + 1 :]


_HIGH = _Pool([face.points for face in FACES[0]], HIGH_DICE)
_LOW = _Pool([face.points for face in FACES[-1]], DICE_COUNT - HIGH_DICE)
_HIGH_FULL, _LOW_FULL = (len(pool.sets) - pool.first_full for pool in (_HIGH, _LOW))


@dataclass(frozen=True, slots=True)
class _Layer:
    """The best way for each ten dice with some rolls left, as flat tables."""

    kept: array[int]
    value: array[float]
    chance: array[float]


@lru_cache(maxsize=24)
def _layers(worth: TurnWorth) -> tuple[_Layer, ...]:
    """The layers with one roll left and with two: 0.8 MB, computed in about 0.3 s."""
    points = _points(worth.phase)
    value = [[worth.of(None if ten == _NONE else ten) for ten in row] for row in points]
    chance = [[float(ten != _NONE) for ten in row] for row in points]
    layers = []
    for _ in range(1, MOST_ROLLS):
        layers.append(_best(_means(value), _means(chance)))
        value = _unflat(layers[-1].value)
        chance = _unflat(layers[-1].chance)
    return tuple(layers)


# ── means and choices ─────────────────────────────────────────────────────────────────────────


def _means(of_ten: _Means) -> _Means:
    """The mean over the rolls of the dice not kept, by the multisets kept."""
    rows: _Means = [[] for _ in range(_LOW.first_full)]
    for of_high in of_ten:
        row = [0.0] * _HIGH.first_full + of_high
        for place in range(_HIGH.first_full - 1, -1, -1):
            a, b, c, d, e, f = _HIGH.grown[place]
            row[place] = (row[a] + row[b] + row[c] + row[d] + row[e] + row[f]) / 6
        rows.append(row)
    for place in range(_LOW.first_full - 1, -1, -1):
        grown = (rows[larger] for larger in _LOW.grown[place])
        rows[place] = [(a + b + c + d + e + f) / 6 for a, b, c, d, e, f in zip(*grown, strict=True)]
    return rows


def _best(value: _Means, chance: _Means) -> _Layer:
    """For each ten dice the best multisets to keep; means are by the multisets kept."""
    of_high = [_best_parts(row, _HIGH) for row in value]
    kept = array("I", bytes(4 * _HIGH_FULL * _LOW_FULL))
    width = len(_HIGH.sets)
    for high in range(_HIGH_FULL):
        whole = _HIGH.first_full + high
        column = [best[whole] for best in of_high]
        values = [row[best] for row, best in zip(value, column, strict=True)]
        parts = _best_parts(values, _LOW)[_LOW.first_full :]
        for low, part in enumerate(parts):
            all_low = _LOW.first_full + low
            stops = value[all_low][whole] > values[part] - _ROUNDING
            best = (all_low, whole) if stops else (part, column[part])
            kept[low * _HIGH_FULL + high] = best[0] * width + best[1]
    return _Layer(
        kept,
        array("f", [value[place // width][place % width] for place in kept]),
        array("f", [chance[place // width][place % width] for place in kept]),
    )


def _best_parts(values: Sequence[float], pool: _Pool) -> list[int]:
    """For each multiset of the pool its part, or itself, with the highest value, the smallest."""
    best: list[int] = []
    for place, smaller in enumerate(pool.shrunk):
        chosen = place
        for part in map(best.__getitem__, smaller):
            more = values[part] - values[chosen]
            if more > _ROUNDING or (more > -_ROUNDING and part < chosen):
                chosen = part
        best.append(chosen)
    return best


def _unflat(table: array[float]) -> _Means:
    return [list(table[at : at + _HIGH_FULL]) for at in range(0, len(table), _HIGH_FULL)]


# ── points ────────────────────────────────────────────────────────────────────────────────────


def _points(phase: Phase) -> list[list[int]]:
    """The points of each ten dice for the phase, by multisets of low and of high dice."""
    rows = [[_NONE] * _HIGH_FULL for _ in range(_LOW_FULL)]
    for low_needs, of_high in _by_low_needs(phase).items():
        for row, dice in zip(rows, _LOW.sets[_LOW.first_full :], strict=True):
            gain, missing = _filled(low_needs, dice)
            wilds = dice.count(_WILD) - missing
            if wilds >= 0:
                more = [_NONE if new == _NONE else gain + new for new in of_high[wilds]]
                row[:] = map(max, row, more)
    return rows


_Needs = tuple[tuple[int, int], ...]  # numbers and how many dice must show them


def _by_low_needs(phase: Phase) -> dict[_Needs, list[list[int]]]:
    """By the needs of low dice: the most points of high dice, by number of Wilds."""
    by_low: dict[_Needs, list[list[int]]] = {}
    for low, high in dict.fromkeys(_needs(phase)):
        most = by_low.setdefault(low, [[_NONE] * _HIGH_FULL for _ in range(len(_LOW.sets[-1]) + 1)])
        for place, dice in enumerate(_HIGH.sets[_HIGH.first_full :]):
            gain, missing = _filled(high, dice)
            for of_high in most[missing:]:
                of_high[place] = max(of_high[place], gain)
    return by_low


def _needs(phase: Phase) -> Iterator[tuple[_Needs, _Needs]]:
    """The needs of each way to complete the phase, of low and of high dice."""
    lowest = _HIGH.sets[1][0]
    for _, wanted in phase_ways(phase):
        low = tuple(sorted(need for need in wanted if need[0] < lowest))
        yield low, tuple(sorted(need for need in wanted if need[0] >= lowest))


def _filled(needs: _Needs, dice: Multiset) -> tuple[int, int]:
    """The points of the dice that fill needs, and how many Wilds are then missing."""
    gain = missing = 0
    for number, many in needs:
        there = min(many, dice.count(number))
        gain += number * there
        missing += many - there
    return gain, missing


# ── one colour ────────────────────────────────────────────────────────────────────────────────
#
# Each die has its own colours, so the turn is not searched as a whole. For each colour that the
# dice show, the ways compared are to keep all dice of that colour and, where there are enough of
# them, also only the highest ones. The mean of each is exact for the last roll. Before it, it is
# that of a player who keeps to the colour, and keeps each die that shows it: a lower bound, since a
# better colour may come. Dice of two colours are never kept: with seven of ten dice needed, dice
# of the second colour only lower the chance.


def _best_colour_way(faces: Sequence[Face], worth: TurnWorth, rolls_left: int) -> DiceWay:
    """The way with the most value; of equal ways to stop, else to keep the fewest dice."""
    rolling = (
        _way(faces, dice, colour, worth, rolls_left)
        for colour in COLOURS
        for dice in _to_keep(faces, colour, worth.phase.size)
    )
    ways = (_stopping(faces, worth), *rolling)
    # Stopping comes first, and max takes the first of equals.
    return max(ways, key=lambda way: round(way.value, 9))


def _stopping(faces: Sequence[Face], worth: TurnWorth) -> DiceWay:
    scoring = best_scoring(faces, worth.phase)
    value = worth.of(scoring.points) if scoring else 0.0
    return DiceWay(tuple(range(DICE_COUNT)), value, float(scoring is not None))


def _to_keep(faces: Sequence[Face], colour: Colour, size: int) -> Iterator[list[int]]:
    dice = [die for die, face in enumerate(faces) if face.colour is colour]
    dice.sort(key=lambda die: -faces[die].points)
    for many in range(min(len(dice), size - 1), min(len(dice), DICE_COUNT - 1) + 1):
        yield dice[:many]


def _way(
    faces: Sequence[Face], dice: Sequence[int], colour: Colour, worth: TurnWorth, rolls_left: int
) -> DiceWay:
    """Keep these dice, all of the colour, and roll the others for it."""
    kept = tuple(sorted(faces[die].points for die in dice))
    rolled = sorted(
        tuple(face.points for face in FACES[die] if face.colour is colour)
        for die in range(DICE_COUNT)
        if die not in dice
    )
    chances = _of_colour(kept, tuple(rolled), worth.phase.size, rolls_left)
    value = sum(worth.of(points) * likely for points, likely in chances)
    return DiceWay(tuple(sorted(dice)), value, sum(likely for _, likely in chances))


@lru_cache(maxsize=1024)
def _of_colour(
    kept: tuple[int, ...], rolled: tuple[tuple[int, ...], ...], size: int, tries: int
) -> tuple[tuple[int, float], ...]:
    """The sums of the ``size`` highest dice of a colour, and their chances.

    ``kept`` are the points of the dice kept, ``rolled`` the points of the faces in the colour of
    each other die, which is rolled up to ``tries`` times until it shows the colour.
    """
    # By the points of the highest dice so far, ascending.
    likely = defaultdict(float, {kept[-size:]: 1.0})
    for place, points in enumerate(rolled, start=1):
        missed = 1 - len(points) / SIDES
        per_face = (1 - missed**tries) / len(points)
        after: defaultdict[tuple[int, ...], float] = defaultdict(float)
        for dice, weight in likely.items():
            # Dice that can no longer become enough need not be followed.
            if len(dice) + len(rolled) - place >= size:
                after[dice] += weight * missed**tries
            if len(dice) + 1 + len(rolled) - place >= size:
                for more in points:
                    after[tuple(sorted((*dice, more))[-size:])] += weight * per_face
        likely = after
    sums: defaultdict[int, float] = defaultdict(float)
    for dice, weight in likely.items():
        sums[sum(dice)] += weight
    return tuple(sums.items())
