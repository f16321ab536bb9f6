"""All plans of a phase in one long integer, so that an addition or comparison serves all at once.

Each plan has a byte there, its *lane*. How many of a number's cards each plan can use depends on
how many of them are held, and is looked up; what a hand's cards cover is the sum over the numbers.
A set of plans is such an integer, too, with a 1 in the lane of each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from operator import getitem

from .cards import SKIP, WILD, Card

Alike = tuple[Card, ...]
"""The cards of a number, or of a colour where the phase has colour groups alone."""

OF_WILD, OF_SKIP = -1, -2
"""In the place of a number's place."""
_LARGEST = 10
_ONLY = [bytes([byte == cover for byte in range(256)]) for cover in range(_LARGEST + 1)]
"""For each cover, what ``bytes.translate`` takes to give 1 for it and 0 for all others."""


class Lanes:
    """The plans of a phase where each is one mask over a hand's integer, with these fields.

    Hands are integers as :meth:`bot.rules.distance.Solver.encode` gives them, or lists of how many
    cards of each place are held, as :meth:`held` gives them.

    Attributes:
        alike: the cards of each number.
        place: the place of a card's number in ``alike`` and in such a list; for Wilds and Skips,
            ``OF_WILD`` and ``OF_SKIP``.
        wanting: for each place, by how many are held, the plans that can use one more.
        sparing: for each place, by how many are held, the plans that could do with one less; all
            plans at ``OF_WILD`` and ``OF_SKIP``.
    """

    def __init__(self, masks: Sequence[int], kinds: Sequence[tuple[int, Alike]]) -> None:
        """Prepare for these masks; ``kinds`` are the fields of a hand's integer and their cards."""
        self._plans = len(masks)
        self.alike = [cards for _, cards in kinds]
        self.place = {card: at for at, cards in enumerate(self.alike) for card in cards}
        self.place |= {WILD: OF_WILD, SKIP: OF_SKIP}
        self.wanting: list[list[int]] = []
        self.sparing: list[list[int]] = []
        self._covers: list[list[int]] = []
        self._fields: list[tuple[int, dict[int, int]]] = []
        for field, _ in kinds:
            self._add(masks, field)
        # No plan needs a Skip, and a Wild serves in any place.
        self.sparing += [[_lanes([True] * self._plans)] * 32] * 2

    def _add(self, masks: Sequence[int], field: int) -> None:
        """Prepare for the cards of a field."""
        asked = [(mask & field).bit_count() for mask in masks]
        counts = range(field.bit_count() + 1)
        wanting = [_lanes([many > held for many in asked]) for held in counts]
        covers = [0, *accumulate(wanting[:-1])]
        bits = accumulate(counts[1:], lambda held, _: held << 1 | field & -field, initial=0)
        self.wanting.append(wanting)
        self.sparing.append([_lanes([many < held for many in asked]) for held in counts])
        self._covers.append(covers)
        self._fields.append((field, dict(zip(bits, covers, strict=True))))

    def held(self, cards: Iterable[Card]) -> list[int]:
        """How many cards of each place are among these."""
        held, place = [0] * (len(self.alike) + 2), self.place
        for card in cards:
            held[place[card]] += 1
        return held

    def covers(self, held: Sequence[int]) -> bytes:
        """For each plan, how many cards of a hand it can use."""
        return self.each(self.total(held))

    def total(self, held: Sequence[int]) -> int:
        """The same as one integer, to which a card more adds the plans that are wanting it."""
        return sum(map(getitem, self._covers, held))

    def each(self, total: int) -> bytes:
        """What such an integer says of each plan."""
        return total.to_bytes(self._plans, "little")

    def covers_of(self, hand: int) -> bytes:
        """The same for the integer of a hand."""
        covers = [covers[hand & field] for field, covers in self._fields]
        return sum(covers).to_bytes(self._plans, "little")

    @staticmethod
    def most(covers: bytes) -> int:
        """The highest of the covers."""
        cards = _LARGEST
        while cards not in covers:
            cards -= 1
        return cards

    @staticmethod
    def covering(covers: bytes, cards: int) -> int:
        """The plans that can use just this number of cards."""
        return int.from_bytes(covers.translate(_ONLY[cards]), "little")

    def wanted(self, plans: int, held: Sequence[int]) -> list[tuple[int, Alike]]:
        """The cards of which some of these plans can use one more, each with all plans that can."""
        wanting = list(map(getitem, self.wanting, held))
        return [
            (some, cards) for some, cards in zip(wanting, self.alike, strict=True) if plans & some
        ]


def _lanes(plans: Iterable[bool]) -> int:
    return int.from_bytes(bytes(plans), "little")
