from __future__ import annotations

from dataclasses import replace

import pytest
from fullest_kit import FIGURES, FULLEST_STATS

from bot.i18n import words_for
from bot.i18n.alt import LONGEST_ALT
from bot.i18n.standings import (
    board_alt,
    board_lines,
    board_title,
    figures_below,
    stats_alt,
    stats_lines,
    value_text,
)
from bot.lab import samples
from bot.results.standings import (
    Board,
    BoardQuery,
    BoardRow,
    By,
    MemberStats,
    Period,
    PhaseRate,
    RatingPoint,
)

WORDS = words_for("en")
ADA = BoardRow(1, 11, "Ada", 1532, 34, 12)
BEN = BoardRow(2, 12, "Ben", 1498, 1, 1)
CEM = BoardRow(14, 13, "Cem", 1411, 9, 0)
BOARD = Board(BoardQuery(1), 0, (ADA, BEN), 20, CEM)
MIA = samples.member()


def escaped(name: str) -> str:
    return f"<{name}>" if name else ""


def test_titles_say_what_when_and_which_edition() -> None:
    rating = board_title(WORDS, BoardQuery(1))
    rate = board_title(WORDS, BoardQuery(1, By.WIN_RATE, Period.MONTH, "masters"))
    assert rating == "Leaderboard: Rating · All time · All card games"
    assert rate == "Leaderboard: Win rate · This month · Masters · at least 5 games"


def test_points_of_dice_are_by_the_turn_and_many_are_best() -> None:
    points = BoardQuery(1, By.POINTS)
    dice = Board(replace(points, edition="dice"), 0, (replace(ADA, value=31.25),), 1)
    assert board_title(WORDS, points).endswith("All card games · at least 5 games · fewest first")
    title, first = board_lines(WORDS, dice)
    assert title == "Leaderboard: Points a turn · All time · Dice · at least 5 games · most first"
    assert first == "1. Ada: 31.2 points a turn (34 games, 12 won)"
    assert first in board_alt(WORDS, dice)


@pytest.mark.parametrize(
    ("by", "value", "shown", "said"),
    [
        (By.RATING, 1532, "1,532", "rating 1,532"),
        (By.WINS, 1, "1", "1 win"),
        (By.WIN_RATE, 0.456, "46%", "46% won"),
        (By.POINTS, 32, "32.0", "32.0 points a hand"),
        (By.PHASES, 1210, "1,210", "1,210 phases"),
    ],
)
def test_values_by_kind(by: By, value: float, shown: str, said: str) -> None:
    row = replace(ADA, value=value)
    board = Board(BoardQuery(1, by), 0, (row,), 1)
    assert value_text(WORDS, by, value) == shown
    assert f"1. Ada: {said} (34 games" in board_lines(WORDS, board)[1]


def test_lines_have_the_readers_row_in_its_place() -> None:
    below = board_lines(WORDS, BOARD, escaped)
    above = board_lines(WORDS, replace(BOARD, rows=(CEM,), own=ADA, offset=13), escaped)
    within = board_lines(WORDS, replace(BOARD, own=BEN), escaped)
    assert below[1:] == [
        "1. <Ada>: rating 1,532 (34 games, 12 won)",
        "2. <Ben>: rating 1,498 (1 game, 1 won)",
        "▸ 14. <Cem>: rating 1,411 (9 games, 0 won)",
        "1–2 of 20",
    ]
    assert above[1].startswith("▸ 1. <Ada>")
    assert above[-1] == "14–14 of 20"
    assert [line[:4] for line in within[1:3]] == ["1. <", "▸ 2."]


def test_the_readers_row_comes_first_in_alt_texts() -> None:
    alt_text = board_alt(WORDS, BOARD)
    assert alt_text.index("Cem") < alt_text.index("Ada") < alt_text.index("Ben")


def test_long_leaderboards_keep_within_the_limit() -> None:
    rows = tuple(replace(ADA, rank=n, name="W" * 90) for n in range(1, 11))
    alt_text = board_alt(WORDS, Board(BoardQuery(1), 0, rows, 99, rows[4]))
    assert 800 < len(alt_text) <= LONGEST_ALT
    assert "Marked: 5." in alt_text
    assert alt_text.endswith(".")


def test_the_figures_are_told_headline_first() -> None:
    alt_text = stats_alt(WORDS, MIA)
    for part in (
        "131 finished games, 47 won (36%).",
        "Average place: 2.1.",
        "Points a hand: 27.4.",
        "First to go out in 412 of 1,480 hands (28%).",
        "Rating against people: 1,612.",
        "Rating in games with computer players: 1,548.",
        "Ada: 49 games together, 26 times ahead, 21 times behind.",
        "Phase 1: completed in 61 of 96 tries (64%).",
    ):
        assert part in alt_text
    assert alt_text.index("131") < alt_text.index("Ada") < alt_text.index("Phase 1:")
    assert len(alt_text) <= LONGEST_ALT


def test_each_figure_is_told() -> None:
    told = stats_lines(WORDS, FULLEST_STATS)
    silent = [
        figure
        for figure in FIGURES
        if stats_lines(WORDS, replace(FULLEST_STATS, **{figure: 2})) == told
    ]
    assert silent == ["user_id"]


def test_lines_name_each_phase_and_escape_names() -> None:
    stats = replace(MIA, phases=(*MIA.phases, PhaseRate("S3+S3", 0, 0)))
    lines = stats_lines(WORDS, stats, escaped)
    assert lines[0] == "<Mia> · Stats in this server"
    assert any(
        line.startswith("Phase 2: a set of 3 and a run of 4: completed in 54") for line in lines
    )
    assert any(line.startswith("5 sets of 2: completed in 3 of 12 tries (25%)") for line in lines)
    assert any(line.endswith("not tried yet.") for line in lines)
    assert any(line.startswith("<Big Tony") for line in lines)


def test_figures_without_games() -> None:
    nobody = MemberStats(1)
    heading, *lines = stats_lines(WORDS, nobody)
    assert stats_alt(WORDS, nobody) == " ".join([f"{heading}.", *lines])
    assert "No finished game yet." in stats_alt(WORDS, nobody)
    assert "%" not in stats_alt(WORDS, nobody)


def test_the_rating_is_told_from_first_to_last() -> None:
    points = tuple(RatingPoint(86_400 * n, rating) for n, rating in enumerate((1512, 1480, 1530)))
    one = MemberStats(1, "Mia", games=3, rating_history=points)
    way = (
        "Against people: from 1,512 (January 1, 1970) to 1,530 (January 3, 1970) in 3 games;"
        " lowest 1,480, highest 1,530."
    )
    assert way in stats_alt(WORDS, one)
    assert way in stats_lines(WORDS, one)
    assert "Against" not in stats_alt(WORDS, replace(one, rating_history=points[:2]))


def test_the_text_below_a_picture_adds_what_the_picture_leaves_out() -> None:
    rated = replace(MIA, rating=1612)
    below = figures_below(WORDS, replace(rated, rating_history=rated.rating_history[:2]))
    assert not any("finished game" in line for line in below)
    assert "Rating against people: 1,612." in below
    assert not any("1,612" in line for line in figures_below(WORDS, rated))
    # A button can outlive the games: their player may have deleted them.
    assert not figures_below(WORDS, replace(MIA, games=0, phases=()))
