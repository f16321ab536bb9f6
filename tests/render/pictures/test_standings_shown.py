"""Pictures of leaderboards and statistics: their layouts and dependencies."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, compress, pairwise, product
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cards.phases import TEN_PHASES
from bot.lab import samples
from bot.render import make_design
from bot.render.engine import WIDTH, Rect
from bot.render.pictures.board import OWN, ROW, board_layout, paint_champions
from bot.render.pictures.stats import heights, paint_stats, stats_layout, way_path, way_points
from bot.render.pieces import podium_steps
from bot.results.standings import PhaseRate, RatingPoint

DESIGN = make_design()
BOARDS = samples.boards()
MIA = samples.member()
HEIGHTS = (ROW, OWN, *[ROW] * 10)


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
    with patch.object(podium_steps, "brass_sprite", wraps=podium_steps.brass_sprite) as crown:
        paint_champions(DESIGN, replace(page, champions=champions))
    assert crown.call_count == shared


@pytest.mark.parametrize("rows", range(12))
def test_rows_of_a_leaderboard_do_not_overlap(rows: int) -> None:
    for apart_at in {None, *range(1, rows)}:
        places, gap = board_layout(300, HEIGHTS[:rows], apart_at)
        parts = [*places, *([gap] if gap else [])]
        assert not any(one.overlaps(other) for one, other in combinations(parts, 2))
        assert all(0 <= part.x < part.right <= WIDTH and part.y >= 300 for part in parts)


@pytest.mark.parametrize(("thread", "rack", "low"), list(product((False, True), repeat=3)))
def test_parts_of_statistics_do_not_overlap(*, thread: bool, rack: bool, low: bool) -> None:
    head, *more = stats_layout(thread=thread, rack=rack, low=low)
    parts = [head, *compress(more, (thread, rack, low))]
    assert not any(one.overlaps(other) for one, other in combinations(parts, 2))
    assert all(Rect(0, 0, WIDTH, more[-1].bottom).holds(part) for part in parts)


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
