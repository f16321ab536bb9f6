"""Pictures of leaderboards, statistics and ratings: their layouts and dependencies."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bot.i18n import Words, words_for
from bot.lab import samples
from bot.render import design_of
from bot.render.engine import canvas, text
from bot.render.engine.geometry import WIDTH, Rect
from bot.render.engine.palette import Palette
from bot.render.engine.theme import RGB, load_theme
from bot.render.pictures.board import MARGIN, board_layout, paint_board
from bot.render.pictures.rating_chart import (
    END_LABEL,
    apart,
    game_axis,
    paint_rating_chart,
    rating_axis,
    time_axis,
)
from bot.render.pictures.stats import paint_stats, stats_layout
from bot.scores.results import By, MemberStats, RatingPoint

DESIGN = design_of()
WORDS = words_for("en")
BOARDS = samples.boards()
MIA = samples.member()
DAY = 86_400


def size(png: bytes) -> tuple[int, int]:
    with Image.open(BytesIO(png)) as picture:
        assert (picture.format, picture.mode) == ("PNG", "P")
        return picture.size


def chart(stats: MemberStats) -> bytes:
    return paint_rating_chart(DESIGN, stats).png()


def at(*days: float) -> tuple[RatingPoint, ...]:
    return tuple(RatingPoint(samples.START + day * DAY, 1500 + n) for n, day in enumerate(days))


@pytest.mark.parametrize(("won", "label"), [(1, "hand won"), (2, "hands won")])
def test_headline_figures_count_right(won: int, label: str, said: list[str]) -> None:
    paint_stats(DESIGN, replace(MIA, hands_won=won))

    assert [line for line in said if line.startswith("hand")] == [label]


@pytest.mark.parametrize("rows", range(12))
def test_rows_of_a_leaderboard_do_not_overlap(rows: int) -> None:
    for apart_at in {None, *range(1, rows)}:
        for first in ((), (1,), (1, 2), (1, 2, 3), (1, 1, 1), (1, 2, 2)):
            layout = board_layout(rows, apart_at, first=first)
            parts = [layout.head, *layout.rows, *([layout.gap] if layout.gap else [])]
            # The first stand beside the lines of the head.
            parts = [*(parts[1:] if first else parts), *layout.decks]
            assert not any(one.overlaps(other) for one, other in combinations(parts, 2))
            inside = [*parts, *layout.faces]
            assert all(Rect(0, 0, WIDTH, layout.height).holds(part) for part in inside)
            best = [deck.y for deck in layout.decks]
            assert best == sorted(best)


@given(st.lists(st.booleans(), max_size=12), st.integers(0, 5), st.sampled_from([1, 6]))
def test_sections_of_figures_do_not_overlap(wide: list[bool], rivals: int, tiles: int) -> None:
    layout = stats_layout(tiles, wide, rivals)
    parts = [layout.head, *layout.tiles, *layout.phases, *layout.rivals]
    parts += [layout.phases_title] * bool(wide) + [layout.rivals_title] * bool(rivals)
    assert len(layout.phases) == len(wide)
    assert not any(one.overlaps(other) for one, other in combinations(parts, 2))
    assert all(Rect(0, 0, WIDTH, layout.height).holds(part) for part in parts)


def test_who_asked_is_marked_and_added_where_missing() -> None:
    board = replace(BOARDS["rating"], own=None)
    within = replace(board, own=board.rows[3])
    below = replace(board, own=replace(board.rows[3], user_id=1, rank=40))
    above = replace(below, rows=samples.rows(By.RATING, 10, 50))
    pictures = [paint_board(DESIGN, each).png() for each in (board, within, below)]
    assert len(set(pictures)) == 3
    assert size(pictures[0]) == size(pictures[1])
    assert size(pictures[2])[1] > size(pictures[1])[1]
    assert row_outlined(paint_board(DESIGN, above).png()) < 400 < row_outlined(pictures[2])


def row_outlined(png: bytes) -> int:
    """The row of the first strip that is wider than the sheet."""
    brass = load_theme("standard")["brass"]
    with Image.open(BytesIO(png)) as opened:
        picture = opened.convert("RGB")
    return next(y for y in range(200, picture.height) if picture.getpixel((MARGIN - 6, y)) == brass)


@pytest.mark.parametrize(
    "name", ["W" * 32, "李" * 32, "", "\u202e", "🏳️‍🌈👨‍👩‍👧" * 8, "َُِ", "نور " * 8]
)
def test_names_of_any_kind_stay_inside(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    reach = []
    write = canvas.write

    def watched(
        image: Image.Image, palette: Palette, drawn: text.Mask, spot: tuple[int, int], ink: RGB
    ) -> None:
        reach.append(spot[0] + drawn.left + drawn.image.width)
        write(image, palette, drawn, spot, ink)

    monkeypatch.setattr("bot.render.engine.canvas.write", watched)
    board = BOARDS["rating"]
    paint_board(
        DESIGN, replace(board, rows=tuple(replace(row, name=name) for row in board.rows))
    ).png()
    rivals = tuple(replace(rival, name=name, games=12_345) for rival in MIA.rivals)
    named = replace(MIA, name=name, rivals=rivals)
    paint_stats(DESIGN, named).png()
    chart(named)
    assert max(reach) <= WIDTH - 24


def test_one_point_and_points_at_one_moment_can_be_drawn() -> None:
    one = replace(MIA, rating_history=at(0), computer_rating_history=())
    same = replace(MIA, rating_history=at(0, 0, 0), computer_rating_history=at(0))
    assert len({chart(one), chart(same)}) == 2


def test_days_apart_are_drawn_by_time_and_one_sitting_game_by_game() -> None:
    alone = replace(MIA, computer_rating_history=())
    even, uneven = (replace(alone, rating_history=at(*days)) for days in ((0, 5, 10), (0, 9, 10)))
    quick, slow = (replace(alone, rating_history=at(*days)) for days in ((0, 0.1, 1), (0, 0.6, 1)))
    assert chart(even) != chart(uneven)
    assert chart(quick) == chart(slow)


def test_a_game_that_changed_both_ratings_is_one_game(said: list[str]) -> None:
    both = replace(MIA, rating_history=at(0), computer_rating_history=at(0))
    chart(both)
    assert "1 game" in said
    assert not {"1", "2", "Games"} & set(said)
    chart(replace(both, rating_history=at(0, 0.1), computer_rating_history=at(0.1, 0.2)))
    assert {"1", "2", "3", "Games"} <= set(said)


@given(st.lists(st.integers(0, 4000), min_size=1, max_size=40))
def test_ratings_lie_between_round_numbers(ratings: list[int]) -> None:
    axis = rating_axis(WORDS, ratings)
    values = [value for value, _ in axis.ticks]
    assert axis.low <= min(ratings) <= max(ratings) <= axis.high
    assert 2 <= len(values) <= 7
    assert {b - a for a, b in pairwise(values)} == {values[1] - values[0]}


@given(st.integers(2, 400))
def test_games_have_a_few_whole_numbers(games: int) -> None:
    axis = game_axis(WORDS, games)
    assert 1 <= len(axis.ticks) <= 10
    assert all(1 <= value <= games and axis.low <= value <= axis.high for value, _ in axis.ticks)


@given(st.floats(1.5, 12_000), st.integers(0, 2_000_000_000))
def test_time_has_a_few_days_inside(days: float, first: int) -> None:
    axis = time_axis(WORDS, [first, first + days * DAY])
    assert 1 <= len(axis.ticks) <= 5
    assert all(axis.low <= value <= axis.high for value, _ in axis.ticks)
    assert all(value % DAY == 0 for value, _ in axis.ticks)


@pytest.mark.parametrize(
    ("days", "labels"),
    [
        (4, ["Feb 20", "Feb 21", "Feb 22", "Feb 23"]),
        (30, ["Feb 20", "Feb 27", "Mar 6", "Mar 13", "Mar 20"]),
        (140, ["Mar", "Apr", "May", "Jun", "Jul"]),
        (900, ["Jan 2026", "Jan 2027"]),
    ],
)
def test_time_is_labelled_by_its_length(days: int, labels: list[str]) -> None:
    start = samples.START
    assert [label for _, label in time_axis(WORDS, [start, start + days * DAY]).ticks] == labels


def test_dates_are_written_in_the_readers_language() -> None:
    spanish: Words = replace(WORDS, locale="es")
    ticks = time_axis(spanish, [samples.START, samples.START + 2 * DAY]).ticks
    assert ticks[0][1] == "20 feb"
    pictures = {
        paint_rating_chart(replace(DESIGN, words=words), MIA).png() for words in (WORDS, spanish)
    }
    assert len(pictures) == 2


@given(st.lists(st.integers(0, 600), min_size=1, max_size=2))
def test_labels_at_the_end_do_not_overlap(tops: list[int]) -> None:
    moved = apart(tops)
    assert len(moved) == len(tops)
    assert len(moved) < 2 or abs(moved[0] - moved[1]) >= END_LABEL
