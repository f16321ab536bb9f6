"""Moments of a daily hand that the gallery shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from bot.daily.deal import DailyDeal, deal
from bot.daily.engine import DailyTake, apply, legal_actions, start
from bot.daily.events import DailySide
from bot.daily.state import DailyState
from bot.daily.views import squares
from bot.rules.actions import Discard
from bot.rules.cards import Card
from bot.rules.distance import solver_for
from bot.scores.daily import DailyShare

_DAY, _PAR = date(2026, 11, 24), 7
_SECRET = bytes(31) + b"\x06"


def dailies() -> Mapping[str, DailyState]:
    """A first turn, a card taken, the phase in hand, and both kinds of end."""
    state = start(_deal(_SECRET, "C6"))
    states = {"first": state}
    while not state.over:
        state = apply(state, DailyTake(_side(state))).state
        lay = legal_actions(state).best_lay
        if lay is not None:
            states["ready"] = state
            state = apply(state, lay).state
            continue
        states["taken"] = state
        state = apply(state, Discard(_spare(state))).state
    states["laid"] = state
    states["not-today"] = _not_today()
    return states


def daily_shares() -> Mapping[str, DailyShare]:
    """A result to be proud of, and one of fifteen turns."""
    over = dailies()
    laid, lost = over["laid"], over["not-today"]
    return {
        "laid": DailyShare(_DAY, "Ada Lovelace", squares(laid), laid.result, _PAR, 12),
        "not-today": DailyShare(_DAY, "Nguyễn Thị Minh Khai 明", squares(lost), None, _PAR, 1),
    }


def _deal(secret: bytes, phase: str) -> DailyDeal:
    given = deal(_DAY, 0, secret, _PAR)
    return replace(given, rules=replace(given.rules, phases=(phase,)))


def _side(state: DailyState) -> DailySide:
    return DailySide.UP if len(state.turns) % 3 == 1 else DailySide.DOWN


def _spare(state: DailyState) -> Card:
    """The card whose discard leaves the phase nearest."""
    solver = solver_for(state.deal.phase, state.deal.rules)

    def left(card: Card) -> int:
        cards = list(state.hand)
        cards.remove(card)
        return solver.distance(*solver.encode(cards))

    return min(state.hand, key=left)


def _not_today() -> DailyState:
    state = start(_deal(_SECRET[::-1], "S3+R6"))
    while not state.over:
        state = apply(state, DailyTake(_side(state))).state
        state = apply(state, Discard(state.hand[len(state.turns) % 11])).state
    return state
