"""Doubts: results of a hand that the rules do not allow, about which people are asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import gcd
from typing import Any

from bot.cards.cards import Card, natural
from bot.cards.rulesets import RuleSet
from bot.cards.state import State

from .points import cards_left, least_points, may_be_unlaid, most_points, result_points
from .sheet import SheetResult

Doubt = tuple[int | None, str, dict[str, Any]]
"""A seat, or None for the hand; a part of a sentence's key, and its data."""


def find_doubts(
    state: State, results: Mapping[int, SheetResult], touched: Sequence[SheetResult]
) -> Iterator[Doubt]:
    """What the rules do not allow in a hand with the results of these seats, some of them new."""
    rules = state.game.rules
    decks = 1 if len(state.seats) <= rules.max_players else 2
    for new in touched:
        yield from _about_points(rules, decks, new)
        yield from _about_phase(state, new)
    yield from _beyond_deck(rules, decks, results, touched)

    out = [seat for seat, each in sorted(results.items()) if not result_points(rules, each)]
    some_out = any(each.seat in out for each in touched)
    if len(out) > 1 and some_out and (state.playoff or not rules.last_turn):
        yield None, "two_out", {"seats": out}
    playing = [seat for seat in state.seats if seat.playing]
    if not out and len(results) == len(playing):
        yield None, "nobody_out", {}


def _about_points(rules: RuleSet, decks: int, new: SheetResult) -> Iterator[Doubt]:
    points = result_points(rules, new)
    step = gcd(*map(rules.points, rules.deck))
    rest = points % step
    low = points - rest
    cards = cards_left(rules, new) or []
    most = most_points(rules, decks)
    if rest and low:
        yield new.seat, "fives", {"points": points, "low": low, "high": low + step}
    elif len(cards) > rules.hand_size:
        yield new.seat, "cards", {"n": len(cards), "most": rules.hand_size}
    elif points > most:
        yield new.seat, "points", {"points": points, "most": most, "cards": rules.hand_size}


def _about_phase(state: State, new: SheetResult) -> Iterator[Doubt]:
    rules = state.game.rules
    if rules.choose_phase and new.laid in state.seats[new.seat].completed:
        yield new.seat, "twice", {}
    if new.laid or state.playoff or may_be_unlaid(rules, new):
        return
    least = {"n": least_points(rules), "cards": rules.hand_size - rules.save_pile}
    yield new.seat, "not_laid", least


def _beyond_deck(
    rules: RuleSet, decks: int, results: Mapping[int, SheetResult], touched: Sequence[SheetResult]
) -> Iterator[Doubt]:
    """Doubts about cards: a new result, or all results together, has more of one than the decks."""
    held = {seat: Counter(cards_left(rules, each) or ()) for seat, each in results.items()}
    colour = rules.colours[0]
    deck = Counter(natural(colour, card.number) if card.number else card for card in rules.deck)
    together = sum(held.values(), Counter[Card]())
    for card in together:
        if together[card] <= decks * deck[card]:
            continue
        seats = [seat for seat in held if held[seat][card]]
        if not any(new.seat in seats for new in touched):
            continue
        data = {"card": card, "n": together[card], "most": decks * deck[card]}
        if len(seats) == 1:
            yield seats[0], "deck", data
        else:
            yield None, "together", data
