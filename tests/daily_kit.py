"""Daily hands and attempts for tests."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from random import Random

from bot.cards.actions import Discard
from bot.cards.distance import solver_for
from bot.cards.rated_phases import RATED_PHASES, SPECIAL_PHASES
from bot.daily.deal import DailyDeal, deal, derive_secret
from bot.daily.engine import DailyAction, DailyTake, apply, legal_actions, start
from bot.daily.state import DailySide, DailyStage, DailyState

KEY = bytes(range(32))
MONDAY = date(2026, 11, 23)
ALL_PHASES = (*RATED_PHASES, *SPECIAL_PHASES)


def a_deal(day: date = MONDAY, counter: int = 0, par: int = 5) -> DailyDeal:
    return deal(day, counter, derive_secret(KEY, day, counter), par)


def sensible(state: DailyState, rng: Random) -> DailyAction:
    """A card at random, the lay as soon as there is one, and a discard that costs least."""
    if state.stage is DailyStage.TAKE:
        return DailyTake(rng.choice(list(DailySide)))
    solver = solver_for(state.deal.phase, state.deal.rules)

    def left(card: object) -> int:
        cards = list(state.hand)
        cards.remove(card)
        return solver.distance(*solver.encode(cards))

    return legal_actions(state).best_lay or Discard(min(state.hand, key=left))


def attempt(given: DailyDeal, rng: Random, *, lays: bool = True) -> DailyState:
    state = start(given)
    while not state.over:
        action = sensible(state, rng)
        if not lays and state.stage is DailyStage.PLAY:
            action = Discard(rng.choice(state.hand))
        state = apply(state, action)
    return state


def with_phase(given: DailyDeal, at: int) -> DailyDeal:
    return replace(given, rules=ALL_PHASES[at])
