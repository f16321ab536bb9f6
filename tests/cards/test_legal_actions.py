"""The best lay that one click means: a card is kept where going out takes a discard."""

from __future__ import annotations

from dataclasses import replace

import pytest
from kit import position

from bot.cards.actions import Lay
from bot.cards.editions import CLASSIC, FINAL_TURN, RuleSet
from bot.cards.engine import LegalActions, apply, legal_actions
from bot.cards.state import State


def _holding(hand: str, phase: str, rules: RuleSet) -> State:
    return position([hand, "R12"], rules=replace(rules, phases=(phase,)))


def _best(legal: LegalActions) -> Lay:
    assert legal.best_lay is not None
    return legal.best_lay


@pytest.mark.parametrize(
    ("hand", "phase"),
    [
        ("R1 R2 R3 R4 R5", "R4"),
        ("R1 B1 G1 R2 B2", "S2+S2"),
        ("R1 B1 R2 B2 G2", "S2+S2"),
        ("R1 R4 R9 R12", "C3"),
        ("W R2 R3 R4 R5", "R4"),
    ],
)
def test_a_card_is_kept_where_going_out_takes_a_discard(hand: str, phase: str) -> None:
    for rules, kept in ((FINAL_TURN, 1), (CLASSIC, 0)):
        state = _holding(hand, phase, rules)
        legal = legal_actions(state)
        lay = _best(legal)
        assert lay in legal
        laid = [card for group in lay.groups for card in group.cards]
        spare = len(hand.split()) - len(laid)
        assert spare >= kept
        assert bool(apply(state, lay).state.out) == (spare == 0)


def test_no_more_is_kept_than_the_discard() -> None:
    legal = legal_actions(_holding("R1 R2 R3 R4 R5 R6", "R4", FINAL_TURN))
    assert sum(map(len, _best(legal).groups)) == 5


def test_the_kept_card_is_none_that_the_lay_must_hold() -> None:
    """The only natural card of a phase cannot stay behind, so a Wild does."""
    legal = legal_actions(_holding("R5 W W W", "S3", FINAL_TURN))
    assert any(card.held.is_natural for card in _best(legal).groups[0].cards)
