"""What fits where: sets, runs, colour groups, Wilds, and hits on them."""

from __future__ import annotations

import pytest
from kit import coded, laid
from pairs import shared

from bot.cards.cards import card, table_card
from bot.cards.groups import group
from bot.cards.phases import GroupKind
from bot.core.errors import IllegalError

TOGETHER = {
    "S": ("R5 B5 G5", "R5 R5 W5", "W7 W7 W7"),
    "R": ("R4 B5 Y6 R7", "R1 W2 R3 W4 R5 R6 R7 R8 R9 R10 R11 R12", "W9 W10 W11 W12"),
    "C": ("R1 R1 R12 WR", "WG WG WG"),
    "RC": ("W3 R4 W5",),
}
NOT_TOGETHER = {
    "S": ("R5 B5 G6", "R5 W6", "R5 WR", ""),
    "R": ("R4 B6 Y5", "R4 R4 R5", "R11 R12 R1", "R5 W5 R6", "R7 R6 R5", "R4 WR R6"),
    "C": ("R1 R2 B3", "R1 R2 WB", "R1 R2 W3"),
    "RC": ("R4 R5 B6", "W4 W5 W6", "R4 R6 R7", "WR R5 R6"),
}
# What a group takes: the places of each card.
TAKEN = {
    "S R5 B5 W5": {"G5": "G5", "W": "W5", "G6": "", "S": ""},
    "R R4 R5 R6 R7": {"B3": "B3", "B8": "B8", "B5": "", "B9": "", "W": "W3 W8"},
    "R R1 R2 R3 R4": {"W": "W5"},
    "R R9 R10 R11 R12": {"W": "W8", "R1": ""},
    "C R1 R2 WR": {"R2": "R2", "W": "WR", "B2": ""},
    "RC R4 R5 R6": {"R7": "R7", "R3": "R3", "B7": "", "R8": "", "W": "W3 W7"},
}


@pytest.mark.parametrize(("kind", "codes"), shared(TOGETHER))
def test_cards_that_belong_together(kind: str, codes: str) -> None:
    assert laid(kind, codes).kind == kind


@pytest.mark.parametrize(("kind", "codes"), shared(NOT_TOGETHER))
def test_cards_that_do_not(kind: str, codes: str) -> None:
    with coded(IllegalError, "not_a_group"):
        group(GroupKind(kind), map(table_card, codes.split()))


@pytest.mark.parametrize("notation", TAKEN)
def test_what_a_group_takes(notation: str) -> None:
    one = laid(*notation.split(" ", 1))
    for code, places in TAKEN[notation].items():
        assert " ".join(each.code for each in one.places_for(card(code))) == places, code


def test_adding_a_card_keeps_the_group_and_its_order() -> None:
    run = laid("R", "R4 R5 R6").with_card(card("B7")).with_card(table_card("W3"))
    assert [each.code for each in run.cards] == ["W3", "R4", "R5", "R6", "B7"]
    assert (run.low, run.high) == (3, 7)
    assert laid("S", "R5 G5").with_card(card("B5")) == laid("S", "B5 G5 R5")
    assert len(laid("C", "R1 R2 R3").with_card(table_card("WR"))) == 4


@pytest.mark.parametrize("code", ["B5", "W5", "B9", "W1", "WR"])
def test_a_card_that_does_not_fit_is_refused(code: str) -> None:
    with coded(IllegalError, "does_not_fit"):
        laid("R", "R4 R5 R6 R7").with_card(table_card(code))
