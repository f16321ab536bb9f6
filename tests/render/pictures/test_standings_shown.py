"""Pictures of leaderboards and statistics: their layouts and dependencies."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from itertools import combinations, compress, pairwise, product
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bot.lab import samples
from bot.render import design_of
from bot.render.engine import canvas, text
from bot.render.engine.canvas import Canvas
from bot.render.engine.geometry import WIDTH, Rect
from bot.render.engine.palette import Palette
from bot.render.engine.theme import RGB, load_theme
from bot.render.pictures import board as board_picture
from bot.render.pictures.board import MARGIN, OWN, ROW, board_layout, paint_board, paint_champions
from bot.render.pictures.stats import heights, paint_stats, stats_layout, way_path, way_points
from bot.render.pieces import steps
from bot.rules.phases import TEN_PHASES
from bot.scores.results import By, PhaseRate, RatingPoint

DESIGN = design_of()
BOARDS = samples.boards()
MIA = samples.member()
HEIGHTS = (ROW, OWN, *[ROW] * 10)


def size(png: bytes) -> tuple[int, int]:
    with Image.open(BytesIO(png)) as picture:
        assert (picture.format, picture.mode) == ("PNG", "P")
        return picture.size


@pytest.mark.parametrize(
    ("wins", "unit", "below"),
    [(0, "games", "The first win is still to come"), (1, "win", "1% of 131 games")],
)
def test_the_largest_figure_is_of_wins_once_there_is_one(
    wins: int, unit: str, below: str, said: list[str]
) -> None:
    paint_stats(DESIGN, replace(MIA, wins=wins))

    assert said[1:4] == ["131" if not wins else "1", unit, below]


@pytest.mark.parametrize("shared", [1, 2, 3])
def test_all_champions_of_the_newest_season_have_a_crown(shared: int) -> None:
    page = samples.champions()["many"]
    newest = [replace(one, month=page.champions[0].month) for one in page.champions[:shared]]
    champions = (*newest, *page.champions[shared:])
    with patch.object(steps, "crown_sprite", wraps=steps.crown_sprite) as crown:
        paint_champions(DESIGN, replace(page, champions=champions))
    assert crown.call_count == shared


@pytest.mark.parametrize("ranks", [(1,), (1, 2), (1, 1, 3), (1, 1, 1)])
def test_crowns_that_are_not_in_the_middle_are_below_the_head(
    ranks: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    board = BOARDS["rating"]
    rows = [replace(row, rank=rank) for row, rank in zip(board.rows, ranks, strict=False)]
    head: list[Rect] = []
    write = Canvas.text

    def watched(self: Canvas, line: str, at: Rect, *args: str, **more: str) -> int:
        head.append(at)
        return write(self, line, at, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Canvas, "text", watched)
    with patch.object(board_picture, "paint_steps") as painted:
        paint_board(DESIGN, replace(board, rows=tuple(rows), own=None, total=len(rows)))
    places = painted.call_args.args[3]
    crowns = min(face.y for face in places.faces) - steps.CROWN + steps.SUNK_CROWN
    assert max(line.bottom for line in head) <= crowns


@pytest.mark.parametrize("rows", range(12))
def test_rows_of_a_leaderboard_do_not_overlap(rows: int) -> None:
    for apart_at in {None, *range(1, rows)}:
        layout = board_layout(300, HEIGHTS[:rows], apart_at)
        parts = [*layout.rows, *([layout.gap] if layout.gap else [])]
        assert not any(one.overlaps(other) for one, other in combinations(parts, 2))
        assert all(Rect(0, 300, WIDTH, layout.height - 300).holds(part) for part in parts)


@pytest.mark.parametrize(("thread", "rack", "low"), list(product((False, True), repeat=3)))
def test_parts_of_statistics_do_not_overlap(*, thread: bool, rack: bool, low: bool) -> None:
    layout = stats_layout(thread=thread, rack=rack, low=low)
    parts = [layout.head, *compress((layout.thread, layout.rack, layout.low), (thread, rack, low))]
    assert not any(one.overlaps(other) for one, other in combinations(parts, 2))
    assert all(Rect(0, 0, WIDTH, layout.height).holds(part) for part in parts)


def test_who_asked_is_marked_and_added_where_missing() -> None:
    board = replace(BOARDS["rating"], own=None)
    within = replace(board, own=board.rows[3])
    below = replace(board, own=replace(board.rows[3], user_id=1, rank=40))
    above = replace(below, rows=samples.rows(By.RATING, 10, 50))
    pictures = [paint_board(DESIGN, each).png() for each in (board, within, below)]
    assert len(set(pictures)) == 3
    assert size(pictures[0])[1] + OWN - ROW == size(pictures[1])[1]
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
    ).drawn()
    rivals = tuple(replace(rival, name=name, games=12_345) for rival in MIA.rivals)
    named = replace(MIA, name=name, rivals=rivals)
    paint_stats(DESIGN, named).drawn()
    assert max(reach) <= WIDTH - 24


@pytest.mark.parametrize(("people", "computers", "newest"), [(2, 2, ""), (3, 9, "3"), (2, 3, "53")])
def test_the_way_of_a_rating_begins_with_three_games(
    people: int, computers: int, newest: str, said: list[str]
) -> None:
    of_people, with_computers = (
        tuple(RatingPoint(samples.START, first + n) for n in range(1, games + 1))
        for first, games in ((0, people), (50, computers))
    )
    paint_stats(
        DESIGN,
        replace(MIA, rating_history=of_people, computer_rating_history=with_computers),
    )

    assert ("rating" in said) == bool(newest)
    assert not newest or newest in said


@given(st.lists(st.integers(0, 4000), min_size=3, max_size=200))
def test_the_thread_has_the_first_the_highest_and_the_newest_rating(ratings: list[int]) -> None:
    history = [RatingPoint(float(n), rating) for n, rating in enumerate(ratings)]
    points = way_points(history)
    assert (points[0], points[-1]) == (history[0], history[-1])
    assert max(point.rating for point in points) == max(ratings)
    assert points == sorted(points, key=lambda point: point.at)
    plot = Rect(60, 400, 700, 180)
    path = way_path([point.rating for point in points], plot)
    assert all(one[0] < other[0] for one, other in pairwise(path))
    assert all(plot.y <= y <= plot.bottom for _, y in path)


@pytest.mark.parametrize(
    ("ratings", "gold"), [((1600, 1550, 1520), "1,600"), ((1500, 1590, 1580), "1,590")]
)
def test_the_highest_rating_is_written_once_and_in_gold(
    ratings: tuple[int, ...], gold: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = []

    def noted(_canvas: Canvas, line: str, _at: Rect, _style: str, colour: str, **_: str) -> int:
        lines.append((line, colour))
        return 9

    monkeypatch.setattr(Canvas, "text", noted)
    points = tuple(RatingPoint(samples.START, rating) for rating in ratings)
    paint_stats(DESIGN, replace(MIA, rating_history=points))
    assert [colour for line, colour in lines if line == gold] == ["gold"]


def test_cards_stand_out_of_the_rack_as_often_as_their_phases_were_laid() -> None:
    rates = [PhaseRate("S3", 10, laid) for laid in (2, 5, 10)]
    never, seldom, often, always = heights([None, *rates])
    assert never == 0 < seldom < often < always
    assert heights([PhaseRate("S3", 0, 0)]) == [0]
    level, *rest = heights([PhaseRate("S3", 4, 4)] * 2)
    assert rest == [level]
    assert level > seldom


def test_the_hardest_phase_was_tried_often_and_failed(said: list[str]) -> None:
    rates = [PhaseRate(phase, 10, 10) for phase in TEN_PHASES]
    rates[6] = PhaseRate(TEN_PHASES[6], 2, 0)
    paint_stats(DESIGN, replace(MIA, phases=tuple(rates)))
    assert not any(line.startswith("hardest") for line in said)
    rates[3] = PhaseRate(TEN_PHASES[3], 4, 1)
    paint_stats(DESIGN, replace(MIA, phases=tuple(rates)))
    assert "hardest: phase 4, 25%" in said
