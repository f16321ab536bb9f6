"""All plans of a phase in one long integer, so that an addition or comparison serves all at once.

Each plan has a byte there, its *lane*. How many of a number's cards each plan can use depends on
how many of them are held, and is looked up; what a hand's cards cover is the sum over the numbers.
A set of plans is such an integer, too, with a 1 in the lane of each.
"""

from __future__ import annotations

from collections.abc import Sequence

from .cards import Card

Alike = tuple[Card, ...]
"""The cards of a number, or of a colour where the phase has colour groups alone."""

_LARGEST = 10
_ONLY = [bytes([byte == cover for byte in range(256)]) for cover in range(_LARGEST + 1)]
"""For each cover, what ``bytes.translate`` takes to give 1 for it and 0 for all others."""


class Lanes:
    """The plans of a phase where each is one mask over a hand's integer, with these fields.

    Hands are integers as :meth:`bot.rules.distance.Solver.encode` gives them.
    """

    def __init__(self, masks: Sequence[int], kinds: Sequence[tuple[int, Alike]]) -> None:
        """Prepare for these masks; ``kinds`` are the fields of a hand's integer and their cards."""
        self._plans = len(masks)
        self._alike = [(alike, field, _uses(masks, field)) for field, alike in kinds]
        self._fields = [(field, uses) for _, field, uses in self._alike]
        self._of = {card: each for each in self._alike for card in each[0]}

    def covers(self, hand: int) -> bytes:
        """For each plan, how many cards of the hand it can use."""
        covers = 0
        for field, uses in self._fields:
            covers += uses[hand & field][0]
        return covers.to_bytes(self._plans, "little")

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

    def wanting(self, card: Card, hand: int) -> int:
        """The plans that can use one more of a number card."""
        _, field, uses = self._of[card]
        return uses[hand & field][1]

    def needing(self, card: Card, hand: int) -> int:
        """The plans that can use all the hand has of a number card that it holds."""
        _, field, uses = self._of[card]
        return uses[hand & field][2]

    def wanted(self, plans: int, hand: int) -> list[tuple[int, Alike]]:
        """The cards of which some of these plans can use one more, each with all plans that can."""
        return [
            (wanting, alike)
            for alike, field, uses in self._alike
            if plans & (wanting := uses[hand & field][1])
        ]


def _uses(masks: Sequence[int], field: int) -> dict[int, tuple[int, int, int]]:
    """What the plans have of a number, for each of the bits of its field that a hand may have.

    Returns:
        how many cards each plan can use; the plans that can use one more; those that use them all.
    """
    wanted = [(mask & field).bit_count() for mask in masks]
    found = {}
    bits = covers = last = 0
    for held in range(field.bit_count() + 1):
        more = int.from_bytes(bytes([want > held for want in wanted]), "little")
        found[bits] = covers, more, last
        bits = bits << 1 | field & -field
        covers, last = covers + more, more
    return found
