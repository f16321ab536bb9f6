"""All plans of a phase in one long integer, so that an addition or comparison serves all at once.

Each plan has a byte there, its *lane*. How many of a number's cards each plan can use depends on
how many of them are held, and is looked up; what a hand's cards cover is the sum over the numbers.
A set of plans is such an integer, too, with a 1 in the lane of each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .cards import SKIP, WILD, Card

Alike = tuple[Card, ...]
"""The cards of a number, or of a colour where the phase has colour groups alone."""

OF_WILD, OF_SKIP = -1, -2
"""In the place of a number's place."""
_LARGEST = 10
_ONLY = [bytes([byte == cover for byte in range(256)]) for cover in range(_LARGEST + 1)]
"""For each cover, what ``bytes.translate`` takes to give 1 for it and 0 for all others."""


Use = tuple[int, int, int]
"""What plans do with the cards of a number that are held.

How many of them each can use; the plans that can use one more; those that could do with one less.
"""


class Lanes:
    """The plans of a phase where each is one mask over a hand's integer, with these fields.

    Hands are integers as :meth:`bot.rules.distance.Solver.encode` gives them.

    Attributes:
        alike: the cards of each number.
        place: the place of a card's number in ``alike`` and in what :meth:`uses` returns; for
            Wilds and Skips, ``OF_WILD`` and ``OF_SKIP``.
    """

    def __init__(self, masks: Sequence[int], kinds: Sequence[tuple[int, Alike]]) -> None:
        """Prepare for these masks; ``kinds`` are the fields of a hand's integer and their cards."""
        self._plans = len(masks)
        self._fields = [(field, _uses(masks, field)) for field, _ in kinds]
        self._by_count = [list(uses.values()) for _, uses in self._fields]
        self.alike = [cards for _, cards in kinds]
        self.place = {card: at for at, cards in enumerate(self.alike) for card in cards}
        self.place |= {WILD: OF_WILD, SKIP: OF_SKIP}

    def uses(self, hand: int) -> list[Use]:
        """What the plans do with the cards of each number."""
        return [uses[hand & field] for field, uses in self._fields]

    def held(self, cards: Iterable[Card]) -> list[int]:
        """How many cards of each place are among these."""
        held, place = [0] * (len(self.alike) + 2), self.place
        for card in cards:
            held[place[card]] += 1
        return held

    def uses_of(self, held: Sequence[int]) -> list[Use]:
        """The same as :meth:`uses` for what :meth:`held` returns."""
        return [uses[many] for uses, many in zip(self._by_count, held, strict=False)]

    def covers(self, uses: Sequence[Use]) -> bytes:
        """For each plan, how many cards of a hand it can use."""
        return sum([covers for covers, _, _ in uses]).to_bytes(self._plans, "little")

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

    def wanted(self, plans: int, uses: Sequence[Use]) -> list[tuple[int, Alike]]:
        """The cards of which some of these plans can use one more, each with all plans that can."""
        return [
            (wanting, cards)
            for (_, wanting, _), cards in zip(uses, self.alike, strict=True)
            if plans & wanting
        ]


def _uses(masks: Sequence[int], field: int) -> dict[int, Use]:
    """The uses of a number's cards, for each of the bits of its field that a hand may have."""
    wanted = [(mask & field).bit_count() for mask in masks]
    found = {}
    bits = covers = 0
    for held in range(field.bit_count() + 1):
        more = int.from_bytes(bytes([want > held for want in wanted]), "little")
        less = int.from_bytes(bytes([want < held for want in wanted]), "little")
        found[bits] = covers, more, less
        bits = bits << 1 | field & -field
        covers += more
    return found
