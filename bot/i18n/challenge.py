"""The challenge of a week in words."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from bot.daily.calendar import begins, week_bounds
from bot.results.challenge import ChallengeBoard, ChallengeRow

from .catalogue import Translator
from .standings import Escape


def challenge_dates(words: Translator, week: date) -> str:
    first, last = week_bounds(week)
    return words.dates(begins(first), begins(last))


def challenge_rows(words: Translator, board: ChallengeBoard, escape: Escape) -> Iterator[str]:
    """Yield the board, or how many have finished if the reader may not see it yet."""
    if not board.visible:
        if board.finished:
            yield words.plural("daily.people", board.finished)
        yield words("challenge.hidden")
    own = [board.own] if board.own is not None and board.own not in board.rows else []
    for row in (*board.rows, *own):
        line = challenge_row(words, row, escape)
        yield words("standings.marked_row", row=line) if row == board.own else line


def challenge_row(words: Translator, row: ChallengeRow, escape: Escape) -> str:
    name = escape(row.name)
    if row.place is None:
        return words("challenge.row_unfinished", name=name)
    data = {"rank": words.number(row.rank), "name": name, "place": words.number(row.place)}
    return words.plural("challenge.row", row.points or 0, **data)
