"""How a card that may be taken compares with a hidden one."""

from __future__ import annotations

import pytest
from kit import card, position

from bot.cards.state import Stage
from bot.cards.views import view_for
from bot.cards.worth import Worth, compare_with_hidden


@pytest.mark.parametrize(
    ("hand", "top", "worth"),
    [
        ("R6 R1 R11 R7 B7 R9 B8 Y9 B6 B11", "B8", Worth.WORSE),  # 0.35 turns are saved
        ("R3 G9 Y8 G7 B8 G7 G7 B7 R3 G2", "R7", Worth.WORSE),  # 0.60
        ("B12 Y7 B6 G2 Y11 R3 Y6 Y12 R8 R5", "Y11", Worth.EVEN),  # 0.83
        ("R10 G11 Y8 Y1 Y6 G3 Y10 Y10 R1 G10", "Y10", Worth.EVEN),  # 1.15
        ("R5 R5 R5 Y11 R10 B10 Y9 R1 Y12 G5", "R5", Worth.BETTER),  # 1.38
        ("R10 G11 Y8 Y1 Y6 G3 Y10 Y10 R1 G10", "B4", Worth.WORSE),  # it fits nothing
        ("B12 Y7 B6 G2 Y11 R3 Y6 Y12 R8 R5", "S", Worth.WORSE),
        ("B12 Y7 B6 G2 Y11 R3 Y6 Y12 R8 R5", "W", Worth.BETTER),
    ],
)
def test_a_card_is_as_good_if_it_saves_about_a_turn(hand: str, top: str, worth: Worth) -> None:
    state = position([hand, "G12 G12 B12"], stage=Stage.DRAW, discard=top)
    assert compare_with_hidden(view_for(state, 0), card(top)) is worth
