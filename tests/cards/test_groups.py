"""What fits where: sets, runs, colour groups, Wilds, and hits on them."""

from __future__ import annotations

import pytest
from kit import laid

from bot.cards.cards import card, table_card
from bot.cards.groups import Group, group
from bot.cards.phases import GroupKind
from bot.core.errors import IllegalError


def places(target: Group, code: str) -> list[str]:
    return [placed.code for placed in target.places_for(card(code))]


@pytest.mark.parametrize(
    ("kind", "codes"),
    [
        ("S", "R5 B5 G5"),
        ("S", "R5 R5 W5"),
        ("S", "W7 W7 W7"),
        ("R", "R4 B5 Y6 R7"),
        ("R", "R1 W2 R3 W4 R5 R6 R7 R8 R9 R10 R11 R12"),
        ("R", "W9 W10 W11 W12"),
        ("C", "R1 R1 R12 WR"),
        ("C", "WG WG WG"),
        ("RC", "W3 R4 W5"),
    ],
)
def test_cards_that_belong_together(kind: str, codes: str) -> None:
    assert laid(kind, codes).kind == kind


@pytest.mark.parametrize(
    ("kind", "codes"),
    [
        ("S", "R5 B5 G6"),
        ("S", "R5 W6"),
        ("S", "R5 WR"),
        ("S", ""),
        ("R", "R4 B6 Y5"),
        ("R", "R4 R4 R5"),
        ("R", "R11 R12 R1"),
        ("R", "R5 W5 R6"),
        ("R", "R7 R6 R5"),
        ("R", "R4 WR R6"),
        ("C", "R1 R2 B3"),
        ("C", "R1 R2 WB"),
        ("C", "R1 R2 W3"),
        ("RC", "R4 R5 B6"),
        ("RC", "W4 W5 W6"),
        ("RC", "R4 R6 R7"),
        ("RC", "WR R5 R6"),
    ],
)
def test_cards_that_do_not(kind: str, codes: str) -> None:
    with pytest.raises(IllegalError) as refused:
        group(GroupKind(kind), map(table_card, codes.split()))
    assert refused.value.code == "not_a_group"


def test_a_set_takes_its_number_and_wilds() -> None:
    target = laid("S", "R5 B5 W5")
    assert places(target, "G5") == ["G5"]
    assert places(target, "W") == ["W5"]
    assert places(target, "G6") == []
    assert places(target, "S") == []


def test_a_run_takes_the_next_number_at_either_end_and_wilds_at_both() -> None:
    target = laid("R", "R4 R5 R6 R7")
    assert places(target, "B3") == ["B3"]
    assert places(target, "B8") == ["B8"]
    assert places(target, "B5") == []
    assert places(target, "B9") == []
    assert places(target, "W") == ["W3", "W8"]


def test_a_run_at_an_end_of_the_numbers_is_open_at_the_other_only() -> None:
    assert places(laid("R", "R1 R2 R3 R4"), "W") == ["W5"]
    assert places(laid("R", "R9 R10 R11 R12"), "W") == ["W8"]
    assert places(laid("R", "R9 R10 R11 R12"), "R1") == []


def test_a_colour_group_takes_its_colour_and_wilds() -> None:
    target = laid("C", "R1 R2 WR")
    assert places(target, "R2") == ["R2"]
    assert places(target, "W") == ["WR"]
    assert places(target, "B2") == []


def test_adding_a_card_keeps_the_group_and_its_order() -> None:
    run = laid("R", "R4 R5 R6").with_card(card("B7")).with_card(table_card("W3"))
    assert [each.code for each in run.cards] == ["W3", "R4", "R5", "R6", "B7"]
    assert (run.low, run.high) == (3, 7)
    assert laid("S", "R5 G5").with_card(card("B5")) == laid("S", "B5 G5 R5")
    assert len(laid("C", "R1 R2 R3").with_card(table_card("WR"))) == 4


@pytest.mark.parametrize("code", ["B5", "W5", "B9", "W1", "WR"])
def test_a_card_that_does_not_fit_is_refused(code: str) -> None:
    with pytest.raises(IllegalError) as refused:
        laid("R", "R4 R5 R6 R7").with_card(table_card(code))
    assert refused.value.code == "does_not_fit"
