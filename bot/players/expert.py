"""The level expert: plays possible continuations of the hand, and takes what wins most often."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import sqrt
from random import Random

from bot.rules.actions import Action, Discard
from bot.rules.cards import SKIP
from bot.rules.views import PlayerView

from .hard import Hard
from .playouts import Holder, World
from .situation import Situation
from .stakes import Stakes
from .worlds import Worlds

CANDIDATES = 4
"""Discards that are compared at most, hard's choice first."""
ROUNDS = (40, 250)
"""Worlds for all of them, then for hard's choice and the best other one."""
WORK = 125_000
"""Plans looked at in all playouts together; bounds the time of a decision."""
FEWEST = 4
"""Worlds of a round, however many plans there are."""
SURE = 2.0
"""Standard errors by which another choice must be better than hard's."""

Play = Callable[[World], None]


class Expert(Hard):
    """Hard's best choices, compared in the same playouts; hard's own unless another is better."""

    rounds = ROUNDS
    candidates = CANDIDATES
    sure = SURE

    def discard(self, here: Situation, rng: Random) -> Action:
        """The discard that wins most often."""
        usual = super().discard(here, rng)
        if not is_known(here) or len(here.disposable) < 2 or _somebody_has_laid(here):
            return usual
        actions = self._discards(here, usual, rng)
        found = self._best(here, [discarding(here.view, each) for each in actions], rng)
        return actions[found]

    def _discards(self, here: Situation, usual: Action, rng: Random) -> list[Discard]:
        """The discards to compare: hard's choice, what it would choose next, other targets."""
        found = [usual] if isinstance(usual, Discard) else []
        for each in self.weighed(here, rng):
            action = here.discard(each.card)
            if isinstance(action, Discard) and action.card not in [each.card for each in found]:
                found.append(action)
        found = found[: self.candidates]
        if any(each.card is SKIP for each in found):
            skips = [a for a in here.legal.plain if isinstance(a, Discard) and a.card is SKIP]
            found += [each for each in skips if each not in found]
        return found

    def _best(self, here: Situation, plays: Sequence[Play], rng: Random) -> int:
        """The place of the best play; the first one's unless another is surely better."""
        worlds, stakes = Worlds(here), here.stakes
        values: list[list[float]] = [[] for _ in plays]
        left = list(range(len(plays)))
        for many in self._rounds(worlds, len(plays)):
            for _ in range(many):
                world = worlds.draw(rng)
                for at in left:
                    played = world.copy()
                    plays[at](played)
                    values[at].append(value_of(here.view, played, stakes))
            best = max(left, key=lambda at: sum(values[at]))
            if best == 0:
                return 0
            left = [0, best]
        return best if self._is_better(values[best], values[0]) else 0

    def _rounds(self, worlds: Worlds, plays: int) -> list[int]:
        """How many worlds in each round; the number of playouts is bounded by their work."""
        first, second = self.rounds
        share = min(1.0, WORK / (worlds.work * (first * plays + second * min(2, plays))))
        return [max(min(FEWEST, many), int(many * share)) for many in self.rounds]

    def _is_better(self, one: Sequence[float], other: Sequence[float]) -> bool:
        """Whether one play is better than another, from their values in the same worlds."""
        apart = [mine - yours for mine, yours in zip(one, other, strict=True)]
        mean = sum(apart) / len(apart)
        spread = sum([(each - mean) ** 2 for each in apart]) / len(apart)
        return mean > self.sure * sqrt(spread / len(apart))


def is_known(here: Situation) -> bool:
    """Whether playouts know what this decision is about: they leave out save piles."""
    return not (here.is_last_turn or here.view.playoff or here.view.rules.save_pile)


def _somebody_has_laid(here: Situation) -> bool:
    """Whether a phase is down, from where on playouts have found nothing better than hard does."""
    return any(seat.groups for seat in here.view.seats)


def discarding(view: PlayerView, action: Discard) -> Play:
    """A discard of the viewer, to be played on."""
    target = action.target
    if target is not None:
        target = (target - view.my_seat.seat) % len(view.seats)
    return partial(World.play_discard, card=action.card, target=target)


def value_of(view: PlayerView, world: World, stakes: Stakes) -> float:
    """The chance to win after a playout."""
    start = len(view.seats) - view.my_seat.seat
    seats: list[Holder] = world.seats[start:] + world.seats[:start]
    laid = [seat.goal is None for seat in seats]
    return stakes.after(laid, [sum([card.points for card in seat.cards]) for seat in seats])
