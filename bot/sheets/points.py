"""The points of the cards left in a hand, and what they say about its phase."""

from __future__ import annotations

from bot.cards.cards import HIGHEST, SKIP, WILD, Card, natural
from bot.cards.rulesets import RuleSet

from .sheet import SheetResult

_SYMBOLS = {"W": WILD, "S": SKIP}


def cards_left(rules: RuleSet, result: SheetResult) -> list[Card] | None:
    """The cards that are left, numbers in any colour; None where points were entered."""
    if result.left.isdecimal() and int(result.left) > HIGHEST:
        return None
    colour = rules.colours[0]
    return [_SYMBOLS.get(term) or natural(colour, int(term)) for term in result.left.split()]


def result_points(rules: RuleSet, result: SheetResult) -> int:
    cards = cards_left(rules, result)
    return int(result.left) if cards is None else rules.points_in_hand(cards)


def least_points(rules: RuleSet) -> int:
    """The least points of a hand without a phase, from which no card was laid or hit."""
    return rules.hand_size * min(map(rules.points, rules.deck))


def most_points(rules: RuleSet, decks: int = 1) -> int:
    """The points of the dearest hand."""
    dearest_first = sorted(map(rules.points, rules.deck * decks), reverse=True)
    return sum(dearest_first[: rules.hand_size])


def may_be_unlaid(rules: RuleSet, result: SheetResult) -> bool:
    """Whether this can be left in the hand of a player without a phase, who keeps all cards."""
    cards = cards_left(rules, result)
    all_cards = cards is None or len(cards) >= rules.hand_size - rules.save_pile
    return all_cards and result_points(rules, result) >= least_points(rules)
