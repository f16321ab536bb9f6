"""How near a hand is to a phase, and what one card more or less changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from .cards import WILD, Card
from .distance import Solver
from .lanes import OF_WILD, Alike, Lanes


def nearness(solver: Solver, hand: Sequence[Card]) -> Nearness:
    """Compare a hand with the plans of a phase, so that many single cards can be asked about."""
    if solver.lanes is None:
        return Nearness(solver, hand)
    return _LaneNearness(solver, solver.lanes, hand)


class Nearness:
    """A hand compared with the plans of a phase.

    Attributes:
        distance: how many cards the phase still needs.
    """

    distance: int

    def __init__(self, solver: Solver, hand: Sequence[Card]) -> None:
        """Find the distance."""
        self._solver = solver
        self._hand, self._wilds = solver.encode(hand)
        self.distance = solver.distance(self._hand, self._wilds)

    def nearer_with(self, card: Card) -> bool:
        """Whether one more of a card brings the phase nearer."""
        if card.is_skip:
            return False
        hand = self._solver.add(self._hand, card) if card.is_natural else self._hand
        return self._solver.distance(hand, self._wilds + card.is_wild) < self.distance

    def spared(self, cards: Sequence[Card]) -> tuple[int, Sequence[Card]]:
        """The least distance without one of some kinds of card that are held, and the kinds."""
        distances = [self._near.distance(*self._without(card)) for card in cards]
        least = min(distances)
        return least, [
            card for card, distance in zip(cards, distances, strict=True) if distance == least
        ]

    def is_needless(self, card: Card) -> bool:
        """Whether no fewer cards help without a card of the hand; False where it is not known."""
        del card
        return False

    def helpful_without(self, cards: Sequence[Card], left: Mapping[Card, int]) -> list[int]:
        """For each of some cards of the hand, how many of those that are left help without it."""
        helpful = [self._near.helpful(*self._without(card)) for card in cards]
        return [sum([left[card] for card in kinds]) for kinds in helpful]

    @cached_property
    def _near(self) -> Solver:
        return self._solver.near(self._hand, self._wilds, 1)

    def _without(self, card: Card) -> tuple[int, int]:
        if card.is_natural:
            return self._solver.remove(self._hand, card), self._wilds
        return self._hand, self._wilds - card.is_wild


class _LaneNearness(Nearness):
    """The same where all plans are compared at once."""

    def __init__(self, solver: Solver, lanes: Lanes, hand: Sequence[Card]) -> None:
        self._size, self._lanes = solver.size, lanes
        self._held = lanes.held(hand)
        self._wilds = self._held[OF_WILD]
        self._covers = lanes.covers(self._held)
        self._most = lanes.most(self._covers)
        self._best = lanes.covering(self._covers, self._most)
        self.distance = self._distance(self._most, self._wilds)

    def _distance(self, most: int, wilds: int) -> int:
        return max(self._size - most - wilds, 0 if most else 1)

    def nearer_with(self, card: Card) -> bool:
        if card.is_natural:
            at = self._lanes.place[card]
            return self.distance > 0 and self._best & self._lanes.wanting[at][self._held[at]] > 0
        return card.is_wild and self._distance(self._most, self._wilds + 1) < self.distance

    def spared(self, cards: Sequence[Card]) -> tuple[int, Sequence[Card]]:
        # Where every best plan uses the card, those that could do with one less catch up.
        stays, falls = self.distance, self._distance(self._most - 1, self._wilds)
        best, held, place, sparing = self._best, self._held, self._lanes.place, self._lanes.sparing
        places = [place[card] for card in cards]
        distances = [stays if best & sparing[at][held[at]] else falls for at in places]
        if self._wilds and WILD in cards:
            distances[cards.index(WILD)] = self._distance(self._most, self._wilds - 1)
        least = min(distances)
        return least, [
            card for card, distance in zip(cards, distances, strict=True) if distance == least
        ]

    def is_needless(self, card: Card) -> bool:
        return self._kept(card) == self._best

    def helpful_without(self, cards: Sequence[Card], left: Mapping[Card, int]) -> list[int]:
        wanted = _counted(self._lanes.wanted(self._best, self._held), left)
        # What is so without a card depends on its number alone, or on its being a Wild or Skip.
        places = [self._lanes.place[card] for card in cards]
        helpful = {}
        for card, at in zip(cards, places, strict=True):
            if at not in helpful:
                helpful[at] = self._helpful(card, wanted, left)
        return [helpful[at] for at in places]

    def _kept(self, card: Card) -> int:
        """The best plans that need no more than what is held without this card."""
        at = self._lanes.place[card]
        return self._best & self._lanes.sparing[at][self._held[at]]

    def _helpful(
        self, card: Card, wanted: Sequence[tuple[int, int]], left: Mapping[Card, int]
    ) -> int:
        plans, most, wilds = self._kept(card), self._most, self._wilds - card.is_wild
        if not plans:
            most -= 1
            held = self._held.copy()
            held[self._lanes.place[card]] -= 1
            plans = self._best | self._catching_up(card)
            wanted = _counted(self._lanes.wanted(plans, held), left)
        if most + wilds >= self._size and most:
            return 0
        # Where nothing but Wilds would serve, one more is no nearer.
        helping = left[WILD] if most + wilds + (not most) < self._size else 0
        return helping + sum([many for wanting, many in wanted if plans & wanting])

    def _catching_up(self, card: Card) -> int:
        """The plans that are among the best without a card that all best plans need."""
        at = self._lanes.place[card]
        others = self._lanes.covering(self._covers, self._most - 1)
        return others & self._lanes.sparing[at][self._held[at]]


def _counted(
    wanted: Iterable[tuple[int, Alike]], left: Mapping[Card, int]
) -> list[tuple[int, int]]:
    """The plans that want one of some cards, and how many of these are left."""
    return [(plans, sum(map(left.__getitem__, cards))) for plans, cards in wanted]
