from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from fullest_kit import HIGHEST, LONG, LONGEST_PHASES
from limits import check, text_of
from simcord.components import validate_modal

from bot.cards.rulesets import CLASSIC, MASTERS
from bot.core.errors import IllegalError, MalformedError
from bot.i18n import words_for
from bot.i18n.catalogue import languages
from bot.sheets.doubts import Doubt
from bot.sheets.entries import MOST_CORRECTIONS
from bot.sheets.figures import figures
from bot.sheets.sheet import (
    MOST_HANDS,
    MOST_PEOPLE,
    Sheet,
    SheetCorrection,
    SheetPlayer,
    SheetResult,
)
from cogs.base.custom_ids import BadCustomIdError, CustomId, Verb, parse
from cogs.base.screens import Form
from cogs.pages.sheet_file import sheet_file
from cogs.pages.sheet_form import LONGEST_LINES, Entry, refused_screen, result_form
from cogs.pages.sheet_page import correct_screen, more_screen, sheet_screen

WORDS = words_for("en")
SELECT, RADIO, CHECKBOXES = 3, 21, 22

RULES = replace(CLASSIC, phases=LONGEST_PHASES)
RESULTS = tuple(
    SheetResult(hand, seat, 0, "999")
    for hand in range(MOST_HANDS - 1)
    for seat in range(MOST_PEOPLE)
)
FULLEST = Sheet(
    *("z" * 16, HIGHEST, HIGHEST, HIGHEST, RULES, (SheetPlayer(LONG),) * MOST_PEOPLE, 0.0),
    begun=True,
    results=RESULTS,
    corrections=tuple(
        SheetCorrection(0, each, each, MOST_HANDS - 1) for each in RESULTS[-MOST_CORRECTIONS:]
    ),
)


ENTRY = Entry.of(FULLEST, 0, *range(MOST_PEOPLE))
DOUBTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("fives", {"points": 997, "low": 995, "high": 1000}),
    ("not_laid", {"n": 50, "cards": 10}),
    ("changed", {"result": RESULTS[0]}),
)


@pytest.mark.parametrize("locale", languages())
def test_the_fullest_sheet_is_one_that_discord_takes(locale: str) -> None:
    words = words_for(locale)
    for sheet in (replace(FULLEST, begun=False), FULLEST, replace(FULLEST, closed=True)):
        screen = sheet_screen(words, sheet)
        check(screen)
        assert (words("sheet.unchecked") in text_of(screen)) == (not sheet.begun)
    check(more_screen(words, FULLEST, HIGHEST, as_host=True))
    for page in (0, 10**5):
        check(correct_screen(words, FULLEST, HIGHEST, page))
    every: list[Doubt] = [(seat, *doubt) for seat in range(MOST_PEOPLE) for doubt in DOUBTS]
    refused = IllegalError(
        "doubtful", doubts=[*every, (None, "two_out", {"seats": [*range(MOST_PEOPLE)]})]
    )
    with pytest.raises(MalformedError, match="unread") as unread:
        ENTRY.results(words, FULLEST, "x\n" * (LONGEST_LINES // 2))
    for error in (refused, unread.value):
        check(refused_screen(words, "z" * 16, ENTRY, "x" * LONGEST_LINES, error, sheet=FULLEST))
    chosen = replace(FULLEST, rules=replace(MASTERS, phases=LONGEST_PHASES))
    few = replace(chosen, rules=replace(chosen.rules, phases=LONGEST_PHASES[:9]))
    for sheet, entry, kind, options in (
        (FULLEST, ENTRY, CHECKBOXES, MOST_PEOPLE),
        (FULLEST, Entry.of(FULLEST, 0, 5), RADIO, 2),
        (chosen, Entry.of(FULLEST, 0, 5), SELECT, 11),
        (few, Entry.of(FULLEST, 0, 5), RADIO, 10),
    ):
        form = result_form(words, sheet, entry)
        raw: Any = form.to_dict()
        validate_modal(raw)
        assert len(form.title) <= 45
        assert len(form.custom_id) <= 100
        left, laid = raw["components"][-2:]
        assert laid["component"]["type"] == kind
        assert len(laid["component"]["options"]) == options
        assert left["component"]["value"].endswith("999")
    file = sheet_file(words, chosen).decode("utf-8-sig").splitlines()
    separator = words("sheet.separator")
    assert file[1].split(separator)[4:] == ["", words("sheet.no"), "999", "999", "999", ""]


def test_lines_are_spoken_of_only_where_the_form_has_lines() -> None:
    error = IllegalError("doubtful", doubts=[(None, "two_out", {"seats": [0, 5]})])
    several, one = (
        text_of(refused_screen(WORDS, "z" * 16, entry, "0", error, sheet=FULLEST))
        for entry in (ENTRY, Entry.of(FULLEST, 0, 5))
    )
    assert "Delete the lines" in several
    assert "only one player goes out" in one
    assert "lines" not in one


def test_the_question_which_phase_can_be_answered_with_none() -> None:
    chosen = replace(FULLEST, rules=MASTERS)
    raw: Any = result_form(WORDS, chosen, Entry.of(chosen, 0, 5)).to_dict()
    asked = raw["components"][-1]
    assert asked["label"] == "Which phase was laid?"
    assert asked["component"]["options"][-1]["label"] == "None"


def forms(sheet: Sheet) -> list[Form]:
    """The forms of two hands with what is there, and with what was typed."""
    entries = [Entry.of(sheet, hand, *seats) for hand in (0, 1) for seats in ((0,), (1,), (0, 1))]
    filled = [result_form(WORDS, sheet, entry) for entry in entries]
    typed = [result_form(WORDS, sheet, entry, text) for entry in entries for text in ("5", "10")]
    ticked = [entry.filled("1") for entry in entries]
    return filled + typed + [result_form(WORDS, sheet, entry, "5") for entry in ticked]


def test_no_two_forms_with_different_values_have_one_id() -> None:
    """Phones keep the first values of a form by its id."""
    players = (SheetPlayer("Ada", 1), SheetPlayer("Ben", 2))
    begun = replace(FULLEST, players=players, results=(), corrections=())
    course = [begun]
    for hand, laid, left in ((0, 1, "W"), (0, 1, "5"), (0, 0, "60"), (1, 1, "")):
        new = [SheetResult(hand, seat, laid, left if seat else "") for seat in range(2)]
        kept = [each for each in course[-1].results if each.hand != hand]
        course.append(replace(course[-1], results=(*kept, *new)))
    course = [each for each in course if len(figures(each).dealt) > 1]
    values: dict[str, str] = {}
    for form in (each for sheet in course for each in forms(sheet)):
        raw = form.to_dict()
        meaning = parse(raw["custom_id"])
        shown = repr((raw["title"], raw["components"]))
        assert values.setdefault(raw["custom_id"], shown) == shown
        assert Entry.parse(*meaning.args).args == meaning.args
    assert len(values) > 30
    phases = [
        Form("x", CustomId("lobby", 0, Verb.OWN_PHASES), label="x", longest=9, default=default)
        for default in ("", "S3", "R4")
    ]
    assert len({form.custom_id for form in phases}) == 3


@pytest.mark.parametrize(
    "name", ["=1+1", "＝1", "－1", "＠x", "\N{ZERO WIDTH SPACE}=1", "+1", " -1"]
)
def test_no_name_is_a_formula_in_a_spreadsheet(name: str) -> None:
    players = (SheetPlayer(name), SheetPlayer("Ben", 2))
    results = tuple(SheetResult(0, seat, 1, "5" * seat) for seat in range(2))
    sheet = replace(FULLEST, players=players, results=results, corrections=())
    row = sheet_file(WORDS, sheet).decode("utf-8-sig").splitlines()[1].split(",")
    assert row[2:4] == [f"'{name}"] * 2


def test_buttons_of_version_one_one_are_read() -> None:
    entry = Entry.parse("3", "02", "000000123456", "x1")
    assert entry == Entry(3, (0, 2), (0, 123456), (-1, 1))
    assert Entry.parse(*entry.args) == entry


@pytest.mark.parametrize("marks", ["", "0000", "00000000000", "12345x123456"])
def test_other_marks_are_not_read(marks: str) -> None:
    with pytest.raises(BadCustomIdError):
        Entry.parse("3", "02", marks, "x1")


@pytest.mark.parametrize("packed", ["", "0001", "00010", "00010002x", "zzzz0001", "-001+001"])
def test_made_up_values_of_a_form_are_not_read(packed: str) -> None:
    with pytest.raises(BadCustomIdError):
        Entry.parse("3", "02", packed, "v2")
