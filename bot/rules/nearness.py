"""How near a hand is to a phase, and what one card more or less changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from .cards import WILD, Card
from .distance import Solver
from .lanes import Alike, Lanes

Spared = tuple[int, list[tuple[Card, int]]]
"""The distance after the best discards; each of these, and how many cards then help."""

_Rest = tuple[int, int, bool]
"""Of the cards that remain: the best plans, the integer, and whether one more Wild helps."""


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
        self._covers = solver.lanes.covers(hand)
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
        return bool(best & solver.lanes.wanting(card, hand))

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
        units = self._solver.units
        cases: dict[int, tuple[int, _Rest]] = {}
        spared: list[tuple[Card, _Rest]] = []
        least = self._solver.size + 1
        for card in cards:
            # What is so without a card depends on its number alone, or on its being a Wild or Skip.
            unit = units.get(card, -card.is_wild)
            case = cases.get(unit)
            if case is None:
                case = cases[unit] = self._case(lanes, best, card)
            distance, rest = case
            if distance < least:
                least, spared = distance, []
            if distance == least:
                spared.append((card, rest))
        if not least:
            return 0, [(card, 0) for card, _ in spared]
        helpful = self._helpful(lanes, best, {rest for _, rest in spared}, left)
        return least, [(card, helpful[rest]) for card, rest in spared]

    def _case(self, lanes: Lanes, best: int, card: Card) -> tuple[int, _Rest]:
        """The distance without a card, and what remains, where these plans are the best with it."""
        hand, wilds, most = self._hand, self._wilds - card.is_wild, self._most
        if card.is_natural:
            needing = lanes.needing(card, hand)
            kept = best & ~needing
            if not kept:
                # Plans that could do with one card less catch up.
                most -= 1
                kept = best | lanes.covering(self._covers, most) & ~needing
                hand = self._solver.remove(hand, card)
            best = kept
        # Where nothing but Wilds would serve, one more is no nearer.
        wild_helps = most + wilds + (not most) < self._solver.size
        return self._distance(most, wilds), (best, hand, wild_helps)

    def _helpful(
        self, lanes: Lanes, best: int, rests: Iterable[_Rest], left: Mapping[Card, int]
    ) -> dict[_Rest, int]:
        """How many of the cards that are left would help each of what remains."""
        wanted = _counted(lanes.wanted(best, self._hand), left)
        found = {}
        for plans, hand, wild_helps in rests:
            # Where the number cards are those of the whole hand, its best plans are left or some.
            some = wanted if hand == self._hand else _counted(lanes.wanted(plans, hand), left)
            helpful = sum([many for wanting, many in some if plans & wanting])
            found[plans, hand, wild_helps] = helpful + (left[WILD] if wild_helps else 0)
        return found


def _counted(
    wanted: Iterable[tuple[int, Alike]], left: Mapping[Card, int]
) -> list[tuple[int, int]]:
    """The plans that want one of some cards, and how many of these are left."""
    return [(plans, sum([left[card] for card in alike])) for plans, alike in wanted]
