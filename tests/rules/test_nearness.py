"""What one card more or less changes, against a solver asked about each hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from bot.rules.cards import SKIP, WILD, Card, full_deck
from bot.rules.distance import solver_for
from bot.rules.editions import CLASSIC, EL_CHAVO, NaturalCardsPer, RuleSet
from bot.rules.nearness import nearness
from bot.rules.phases import TEN_PHASES, parse_phase

PER_GROUP = replace(CLASSIC, natural_cards_per=NaturalCardsPer.GROUP)
DECK = full_deck(CLASSIC.colours, CLASSIC.skips)


def _hands() -> list[list[Card]]:
    rng = Random(8)
    few = [[WILD] * wilds + rng.sample(DECK, 10 - wilds) for wilds in (0, 2, 8, 9)]
    return [*few, rng.sample(DECK, 11), [WILD, SKIP]]


@pytest.mark.parametrize("rules", [CLASSIC, PER_GROUP, EL_CHAVO], ids=["phase", "group", "hero"])
@pytest.mark.parametrize("notation", [*TEN_PHASES, "C3+C4+S2", "RC4", "RC3+S3"])
def test_one_card_more_or_less(notation: str, rules: RuleSet) -> None:
    solver = solver_for(parse_phase(notation), rules)
    for hand in _hands():
        near = nearness(solver, hand)
        assert near.distance == solver.distance(*solver.encode(hand))
        for card in {*DECK}:
            more = solver.distance(*solver.encode([*hand, card]))
            assert near.nearer_with(card) == (more < near.distance)
        left = {card: Counter(DECK)[card] % 3 for card in {*DECK}}
        after = {}
        for card in {*hand}:
            rest = list(hand)
            rest.remove(card)
            code = solver.encode(rest)
            helpful = sum(left[each] for each in solver.helpful(*code))
            after[card] = solver.distance(*code), helpful
        least = min(distance for distance, _ in after.values())
        spared = {card: helpful for card, (distance, helpful) in after.items() if distance == least}
        for card, (_, helpful) in after.items():
            if card in spared and near.is_needless(card):
                assert helpful == max(spared.values())
        assert near.spared(tuple(after)) == (least, list(spared))
        assert near.helpful_without(list(spared), left) == list(spared.values())
        assert near.helpful_without(list(after), left) == [many for _, many in after.values()]
