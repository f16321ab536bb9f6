"""How near a hand is to a phase, and what one card more or less changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_

from .cards import WILD, Card
from .distance import Solver

Spared = tuple[int, list[tuple[Card, int]]]
"""The distance after the best discards; each of these, and how many cards then help."""


class Nearness:
    """A hand of which many single cards are asked about, compared with the plans of a phase once.

    Attributes:
        distance: how many cards the phase still needs.
    """

    def __init__(self, solver: Solver, hand: int, wilds: int) -> None:
        """Compare the hand, as :meth:`Solver.encode` gives it, with every plan."""
        self._solver, self._hand, self._wilds = solver, hand, wilds
        self._plain = solver.is_plain
        if not self._plain:
            self.distance = solver.distance(hand, wilds)
            return
        self._covers = solver.covers(hand)
        self._most = max(self._covers)
        self.distance = self._distance(self._most, wilds)

    def _distance(self, most: int, wilds: int) -> int:
        return max(self._solver.size - most - wilds, 0 if most else 1)

    def _using(self, cards: int) -> list[int]:
        """The masks of the plans that can use this many natural cards."""
        plans = zip(self._solver.masks, self._covers, strict=True)
        return [mask for mask, cover in plans if cover == cards]

    def nearer_with(self, card: Card) -> bool:
        """Whether one more of a card brings the phase nearer."""
        solver, hand, wilds = self._solver, self._hand, self._wilds
        if not self.distance or card.is_skip:
            return False
        if card.is_wild:
            return solver.distance(hand, wilds + 1) < self.distance
        more = solver.add(hand, card)
        if not self._plain:
            return solver.distance(more, wilds) < self.distance
        new = more & ~hand
        return any(mask & new for mask in self._using(self._most))

    def without(self, cards: Sequence[Card], left: Mapping[Card, int]) -> Spared:
        """Which of some cards of the hand can best be spared, and what is so without each.

        Args:
            cards: kinds of card that are held, at least one.
            left: how many of each kind may still come.
        """
        if self._plain:
            return self._plainly_without(cards, left)
        near = self._solver.near(self._hand, self._wilds, 1)
        codes = [(card, *self._code_without(card)) for card in cards]
        distances = [near.distance(hand, wilds) for _, hand, wilds in codes]
        least = min(distances)
        return least, [
            (card, sum([left[each] for each in near.helpful(hand, wilds)]))
            for (card, hand, wilds), distance in zip(codes, distances, strict=True)
            if distance == least
        ]

    def _code_without(self, card: Card) -> tuple[int, int]:
        if card.is_natural:
            return self._solver.remove(self._hand, card), self._wilds
        return self._hand, self._wilds - card.is_wild

    def _plainly_without(self, cards: Sequence[Card], left: Mapping[Card, int]) -> Spared:
        best = self._using(self._most)
        used = reduce(or_, best)
        cases = []
        for card in cards:
            hand, wilds = self._code_without(card)
            gone = self._hand ^ hand
            kept = [mask for mask in best if not mask & gone] if gone & used else best
            # Where every best plan uses the card, those that could do with one less catch up.
            distance = self._distance(self._most - (not kept), wilds)
            cases.append((distance, card, wilds, gone, kept))
        least = min([distance for distance, *_ in cases])
        cases = [case for case in cases if case[0] == least]
        if not least:
            return least, [(card, 0) for _, card, *_ in cases]
        counts = [
            (fields, sum([left[card] for card in alike])) for fields, alike in self._solver.kinds
        ]
        missing = used & ~self._hand
        found = []
        for _, card, wilds, gone, kept in cases:
            gaps, most = missing, self._most
            if not kept:
                most -= 1
                others = [mask for mask in self._using(most) if not mask & gone]
                gaps = reduce(or_, others, used) & ~(self._hand ^ gone)
            elif kept is not best:
                gaps = reduce(or_, kept) & ~self._hand
            helpful = sum([many for fields, many in counts if gaps & fields])
            # Where nothing but Wilds would serve, one more is no nearer.
            wild_helps = most + wilds + (not most) < self._solver.size
            found.append((card, helpful + (left[WILD] if wild_helps else 0)))
        return least, found
