"""A good turn for a phase of one colour.

Each die has its own colours there, so the turn is not searched as a whole. For each colour that
the dice show, the ways compared are to keep all dice of that colour and, where there are enough of
them, also only the highest ones. The mean of each is exact for the last roll. Before it, it is
that of a player who keeps to the colour, and keeps each die that shows it: a lower bound, since a
better colour may come. Dice of two colours are never kept: with seven of ten dice needed, those
of the second colour only lower the chance.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from bot.dice.dice import COLOURS, DICE_COUNT, FACES, SIDES, Face
from bot.dice.scoring import most_points
from bot.rules.cards import Colour

from .stakes import Stake


@dataclass(frozen=True, slots=True)
class ColourWay:
    """A way to go on with ten dice.

    Attributes:
        kept: indices of the dice to keep, ascending; all ten to roll no more.
        value: the mean of what the turn brings then.
        chance: of completing the phase then.
    """

    kept: tuple[int, ...]
    value: float
    chance: float


def best_way(faces: Sequence[Face], stake: Stake, rolls_left: int) -> ColourWay:
    """The way with the most value; of equal ones to stop, else that which keeps the fewest."""
    rolling = (
        _way(faces, dice, colour, stake, rolls_left)
        for colour in COLOURS
        for dice in _to_keep(faces, colour, stake.phase.size)
    )
    ways = (_stopping(faces, stake), *rolling)
    # Stopping comes first, and max takes the first of equals.
    return max(ways, key=lambda way: round(way.value, 9))


def _stopping(faces: Sequence[Face], stake: Stake) -> ColourWay:
    points = most_points(faces, stake.phase)
    return ColourWay(tuple(range(DICE_COUNT)), stake.of(points), float(points is not None))


def _to_keep(faces: Sequence[Face], colour: Colour, size: int) -> Iterator[list[int]]:
    dice = [die for die, face in enumerate(faces) if face.colour is colour]
    dice.sort(key=lambda die: -faces[die].points)
    for many in range(min(len(dice), size - 1), min(len(dice), DICE_COUNT - 1) + 1):
        yield dice[:many]


def _way(
    faces: Sequence[Face], dice: Sequence[int], colour: Colour, stake: Stake, rolls_left: int
) -> ColourWay:
    """Keep these dice, all of the colour, and roll the others for it."""
    shown = tuple(sorted(faces[die].points for die in dice))
    rolled = sorted(_points_in(die, colour) for die in range(DICE_COUNT) if die not in dice)
    found = _of_colour(shown, tuple(rolled), stake.phase.size, rolls_left)
    value = sum(stake.of(points) * likely for points, likely in found)
    return ColourWay(tuple(sorted(dice)), value, sum(likely for _, likely in found))


def _points_in(die: int, colour: Colour) -> tuple[int, ...]:
    """The points of a die's faces in a colour."""
    return tuple(face.points for face in FACES[die] if face.colour is colour)


@lru_cache(maxsize=1024)
def _of_colour(
    shown: tuple[int, ...], rolled: tuple[tuple[int, ...], ...], size: int, tries: int
) -> tuple[tuple[int, float], ...]:
    """How likely the highest dice of the colour have which points; only where there are enough.

    Args:
        shown: the points of the dice kept.
        rolled: for each other die, the points of its faces in the colour.
        size: how many dice the phase needs.
        tries: how often each die is rolled until it shows the colour.
    """
    # By the points of the highest dice so far, ascending.
    likely = defaultdict(float, {shown[-size:]: 1.0})
    for place, points in enumerate(rolled, start=1):
        missed = 1 - len(points) / SIDES
        each = (1 - missed**tries) / len(points)
        after: defaultdict[tuple[int, ...], float] = defaultdict(float)
        for dice, weight in likely.items():
            # Dice that can no longer become enough need not be followed.
            if len(dice) + len(rolled) - place >= size:
                after[dice] += weight * missed**tries
            if len(dice) + 1 + len(rolled) - place >= size:
                for more in points:
                    after[tuple(sorted((*dice, more))[-size:])] += weight * each
        likely = after
    sums: defaultdict[int, float] = defaultdict(float)
    for dice, weight in likely.items():
        sums[sum(dice)] += weight
    return tuple(sums.items())
