"""Which cards are marked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.render.hand import HandOrder, fitting, in_order
from bot.render.samples import laid, table, with_seats
from bot.rules.cards import cards, codes
from bot.rules.phases import parse_phase
from bot.rules.views import PlayerView


def looking_at(phase: str, hand: str) -> PlayerView:
    view = replace(table(3), me=1, hand=cards(hand), phases=(parse_phase(phase),))
    return with_seats(view, {1: {"trying": 1}})


def marked(view: PlayerView) -> str:
    marks = fitting(view, view.hand)
    return codes(card for card, up in zip(view.hand, marks, strict=True) if up)


def test_orders() -> None:
    hand = cards("S W Y3 R7 B3 R3")
    assert codes(in_order(hand, HandOrder.NUMBER)) == "R3 B3 Y3 R7 W S"
    assert codes(in_order(hand, HandOrder.COLOUR)) == "R3 R7 B3 Y3 W S"


@pytest.mark.parametrize(
    ("phase", "hand", "expected"),
    [
        ("S3+S3", "R1 R1 B5 G9 Y9 S W R12 R11 B3", "R1 R1 G9 Y9 W"),
        ("R7", "R1 B2 G2 Y4 R7 R12 S", "R1 B2 Y4 R7"),
        ("R4+S3", "R5 B6 G7 R7 B7 Y7 G1 S R12 R11", "R5 B6 G7 R7 B7 Y7"),
        ("C7", "R1 R1 R5 B1 B2 G8 W", "R1 R1 R5 W"),
        ("S3+R4", "S S S", ""),
    ],
)
def test_cards_that_bring_the_phase_nearest(phase: str, hand: str, expected: str) -> None:
    assert marked(looking_at(phase, hand)) == expected


def test_cards_of_the_best_lay() -> None:
    assert marked(looking_at("S3+S3", "R1 B1 G1 R5 B5 G5 Y5 R12 S")) == "R1 B1 G1 R5 B5 G5 Y5"


def test_cards_that_can_be_hit_once_the_phase_is_down() -> None:
    view = with_seats(
        looking_at("S3", "R4 B7 W S G8 Y3"),
        {1: {"groups": (laid("S", "R7 G7 B7"),)}, 2: {"groups": (laid("R", "R4 R5 R6 R7"),)}},
    )
    assert marked(view) == "B7 W G8 Y3"


def test_nothing_is_marked_without_a_seat_or_a_phase() -> None:
    view = looking_at("S3", "R4 R4 R4")
    assert marked(replace(view, me=None)) == ""
    assert marked(with_seats(view, {1: {"trying": None}})) == ""
