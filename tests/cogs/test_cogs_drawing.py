"""Alt texts as they go out: names that run from right to left do not turn what follows."""

from __future__ import annotations

from typing import Any

import pytest

from bot.i18n import words_for
from bot.render import samples
from bot.scores.results import Board, BoardQuery, BoardRow, MemberStats, RatingPoint, Rival
from cogs.drawing import Pictures
from cogs.preferences import Reader

READER = Reader(words_for("en"), "standard", pictures=True)
HEBREW, ARABIC = "שלום 12", "\u202eمرحبا"
IN_TEXT, ARABIC_IN_TEXT = f"\u2068{HEBREW}\u2069", "\u2068مرحبا\u2069"


@pytest.fixture
def pictures() -> Pictures:
    faces: Any = None
    return Pictures(faces)


async def test_names_on_a_leaderboard_are_isolated(pictures: Pictures) -> None:
    rows = (BoardRow(1, 11, HEBREW, 1532, 34, 12), BoardRow(2, 12, "Ben", 1498, 5, 1))
    own = BoardRow(14, 13, ARABIC, 1411, 9, 0)

    shown = await pictures.board(READER, Board(BoardQuery(1), 0, rows, 20, own))

    assert shown is not None
    assert f"1. {IN_TEXT}: " in shown.alt
    assert f"14. {ARABIC_IN_TEXT}: " in shown.alt
    assert "2. Ben: " in shown.alt


async def test_names_beside_figures_are_isolated(pictures: Pictures) -> None:
    stats = MemberStats(
        1,
        HEBREW,
        games=3,
        rivals=(Rival(2, ARABIC, 3, 2, 1),),
        ratings=(RatingPoint(samples.START, 1500),),
    )

    figures, chart = await pictures.stats(READER, stats)

    assert figures.alt.startswith(IN_TEXT)
    assert ARABIC_IN_TEXT in figures.alt
    assert IN_TEXT in chart.alt
