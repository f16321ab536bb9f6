"""Moments of a daily hand that the gallery shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from bot.cards.actions import Discard
from bot.cards.cards import Card
from bot.cards.distance import solver_for
from bot.daily.deal import DailyDeal, deal
from bot.daily.engine import DailyTake, apply, legal_actions, start
from bot.daily.state import DailySide, DailyState
from bot.daily.views import build_view, cards_missing_by_turn
from bot.results.daily import DailyBoard, DailyRow, DailyShare, build_share

_DAY = date(2026, 11, 24)
_PAR = 7
_SECRET = bytes(31) + b"\x06"


def dailies() -> Mapping[str, DailyState]:
    """A first turn, a card taken, the phase in hand, and both kinds of end."""
    state = start(_deal(_SECRET, "C6"))
    states = {"first": state}
    while not state.over:
        state = apply(state, DailyTake(_side(state)))
        lay = legal_actions(state).best_lay
        if lay is not None:
            states["ready"] = state
            state = apply(state, lay)
            continue
        states["taken"] = state
        state = apply(state, Discard(_spare(state)))
    states["laid"] = state
    states["three-groups"] = start(_deal(_SECRET, "S3+S2+R4"))
    states["not-today"] = _not_today()
    return states


def daily_shares() -> Mapping[str, Sequence[DailyShare]]:
    """Two results to be proud of, one of fifteen turns, and one above the computer's."""
    over = dailies()
    laid = build_view(over["laid"])
    lost = build_view(over["not-today"])
    early = DailyShare(_DAY, 4, "Mia", 8, (4, 3, 3, 1, 0), 5, 6, 12)
    computer = DailyShare(_DAY, None, "Computer", 8, (5, 4, 2, 2, 1, 0), 6, 6, 0)
    return {
        "laid": [build_share(laid, cards_missing_by_turn(laid), 3, "Ada Lovelace", 12)],
        "early": [early],
        "not-today": [
            build_share(lost, cards_missing_by_turn(lost), 5, "Nguyễn Thị Minh Khai 明", 1)
        ],
        "computer": [early, computer],
    }


def daily_board() -> DailyBoard:
    """Seven people who have finished; the reader is the third."""
    names = ("Orca", "Bruno", "Ada Lovelace", "Chiara", "明", "Eve", "Fynn")
    rows = tuple(DailyRow(at, at, name, 4 + at, 0) for at, name in enumerate(names, start=1))
    return DailyBoard(_DAY, 8, 7, True, rows, rows[2], 4)


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
        state = apply(state, DailyTake(_side(state)))
        state = apply(state, Discard(state.hand[len(state.turns) % 11]))
    return state
