"""Geometry of a private hand: nothing overlaps, numbers stay visible, one screen holds it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_table_layout import SMALLEST_TEXT, apart, check_content, contents

from bot.render.group_rows import Content, GroupShape, OpenShape
from bot.render.hand_layout import (
    FAN_MARGIN,
    SEAT_STYLE,
    STRIP_STYLE,
    Collecting,
    HandLayout,
    Mine,
    Strip,
    hand_layout,
)
from bot.render.layout import WIDTH, Rect

NUMBER = 74  # most width of a number on a card of the fan
USUAL = Content(groups=(GroupShape(4, high=True), GroupShape(5)))
LONG_RUN = Content(groups=(GroupShape(10),))
TWO_LINES = Content(groups=(GroupShape(12), GroupShape(4)))
OPEN = Content(open=(OpenShape(4, 180), OpenShape(4, 290)))
MINE = Mine((Collecting((True,) * 3 + (False,) * 2, 190), Collecting((True, False, True), 190)))
STRIP = 620  # the room above the fan; phases that need more run out of it


def least_width(groups: Sequence[Collecting]) -> int:
    """A bound of the width in which groups fit: cards under cards are narrow, others whole."""
    cards = [
        40 if not held else 42 if after else 84
        for each in groups
        for held, after in zip(each.filled, (*each.filled[1:], False), strict=True)
    ]
    return sum(cards) + 22 * (len(groups) - 1)


collecting = (
    st.lists(
        st.builds(
            Collecting,
            st.lists(st.booleans(), min_size=2, max_size=10).map(tuple),
            st.integers(80, 480),
        ),
        max_size=5,
    )
    .map(tuple)
    .filter(lambda groups: least_width(groups) <= STRIP)
)
mine = st.one_of(
    st.builds(Mine, collecting),
    st.builds(
        Mine,
        collecting.filter(lambda groups: least_width(groups) <= STRIP - 118),
        blocks=st.just(((96, 78),)),
    ),
    st.builds(Mine, laid=contents, title=st.integers(200, 330), cost=st.integers(120, 180)),
)


def check_strip(strip: Strip, mine: Mine) -> None:
    groups = [[*each.places, *([each.words] if each.words else [])] for each in strip.collecting]
    parts = [*groups, *([block] for block in strip.blocks)]
    assert all(strip.area.holds(rect) for part in parts for rect in part)
    for one, other in combinations(parts, 2):
        assert not any(a.overlaps(b) for a in one for b in other)
    for shape, placed in zip(mine.collecting, strip.collecting, strict=True):
        assert [place.w == STRIP_STYLE.card for place in placed.places] == [*shape.filled]
        for before, after in pairwise(placed.places):
            both_cards = before.w == after.w == STRIP_STYLE.card
            assert after.x - before.x >= STRIP_STYLE.least if both_cards else after.x > before.right
        assert placed.words is None or placed.words.w >= shape.words


def check(layout: HandLayout, mine: Mine, others: list[Content]) -> None:
    whole, piles = Rect(0, 0, WIDTH, layout.height), layout.piles
    fixed = [layout.title, layout.under_title, *layout.cost, layout.strip.area, layout.rack]
    lines = [*piles.draw_lines, *piles.discard_lines]
    fixed += [piles.draw, piles.discard, *lines]
    assert apart([*fixed, *(seat.box for seat in layout.seats)])
    assert all(whole.holds(rect) for rect in fixed)
    assert all(line.h >= SMALLEST_TEXT for line in lines)
    check_content(mine.laid, layout.strip.laid, STRIP_STYLE)
    check_strip(layout.strip, mine)
    for content, seat in zip(others, layout.seats, strict=True):
        assert whole.holds(seat.box)
        parts = [seat.face, seat.line, seat.held, seat.content.area]
        assert apart(parts)
        assert all(seat.box.holds(part) for part in parts)
        check_content(content, seat.content, SEAT_STYLE)


@given(st.lists(st.booleans(), max_size=13), mine, st.lists(contents, min_size=1, max_size=5))
def test_any_hand_fits(marked: list[bool], mine: Mine, others: list[Content]) -> None:
    check(hand_layout(marked, mine, others), mine, others)


@pytest.mark.parametrize("count", range(14))
@pytest.mark.parametrize("raised", ["none", "all", "some"])
def test_each_card_of_the_fan_shows_its_number(count: int, raised: str) -> None:
    marked = [raised == "all" or (raised == "some" and place % 3 > 0) for place in range(count)]
    layout = hand_layout(marked, MINE, [USUAL] * 3)
    assert len(layout.fan) == count
    for card in layout.fan:
        corners = [card.corner(x, y) for x in (0, 1) for y in (0, 1)]
        assert all(FAN_MARGIN - 1 <= x <= WIDTH - FAN_MARGIN + 1 for x, _ in corners)
        assert min(y for _, y in corners) > layout.strip.area.bottom
        # Number and sign lie above the rack, the lower edge lies behind it.
        assert card.corner(0.3, 0.6)[1] < layout.rack.y
        assert all(layout.rack.y < y < layout.rack.bottom + 40 for _, y in corners[1::2])
    for card, after in pairwise(layout.fan):
        left, right = card.corner(0, 0), after.corner(0, 0)
        assert hypot(right[0] - left[0], right[1] - left[1]) >= NUMBER + 2


@pytest.mark.parametrize("count", range(1, 14))
def test_marks_lie_on_the_upper_edges_apart_from_each_other_and_from_words(count: int) -> None:
    layout = hand_layout([True] * count, MINE, [USUAL])
    badges = [card.badge for card in layout.fan]
    assert apart([*badges, layout.strip.area, layout.title, layout.under_title, *layout.cost])
    for card in layout.fan:
        middle = card.corner(0.5, 0)
        assert hypot(*(a - b for a, b in zip(card.badge.middle, middle, strict=True))) < 2


def test_marked_cards_stand_higher_and_cards_fan_out() -> None:
    low, high = hand_layout([False, True], MINE, [USUAL]).fan
    assert high.middle[1] < low.middle[1]
    angles = [card.angle for card in hand_layout([True] * 10, MINE, [USUAL]).fan]
    assert angles == sorted(angles)
    assert sum(angles) == pytest.approx(0)


@pytest.mark.parametrize(
    ("others", "most"),
    [
        ([TWO_LINES], 1350),
        ([TWO_LINES] * 2, 1350),
        ([TWO_LINES] * 3, 1350),
        ([LONG_RUN] * 4, 1350),
        ([*[USUAL] * 3, TWO_LINES], 1350),
        ([USUAL] * 5, 1350),
        ([*[USUAL] * 4, TWO_LINES], 1400),
        ([OPEN] * 5, 1350),
    ],
)
def test_one_screen_holds_the_hand_and_the_table(others: list[Content], most: int) -> None:
    assert hand_layout([True] * 11, MINE, others).height <= most


def test_different_groups_of_the_strip_do_not_touch() -> None:
    layout = hand_layout(
        [True] * 10, Mine(laid=Content(groups=(GroupShape(5), GroupShape(3)))), [OPEN]
    )
    for one, other in combinations(layout.strip.laid.groups, 2):
        assert not any(a.overlaps(b) for a in one.cards for b in other.cards)
