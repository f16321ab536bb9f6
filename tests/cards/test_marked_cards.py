"""The order of a hand, the cards that are marked, and discards that are worth taking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from bot.cards.cards import WILD, Colour, cards, codes
from bot.cards.distance import helpful
from bot.cards.marked_cards import (
    HandOrder,
    PhaseSlot,
    collected,
    fitting,
    in_order,
    phase_slots,
)
from bot.cards.phases import TEN_PHASES, parse_phase
from bot.cards.rulesets import CLASSIC, NaturalCardsPer
from bot.cards.state import Stage
from bot.cards.views import PlayerView
from bot.cards.worth import worth_taking
from bot.lab.samples import laid, table, with_seats


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
        # Of three pairs the lowest two are in the places of the phase.
        ("S3+S3", "R2 B2 R12 G12 W R6 B6 R9 R10", "R2 B2 W R6 B6"),
        ("R4+S3", "R5 B6 G7 R1 B1 Y9 G9 S", "R5 B6 G7 R1 B1"),
        # Of cards that are alone the lowest are in the places.
        ("S3+S3", "R5 B5 B1 G7 Y9 R11 R3", "R5 B5 B1"),
        ("S3+S3", "Y1 G2 Y4 G6 B7 Y10 B11 B12 W W", "Y1 G2 W W"),
        ("R4+S3", "R5 B6 G7 Y8 Y11 S", "R5 B6 G7 Y8 Y11"),
        ("R4", "R5 R5 B6 S", "R5 B6"),
        # Once the phase is held, all cards of the best lay are marked.
        ("S3+S2", "R6 B6 G6 R5 W W", "R6 B6 G6 R5 W"),
    ],
)
def test_cards_that_bring_the_phase_nearest(phase: str, hand: str, expected: str) -> None:
    assert marked(looking_at(phase, hand)) == expected


def test_cards_that_can_be_hit_once_the_phase_is_down() -> None:
    groups = {1: laid("S", "R7 G7 B7"), 2: laid("R", "R4 R5 R6 R7")}
    seats = {seat: {"groups": (each,)} for seat, each in groups.items()}
    view = with_seats(looking_at("S3", "R4 B7 W S G8 Y3"), seats)
    assert marked(view) == "B7 W G8 Y3"


def to_draw(phase: str, hand: str, top: str) -> PlayerView:
    return replace(looking_at(phase, hand), stage=Stage.DRAW, discard_pile=cards(f"R1 {top}"))


@pytest.mark.parametrize(
    ("top", "expected"), [("B6", True), ("W", True), ("B11", False), ("S", False)]
)
def test_a_top_discard_that_helps_the_phase_is_worth_taking(top: str, expected: bool) -> None:
    assert worth_taking(to_draw("R4", "R4 B5 Y7 G12", top)) is expected


def test_a_top_discard_that_can_be_hit_is_worth_taking() -> None:
    laid_run = {1: {"groups": (laid("R", "R4 R5 R6 R7"),)}}
    assert worth_taking(with_seats(to_draw("R4", "G12", "B8"), laid_run))
    assert not worth_taking(with_seats(to_draw("R4", "G12", "B9"), laid_run))


def test_nothing_is_worth_taking_when_it_may_not_be_taken() -> None:
    view = to_draw("R4", "R4 B5 Y7 G12", "B6")
    assert not worth_taking(replace(view, turn=0))
    assert not worth_taking(replace(view, stage=Stage.PLAY))
    assert not worth_taking(replace(view, discard_pile=()))


@pytest.mark.parametrize("notation", [*TEN_PHASES, "C3+S3", "S2+S2+R3", "RC3+S3"])
@pytest.mark.parametrize("per", NaturalCardsPer)
def test_what_serves_is_collected_and_in_its_spot(notation: str, per: NaturalCardsPer) -> None:
    rules = replace(CLASSIC, natural_cards_per=per)
    phase, random = parse_phase(notation), Random(notation)
    for _ in range(20):
        hand = random.sample(CLASSIC.deck, 10)
        groups = collected(hand, phase, rules)
        assert [len(slots) for slots in groups] == [spec.size for spec in phase.groups]
        slots = [slot for each in groups for slot in each]
        naturals = Counter(slot.card for slot in slots if slot.card and slot.card.is_natural)
        assert not naturals - Counter(hand)
        empty = sum(slot.card is None for slot in slots)
        wilds = sum(card.is_wild for card in hand)
        assert sum(slot.card is WILD for slot in slots) == min(wilds, len(slots) - naturals.total())
        assert empty == len(slots) - naturals.total() - min(wilds, len(slots) - naturals.total())
        for slot in slots:
            if slot.card and slot.card.is_natural:
                assert slot.number in (None, slot.card.number)
                assert slot.colour in (None, slot.card.colour)


@pytest.mark.parametrize("notation", [*TEN_PHASES, "C3+S3", "S2+S2+R3", "RC3+S3"])
def test_an_offer_that_helps_fits_a_place_that_is_left_empty(notation: str) -> None:
    phase, random = parse_phase(notation), Random(notation)
    for _ in range(10):
        hand = random.sample(CLASSIC.deck, 10)
        empty = _empty_slots(phase_slots(hand, phase, CLASSIC))
        for offer in helpful(hand, phase, CLASSIC):
            gaps = _empty_slots(phase_slots(hand, phase, CLASSIC, offer))
            assert len(gaps) == len(empty)
            number, colour = (None, offer.number), (None, offer.colour)
            fits = any(gap.number in number and gap.colour in colour for gap in gaps)
            assert offer.is_wild or fits


def test_a_discard_to_take_has_its_place_kept_free() -> None:
    pairs = "R2 B2 R3 B3 R8 B8"
    assert marked(looking_at("S3+S3", pairs)) == "R2 B2 R3 B3"
    assert marked(to_draw("S3+S3", pairs, "G8")) == "R2 B2 R8 B8"
    assert marked(to_draw("S3+S3", pairs, "G9")) == "R2 B2 R3 B3"
    # Few 9s are left, so that a 4 helps, but it brings the phase no nearer.
    rare = {0: {"groups": (laid("S", "R9 B9 G9"),)}, 2: {"groups": (laid("S", "R9 Y9 W9"),)}}
    pairs = "G3 Y4 B6 Y7 Y8 B9 Y9 R10 B10 G11"
    wider = with_seats(to_draw("S3+S3", pairs, "R4"), rare)
    assert worth_taking(wider)
    assert marked(wider) == "B9 Y9 R10 B10"


def _empty_slots(groups: Sequence[Sequence[PhaseSlot]]) -> list[PhaseSlot]:
    return [slot for slots in groups for slot in slots if slot.card is None]


def test_missing_cards_are_named_where_only_one_would_do() -> None:
    run, colour, sets = (parse_phase(each) for each in ("R4", "C3", "S3+S2"))
    (slots,) = collected(cards("R3 B5 Y6 G12"), run, CLASSIC)
    assert [(slot.card and slot.card.code, slot.number) for slot in slots] == [
        ("R3", 3), (None, 4), ("B5", 5), ("Y6", 6),
    ]  # fmt: skip
    (slots,) = collected(cards("R3 R5 B9"), colour, CLASSIC)
    assert [(slot.card and slot.card.code, slot.colour) for slot in slots] == [
        ("R3", Colour.RED), ("R5", Colour.RED), (None, Colour.RED),
    ]  # fmt: skip
    first, second = collected(cards("R7 B7 W"), sets, CLASSIC)
    assert [slot.card for slot in first] == [*cards("R7 B7 W")]
    assert {(slot.card, slot.number) for slot in second} == {(None, None)}
