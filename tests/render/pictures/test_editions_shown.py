"""Elements of single editions are shown on the table and in hands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.lab.samples import HAND, late, table, with_seats
from bot.render import design_of
from bot.render.pictures.figures import paint_figure
from bot.render.pictures.hand import paint_hand
from bot.render.pictures.table import _state_of, paint_table
from bot.rules.cards import cards
from bot.rules.editions import CLASSIC, SkipRule
from bot.rules.views import PlayerView

DESIGN = design_of()
VIEW = late(table(4))
MINE = replace(table(4), me=1, hand=HAND)


def shown(view: PlayerView) -> bytes:
    return paint_table(DESIGN, view).png()


def held(view: PlayerView) -> bytes:
    return paint_hand(DESIGN, view).png()


def test_a_skip_in_front_lies_there_only_where_it_does() -> None:
    skipped = with_seats(VIEW, {2: {"skipped": True}})
    in_front = replace(CLASSIC, skip_rule=SkipRule.IN_FRONT)
    assert len({shown(VIEW), shown(skipped), shown(replace(skipped, rules=in_front))}) == 3
    mine = with_seats(MINE, {1: {"skipped": True}})
    assert len({held(MINE), held(mine), held(replace(mine, rules=in_front))}) == 3


def test_the_top_of_the_own_save_pile_is_seen_by_its_owner() -> None:
    saves = [replace(MINE, saved=cards(codes)) for codes in ("R5", "B5", "Y3 B5", "G3 B5")]
    pictures = [held(view) for view in saves]
    assert len(set(pictures)) == 3
    assert pictures[2] == pictures[3]


def test_a_floating_seat_says_so() -> None:
    floats = with_seats(VIEW, {0: {"floating": True, "cards": 0}})
    assert _state_of(floats, floats.seats[0]) == "pictures.floating"
    empty = replace(with_seats(MINE, {1: {"cards": 0}}), hand=())
    assert held(empty) != held(with_seats(empty, {1: {"floating": True}}))


def test_seats_with_a_last_turn_say_so() -> None:
    view = replace(with_seats(VIEW, {1: {"out": True}}), last_turns=(2, 3))
    said = [_state_of(view, seat) for seat in view.seats]
    assert said == [None, "pictures.out", "pictures.last_turn", "pictures.last_turn"]


def test_an_unknown_figure_is_refused() -> None:
    with pytest.raises(ValueError, match="no figure named"):
        paint_figure(DESIGN, "none").png()
