"""The cards that a seat of a playout collects, kept up to date card by card."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Self

from bot.rules.cards import WILD, Card
from bot.rules.distance import Solver
from bot.rules.lanes import Lanes

WORTH: tuple[int, ...] = tuple(1 << 3 * cover for cover in range(32))
"""Worth of a plan by the cards that serve it: the nearest plans outweigh many others."""


def collection(solver: Solver, cards: Sequence[Card]) -> Collection:
    """Begin with these cards for the phase that a solver stands for."""
    if solver.lanes is None:
        return _PlanCollection(solver, cards)
    return _LaneCollection(solver.size, solver.lanes, cards)


class Collection(ABC):
    """A hand and the plans of its phase."""

    __slots__ = ("_cover", "_size", "_wilds")

    def __init__(self, size: int, cards: Sequence[Card]) -> None:
        self._size, self._wilds = size, cards.count(WILD)
        self._cover = 0

    def copy(self) -> Self:
        """A collection that what happens to this one does not change."""
        made = type(self).__new__(type(self))
        made._size, made._wilds, made._cover = self._size, self._wilds, self._cover
        return made

    @property
    def is_complete(self) -> bool:
        """Whether the hand seems to hold the phase."""
        return self._size <= self._cover + self._wilds

    @property
    @abstractmethod
    def worth(self) -> int:
        """What all nearest plans are worth together, in the unit of :meth:`losses`."""

    def add(self, card: Card) -> None:
        """Take a card other than a Skip into the hand."""
        if card is WILD:
            self._wilds += 1
        else:
            self._add(card)

    def remove(self, card: Card) -> None:
        """Give a card other than a Skip away."""
        if card is WILD:
            self._wilds -= 1
        else:
            self._remove(card)

    @abstractmethod
    def _add(self, card: Card) -> None: ...

    @abstractmethod
    def _remove(self, card: Card) -> None: ...

    @abstractmethod
    def wants(self, card: Card) -> bool:
        """Whether a natural card serves one of the nearest plans."""

    @abstractmethod
    def losses(self, kinds: Sequence[Card]) -> list[int]:
        """What the nearest plans lose with each of these number cards, apart from a constant."""


class _LaneCollection(Collection):
    """All plans at once: their covers are one integer, to which each card adds."""

    __slots__ = ("_covers", "_held", "_lanes", "_total")

    def __init__(self, size: int, lanes: Lanes, cards: Sequence[Card]) -> None:
        super().__init__(size, cards)
        self._lanes, self._held = lanes, lanes.held(cards)
        self._total = lanes.total(self._held)
        self._covers = lanes.each(self._total)
        self._cover = lanes.most(self._covers)

    def copy(self) -> Self:
        made = super().copy()
        made._lanes, made._held = self._lanes, self._held.copy()
        made._total, made._covers = self._total, self._covers
        return made

    def _add(self, card: Card) -> None:
        lanes, held = self._lanes, self._held
        at = lanes.place[card]
        self._total += lanes.wanting[at][held[at]]
        held[at] += 1
        self._covers = lanes.each(self._total)
        if self._cover + 1 in self._covers:
            self._cover += 1

    def _remove(self, card: Card) -> None:
        lanes, held = self._lanes, self._held
        at = lanes.place[card]
        held[at] -= 1
        self._total -= lanes.wanting[at][held[at]]
        self._covers = lanes.each(self._total)
        if self._cover not in self._covers:
            self._cover -= 1

    @property
    def worth(self) -> int:
        return WORTH[self._cover] * self._covers.count(self._cover)

    def wants(self, card: Card) -> bool:
        lanes = self._lanes
        at = lanes.place[card]
        wanting = lanes.wanting[at][self._held[at]]
        return lanes.covering(self._covers, self._cover) & wanting > 0

    def losses(self, kinds: Sequence[Card]) -> list[int]:
        lanes, held = self._lanes, self._held
        cover, behind = self._cover, max(self._cover - 1, 0)
        best, next_best = (lanes.covering(self._covers, each) for each in (cover, behind))
        # The plans that could do without a card do not lose; how many there are is all that counts.
        sparing = [lanes.sparing[at][held[at]] for at in map(lanes.place.__getitem__, kinds)]
        return [
            -WORTH[cover] * (best & plans).bit_count()
            - WORTH[behind] * (next_best & plans).bit_count()
            for plans in sparing
        ]


class _PlanCollection(Collection):
    """One plan after the other, where more than the number of cards decides."""

    __slots__ = ("_code", "_solver")

    def __init__(self, solver: Solver, cards: Sequence[Card]) -> None:
        super().__init__(solver.size, cards)
        self._solver = solver
        self._count(solver.encode(cards)[0])

    def copy(self) -> Self:
        made = super().copy()
        made._solver, made._code = self._solver, self._code
        return made

    def _count(self, code: int) -> None:
        """Count the cards that serve each plan."""
        self._code, self._cover = code, max(self._solver.covers(code))

    def _add(self, card: Card) -> None:
        self._count(self._solver.add(self._code, card))

    def _remove(self, card: Card) -> None:
        self._count(self._solver.remove(self._code, card))

    @property
    def worth(self) -> int:
        return WORTH[self._cover] * self._solver.covers(self._code).count(self._cover)

    def wants(self, card: Card) -> bool:
        return max(self._solver.covers(self._solver.add(self._code, card))) > self._cover

    def losses(self, kinds: Sequence[Card]) -> list[int]:
        solver, code = self._solver, self._code
        plans = [solver.covers(solver.remove(code, card)) for card in kinds]
        return [-sum([WORTH[cover] for cover in covers]) for covers in plans]
