"""Geometry alone: nothing overlaps, nothing lies outside."""

from __future__ import annotations

from itertools import chain, combinations, pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from layout_kit import apart

from bot.render.engine.geometry import WIDTH, Rect
from bot.render.pictures.hand_end import OUT_FACE, hand_end_rows
from bot.render.pictures.hand_end import TITLE as TITLE_OF_HAND
from bot.render.pictures.lobby import DIP, PLATE, lobby_places
from bot.render.pictures.podium import TITLE, podium_layout
from bot.render.pictures.score_sheet import sheet_layout
from bot.render.pieces.paper_rows import EDGE, FACES
from bot.render.pieces.phase_shapes import ghosts


def picture(height: int) -> Rect:
    return Rect(0, 0, WIDTH, height)


@example([2, 2, 2, 2, 2])
@given(st.lists(st.integers(2, 10), min_size=1, max_size=5).filter(lambda s: sum(s) <= 10))
def test_every_phase_has_room_as_empty_cards(sizes: list[int]) -> None:
    area = Rect(100, 40, 440, 100)
    placed = ghosts(sizes, area)
    assert [len(group) for group in placed] == sizes
    assert all(area.holds(card) for group in placed for card in group)
    for group in placed:
        assert all(card.x < upper.x for card, upper in pairwise(group))
    for one, other in combinations(placed, 2):
        assert not any(a.overlaps(b) for a in one for b in other)


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("leaders", range(3))
def test_score_sheets_fit(players: int, leaders: int) -> None:
    papers, rows = sheet_layout(players, leaders)
    places = [(row.name, row.cards, row.total, row.newest) for row in rows]
    assert len(papers.strips) == leaders
    assert [row.row for row in rows] == [*papers.strips, *papers.rows]
    assert len(places) == players
    assert apart(list(chain(*places)))
    for row, rects in zip(rows, places, strict=True):
        face = Rect(row.row.x + EDGE, row.row.y, FACES, row.row.h)
        assert all(row.row.holds(rect) and not face.overlaps(rect) for rect in rects)
    assert picture(rows[-1].row.bottom).holds(rows[0].row)


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


def test_decks_are_level_without_a_winner() -> None:
    layout = podium_layout([1, 2, 3], 0, won=False)
    assert len({deck.y for deck in layout.decks}) == 1
    assert layout.height < podium_layout([2, 1, 3], 0).height


def test_more_lines_on_a_plate_make_all_decks_higher() -> None:
    usual, more = (podium_layout([2, 1, 3], 0, [258, 258, room]) for room in (258, 310))
    assert [deck.y for deck in usual.decks] == [deck.y for deck in more.decks]
    assert all(a.h + 52 == b.h for a, b in zip(usual.decks, more.decks, strict=True))


@pytest.mark.parametrize("seats", range(1, 9))
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
    assert apart([OUT_FACE, TITLE_OF_HAND, *everything])
    assert all(picture(rows[-1].total.bottom).holds(rect) for rect in everything)
