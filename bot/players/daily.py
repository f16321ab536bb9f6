"""How the levels play the daily hand, and its par."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from itertools import count
from random import Random

from bot.daily.deal import FEWEST_PAR, MOST_PAR, DailyDeal, deal, secret_of
from bot.daily.engine import DailyAction, DailyLegalActions, DailyTake, apply, legal_actions, start
from bot.daily.events import DailySide
from bot.daily.state import DailyStage, DailyState
from bot.daily.views import DailyView, view_of
from bot.model import Level
from bot.rules.actions import Discard
from bot.rules.cards import Card, full_deck
from bot.rules.distance import Solver, solver_for
from bot.rules.unseen import Unseen

from .futures import LOOKS, Futures
from .levels import NOISE, NOTICES

SAMPLES = 4
"""How often the futures of a decision are drawn; there are many turns to think of."""
LOOKS_A_TURN = 2.0
"""Cards a turn of which one is taken."""
FADING = 0.8 ** (LOOKS / LOOKS_A_TURN)
"""What a phase laid a turn later is worth, in the turns that :class:`Futures` counts."""


@dataclass(frozen=True)
class _DailySituation:
    """One decision: the view, and what follows from it."""

    view: DailyView

    @cached_property
    def solver(self) -> Solver:
        return solver_for(self.view.phase, self.view.rules)

    @cached_property
    def near(self) -> Solver:
        """The solver for this hand with a card less."""
        return self.solver.near(*self.held, 1)

    @cached_property
    def held(self) -> tuple[int, int]:
        return self.solver.encode(self.view.hand)

    @cached_property
    def kinds(self) -> tuple[Card, ...]:
        return tuple(dict.fromkeys(self.view.hand))

    @cached_property
    def unseen(self) -> Unseen:
        """The cards that may still come."""
        view = self.view
        seen = Counter(view.hand)
        seen.update(turn.discard for turn in view.turns if turn.discard)
        # A card that was taken is held or discarded; the others have left the game.
        seen.update(turn.up for turn in view.turns if turn.took is DailySide.DOWN)
        if view.up and view.taken is not DailySide.UP:
            seen[view.up] += 1
        left = Counter(full_deck(view.rules.colours, view.rules.skips)) - seen
        return Unseen(dict(left), left.total())

    def with_card(self, card: Card) -> tuple[int, int]:
        hand, wilds = self.held
        return (hand, wilds + 1) if card.is_wild else (self.solver.add(hand, card), wilds)

    def without(self, card: Card) -> tuple[int, int]:
        hand, wilds = self.held
        return (hand, wilds - 1) if card.is_wild else (self.solver.remove(hand, card), wilds)

    def distance_without(self, card: Card) -> int:
        return self.near.distance(*self.without(card))

    def use_without(self, card: Card) -> tuple[int, ...]:
        """How good the hand is without a card, largest best: nearness, helpful cards, points."""
        waits = self.unseen.of(self.near.helpful(*self.without(card)))
        return (-self.distance_without(card), waits, card.points)

    def nearer_with(self, card: Card) -> bool:
        distance = self.solver.distance
        return distance(*self.with_card(card)) < distance(*self.held)


def daily_choice(
    view: DailyView, legal: DailyLegalActions, level: Level, rng: Random
) -> DailyAction:
    """The action of a level; the phase is laid as soon as the hand holds it."""
    here = _DailySituation(view)
    if view.stage is DailyStage.TAKE:
        assert view.up is not None, "a card lies face up in each turn"
        return DailyTake(DailySide.UP if _TAKES[level](here, view.up, rng) else DailySide.DOWN)
    return legal.best_lay or Discard(_DISCARDS[level](here, rng))


def _takes_if_noticed(here: _DailySituation, up: Card, rng: Random) -> bool:
    if not here.nearer_with(up):
        return False
    return here.solver.distance(*here.with_card(up)) == 0 or rng.random() < NOTICES


def _takes_if_nearer(here: _DailySituation, up: Card, _rng: Random) -> bool:
    return here.nearer_with(up)


def _discards_by_points(here: _DailySituation, rng: Random) -> Card:
    spare = [card for card in here.kinds if not card.is_wild] or list(here.kinds)
    nearest = min(here.distance_without(card) for card in spare)
    spare = [card for card in spare if here.distance_without(card) == nearest]
    return max(spare, key=lambda card: card.points + NOISE * rng.random())


def _discards_least_useful(here: _DailySituation, _rng: Random) -> Card:
    return max(here.kinds, key=here.use_without)


def _discards_least_worth(here: _DailySituation, rng: Random) -> Card:
    """Of the cards that leave the hand nearest, what it is worth most without."""
    hand, unseen = here.view.hand, here.unseen
    futures = [Futures(here.solver, hand, unseen, rng) for _ in range(SAMPLES)]

    def worth(card: Card) -> tuple[float, ...]:
        left = here.without(card)
        return (sum(each.chance(*left, FADING) for each in futures), *here.use_without(card))

    nearest = min(map(here.distance_without, here.kinds))
    return max((c for c in here.kinds if here.distance_without(c) == nearest), key=worth)


_TAKES: dict[Level, Callable[[_DailySituation, Card, Random], bool]] = {
    Level.EASY: _takes_if_noticed,
    Level.NORMAL: _takes_if_nearer,
    Level.HARD: _takes_if_nearer,
    Level.EXPERT: _takes_if_nearer,
}
_DISCARDS: dict[Level, Callable[[_DailySituation, Random], Card]] = {
    Level.EASY: _discards_by_points,
    Level.NORMAL: _discards_least_useful,
    Level.HARD: _discards_least_worth,
    Level.EXPERT: _discards_least_worth,
}


def play_daily(given: DailyDeal, level: Level, rng: Random) -> DailyState:
    """The end of an attempt of a level."""
    state = start(given)
    while not state.over:
        action = daily_choice(view_of(state), legal_actions(state), level, rng)
        state = apply(state, action).state
    return state


def par_of(given: DailyDeal) -> int | None:
    """The number of the turn in which hard lays; None for not today. Always the same for a deal."""
    rng = Random(given.commitment)  # noqa: S311  # play, not secrets
    return play_daily(given, Level.HARD, rng).result


def find_deal(key: bytes, day: date) -> DailyDeal:
    """The deal of a date with its par, from the smallest counter that gives one in bounds.

    Takes tenths of a second.

    Args:
        key: the installation's 32 random bytes.
        day: the date.
    """
    for counter in count():
        found = deal(day, counter, secret_of(key, day, counter))
        par = par_of(found)
        if par is not None and FEWEST_PAR <= par <= MOST_PAR:
            return replace(found, par=par)
    raise AssertionError("counters do not end")
