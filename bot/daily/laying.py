"""Laying the phase, with which a daily hand ends: spare Wilds go down, too."""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules import laying
from bot.rules.cards import Card, points
from bot.rules.editions import RuleSet
from bot.rules.laying import Groups
from bot.rules.phases import Phase


def best_lay(hand: Sequence[Card], phase: Phase, rules: RuleSet) -> Groups | None:
    """The lay that leaves the fewest points in hand; None when the phase cannot be laid.

    It is :func:`bot.rules.laying.best_lay`, which leaves the fewest points of number cards, with
    all other Wilds. There is always a place for these, as eleven cards make no run from 1 to 12.
    """
    found = laying.best_lay(hand, phase, rules)
    return None if found is None else _with_wilds(found, hand)


def ways_to_lay(hand: Sequence[Card], phase: Phase, rules: RuleSet, most: int) -> list[Groups]:
    """Different ways to lay the phase, best first; the first is :func:`best_lay`."""
    ways = laying.ways_to_lay(hand, phase, rules, most)
    return list(dict.fromkeys(_with_wilds(way, hand) for way in ways))


def points_left(hand: Sequence[Card], groups: Groups) -> int:
    """The points of the cards that stay in hand."""
    return points(hand) - points(card for each in groups for card in each.cards)


def _with_wilds(groups: Groups, hand: Sequence[Card]) -> Groups:
    """The lay with the Wilds that it leaves in hand, all on the first group that takes them."""
    spare = [card for card in hand if card.is_wild]
    for _ in range(len(spare) - sum(card.is_wild for each in groups for card in each.cards)):
        at, place = next(
            (at, places[-1])
            for at, each in enumerate(groups)
            if (places := each.places_for(spare[0]))
        )
        groups = (*groups[:at], groups[at].with_card(place), *groups[at + 1 :])
    return groups
