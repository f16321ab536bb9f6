"""How near a hand is to a phase, and what one card more or less changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from .cards import WILD, Card
from .distance import Solver
from .lanes import Alike, Lanes

Spared = tuple[int, list[tuple[Card, int]]]
"""The distance after the best discards; each of these, and how many cards then help."""

_WILD, _SKIP = -1, -2
"""In the place of a number's place."""


class Nearness:
    """A hand of which many single cards are asked about, compared with the plans of a phase once.

    Attributes:
        distance: how many cards the phase still needs.
    """

    def __init__(self, solver: Solver, hand: int, wilds: int) -> None:
        """Compare the hand, as :meth:`Solver.encode` gives it, with every plan."""
        self._solver, self._hand, self._wilds = solver, hand, wilds
        if solver.lanes is None:
            self.distance = solver.distance(hand, wilds)
            return
        self._uses = solver.lanes.uses(hand)
        self._covers = solver.lanes.covers(self._uses)
        self._most = solver.lanes.most(self._covers)
        self.distance = self._distance(self._most, wilds)

    def _distance(self, most: int, wilds: int) -> int:
        return max(self._solver.size - most - wilds, 0 if most else 1)

    def nearer_with(self, card: Card) -> bool:
        """Whether one more of a card brings the phase nearer."""
        solver, hand, wilds = self._solver, self._hand, self._wilds
        if not self.distance or card.is_skip:
            return False
        if card.is_wild:
            return solver.distance(hand, wilds + 1) < self.distance
        if solver.lanes is None:
            return solver.distance(solver.add(hand, card), wilds) < self.distance
        best = solver.lanes.covering(self._covers, self._most)
        return bool(best & self._uses[solver.lanes.place[card]][1])

    def without(self, cards: Sequence[Card], left: Mapping[Card, int]) -> Spared:
        """Which of some cards of the hand can best be spared, and what is so without each.

        Args:
            cards: kinds of card that are held, at least one.
            left: how many of each kind may still come.
        """
        lanes, solver = self._solver.lanes, self._solver
        if lanes is not None:
            return self._by_lanes(lanes, cards, left)
        near = solver.near(self._hand, self._wilds, 1)
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

    def _by_lanes(self, lanes: Lanes, cards: Sequence[Card], left: Mapping[Card, int]) -> Spared:
        best = lanes.covering(self._covers, self._most)
        # What is so without a card depends on its number alone, or on its being a Wild or Skip.
        places = [lanes.place.get(card, _WILD if card.is_wild else _SKIP) for card in cards]
        kept = {at: best & ~self._uses[at][2] if at >= 0 else best for at in {*places}}
        distances = self._distances(kept)
        least = min(distances.values())
        spared = [
            (card, at) for card, at in zip(cards, places, strict=True) if distances[at] == least
        ]
        if not least:
            return 0, [(card, 0) for card, _ in spared]
        wanted = _counted(lanes.wanted(best, self._uses), left)
        helpful = {}
        for at in {at for _, at in spared}:
            plans = kept[at]
            helpful[at] = sum([many for wanting, many in wanted if plans & wanting])
            if not plans:
                helpful[at] = self._helpful_after_loss(lanes, at, best, left)
            # Where nothing but Wilds would serve, one more is no nearer.
            most, wilds = self._most - (not plans), self._wilds - (at == _WILD)
            if most + wilds + (not most) < self._solver.size:
                helpful[at] += left[WILD]
        return least, [(card, helpful[at]) for card, at in spared]

    def _distances(self, kept: Mapping[int, int]) -> dict[int, int]:
        """The distance without each card, by the place of its number, from the best plans left."""
        stays = self._distance(self._most, self._wilds)
        # Where every best plan uses the card, those that could do with one less catch up.
        falls = self._distance(self._most - 1, self._wilds)
        distances = {at: stays if plans else falls for at, plans in kept.items()}
        if _WILD in kept:
            distances[_WILD] = self._distance(self._most, self._wilds - 1)
        return distances

    def _helpful_after_loss(
        self, lanes: Lanes, at: int, best: int, left: Mapping[Card, int]
    ) -> int:
        """How many number cards help without one that every best plan uses."""
        others = lanes.covering(self._covers, self._most - 1) & ~self._uses[at][2]
        uses = lanes.uses(self._solver.remove(self._hand, lanes.alike[at][0]))
        return sum([many for _, many in _counted(lanes.wanted(best | others, uses), left)])


def _counted(
    wanted: Iterable[tuple[int, Alike]], left: Mapping[Card, int]
) -> list[tuple[int, int]]:
    """The plans that want one of some cards, and how many of these are left."""
    return [(plans, sum([left[card] for card in cards])) for plans, cards in wanted]
