"""The order of a hand, its cards that are worth marking, and their places in the phase."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum

from .cards import Card, by_number, ordered
from .distance import PhaseSpot, collected, helpful, serving
from .editions import RuleSet
from .laying import best_lay
from .phases import Phase
from .state import Stage
from .views import PlayerView


class HandOrder(StrEnum):
    """How the cards of a hand are sorted."""

    NUMBER = "number"
    COLOUR = "colour"


def in_order(hand: Iterable[Card], order: HandOrder) -> list[Card]:
    """The cards by number or by colour, Wilds and Skips last."""
    return ordered(hand) if order is HandOrder.COLOUR else by_number(hand)


def fitting(view: PlayerView, cards: Sequence[Card]) -> tuple[bool, ...]:
    """For each of the viewer's cards whether it is worth marking.

    Once the phase is down, cards that could be hit are marked; before that, the cards of the best
    lay, or the cards to keep if the phase cannot be laid yet.
    """
    if view.me is None:
        return (False,) * len(cards)
    if view.my_seat.groups:
        return tuple(map(view.fits_table, cards))
    if view.my_phase is None:
        return (False,) * len(cards)
    return phase_marks(cards, view.my_phase, view.rules)


def phase_marks(cards: Sequence[Card], phase: Phase, rules: RuleSet) -> tuple[bool, ...]:
    """For each card whether it is in the best lay; without a lay, whether it is worth keeping."""
    lay = best_lay(cards, phase, rules)
    if lay is None:
        return _marks(cards, serving(cards, phase, rules))
    return _marks(cards, (card.held for group in lay for card in group.cards))


def _marks(cards: Sequence[Card], wanted: Iterable[Card]) -> tuple[bool, ...]:
    left = Counter(wanted)
    marks = []
    for card in cards:
        marks.append(left[card] > 0)
        left[card] -= 1
    return tuple(marks)


def worth_taking(view: PlayerView) -> bool:
    """Whether the viewer may take the top discard now and it would help."""
    if not view.my_turn or view.stage is not Stage.DRAW or not view.discard_pile:
        return False
    top = view.discard_pile[-1]
    if view.my_seat.groups:
        return view.fits_table(top)
    return view.my_phase is not None and top in helpful(view.hand, view.my_phase, view.rules)


def phase_spots(
    hand: Sequence[Card], phase: Phase, rules: RuleSet
) -> tuple[tuple[PhaseSpot, ...], ...]:
    """The places of each group of a phase, with the cards of a hand that fill them."""
    lay = best_lay(hand, phase, rules)
    if lay is None:
        return collected(hand, phase, rules)
    return tuple(
        tuple(PhaseSpot(card, card.number, card.colour) for card in group.cards) for group in lay
    )
