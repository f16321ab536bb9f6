"""Whole pictures: their dependencies, their sizes, and that they are deterministic."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle
from unittest.mock import patch

import pytest
from gallery_kit import recording

from bot.cards.cards import WILD, card, cards
from bot.cards.views import PlayerView
from bot.i18n import languages
from bot.lab import samples
from bot.render import make_design
from bot.render.engine import Canvas
from bot.render.engine.cloth import BRIGHTEST, CELL
from bot.render.pictures.hand import paint_hand
from bot.render.pictures.score_sheet import paint_score_sheet
from bot.render.pictures.table import paint_table, seats_layout
from bot.render.pieces import laid_cards

DESIGN = make_design()


@pytest.mark.parametrize("theme", ["standard", "playing-cards"])
def test_the_seat_to_play_has_most_of_the_light(theme: str) -> None:
    for turn, lit in enumerate(seat_lights(theme, samples.table(4))):
        assert lit.pop(turn) >= 0.8
        assert max(lit) <= 0.4


def test_the_light_is_on_the_only_last_card() -> None:
    seats = [replace(seat, cards=1 + seat.seat) for seat in samples.table(4).seats]
    for lit in seat_lights("standard", replace(samples.table(4), seats=tuple(seats))):
        assert max(range(4), key=lit.__getitem__) == 0


def seat_lights(theme: str, view: PlayerView) -> Iterator[list[float]]:
    """For each turn the share of full light in the middle of the bare cloth before each seat."""
    bare = replace(view, seats=tuple(replace(seat, trying=None) for seat in view.seats))
    for turn in range(4):
        canvas = paint_table(make_design(theme), replace(bare, turn=turn))
        light = canvas.light()
        areas = [place.content.area for place in seats_layout(DESIGN, bare).seats]
        spots = [(area.middle[0] // CELL, area.middle[1] // CELL - 4) for area in areas]
        yield [light.crop((x, y, x + 8, y + 8)).getextrema()[0] / BRIGHTEST for x, y in spots]


def test_the_score_sheet_has_gold_for_the_most_phases_and_then_the_fewest_points() -> None:
    view, hands = samples.scored(4, 9)
    with patch.object(Canvas, "face") as face:
        paint_score_sheet(DESIGN, view, hands)
        golden = [call.kwargs["gold"] for call in face.call_args_list]
        paint_score_sheet(DESIGN, view, ())
        ten_hands = replace(view, rules=replace(view.rules, ten_hands=True))
        paint_score_sheet(DESIGN, ten_hands, hands)
    assert face.call_args_list[8].args[0].seat == 2, "with the fewest points and four phases"
    assert golden == [True, False, False, False]  # five phases, as seat 3, with fewer points
    assert [call.kwargs["gold"] for call in face.call_args_list[4:]] == [*[False] * 4, *golden]


def test_the_mark_of_a_new_card_is_explained_only_while_it_is_in_the_hand() -> None:
    view = replace(samples.table(3), me=1, hand=cards("R1 B5 R12"))

    def picture(drawn: str | None) -> bytes:
        shown = replace(view, drawn=card(drawn) if drawn else None)
        return paint_hand(DESIGN, shown).png()

    assert picture("G7") == picture(None) != picture("B5")


def test_places_at_groups_are_in_gold_only_for_cards_that_fit_without_a_wild() -> None:
    view = samples.hands()["phase-down"]
    for hand, gold in (("W R12", 0), ("W R12 G10", 1), ("R12 G10", 1)):
        with patch.object(laid_cards, "slot", wraps=laid_cards.slot) as slot:
            paint_hand(DESIGN, replace(view, hand=cards(hand)))
        assert sum(call.kwargs.get("gold", False) for call in slot.call_args_list) == gold


@pytest.mark.parametrize(
    ("name", "locale"), [*zip(samples.tables(), cycle(languages()), strict=False)]
)
def test_every_laid_phase_has_its_check_and_points_are_shown_of_all_or_none(
    said: list[str], name: str, locale: str
) -> None:
    view = samples.tables()[name]
    with patch.object(Canvas, "shape", autospec=True) as shape:
        paint_table(make_design(locale=locale), view)
    checks = [call for call in shape.call_args_list if call.args[1] == "check"]
    assert len(checks) == sum(bool(seat.groups) for seat in view.seats)
    points = [line.split()[1:] for line in said if line.startswith("· ") and line[2].isdigit()]
    assert len(points) in (0, len(view.seats))
    assert len({*map(len, points)}) <= 1


@pytest.mark.parametrize("locale", languages())
def test_what_is_due_has_room_beside_the_marks_of_a_card_to_hit(locale: str) -> None:
    view = replace(samples.hands()["phase-down"], hand=cards("Y1 W"), drawn=WILD)
    assert view.my_turn
    with recording() as record:
        paint_hand(make_design(locale=locale), view)
    too_long = record.shortened - {seat.name for seat in view.seats}
    assert not too_long


@pytest.mark.parametrize(("name", "letters"), [("Ada", 3), ("Nguyễn Thị Minh Khai", 16)])
def test_a_name_on_the_rack_is_shortened_so_that_the_words_after_it_fit(
    name: str, letters: int
) -> None:
    view = samples.hands()["waiting"]
    seats = tuple(replace(s, name=name) if s.seat == view.turn else s for s in view.seats)
    with patch.object(Canvas, "text", autospec=True, side_effect=Canvas.text) as text:
        paint_hand(DESIGN, replace(view, seats=seats))
    (line,) = (call.args[1] for call in text.call_args_list if "is playing" in call.args[1])
    assert len(line.removesuffix(" is playing")) == letters
