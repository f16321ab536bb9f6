"""Which cards of a hand to mark: those that serve the phase, or can be hit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import product

from bot.rules.cards import HIGHEST, Card
from bot.rules.laying import best_lay
from bot.rules.phases import GroupKind, GroupSpec, Phase
from bot.rules.views import PlayerView

CANDIDATES = 5  # ways tried for each group of a phase


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

    Once the phase is down these are the cards that could be hit; before, the cards of the best
    lay, or of the most promising beginning of one.
    """
    if view.me is None:
        return (False,) * len(cards)
    if view.my_seat.groups:
        groups = [group for seat in view.seats for group in seat.groups]
        return tuple(any(group.places_for(card) for group in groups) for card in cards)
    if view.my_phase is None:
        return (False,) * len(cards)
    lay = best_lay(tuple(cards), view.my_phase, view.rules)
    if lay is not None:
        return _marks(cards, Counter(card.held for group in lay for card in group.cards))
    return _marks(cards, _promising(cards, view.my_phase))


def _marks(cards: Sequence[Card], wanted: Counter[Card]) -> tuple[bool, ...]:
    left = Counter(wanted)
    marks = []
    for card in cards:
        marks.append(left[card] > 0)
        left[card] -= 1
    return tuple(marks)


def _promising(cards: Sequence[Card], phase: Phase) -> Counter[Card]:
    """The natural cards that bring the phase nearest, and every Wild."""
    naturals = Counter(card for card in cards if card.is_natural)
    choices = [_candidates(spec, naturals) for spec in phase.groups]
    found = max((_taken(choice, naturals) for choice in product(*choices)), key=Counter.total)
    wilds = [card for card in cards if card.is_wild]
    return found + Counter(wilds)


Candidate = tuple[GroupSpec, tuple[Card, ...]]


def _candidates(spec: GroupSpec, naturals: Counter[Card]) -> list[Candidate]:
    """The card pools a group could be made of, those that yield most first."""
    pools = [(spec, tuple(pool)) for pool in _pools(spec, sorted(naturals))]
    pools.sort(key=lambda each: -_taken((each,), naturals).total())
    return pools[:CANDIDATES]


def _pools(spec: GroupSpec, cards: Sequence[Card]) -> Iterator[list[Card]]:
    if spec.kind is GroupKind.RUN:
        for low in range(1, HIGHEST - spec.size + 2):
            yield [card for card in cards if low <= (card.number or 0) < low + spec.size]
    elif spec.kind is GroupKind.SET:
        for number in range(1, HIGHEST + 1):
            yield [card for card in cards if card.number == number]
    else:
        for colour in dict.fromkeys(card.colour for card in cards):
            yield [card for card in cards if card.colour is colour]
        yield []


def _taken(choice: Sequence[Candidate], naturals: Counter[Card]) -> Counter[Card]:
    """What the groups take, one after another, when each draws on its own pool."""
    left = Counter(naturals)
    taken: Counter[Card] = Counter()
    for spec, pool in choice:
        used: list[Card] = []
        for card in pool:
            while left[card] and len(used) < spec.size and _wanted(spec, card, used):
                used.append(card)
                left[card] -= 1
        taken.update(used)
    return taken


def _wanted(spec: GroupSpec, card: Card, used: Sequence[Card]) -> bool:
    """A run has room for one card of each number."""
    return spec.kind is not GroupKind.RUN or all(card.number != each.number for each in used)
