"""Geometry of a private hand: nothing overlaps, numbers stay visible, one screen holds it."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, combinations, pairwise, product
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st
from layout_kit import SMALLEST_TEXT, apart, check_content, contents, widths
from pairs import in_pairs

from bot.render.engine import WIDTH, Rect, card_height
from bot.render.pieces.group_rows import Content, GroupShape, OpenShape
from bot.render.pieces.hand_layout import (
    BADGE,
    FAN_CARD,
    FAN_MARGIN,
    LARGE_STRIP,
    MOST_HEIGHT,
    OVER_EDGE,
    STRIP_STYLE,
    Collecting,
    HandLayout,
    HeadSizes,
    hand_layout,
)
from bot.render.pieces.laid_cards import WORDS

NUMBER = 74  # most width of a number on a card of the fan
USUAL = Content(groups=(GroupShape(4, high=True), GroupShape(5)))
LONG_RUN = Content(groups=(GroupShape(10),))
OPEN = Content(open=(OpenShape(4, (180, 110)), OpenShape(4, (290, 170))))
MINE = HeadSizes(
    (
        Collecting(((True,) * 3 + (False,) * 2,), (190, 110)),
        Collecting(((True, False, True),), (190, 110)),
    )
)
CROWDED = Content(groups=(GroupShape(12, high=True), GroupShape(12, low=True, high=True)))
TURNED_BACK = HeadSizes(
    (Collecting(((True, False),) * 5, (250, 150)),), blocks=((96, 78), (140, 112))
)

collecting = (
    st.lists(
        st.builds(
            Collecting,
            st.lists(st.lists(st.booleans(), min_size=2, max_size=10).map(tuple), min_size=1).map(
                tuple
            ),
            widths,
        ),
        max_size=5,
    )
    .map(tuple)
    .filter(lambda found: sum(len(held) for each in found for held in each.groups) <= 10)
)
blocks = st.sampled_from([(), ((96, 78),), ((96, 78), (140, 112))])
mine = st.one_of(
    st.builds(HeadSizes, collecting, blocks=blocks),
    st.builds(
        HeadSizes, laid=contents, title=st.integers(200, 330), cards_missing=st.integers(120, 184)
    ),
)


def check_strip(layout: HandLayout, mine: HeadSizes) -> None:
    groups = [
        [*chain(*each.groups), *([each.words] if each.words else [])] for each in layout.collecting
    ]
    assert all(layout.strip.holds(rect) for part in groups for rect in part)
    for one, other in combinations(groups, 2):
        assert not any(a.overlaps(b) for a in one for b in other)
    for shape, placed in zip(mine.collecting, layout.collecting, strict=True):
        for filled, places in zip(shape.groups, placed.groups, strict=True):
            large = any(place.w == LARGE_STRIP.card for place in places)
            style = LARGE_STRIP if large else STRIP_STYLE
            assert [place.w == style.card for place in places] == [*filled]
            for before, after in pairwise(places):
                cards = before.w == after.w == style.card
                assert after.x - before.x >= style.least if cards else after.x > before.right
        assert placed.words is None or placed.words.w >= shape.words[placed.words.h // WORDS - 1]


def check(layout: HandLayout, mine: HeadSizes, others: list[Content]) -> None:
    whole, piles = Rect(0, 0, WIDTH, layout.height), layout.piles
    fixed = [layout.title, layout.under_title, *layout.cards_missing, layout.strip, layout.rack]
    fixed += layout.blocks
    lines = [*piles.draw_lines, *piles.discard_lines]
    fixed += [piles.draw, piles.discard, *lines]
    assert apart([*fixed, *(seat.box for seat in layout.seats)])
    assert all(whole.holds(rect) for rect in fixed)
    assert all(line.h >= SMALLEST_TEXT for line in lines)
    check_content(mine.laid, layout.laid, layout.laid.style)
    check_strip(layout, mine)
    for content, seat in zip(others, layout.seats, strict=True):
        assert whole.holds(seat.box)
        parts = [seat.face, seat.line, seat.held, seat.content.area]
        assert apart(parts)
        assert all(seat.box.holds(part) for part in parts)
        check_content(content, seat.content, seat.content.style)


@given(st.lists(st.booleans(), max_size=13), mine, st.lists(contents, min_size=1, max_size=5))
def test_any_hand_fits(marked: list[bool], mine: HeadSizes, others: list[Content]) -> None:
    check(hand_layout(marked, mine, others), mine, others)


@pytest.mark.parametrize(("count", "alarm"), [*product(range(14), (False, True))])
def test_each_card_shows_its_number_and_the_last_card_of_another_seat_stands_apart(
    count: int, *, alarm: bool
) -> None:
    marked = [place % 3 > count % 3 - 1 for place in range(count)]
    layout = hand_layout(marked, replace(MINE, alarm=alarm), [USUAL] * 3)
    last = layout.last_card
    assert (last is not None) == (alarm and count in range(1, 12))
    check(layout, MINE, [USUAL] * 3)
    if last is not None:
        assert apart([last, layout.title, layout.under_title, layout.strip, layout.rack])
    left = FAN_MARGIN - 1 if last is None else last.right + 31
    assert len(layout.fan) == count
    for card in layout.fan:
        corners = [card.corner(x, y) for x in (0, 1) for y in (0, 1)]
        assert all(left <= x <= WIDTH - FAN_MARGIN + 1 for x, _ in corners)
        assert min(y for _, y in corners) > layout.strip.bottom
        # Number and sign lie above the rack, the lower edge lies behind it.
        assert card.corner(0.3, 0.6)[1] < layout.rack.y
        assert all(layout.rack.y < y < layout.rack.bottom + 40 for _, y in corners[1::2])
    for card, after in pairwise(layout.fan):
        number = NUMBER if last is None else NUMBER / FAN_CARD * card.width
        assert dist(card.corner(0, 0), after.corner(0, 0)) >= number + 2


@pytest.mark.parametrize("count", range(1, 14))
def test_marks_lie_on_the_upper_edges_apart_from_each_other_and_from_words(count: int) -> None:
    layout = hand_layout([True] * count, MINE, [USUAL])
    half = BADGE // 2
    badges = [Rect(x - half, y - half, BADGE, BADGE) for x, y in (at.mark for at in layout.fan)]
    assert apart([*badges, layout.strip, layout.title, layout.under_title, *layout.cards_missing])
    for card, after in pairwise(layout.fan):
        (left, _), (right, _) = card.corner(0, 0), min(after.corner(0, 0), card.corner(1, 0))
        assert card.mark[0] == pytest.approx((left + right) / 2, abs=3)
    for card, badge in zip(layout.fan, badges, strict=True):
        left, right = (card.corner(x, 0)[1] for x in (0, 1))
        assert min(left, right) - OVER_EDGE - 1 <= card.mark[1] < max(left, right)
        assert badge.bottom < card.corner(0.5, 0.1)[1]  # so that it is not on the number
    last = layout.fan[-1]
    above = -OVER_EDGE / card_height(last.width)
    assert last.mark == pytest.approx(last.corner(0.5, above), abs=1)


def test_words_have_room_right_of_one_card_alone() -> None:
    layout = hand_layout([True], replace(MINE, message=True), [USUAL] * 3)
    (card,), words = layout.fan, layout.message
    assert apart([words, layout.title, layout.under_title, layout.strip, layout.rack])
    assert max(card.corner(1, y)[0] for y in (0, 1)) < words.x < words.right < WIDTH - FAN_MARGIN


@pytest.mark.parametrize(
    ("others", "mine", "alarm"),
    [
        *in_pairs(
            [*([CROWDED] * n for n in (1, 2, 4, 5)), [OPEN] * 5, [OPEN] * 4, [USUAL, CROWDED] * 2],
            [HeadSizes(laid=USUAL), TURNED_BACK, HeadSizes(laid=CROWDED)],
            [False, True],
        ),
        ([*[CROWDED] * 4, replace(CROWDED, blocks=((96, 78),))], HeadSizes(laid=USUAL), False),
    ],
)
def test_one_screen_holds_the_hand_and_the_table(
    others: list[Content], mine: HeadSizes, *, alarm: bool
) -> None:
    for count in (1, 2, 5, 11):
        layout = hand_layout([True] * count, replace(mine, alarm=alarm), others)
        check(layout, mine, others)
        assert layout.height <= MOST_HEIGHT


def test_groups_are_squeezed_only_where_one_screen_would_not_hold_them() -> None:
    roomy, full = (hand_layout([True] * 11, MINE, [CROWDED] * n) for n in (1, 5))
    assert not any(seat.content.style.squeezed for seat in roomy.seats)
    assert all(seat.content.style.squeezed for seat in full.seats)
    one_line = hand_layout([True] * 11, MINE, [*[CROWDED] * 4, LONG_RUN])
    assert not one_line.seats[-1].content.style.squeezed
