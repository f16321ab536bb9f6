"""The order of a hand, its cards that fit, and their places in the phase."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from itertools import chain, islice

from .cards import WILD, Card, Colour, by_number, ordered
from .distance import distance, helpful, solver_for
from .group_targets import GroupTarget, matched
from .laying import best_lay
from .phases import Phase
from .rulesets import RuleSet
from .state import Stage
from .views import PlayerView
from .worth import worth_taking


class HandOrder(StrEnum):
    """How the cards of a hand are sorted."""

    NUMBER = "number"
    COLOUR = "colour"


def in_order(hand: Iterable[Card], order: HandOrder) -> list[Card]:
    """The cards by number or by colour, Wilds and Skips last."""
    return ordered(hand) if order is HandOrder.COLOUR else by_number(hand)


def fitting(view: PlayerView, cards: Sequence[Card]) -> tuple[bool, ...]:
    """For each of the viewer's cards whether it fits: the phase, or the table once that is down."""
    if view.me is not None and view.my_seat.groups:
        return tuple(map(view.fits_table, cards))
    if view.me is None or view.my_phase is None or _is_too_late(view):
        return (False,) * len(cards)
    return phase_marks(tuple(cards), view.my_phase, view.rules, _offer(view))


def collecting(view: PlayerView) -> Slots:
    """The places of the viewer's phase; empty without a phase and once it is down."""
    if view.me is None or view.my_phase is None or view.my_seat.groups:
        return ()
    return phase_slots(view.hand, view.my_phase, view.rules, _offer(view))


def group_with(view: PlayerView, card: Card) -> tuple[Card, ...]:
    """The cards of the group of the viewer's phase that one more card would join, if any."""
    if view.my_phase is None or view.my_seat.groups:
        return ()
    groups = phase_slots((*view.hand, card), view.my_phase, view.rules)
    held = (tuple(slot.card for slot in group if slot.card) for group in groups)
    return next((cards for cards in held if card in cards), ())


def marks_with(view: PlayerView, cards: Sequence[Card]) -> tuple[bool, ...]:
    """As :func:`fitting` for other cards than those of the viewer's hand."""
    if view.my_phase is None or view.my_seat.groups:
        return fitting(view, cards)
    return phase_marks(tuple(cards), view.my_phase, view.rules)


def _is_too_late(view: PlayerView) -> bool:
    """Whether the last turn is here without the phase, so that only points count."""
    if not view.my_turn or view.stage is not Stage.PLAY or not view.is_last_turn:
        return False
    return view.my_phase is not None and distance(view.hand, view.my_phase, view.rules) > 0


def _offer(view: PlayerView) -> Card | None:
    """The top discard if it may be taken now and brings the phase nearer."""
    if view.my_phase is None or not worth_taking(view):
        return None
    top = view.discard_pile[-1]
    return top if top in helpful(view.hand, view.my_phase, view.rules) else None


@lru_cache(maxsize=64)
def phase_marks(
    cards: tuple[Card, ...], phase: Phase, rules: RuleSet, offer: Card | None = None
) -> tuple[bool, ...]:
    """For each card whether it fills a place of :func:`phase_slots`."""
    groups = phase_slots(cards, phase, rules, offer)
    wanted = Counter(slot.card.held for group in groups for slot in group if slot.card)
    marks = []
    for card in cards:
        marks.append(wanted[card] > 0)
        wanted[card] -= 1
    return tuple(marks)


@dataclass(frozen=True, slots=True)
class PhaseSlot:
    """A place of a phase that is still being collected."""

    card: Card | None  # the card in hand that fills it, possibly a plain Wild
    number: int | None = None  # the number asked for, if only one would do
    colour: Colour | None = None  # the colour asked for, if only one would do


_COLOURS = tuple(Colour)
Slots = tuple[tuple[PhaseSlot, ...], ...]  # the places of each group of a phase


def phase_slots(
    hand: Sequence[Card], phase: Phase, rules: RuleSet, offer: Card | None = None
) -> Slots:
    """The places of each group of a phase, with the cards of a hand that fill them.

    An ``offer``, a card that would bring the phase nearer, fits one of the places left empty.
    """
    lay = best_lay(hand, phase, rules)
    if lay is None:
        return collected(hand, phase, rules, offer)
    slots = ([PhaseSlot(card, card.number, card.colour) for card in each.cards] for each in lay)
    return tuple(map(tuple, slots))


def collected(
    hand: Sequence[Card], phase: Phase, rules: RuleSet, offer: Card | None = None
) -> Slots:
    """For each group of the phase its slots, filled with the cards of one plan that uses most.

    A natural ``offer`` is in that plan, with its slot left empty. Among equal plans it is the one
    whose groups would use most cards by themselves, then the one of lower numbers. Wilds fill the
    first slots that are left. In groups other than runs the filled slots come first.
    """
    wilds = sum(card.is_wild for card in hand)
    offers = [offer] if offer and offer.is_natural else []
    groups = []
    for target, served in _served(tuple(ordered([*hand, *offers])), phase, rules):
        gap = served.index(offers.pop()) if offers and offers[0] in served else None
        cards = [None if at == gap else card for at, card in enumerate(served)]
        # Without a natural card a set may have any number, and any group any colour.
        known = any(cards)
        numbers = target.places if known or target.is_run else [None] * len(cards)
        slots = []
        for at, (card, number) in enumerate(zip(cards, numbers, strict=True)):
            filling = card
            if card is None and wilds and at != gap:
                filling = WILD
                wilds -= 1
            slots.append(PhaseSlot(filling, number, target.colour if known else None))
        if not target.is_run:
            slots.sort(key=lambda slot: slot.card is None)
        groups.append(tuple(slots))
    return tuple(groups)


@lru_cache(maxsize=64)
def _served(
    hand: tuple[Card, ...], phase: Phase, rules: RuleSet
) -> tuple[tuple[GroupTarget, tuple[Card | None, ...]], ...]:
    """The groups of the plan of :func:`collected`, and the natural card of each place."""
    solver = solver_for(phase, rules)
    covers = solver.covers(solver.encode(hand)[0])
    most = max(covers)
    best = [way for way, cover in zip(solver.assignments, covers, strict=True) if cover == most]
    naturals = ordered(card for card in hand if card.is_natural)

    def places(target: GroupTarget) -> list[list[int]]:
        return [target.fitting(naturals, number) for number in target.places]

    @cache
    def order(target: GroupTarget) -> tuple[int, ...]:
        alone = matched(places(target), len(naturals))[0].count(-1)
        colour = _COLOURS.index(target.colour) if target.colour else 0
        return phase.groups.index(target.spec), alone, target.numbers.start, colour

    chosen = min((sorted(way, key=order) for way in best), key=lambda way: list(map(order, way)))
    wanted = [places(target) for target in chosen]
    card_of_place, _ = matched([*chain.from_iterable(wanted)], len(naturals))
    cards = iter([naturals[at] if at >= 0 else None for at in card_of_place])
    return tuple(
        (target, tuple(islice(cards, len(own)))) for target, own in zip(chosen, wanted, strict=True)
    )
