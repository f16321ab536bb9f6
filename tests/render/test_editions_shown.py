"""Elements of single editions are shown on the table and in hands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.i18n import words_for
from bot.lab.samples import HAND, declaring, late, masters, orange, table, with_seats
from bot.render import design_of
from bot.render.pictures.figures import paint_figure
from bot.render.pictures.hand import paint_hand
from bot.render.pictures.table import _state_of, paint_replay, paint_table
from bot.rules.cards import cards
from bot.rules.editions import CLASSIC, SkipRule
from bot.rules.state import Stage
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


def test_save_piles_show_their_counts_and_nothing_else_to_others() -> None:
    one, three = (with_seats(VIEW, {0: {"saved": count}}) for count in (1, 3))
    assert len({shown(VIEW), shown(one), shown(three)}) == 3


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


def test_orange_cards_look_like_no_others() -> None:
    pictures = {held(replace(MINE, hand=cards(f"{colour}7"))) for colour in "RBYGO"}
    assert len(pictures) == 5
    assert shown(orange(VIEW)) != shown(VIEW)


def test_who_is_declaring_and_who_has_declared() -> None:
    view = declaring(masters(table(4)))
    assert shown(view) != shown(replace(view, stage=Stage.DRAW))
    assert shown(view) != shown(with_seats(view, {1: {"trying": 3}}))
    assert held(replace(view, me=1, hand=HAND)) != held(MINE)


def test_phases_completed_in_any_order_are_seen_while_declaring() -> None:
    view = declaring(masters(table(4)))
    assert shown(view) != shown(with_seats(view, {1: {"completed": (1, 2, 7, 10)}}))


def test_the_opening_offer_stands_out() -> None:
    offer = replace(table(3), stage=Stage.OFFER)
    assert shown(offer) != shown(table(3))


@pytest.mark.parametrize("seat", range(4))
def test_a_seat_that_sits_out_is_dimmed(seat: int) -> None:
    waits = with_seats(VIEW, {seat: {"playing": False}})
    assert shown(waits) != shown(VIEW)


def test_a_replay_is_the_table_under_its_caption() -> None:
    caption = "Hand 3 · turn 12: Ada drew Red 5"
    one = paint_replay(DESIGN, VIEW, caption).png()
    assert one != paint_replay(DESIGN, VIEW, caption.replace("5", "6")).png()
    assert one != paint_replay(DESIGN, table(4), caption).png()


def test_long_captions_are_shortened() -> None:
    long = "Hand 12 · turn 48: " + "Wild as 12 on run 1–11, high end; " * 5
    assert (
        paint_replay(DESIGN, VIEW, long).png()
        == paint_replay(DESIGN, VIEW, long + "and more").png()
    )


def test_an_unknown_figure_is_refused() -> None:
    with pytest.raises(ValueError, match="no figure named"):
        paint_figure(DESIGN, "none").png()


def test_every_word_in_pictures_is_short() -> None:
    words = words_for("en")
    for key in ("declaring", "choose_phase", "offered", "opening_offer", "last_turn"):
        assert len(words(f"pictures.{key}")) <= 20
