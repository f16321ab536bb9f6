"""The level expert: plays possible continuations of the hand, and takes what wins most often."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt
from random import Random

from bot.rules.actions import FROM_DISCARDS, FROM_PILE, Action, Discard
from bot.rules.cards import SKIP, WILD

from .hard import Hard
from .playouts import playouts_of
from .situation import Situation

KEPT = (3, 1, 1)
"""How many choices other than hard's remain after each round."""
WORLDS = (1000, 2000, 6000)
"""Worlds of each round where two play."""
MANY_PLANS = 110
"""With more plans of a phase there are fewer worlds, as hands last long then."""
SURE = 2.0
"""Standard errors by which another choice must be better than hard's."""


class Expert(Hard):
    """Hard's best choices, compared in the same playouts; hard's own unless another is better.

    Where a decision cannot be played on, it chooses as hard does.
    """

    worlds = WORLDS
    sure = SURE

    def draw(self, here: Situation, rng: Random) -> Action:
        """The draw that wins most often."""
        usual = super().draw(here, rng)
        piles = [FROM_PILE, FROM_DISCARDS]
        if usual not in piles or here.top in (None, WILD, SKIP):
            return usual
        others = [draw for draw in piles if draw != usual and draw in here.legal.plain]
        return self._best(here, usual, others, rng)

    def discard(self, here: Situation, rng: Random) -> Action:
        """The discard that wins most often."""
        usual = super().discard(here, rng)
        if not isinstance(usual, Discard):
            return usual
        others = [discard for discard in self._discards(here) if discard != usual]
        return self._best(here, usual, others, rng)

    def _discards(self, here: Situation) -> list[Discard]:
        """Every card to discard except Wilds; a Skip for each player whom it could name."""
        cards = [card for card in here.disposable if card is not WILD]
        return [a for a in here.legal.plain if isinstance(a, Discard) and a.card in cards]

    def _best(
        self, here: Situation, usual: Action, others: Sequence[Action], rng: Random
    ) -> Action:
        """The best choice; the usual one unless another is surely better."""
        playouts = playouts_of(here)
        if playouts is None:
            return usual
        share = min(1.0, MANY_PLANS / max(playouts.plans, 1)) * 2 / len(here.view.seats)
        better = False
        for kept, worlds in zip(KEPT, self.worlds, strict=True):
            if not others:
                return usual
            usuals, *values = playouts.values(
                [usual, *others], ceil(worlds * share), rng.getrandbits(64)
            )
            order = sorted(range(len(others)), key=lambda one: -sum(values[one]))[:kept]
            better = self._is_better(values[order[0]], usuals)
            others = [others[one] for one in order if sum(values[one]) > sum(usuals)]
        return others[0] if better else usual

    def _is_better(self, one: Sequence[float], other: Sequence[float]) -> bool:
        """Whether one play is better than another, from their values in the same worlds."""
        apart = [mine - yours for mine, yours in zip(one, other, strict=True)]
        mean = sum(apart) / len(apart)
        spread = sum([(value - mean) ** 2 for value in apart]) / len(apart)
        return mean > self.sure * sqrt(spread / len(apart))
