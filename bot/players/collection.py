"""The cards that a seat of a playout collects, kept up to date card by card."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Self

from bot.rules.cards import WILD, Card
from bot.rules.distance import Solver

WORTH: tuple[int, ...] = tuple(1 << 3 * cover for cover in range(32))
"""Worth of a plan by the cards that serve it: the nearest plans outweigh many others."""


def collection(solver: Solver, cards: Sequence[Card]) -> Collection:
    """Begin with these cards for the phase that a solver stands for."""
    return _PlanCollection(solver, cards)


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
