"""The chance that a hand becomes a phase in time, from sampled futures.

A future is a row of cards drawn at random from the cards whose place is unknown. The first cards of
all futures are spread evenly over these, so the next draw is nearly exact. All hands that are
compared use the same futures, so most of the sampling error cancels out. A hand is assumed to keep
every card that comes.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from random import Random

from bot.cards.cards import Card
from bot.cards.distance import Solver
from bot.cards.worth import CARDS_A_TURN

LENGTH = 8  # cards of a future; a phase that takes longer comes too late in nearly every hand
MOST = 64
FEWEST = 4
WORK = 20_000
"""Plans compared with one hand, for all futures together; bounds the time of a decision."""
SLACK = 2  # how many cards behind the best plan a plan may be and still be considered


class Futures:
    """The futures of one decision, for hands that differ in a few cards."""

    def __init__(
        self, solver: Solver, hand: Sequence[Card], unseen: Counter[Card], rng: Random
    ) -> None:
        """Draw the futures; all hands asked about must be made of the cards of ``hand``."""
        self._solver = solver.near(*solver.encode(hand), SLACK)
        self._futures = self._drawn(unseen, rng)

    def _drawn(self, unseen: Counter[Card], rng: Random) -> list[list[int]]:
        """Each future as what its cards add to a hand: 0 for a Wild, -1 for nothing."""
        units = self._solver.units
        pool = [0 if card.is_wild else units.get(card, -1) for card in unseen.elements()]
        pool.sort(reverse=True)
        many = max(FEWEST, min(MOST, WORK // self._solver.weight))
        length = min(LENGTH, len(pool))
        if not length:
            return [[]]
        start = rng.random()
        futures = []
        for place in range(many):
            first = int((place + start) * len(pool) / many)
            others = [*pool[:first], *pool[first + 1 :]]
            futures.append([pool[first], *rng.sample(others, length - 1)])
        return futures

    def chance(self, hand: int, wilds: int, fade: float, *, drawn: bool = False) -> float:
        """How likely a hand becomes the phase in time; ``fade`` is the chance of another turn."""
        by_card = fade ** (1 / CARDS_A_TURN)
        times = [self._time(hand, wilds, future) for future in self._futures]
        values = [by_card ** max(time - drawn, 0) for time in times if time <= LENGTH]
        return float(sum(values)) / len(times)

    def _time(self, hand: int, wilds: int, future: Sequence[int]) -> int:
        """How many cards of a future the hand needs; more than LENGTH if all are not enough."""
        reached = [(hand, wilds)]
        for unit in future:
            if unit > 0:
                hand |= hand + unit
            elif not unit:
                wilds += 1
            reached.append((hand, wilds))
        if not self._done(reached[-1]):
            return LENGTH + 1
        return bisect_left(reached, x=True, key=self._done)

    def _done(self, code: tuple[int, int]) -> bool:
        return self._solver.distance(*code) == 0
