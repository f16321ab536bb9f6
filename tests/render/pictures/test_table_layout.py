"""Geometry of the table: nothing overlaps, nothing lies outside, whatever is laid."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from layout_kit import SMALLEST_TEXT, apart, check_content, contents

from bot.cards.rulesets import EDITIONS, RuleSet
from bot.render.engine import WIDTH, Rect
from bot.render.pictures.table import TableLayout, style_for, table_layout
from bot.render.pieces.group_rows import (
    Content,
    GroupShape,
    OpenShape,
    RowStyle,
    arranged,
    rows_height,
)

STYLES = [
    *(style_for(seats, Content(groups=(GroupShape(4),))) for seats in (2, 4, 6)),
    RowStyle(82, 58),
    RowStyle(84, 58, squeezed=True),
]


@pytest.mark.parametrize("style", STYLES)
@given(content=contents, width=st.integers(534, 1108))
def test_any_content_fits_its_area(content: Content, width: int, style: RowStyle) -> None:
    area = Rect(40, 300, width, 0)
    placed = arranged(content, area, style)
    check_content(content, placed, style)
    assert placed.area == Rect(40, 300, width, rows_height(content, width, style))


def check_table(layout: TableLayout, seats: list[Content]) -> None:
    whole, piles = Rect(0, 0, WIDTH, layout.height), layout.piles
    fixed = [
        layout.plaque,
        layout.status,
        piles.draw,
        piles.discard,
        *piles.draw_lines,
        *piles.discard_lines,
    ]
    assert apart([*fixed, *(seat.box for seat in layout.seats)])
    assert all(whole.holds(rect) for rect in fixed)
    for content, seat in zip(seats, layout.seats, strict=True):
        assert whole.holds(seat.box)
        head = [seat.face, seat.name, seat.about, seat.held]
        assert apart([*head, seat.content.area])
        assert all(seat.box.holds(rect) for rect in (*head, seat.content.area))
        assert all(line.h >= SMALLEST_TEXT for line in (seat.name, seat.about))
        check_content(content, seat.content, style_for(len(seats), content))


@given(st.lists(contents, min_size=2, max_size=6))
def test_any_table_fits(seats: list[Content]) -> None:
    check_table(table_layout(tuple(seats)), seats)


@pytest.mark.parametrize("rules", EDITIONS.values(), ids=EDITIONS)
def test_every_phase_of_every_edition_fits_a_line(rules: RuleSet) -> None:
    for players in (2, 3, rules.max_players):
        for phase in rules.parsed_phases:
            seats = [
                Content(open=tuple(OpenShape(spec.size, (180, 110)) for spec in phase.groups))
            ] * players
            layout = table_layout(tuple(seats))
            check_table(layout, seats)
            for seat in layout.seats:
                assert len({place.y for place in seat.content.open}) == 1


def test_much_in_front_of_a_seat_takes_the_room_that_another_leaves_in_its_column() -> None:
    much, little = (Content(groups=(GroupShape(12),) * count) for count in (3, 1))
    even, other = (table_layout((little, little, *below)) for below in ([little] * 4, [much] * 4))
    mixed = table_layout((little, little, much, little, much, little))
    assert even.height < mixed.height < other.height
    assert 2 * mixed.height == even.height + other.height
    check_table(mixed, [little, little, much, little, much, little])


def test_a_run_of_seven_and_a_set_beside_it_stay_below_the_height_of_a_phone() -> None:
    seats = [Content(groups=(GroupShape(4), GroupShape(7)))] * 4
    assert table_layout(tuple(seats)).height <= 1300
