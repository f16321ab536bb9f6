"""The level expert: plays possible continuations of the hand, and takes what wins most often."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import ceil, sqrt
from random import Random

from bot.rules.actions import FROM_DISCARDS, FROM_PILE, Action, Discard, Draw, Source
from bot.rules.cards import SKIP, WILD
from bot.rules.views import PlayerView

from .compiled import CompiledPlayouts, Ends, compiled_playouts
from .hard import Hard
from .playouts import Holder, World
from .situation import Situation
from .stakes import Stakes
from .worlds import Worlds

KEPT = (3, 1, 1)
"""How many choices besides hard's remain after each round."""
ROUNDS, COMPILED_ROUNDS = (30, 60, 200), (1000, 2000, 6000)
"""Worlds of each round where two play, in Python and compiled."""
MANY_PLANS = 110
"""Plans of a phase from where on there are fewer compiled worlds, as hands last long then."""
WORK = 80_000
"""Plans looked at in all playouts in Python; bounds the time of a decision.

Where not even one world of each round fits in, expert chooses as hard does."""
SURE = 2.0
"""Standard errors by which another choice must be better than hard's."""

Play = Callable[[World], None]


class Expert(Hard):
    """Hard's best choices, compared in the same playouts; hard's own unless another is better."""

    rounds = ROUNDS
    compiled_rounds = COMPILED_ROUNDS
    sure = SURE

    def draw(self, here: Situation, rng: Random) -> Action:
        """The draw that wins most often."""
        usual = super().draw(here, rng)
        piles = [FROM_PILE, FROM_DISCARDS]
        if not is_known(here) or usual not in piles or here.top in (None, WILD, SKIP):
            return usual
        others = [each for each in piles if each != usual and each in here.legal.plain]
        return self._best(here, [usual, *others], rng)

    def discard(self, here: Situation, rng: Random) -> Action:
        """The discard that wins most often."""
        usual = super().discard(here, rng)
        if not is_known(here) or not isinstance(usual, Discard):
            return usual
        others = [each for each in self._discards(here) if each != usual]
        return self._best(here, [usual, *others], rng)

    def _discards(self, here: Situation) -> list[Discard]:
        """Every card to discard, Wilds left out; a Skip for each whom it could name."""
        cards = [card for card in here.disposable if card is not WILD]
        return [a for a in here.legal.plain if isinstance(a, Discard) and a.card in cards]

    def _best(self, here: Situation, choices: Sequence[Action], rng: Random) -> Action:
        """The best choice; the first one unless another is surely better."""
        usual, others = choices[0], list(choices[1:])
        compiled, better = compiled_playouts(here), False
        for kept, worlds in zip(KEPT, self._worlds(here, compiled, len(choices)), strict=True):
            if not others or not worlds:
                return usual
            usuals, *values = _values(here, compiled, [usual, *others], worlds, rng)
            order = sorted(range(len(others)), key=lambda one: -sum(values[one]))[:kept]
            better = self._is_better(values[order[0]], usuals)
            others = [others[one] for one in order if sum(values[one]) > sum(usuals)]
        return others[0] if better else usual

    def _worlds(
        self, here: Situation, compiled: CompiledPlayouts | None, choices: int
    ) -> list[int]:
        """How many worlds in each round; 0 where Python has no time for enough of them."""
        if compiled:
            share = min(1.0, MANY_PLANS / max(compiled.plans, 1)) * 2 / len(here.view.seats)
            return [ceil(many * share) for many in self.compiled_rounds]
        most = [choices, *[1 + kept for kept in KEPT[:-1]]]
        playouts = [min(choices, one) * many for one, many in zip(most, self.rounds, strict=True)]
        share = min(1.0, WORK / (Worlds(here).work * sum(playouts)))
        return [int(many * share) for many in self.rounds]

    def _is_better(self, one: Sequence[float], other: Sequence[float]) -> bool:
        """Whether one play is better than another, from their values in the same worlds."""
        apart = [mine - yours for mine, yours in zip(one, other, strict=True)]
        mean = sum(apart) / len(apart)
        spread = sum([(each - mean) ** 2 for each in apart]) / len(apart)
        return mean > self.sure * sqrt(spread / len(apart))


def _values(
    here: Situation,
    compiled: CompiledPlayouts | None,
    choices: Sequence[Action],
    worlds: int,
    rng: Random,
) -> list[list[float]]:
    """By choice, its values in the same worlds."""
    if compiled:
        return compiled_values(here, compiled, choices, worlds, rng.getrandbits(64))
    return _played(here, choices, worlds, rng)


def _played(
    here: Situation, choices: Sequence[Action], worlds: int, rng: Random
) -> list[list[float]]:
    """By choice, its values in the same worlds, played in Python."""
    drawn, values = Worlds(here), [list[float]() for _ in choices]
    plays = [playing(here.view, each) for each in choices]
    for _ in range(worlds):
        world = drawn.draw(rng)
        for play, found in zip(plays, values, strict=True):
            played = world.copy()
            play(played)
            found.append(value_of(here.view, played, here.stakes))
    return values


def compiled_values(
    here: Situation, playouts: CompiledPlayouts, choices: Sequence[Action], worlds: int, seed: int
) -> list[list[float]]:
    """By choice, its values in the same worlds, compiled.

    Args:
        here: the decision.
        playouts: made for it.
        choices: draws from a pile or discards.
        worlds: how many.
        seed: from which the worlds come, of 64 bits.
    """
    start, known = len(here.view.seats) - here.mine.seat, dict[Ends, float]()

    def value(ends: Ends) -> float:
        found = known.get(ends)
        if found is None:
            seats = ends[start:] + ends[:start]
            points = [left if left >= 0 else -1 - left for left in seats]
            found = known[ends] = here.stakes.about([left >= 0 for left in seats], points)
        return found

    rows = playouts.ends(choices, worlds, seed)
    return [list(map(value, each)) for each in zip(*rows, strict=True)]


def is_known(here: Situation) -> bool:
    """Whether playouts know what this decision is about: they leave out save piles."""
    return not (here.is_last_turn or here.view.playoff or here.view.rules.save_pile)


def playing(view: PlayerView, action: Action) -> Play:
    """A draw or discard of the viewer, to be played on."""
    if isinstance(action, Draw):
        return partial(World.play_draw, taken=action.source is Source.DISCARD_PILE)
    assert isinstance(action, Discard), "only draws and discards are played on"
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
