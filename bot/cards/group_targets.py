"""How a hand could fill a phase: a target for each group, and the cards for its places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, combinations_with_replacement, product
from typing import NamedTuple, TypeVar

from .cards import HIGHEST, Card, Colour
from .phases import RUNS, GroupKind, GroupSpec

T = TypeVar("T")
FIELD = 10
"""Bits of a number in the integers that count cards by number; 3 cards set the lowest 3 bits."""
FULL = (1 << FIELD) - 1


class GroupTarget(NamedTuple):
    """A possible form of one group of a phase: its numbers, its colour, or both."""

    spec: GroupSpec
    numbers: range = range(0)  # of a set or a run; empty for a colour group
    colour: Colour | None = None  # of a colour group or of a run in one colour

    @property
    def is_run(self) -> bool:
        """Whether its places differ in their numbers."""
        return self.spec.kind in RUNS

    @property
    def places(self) -> Sequence[int | None]:
        """The number asked for at each place that must be filled; None if any will do."""
        if self.is_run:
            return self.numbers
        return [self.numbers.start if self.numbers else None] * self.spec.size

    def fitting(self, naturals: Sequence[Card], number: int | None = None) -> list[int]:
        """The positions of the number cards that fit, at the place of a number if one is given."""
        _, numbers, colour = self
        at_place = numbers if number is None else (number,)
        if colour is None:
            return [at for at, card in enumerate(naturals) if card.number in at_place]
        same = [at for at, card in enumerate(naturals) if card.colour is colour]
        return [at for at in same if not at_place or naturals[at].number in at_place]


Assignment = tuple[GroupTarget, ...]  # a target for each group of a phase


def smallest_targets(spec: GroupSpec, colours: Iterable[Colour]) -> list[GroupTarget]:
    """Every target of a group of the size asked for."""
    if spec.kind is GroupKind.COLOUR:
        return [GroupTarget(spec, colour=colour) for colour in colours]
    length = 1 if spec.kind is GroupKind.SET else spec.size
    rows = [range(low, low + length) for low in range(1, HIGHEST + 2 - length)]
    if spec.kind is GroupKind.COLOUR_RUN:
        return [GroupTarget(spec, row, colour) for colour in colours for row in rows]
    return [GroupTarget(spec, row) for row in rows]


def assignments(
    groups: Iterable[GroupSpec], targets: Callable[[GroupSpec], Iterable[T]]
) -> Iterator[tuple[T, ...]]:
    """Every choice of targets, with those of equal groups together and in one order only."""
    choices = []
    for spec, count in Counter(groups).items():
        choices.append([*combinations_with_replacement(targets(spec), count)])
        if not choices[-1]:
            return
    for chosen in product(*choices):
        yield tuple(chain.from_iterable(chosen))


def field(number: int) -> int:
    return FULL << FIELD * (number - 1)


@cache
def one_of_each(numbers: range) -> int:
    return sum(1 << FIELD * (number - 1) for number in numbers)


def number_places(targets: Iterable[GroupTarget]) -> int:
    """The places of sets and runs of any colours, by number."""
    places = 0
    for spec, numbers, colour in targets:
        if colour is None:
            one = one_of_each(numbers)
            for _ in range(spec.size if spec.kind is GroupKind.SET else 1):
                places |= places + one
    return places


def matched(wanted: Sequence[Sequence[int]], cards: int) -> tuple[list[int], list[int]]:
    """Give as many places as possible a card of their own: (card by place, place by card).

    Earlier places come first; -1 is a place without a card, or a card without a place.

    >>> matched([[0, 1], [0]], 2)
    ([1, 0], [1, 0])
    """
    card_of = [-1] * len(wanted)
    place_of = [-1] * cards

    def serve(at: int, tried: set[int]) -> bool:
        for card in wanted[at]:
            if place_of[card] < 0:
                card_of[at] = card
                place_of[card] = at
                return True
        for card in wanted[at]:
            if card in tried:
                continue
            tried.add(card)
            if serve(place_of[card], tried):
                card_of[at] = card
                place_of[card] = at
                return True
        return False

    for at in range(len(wanted)):
        serve(at, set())
    return card_of, place_of


def each_has_natural(targets: Sequence[GroupTarget], naturals: Sequence[Card]) -> bool:
    """Whether every group can have a number card of its own."""
    return -1 not in matched([target.fitting(naturals) for target in targets], len(naturals))[0]
