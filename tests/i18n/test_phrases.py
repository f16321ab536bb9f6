from __future__ import annotations

from dataclasses import replace

import pytest
from kit import held, laid

from bot.cards.actions import Hit
from bot.cards.cards import table_card
from bot.cards.groups import Group
from bot.cards.marked_cards import phase_slots
from bot.cards.phases import parse_phase
from bot.cards.rulesets import CLASSIC, EL_CHAVO
from bot.i18n import Translator, words_for
from bot.i18n.phrases import (
    LONGEST_LABEL,
    card_name,
    group_name,
    hit_name,
    last_card_lines,
    missing,
    number_name,
    phase_name,
    way_name,
)
from bot.lab.samples import table, with_seats
from bot.render.engine.theme import load_theme

WORDS = words_for("en")
NAMES = ("Ada", "Ben")


def test_the_alarm_of_last_cards_has_all_names_then_short_ones_then_none() -> None:
    view = with_seats(replace(table(3), me=1), {0: {"cards": 1}, 2: {"cards": 1}})
    view = with_seats(view, {2: {"name": "Nguyễn Thị Minh Khai"}})
    assert last_card_lines(WORDS, view) == [
        "1 card: Mia and Nguyễn Thị Minh Khai!",
        "1 card: Mia and Nguyễn Thị…!",
        "2 hold 1 card!",
        "1 card!",
    ]


PLAYING_CARDS = words_for("en", "playing-cards")


@pytest.mark.parametrize(
    ("words", "code", "name"),
    [
        (WORDS, "R5", "Red 5"),
        (WORDS, "O12", "Orange 12"),
        (WORDS, "S", "Skip"),
        (WORDS, "W", "Wild"),
        (WORDS, "W7", "Wild as 7"),
        (WORDS, "WB", "Wild as Blue"),
        (PLAYING_CARDS, "Y5", "6 of diamonds"),
        (PLAYING_CARDS, "B11", "Queen of spades"),
        (PLAYING_CARDS, "G12", "King of clubs"),
        (PLAYING_CARDS, "O1", "2 of stars"),
        (PLAYING_CARDS, "W7", "Ace as 8"),
        (PLAYING_CARDS, "WR", "Ace as hearts"),
        (PLAYING_CARDS, "W", "Ace (Wild)"),
        (PLAYING_CARDS, "S", "Joker (Skip)"),
    ],
)
def test_cards(words: Translator, code: str, name: str) -> None:
    card = held(code)[0] if code in ("W", "S") else table_card(code)
    assert card_name(words, card) == name


@pytest.mark.parametrize(
    ("notation", "name"),
    [
        ("S3+S3", "2 sets of 3"),
        ("S4+R4", "a set of 4 and a run of 4"),
        ("R9", "a run of 9"),
        ("C7", "7 cards of one colour"),
        ("S5+S2", "a set of 5 and a set of 2"),
    ],
)
def test_phases(notation: str, name: str) -> None:
    assert phase_name(WORDS, parse_phase(notation)) == name


@pytest.mark.parametrize(
    ("kind", "codes", "name"),
    [("S", "R5 B5 W5", "set of 5s"), ("R", "R4 B5 W6", "run 4–6"), ("C", "R1 R2 WR", "Red cards")],
)
def test_groups(kind: str, codes: str, name: str) -> None:
    assert group_name(WORDS, laid(kind, codes)) == name


@pytest.mark.parametrize(
    ("hit", "group", "me", "name"),
    [
        (Hit(0, 0, table_card("B9")), laid("R", "R4 R5 R6 R7 R8"), 1,
         "Blue 9 → Ada's run 4–8, high end"),
        (Hit(0, 0, table_card("W3")), laid("R", "R4 R5 R6 R7 R8"), 0,
         "Wild as 3 → your run 4–8, low end"),
        (Hit(1, 0, table_card("R5")), laid("S", "B5 G5 Y5"), 0, "Red 5 → Ben's set of 5s"),
    ],
)  # fmt: skip
def test_hits(hit: Hit, group: Group, me: int, name: str) -> None:
    assert hit_name(WORDS, hit, group, NAMES, me) == name


def test_ways_fit_into_a_menu() -> None:
    groups = (laid("S", "Y10 Y10 G10 W10 W10"), laid("R", "Y1 Y2 Y3 Y4 Y5 Y6"))
    assert len(way_name(WORDS, groups)) <= LONGEST_LABEL
    assert way_name(WORDS, (laid("S", "R5 B5 G5"),)) == "set of 5s (Red 5, Blue 5, Green 5)"


@pytest.mark.parametrize(
    ("codes", "notation", "said"),
    [
        ("R4 B5 G6 Y8 R9 B10 S S R1 R1", "R7", "Still missing: one 7 or Wild"),
        ("R5 B5 R8 B8 G8 R1 B2 G3 Y10 S", "S3+S3", "Still missing: one 5 or Wild"),
        ("R5 B5 R8 B8 W R1 B2 G3 Y10 S", "S3+S3", "Still missing: one 5, 8 or Wild"),
        ("R1 R2 R3 R4 R5 R6 B1 B2 B3 B4", "C7", "Still missing: one Red or Wild"),
        ("R1 R2 R3 R4 S S S S B1 B2", "R8", "Still missing: 4 cards that fit, or Wilds"),
        ("R8 B2 B3 B7 B9 B10 B12 Y7 Y10 G12", "C3+S3", "Still missing: one 7, 10, 12 or Wild"),
        (
            "R5 B7 B9 B11 B12 Y3 Y5 Y10 G3 G11 G12",
            "C4+R4",
            "Still missing: one Blue, Green, 9 or Wild",
        ),
        ("W W W W W W W", "C7", "Still missing: one Red, Blue, Yellow or Green"),
        ("G4 G5 G6 G8 R1 B2", "RC5", "Still missing: one Green 7 or Wild"),
        ("G4 G5 G6 G7 R1 B2", "RC5", "Still missing: one Green 3, Green 8 or Wild"),
        ("R5 B5 G5 R8 B8 W", "S3+S3", None),
    ],
)
def test_missing_cards(codes: str, notation: str, said: str | None) -> None:
    assert missing(WORDS, held(codes), parse_phase(notation), CLASSIC) == said


@pytest.mark.parametrize(
    ("codes", "notation", "said"),
    [
        ("R1 R2 R5 R6 B9 S S S B1 B2", "R8", "4 cards, such as 3, 4, 7, and 8, or Wilds"),
        ("R5 B5 R8 R1 R2 S S B10 Y12 G3", "S3+S3", "3 cards, such as 5 and 2×\u00a01, or Wilds"),
        ("R1 R2 R3 B5 B6 S W B8 Y9 G10", "C7", "3 cards, such as 3×\u00a0Red, or Wilds"),
        ("R1 R2 R3 R4 S S S S S S", "R4+S3", "3 cards that fit, or Wilds"),
        ("R5 B5 G5 R8 B8 S S", "S3+S3", "one 8 or Wild"),
    ],
)
def test_several_missing_cards_are_those_of_the_picture(
    codes: str, notation: str, said: str
) -> None:
    phase = parse_phase(notation)
    slots = phase_slots(held(codes), phase, CLASSIC)
    assert missing(WORDS, held(codes), phase, CLASSIC, slots) == f"Still missing: {said}"


@pytest.mark.parametrize(
    ("words", "codes", "said"),
    [
        (WORDS, "R5 B5 G5 Y5 R5 R9 B9 G9 R1 R2", "Still missing: one 8 or Wild among the cards"),
        (WORDS, "R5 B5 G5 Y5 R5 R8 B8 R1 R2 R3", "Still missing: one 8 or Wild"),
        (PLAYING_CARDS, "R5 B5 G5 Y5 R5 R9 B9 G9", "Still missing: one 9 or Ace among the cards"),
    ],
)
def test_the_hero_is_missing(words: Translator, codes: str, said: str) -> None:
    told = missing(words, held(codes), parse_phase("S5+S3"), EL_CHAVO)
    assert told is not None
    assert told.startswith(said)


def test_missing_playing_cards() -> None:
    told = missing(PLAYING_CARDS, held("R5 B5 G5 R11 B11"), parse_phase("S3+S3"), CLASSIC)
    assert told == "Still missing: one Queen or Ace (Wild)"


def test_names_of_playing_cards_match_their_pictures() -> None:
    shown = {"J": "Jack", "Q": "Queen", "K": "King"}
    labels = load_theme("playing-cards").labels
    said = [number_name(PLAYING_CARDS, number) for number in range(1, 13)]
    assert said == [shown.get(label, label) for label in labels]


def test_only_the_theme_of_playing_cards_has_words_of_its_own() -> None:
    assert words_for("en", "colour-blind") is words_for("en")
    assert words_for("en", "playing-cards")("terms.skip") != words_for("en")("terms.skip")
