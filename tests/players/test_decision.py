"""What one card more or less changes, against a solver that looks at all plans of each hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from bot.cards.cards import SKIP, WILD, Card
from bot.cards.distance import HeldHand, solver_for
from bot.cards.phases import TEN_PHASES, parse_phase
from bot.cards.rulesets import CLASSIC, EL_CHAVO, NaturalCardsPer, RuleSet

PER_GROUP = replace(CLASSIC, natural_cards_per=NaturalCardsPer.GROUP)
DECK = CLASSIC.deck


def _hands() -> list[list[Card]]:
    rng = Random(8)
    few = [[WILD] * wilds + rng.sample(DECK, 10 - wilds) for wilds in (0, 2, 8, 9)]
    return [*few, rng.sample(DECK, 11), [WILD, SKIP]]


@pytest.mark.parametrize("rules", [CLASSIC, PER_GROUP, EL_CHAVO], ids=["phase", "group", "hero"])
@pytest.mark.parametrize("notation", [*TEN_PHASES, "C3+C4+S2", "RC4", "RC3+S3"])
def test_one_card_more_or_less(notation: str, rules: RuleSet) -> None:
    phase = parse_phase(notation)
    solver = solver_for(phase, rules)
    # Another third of the hands for each phase.
    for cards in _hands()[len(notation) % 3 :: 3]:
        hand = HeldHand(cards, phase, rules)
        assert hand.distance == solver.distance(*solver.encode(cards))
        assert hand.helpful == solver.helpful(*solver.encode(cards))
        for card in {*DECK}:
            assert hand.distance_with(card) == solver.distance(*solver.encode([*cards, card]))
        distances = {}
        for card in Counter(cards):
            rest = list(cards)
            rest.remove(card)
            code = solver.encode(rest)
            distances[card] = solver.distance(*code)
            assert hand.distance_without(card) == distances[card]
            assert hand.helpful_without(card) == solver.helpful(*code)
        least = min(distances.values())
        nearest = [card for card, far in distances.items() if far == least]
        assert hand.nearest_without(tuple(distances)) == (least, nearest)
