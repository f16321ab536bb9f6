"""The best score of ten faces for a phase.

A phase takes exactly as many dice as it asks for, Wild faces count 0. Of choices with the most
points the one with the smallest list of die indices is taken; sets are in the order of the dice,
runs ascend, and what is still open stands for the lowest numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product

from bot.cards.cards import Colour
from bot.cards.phases import GroupKind, GroupSpec, Phase

from .dice import COLOURS, DICE_COUNT, HIGH_DICE, HIGH_NUMBERS, HIGHEST, LOW_NUMBERS, Face
from .events import Placed, PlacedGroups

_WILD = 0
_Numbers = tuple[int, ...]
"""The numbers of a group's dice: a set's number repeated, or a run's numbers ascending."""
_Way = tuple[tuple[_Numbers, ...], tuple[tuple[int, int], ...]]
"""The numbers of each group, and how many dice of each number they take."""
Fitted = tuple[int | None, int | Colour]
"""The index of a die, None where one is missing, and what it stands for."""
Fit = tuple[tuple[Fitted, ...], ...]  # the groups of a phase, as far as there are dice for them


@dataclass(frozen=True, slots=True)
class Scoring:
    """A completed phase: its groups, in the order of the notation, and what its dice count."""

    groups: PlacedGroups
    points: int

    @property
    def dice(self) -> tuple[int, ...]:
        """The indices of its dice, ascending."""
        return tuple(sorted(die for group in self.groups for die, _ in group))


def best_scoring(faces: Sequence[Face], phase: Phase) -> Scoring | None:
    """The best score of ten faces for a phase; None where they do not complete it."""
    if phase.groups[0].kind is GroupKind.COLOUR:
        return _best_colour(faces, phase.size)
    points, ways = _best_ways(face_numbers(faces), phase)
    placed = [_placed(faces, way) for way in ways]
    return Scoring(min(placed, key=_indices), points) if placed else None


def is_sure(faces: Sequence[Face], kept: Collection[int], phase: Phase) -> bool:
    """Whether the dice kept complete a phase whatever the other dice will show."""
    held = [faces[die] for die in kept]
    if best_scoring(held, phase) is not None:
        return True
    if phase.groups[0].kind is GroupKind.COLOUR:
        return False  # each of the other dice has faces of every colour

    # A Wild completes all that a number does, so the other dice show numbers in the worst case.
    high = HIGH_DICE - len([die for die in kept if die < HIGH_DICE])
    low = DICE_COUNT - len(kept) - high
    rolls = product(_rolls(HIGH_NUMBERS, high), _rolls(LOW_NUMBERS, low))
    numbers = face_numbers(held)
    return all(_best_ways(tuple(sorted(numbers + more + less)), phase)[1] for more, less in rolls)


def _rolls(numbers: Sequence[int], dice: int) -> list[_Numbers]:
    """What dice of a kind can show, those first that complete the fewest sets."""
    rolls = combinations_with_replacement(numbers, dice)
    return sorted(rolls, key=lambda roll: len(set(roll)), reverse=True)


def _indices(groups: PlacedGroups) -> tuple[list[int], list[int]]:
    """The die indices of all groups, ascending and as they stand."""
    standing = [die for group in groups for die, _ in group]
    return sorted(standing), standing


def _best_colour(faces: Sequence[Face], size: int) -> Scoring | None:
    scorings = [_of_colour(faces, colour, size) for colour in COLOURS]
    possible = [scoring for scoring in scorings if scoring is not None]
    return min(possible, key=lambda scoring: (-scoring.points, scoring.dice), default=None)


def _of_colour(faces: Sequence[Face], colour: Colour, size: int) -> Scoring | None:
    dice = [die for die, face in enumerate(faces) if face.colour is colour]
    if len(dice) < size:
        return None
    # A stable sort: of dice that count the same the first ones are taken.
    chosen = sorted(sorted(dice, key=lambda die: -faces[die].points)[:size])
    group = tuple((die, colour) for die in chosen)
    return Scoring((group,), sum(faces[die].points for die in chosen))


def face_numbers(faces: Sequence[Face]) -> tuple[int, ...]:
    """The numbers shown, ascending, 0 for a Wild face; all that sets and runs depend on."""
    return tuple(sorted([face.number or _WILD for face in faces]))


@lru_cache(maxsize=1 << 15)
def _best_ways(numbers: _Numbers, phase: Phase) -> tuple[int, list[tuple[_Numbers, ...]]]:
    """The most points, and the ways to get them; no ways if the dice do not complete the phase."""
    counts = Counter(numbers)
    possible = []
    for way, wanted in phase_ways(phase):
        dice, points = _served(wanted, counts)
        if phase.size - dice <= counts[_WILD]:
            possible.append((points, way))
    most = max([points for points, _ in possible], default=0)
    return most, [way for points, way in possible if points == most]


def _served(wanted: Iterable[tuple[int, int]], counts: Counter[int]) -> tuple[int, int]:
    """How many natural dice a way takes, which is all that it can, and their points."""
    there = [(number, min(many, counts[number])) for number, many in wanted]
    return sum([many for _, many in there]), sum([number * many for number, many in there])


@lru_cache(maxsize=64)
def phase_ways(phase: Phase) -> tuple[_Way, ...]:
    """All ways to fill a phase of sets and runs; the lowest numbers come first."""
    return tuple(
        (way, tuple(Counter(number for group in way for number in group).items()))
        for way in product(*map(_group_ways, phase.groups))
    )


def _group_ways(spec: GroupSpec) -> Iterable[_Numbers]:
    if spec.kind is GroupKind.SET:
        return [(number,) * spec.size for number in range(1, HIGHEST + 1)]
    lows = range(1, HIGHEST - spec.size + 2)
    return [tuple(range(low, low + spec.size)) for low in lows]


def _placed(faces: Sequence[Face], way: Sequence[_Numbers]) -> PlacedGroups:
    """The groups with the first dice that stand for these numbers."""
    open_ = Counter(number for group in way for number in group)
    naturals = {n: _first(faces, n, many) for n, many in open_.items()}
    missing = sum(open_.values()) - sum(map(len, naturals.values()))
    wilds = _first(faces, None, missing)
    groups = []
    for numbers in way:
        open_.subtract(numbers)
        place = _place_set if len(set(numbers)) == 1 else _place_run
        groups.append(tuple(place(numbers, naturals, wilds, open_)))
    return tuple(groups)


def _first(faces: Sequence[Face], number: int | None, many: int) -> list[int]:
    """The first ``many`` dice at most that show a number (None: Wild)."""
    return [die for die, face in enumerate(faces) if face.number == number][:many]


def _place_set(
    numbers: _Numbers, naturals: dict[int, list[int]], wilds: list[int], later: Counter[int]
) -> Iterator[Placed]:
    """The first dice for a set that leave no more of its number than later groups can take."""
    number = numbers[0]
    mine = naturals[numbers[0]]
    for places in range(len(numbers), 0, -1):
        owed = len(mine) - later[number]
        wild = bool(wilds) and places > owed and (not mine or wilds[0] < mine[0])
        yield (wilds if wild else mine).pop(0), number


def _place_run(
    numbers: _Numbers, naturals: dict[int, list[int]], wilds: list[int], _later: Counter[int]
) -> Iterator[Placed]:
    for number in numbers:
        yield (naturals[number] or wilds).pop(0), number


def nearest_fit(faces: Sequence[Face], phase: Phase) -> Fit:
    """The best score, else the groups with the fewest gaps, and of these with the most points."""
    scoring = best_scoring(faces, phase)
    if scoring is not None:
        return scoring.groups
    if phase.groups[0].kind is GroupKind.COLOUR:
        return (_nearest_colour(faces, phase.size),)
    way, _ = nearest_way(faces, phase)
    return _filled(faces, way)


def nearest_way(faces: Sequence[Face], phase: Phase) -> _Way:
    """The way to fill a phase of sets and runs with the fewest gaps, then with the most points."""
    counts = Counter(face_numbers(faces))
    return max(phase_ways(phase), key=lambda way: _served(way[1], counts))


def _filled(faces: Sequence[Face], way: Sequence[_Numbers]) -> Fit:
    """The natural dice of a way, then the Wild faces from its first gap on."""
    left = {number: _first(faces, number, len(faces)) for group in way for number in group}
    groups = [[(left[n].pop(0) if left[n] else None, n) for n in group] for group in way]
    wilds = _first(faces, None, len(faces))
    return tuple(
        tuple((wilds.pop(0) if die is None and wilds else die, number) for die, number in group)
        for group in groups
    )


def _nearest_colour(faces: Sequence[Face], size: int) -> tuple[Fitted, ...]:
    def rank(colour: Colour) -> tuple[int, int]:
        points = [face.points for face in faces if face.colour is colour]
        return len(points), sum(points)

    colour = max(COLOURS, key=rank)
    dice = [die for die, face in enumerate(faces) if face.colour is colour]
    return tuple((die, colour) for die in (*dice, *[None] * (size - len(dice))))
