"""Which cards of a hand to mark: those that serve the phase, or can be hit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum

from bot.rules.cards import Card
from bot.rules.distance import serving
from bot.rules.laying import best_lay
from bot.rules.views import PlayerView


class HandOrder(StrEnum):
    """How the cards of a hand are sorted."""

    NUMBER = "number"
    COLOUR = "colour"


def in_order(hand: Iterable[Card], order: HandOrder) -> list[Card]:
    """The cards by number or by colour, Wilds and Skips last."""
    if order is HandOrder.COLOUR:
        return sorted(hand)
    return sorted(hand, key=lambda card: (not card.is_natural, card.number or 0, card.index))


def fitting(view: PlayerView, cards: Sequence[Card]) -> tuple[bool, ...]:
    """For each of the viewer's cards whether it is worth marking.

    Once the phase is down these are the cards that could be hit; before, those of the best lay, or
    while there is none those that bring the phase nearest.
    """
    if view.me is None:
        return (False,) * len(cards)
    if view.my_seat.groups:
        groups = [group for seat in view.seats for group in seat.groups]
        return tuple(any(group.places_for(card) for group in groups) for card in cards)
    if view.my_phase is None:
        return (False,) * len(cards)
    lay = best_lay(cards, view.my_phase, view.rules)
    if lay is None:
        return _marks(cards, serving(cards, view.my_phase, view.rules))
    return _marks(cards, (card.held for group in lay for card in group.cards))


def _marks(cards: Sequence[Card], wanted: Iterable[Card]) -> tuple[bool, ...]:
    left = Counter(wanted)
    marks = []
    for card in cards:
        marks.append(left[card] > 0)
        left[card] -= 1
    return tuple(marks)
