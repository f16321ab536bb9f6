"""Geometry of the table: nothing overlaps, nothing lies outside, whatever is laid."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.render.engine.geometry import WIDTH, Rect
from bot.render.pictures.table import ROWS, TableLayout, style_for, table_layout
from bot.render.pieces.group_rows import (
    EDGE_OF_CARD,
    LEAST_SHARE,
    SQUEEZED,
    WORDS,
    Arrangement,
    Content,
    GroupShape,
    OpenShape,
    RowStyle,
    arranged,
    rows_height,
)
from bot.rules.editions import EDITIONS

LONGEST = ((), (12,), (12, 12), (11, 12), (12, 16), (5, 5, 5, 5, 5), (2, 2, 2, 2, 2), (32,))
SMALLEST_TEXT = 44
STYLES = [style_for(4), style_for(6), RowStyle(82, 58), RowStyle(84, 58, squeezed=True)]
group_shapes = st.builds(GroupShape, st.integers(2, 32), st.booleans(), st.booleans())
laid = st.lists(group_shapes, max_size=5).map(tuple)
open_shapes = st.builds(OpenShape, st.integers(2, 10), st.integers(80, 520), st.integers(1, 3))
opened = (
    st.lists(open_shapes, max_size=5)
    .map(tuple)
    .filter(lambda found: all(each.cards * each.times <= 10 for each in found))
)
blocks = st.lists(st.tuples(st.integers(40, 340), st.integers(40, 112)), max_size=2).map(tuple)
contents = st.one_of(
    st.builds(Content, groups=laid, blocks=blocks), st.builds(Content, open=opened, blocks=blocks)
)


def apart(rects: list[Rect]) -> bool:
    return not any(one.overlaps(other) for one, other in combinations(rects, 2))


def parts_of(placed: Arrangement) -> list[list[Rect]]:
    """What must not overlap: each group with its ends, each open group, each block."""
    groups = [
        [*group.cards, *(end for end in (group.low, group.high) if end)] for group in placed.groups
    ]
    opens = [[*each.places, each.words] for each in placed.open]
    return [*groups, *opens, *([block] for block in placed.blocks)]


def check_content(content: Content, placed: Arrangement, style: RowStyle) -> None:
    parts = parts_of(placed)
    assert all(placed.area.holds(rect) for part in parts for rect in part)
    for one, other in combinations(parts, 2):
        assert not any(a.overlaps(b) for a in one for b in other)
    for shape, group in zip(content.groups, placed.groups, strict=True):
        assert len(group.cards) == shape.cards
        assert ((group.low is not None), (group.high is not None)) == (shape.low, shape.high)
        ends = [end for end in (group.low, group.high) if end]
        assert not any(end.overlaps(card) for end in ends for card in group.cards)
        for card, after in pairwise(group.cards):
            covered = after.x - card.x if after.y == card.y else style.card
            squeezed = style.squeezed and shape.cards >= SQUEEZED and card is not group.cards[0]
            assert covered >= (EDGE_OF_CARD if squeezed else round(style.card * LEAST_SHARE))
            assert after.y - card.y in (0, round(style.card * 1.1), style.height + 10)
    for shape, places in zip(content.open, placed.open, strict=True):
        assert len(places.places) == shape.cards * shape.times
        assert apart([*places.places, places.words])
        assert places.words.h >= SMALLEST_TEXT


@pytest.mark.parametrize("style", STYLES)
@given(content=contents, width=st.integers(534, 1108))
def test_any_content_fits_its_area(content: Content, width: int, style: RowStyle) -> None:
    area = Rect(40, 300, width, 0)
    placed = arranged(content, area, style)
    check_content(content, placed, style)
    assert placed.area == Rect(40, 300, width, rows_height(content, width, style))


@pytest.mark.parametrize("style", STYLES)
def test_words_below_empty_places_have_their_room(style: RowStyle) -> None:
    content = Content(open=(OpenShape(3, 190), OpenShape(4, 290)))
    for shape, placed in zip(
        content.open, arranged(content, Rect(0, 0, 534, 0), style).open, strict=True
    ):
        assert placed.words.w >= shape.words
        assert WORDS >= SMALLEST_TEXT


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
        head = [seat.face, seat.name, seat.phase, seat.points, seat.held]
        assert apart([*head, seat.content.area])
        assert all(seat.box.holds(rect) for rect in (*head, seat.content.area))
        assert all(line.h >= SMALLEST_TEXT for line in (seat.name, seat.phase, seat.points))
        check_content(content, seat.content, style_for(len(seats)))


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("cards", LONGEST)
def test_longest_groups_fit_for_any_number_of_seats(players: int, cards: tuple[int, ...]) -> None:
    groups = tuple(map(GroupShape, cards))
    seats = [Content(groups, blocks=((112, 80),) * (seat % 3)) for seat in range(players)]
    check_table(table_layout(seats), seats)


@given(st.lists(contents, min_size=2, max_size=6))
def test_any_table_fits(seats: list[Content]) -> None:
    check_table(table_layout(seats), seats)


@pytest.mark.parametrize("rules", EDITIONS.values(), ids=EDITIONS)
def test_every_phase_of_every_edition_fits_a_line(rules: object) -> None:
    phases = getattr(rules, "parsed_phases")  # noqa: B009
    most = getattr(rules, "max_players")  # noqa: B009
    for players in range(2, most + 1):
        for phase in phases:
            seats = [
                Content(open=tuple(OpenShape(spec.size, 180) for spec in phase.groups))
            ] * players
            layout = table_layout(seats)
            check_table(layout, seats)
            for seat in layout.seats:
                assert len({each.words.y for each in seat.content.open}) == 1


@pytest.mark.parametrize("players", range(2, 7))
def test_everybody_sits_once_and_names_are_outside(players: int) -> None:
    assert sorted(seat for row in ROWS[players] for seat in row) == list(range(players))
    seats = [Content(groups=(GroupShape(4),))] * players
    layout = table_layout(seats)
    for seat in ROWS[players][0]:
        assert layout.seats[seat].face.y < layout.seats[seat].content.area.y
    for seat in ROWS[players][-1]:
        assert layout.seats[seat].face.y > layout.seats[seat].content.area.bottom


def test_a_run_of_seven_and_a_set_beside_it_stay_below_the_height_of_a_phone() -> None:
    seats = [Content(groups=(GroupShape(4), GroupShape(7)))] * 4
    assert table_layout(seats).height <= 1300
