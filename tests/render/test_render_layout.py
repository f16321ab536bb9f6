"""Geometry alone: nothing overlaps, nothing lies outside."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.render.hand_end import FACE, hand_end_rows
from bot.render.hand_end import TITLE as TITLE_OF_HAND
from bot.render.layout import (
    GROUP_CARD,
    LEAST_PITCH,
    WIDTH,
    Rect,
    SeatShape,
    ghosts,
    hand_layout,
    table_layout,
)
from bot.render.lobby import DIP, PLATE, lobby_places
from bot.render.podium import TITLE, podium_layout
from bot.render.scores import sheet_layout

LONGEST = (
    (),
    (12,),
    (12, 12),
    (16,),
    (12, 16),
    (5, 5, 5, 5, 5),
    (2, 2, 2, 2, 2),
    (32,),
)
groups = st.lists(st.integers(2, 32), max_size=5).map(tuple)
shapes = st.builds(SeatShape, groups, st.integers(0, 2))


def apart(rects: list[Rect]) -> bool:
    return not any(one.overlaps(other) for one, other in combinations(rects, 2))


def picture(height: int) -> Rect:
    return Rect(0, 0, WIDTH, height)


def check_table(seats: list[SeatShape], earlier: int = 9) -> None:
    layout = table_layout(seats, earlier)
    whole = picture(layout.height)
    boxes = [strip.box for strip in layout.strips]
    assert apart([layout.title, layout.draw, *boxes])
    assert apart([layout.title, layout.draw, layout.discards[-1], *boxes])
    assert all(whole.holds(rect) for rect in (layout.title, layout.draw, *layout.discards, *boxes))
    for seat, strip in zip(seats, layout.strips, strict=True):
        parts = [strip.face, strip.name, strip.phase, strip.points, strip.area, *strip.extras]
        assert apart(parts)
        assert all(strip.box.holds(part) for part in (*parts, strip.backs))
        assert not any(strip.backs.overlaps(part) for part in parts)
        assert [len(cards) for cards in strip.groups] == list(seat.groups)
        assert all(strip.area.holds(card) for cards in strip.groups for card in cards)
        for one, other in combinations(strip.groups, 2):
            assert not any(a.overlaps(b) for a in one for b in other)


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("cards", LONGEST)
def test_longest_groups_fit_for_any_number_of_seats(players: int, cards: tuple[int, ...]) -> None:
    check_table([SeatShape(cards, extras=seat % 3) for seat in range(players)])


@given(st.lists(shapes, min_size=2, max_size=6), st.integers(0, 60))
def test_any_table_fits(seats: list[SeatShape], earlier: int) -> None:
    check_table(seats, earlier)


@given(shapes)
def test_a_covered_card_shows_its_number(seat: SeatShape) -> None:
    strip = table_layout([seat, SeatShape()], 0).strips[0]
    for cards in strip.groups:
        for one, other in pairwise(cards):
            assert other.y > one.y or other.x - one.x >= LEAST_PITCH


def test_a_strip_with_one_row_is_no_higher_for_its_cards() -> None:
    empty, full = table_layout([SeatShape(), SeatShape((12,))], 0).strips
    assert empty.box.h == full.box.h


@given(st.lists(st.integers(2, 10), min_size=1, max_size=5).filter(lambda s: sum(s) <= 10))
def test_every_phase_has_room_beside_two_extras(sizes: list[int]) -> None:
    area = table_layout([SeatShape(extras=2), SeatShape()], 0).strips[0].area
    placed = ghosts(sizes, area)
    assert [len(group) for group in placed] == sizes
    assert all(area.holds(card) for group in placed for card in group)
    for one, other in combinations(placed, 2):
        assert not any(a.overlaps(b) for a in one for b in other)


@pytest.mark.parametrize("count", range(14))
def test_hands_stay_inside_and_each_card_shows_its_corner(count: int) -> None:
    layout = hand_layout([place % 2 == 0 for place in range(count)])
    whole = picture(layout.height)
    assert len(layout.cards) == count
    assert all(whole.holds(card) and not card.overlaps(layout.head) for card in layout.cards)
    assert all(other.x - one.x >= 76 for one, other in pairwise(layout.cards))


def test_marked_cards_stand_higher() -> None:
    low, high = hand_layout([False, True]).cards
    assert high.y < low.y


@pytest.mark.parametrize("seats", range(2, 7))
def test_lobbies_fit(seats: int) -> None:
    places = lobby_places(seats)
    everything = [rect for place in places for rect in (place.face, place.name)]
    assert len(places) == seats
    assert apart([PLATE, *everything])
    assert all(picture(places[-1].name.bottom + DIP).holds(rect) for rect in everything)


@pytest.mark.parametrize("seats", range(2, 7))
def test_ends_of_hands_fit(seats: int) -> None:
    rows = hand_end_rows(seats)
    everything = [
        part
        for row in rows
        for part in (row.face, row.name, row.phase, row.cards, row.points, row.total)
    ]
    assert apart([FACE, TITLE_OF_HAND, *everything])
    assert all(picture(rows[-1].total.bottom).holds(rect) for rect in everything)


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("phases", range(1, 11))
@pytest.mark.parametrize("rows", [1, 12])
def test_score_sheets_fit(players: int, phases: int, rows: int) -> None:
    layout = sheet_layout(players, phases, rows)
    cells = [cell for column in layout.phases for cell in column]
    boxes = [box for row in layout.boxes for box in row]
    everything = [*layout.faces, *layout.names, *cells, *layout.labels, *boxes]
    assert len(cells) == players * phases
    assert apart(everything)
    assert all(layout.paper.holds(rect) for rect in everything)
    assert picture(layout.height).holds(layout.paper)


@pytest.mark.parametrize(
    ("places", "others"), [([1, 2], 0), ([2, 1, 3], 0), ([2, 1, 2], 3), ([1, 1, 1], 3)]
)
def test_podiums_fit(places: list[int], others: int) -> None:
    layout = podium_layout(places, others)
    everything = [*layout.decks, *layout.others]
    assert apart(everything)
    assert apart([TITLE, *layout.faces])
    assert all(picture(layout.height).holds(rect) for rect in everything)


def test_better_places_stand_higher_and_equal_places_level() -> None:
    second, first, third = podium_layout([2, 1, 3], 0).decks
    assert first.y < second.y < third.y
    assert len({step.y for step in podium_layout([1, 1, 1], 0).decks}) == 1


def test_a_laid_card_is_wide_enough_for_a_legible_number() -> None:
    assert round(GROUP_CARD * 0.41) >= 34
