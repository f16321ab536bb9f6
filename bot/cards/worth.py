"""How a card that may be taken compares with a hidden one."""

from __future__ import annotations

from collections import Counter
from enum import IntEnum

from .cards import Card
from .distance import HeldHand
from .state import Stage
from .views import PlayerView, count_cards, unseen

CARDS_A_TURN = 1.35  # useful cards a turn: the one drawn, and sometimes the discard
WORTH_A_DRAW = 1.2
NEARLY = 0.8
"""Turns that a card must save to be better than a hidden card, or about as good, where it brings
the phase no nearer."""


class Worth(IntEnum):
    """How a card to take compares with a hidden one."""

    WORSE = -1
    EVEN = 0
    BETTER = 1


def compare_with_hidden(view: PlayerView, card: Card) -> Worth:
    """Whether a card that the viewer may take is better than a hidden one."""
    down = bool(view.my_seat.groups)
    hand = HeldHand(view.hand, view.my_phase, view.rules)
    if card.is_skip:
        return Worth.WORSE
    if down or not hand.distance:
        if card.is_wild or view.fits_table(card):
            return Worth.BETTER
        return Worth.EVEN if not down and hand.fits_own(card) else Worth.WORSE
    if hand.distance_with(card) < hand.distance:
        return Worth.BETTER
    saved = _turns_saved(hand, unseen(view), card)
    if saved > WORTH_A_DRAW:
        return Worth.BETTER
    return Worth.EVEN if saved > NEARLY else Worth.WORSE


def _turns_saved(hand: HeldHand, coming: Counter[Card], card: Card) -> float:
    """How many turns sooner the next helpful card comes with this card instead of another."""
    waits = helpful_with(hand, coming, card)
    now = max(count_cards(coming, hand.helpful), 1)
    return coming.total() / CARDS_A_TURN * (1 / now - 1 / waits) if waits else 0.0


def helpful_with(hand: HeldHand, coming: Counter[Card], card: Card) -> int:
    """The most cards to come that help with one more card, if it brings the phase no nearer.

    Another card is discarded in its place; 0 if each of them is needed.
    """
    naturals, wilds = hand.held_with(card)
    near = hand.solver.near(naturals, wilds, 1)
    most = 0
    for other in hand.kinds:
        left = hand.solver.remove(naturals, other) if other.is_natural else naturals
        if not other.is_wild and near.distance(left, wilds) == hand.distance:
            most = max(most, count_cards(coming, near.helpful(left, wilds)))
    return most


def worth_taking(view: PlayerView) -> bool:
    """Whether the viewer may take the top discard now and had better do so."""
    if not view.my_turn or view.stage is not Stage.DRAW or not view.discard_pile:
        return False
    return compare_with_hidden(view, view.discard_pile[-1]) is Worth.BETTER
