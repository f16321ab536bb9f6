"""Boards of daily hands in a server: of a date, of a week or month, and of streaks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from bot.daily.deal import MOST_TURNS
from bot.daily.views import DailySquare

MOST_ROWS = 20
"""Rows of a board that are shown."""
_T = TypeVar("_T")


def score(turns: int | None) -> int:
    """What a result counts on the boards of weeks and months; nothing for not today."""
    return 0 if turns is None else MOST_TURNS + 1 - turns


@dataclass(frozen=True)
class DailyShare:
    """A result that can be shown to anybody, as it names no card.

    Attributes:
        date: the date (UTC).
        name: of the player.
        squares: one for each turn.
        turns: the number of the turn in which the phase was laid; None for not today.
        par: of the date.
        streak: the player's.
    """

    date: date
    name: str
    squares: tuple[DailySquare, ...]
    turns: int | None
    par: int
    streak: int


@dataclass(frozen=True, slots=True)
class DailyRow:
    """A person on the board of a date.

    Attributes:
        rank: equal for equal results; 0 for those who did not lay the phase.
        user_id: the person.
        name: as shown in the server.
        turns: the number of the turn in which the phase was laid; None for not today.
        points: those left in hand; None for not today.
    """

    rank: int
    user_id: int
    name: str
    turns: int | None
    points: int | None


@dataclass(frozen=True)
class DailyBoard:
    """The board of a date, as one reader may see it.

    Attributes:
        date: the date (UTC).
        people: how many stand on it.
        finished: how many of them have finished.
        visible: whether the reader may see results.
        rows: the best, then those who did not lay the phase; empty where they are not visible.
        own: the reader's row.
    """

    date: date
    people: int
    finished: int
    visible: bool
    rows: tuple[DailyRow, ...] = ()
    own: DailyRow | None = None


@dataclass(frozen=True, slots=True)
class DailySum:
    """A person on the board of a week or a month.

    Attributes:
        rank: equal for equal scores and points.
        user_id: the person.
        name: as shown in the server.
        score: the sum of :func:`score`.
        laid: on how many dates the phase was laid.
        points: those left in hand on these.
    """

    rank: int
    user_id: int
    name: str
    score: int
    laid: int
    points: int


@dataclass(frozen=True)
class DailySums:
    """The board of a week or a month: results that its reader may see; ``own`` is the reader's."""

    first: date
    last: date
    people: int
    rows: tuple[DailySum, ...] = ()
    own: DailySum | None = None


@dataclass(frozen=True, slots=True)
class DailyStreakRow:
    """A person on the board of streaks; ``current`` is at least 1."""

    rank: int
    user_id: int
    name: str
    current: int
    longest: int


def ranked(found: Iterable[_T], key: Callable[[_T], tuple[int, ...]]) -> Iterator[tuple[int, _T]]:
    """What is found in the order of a key, with ranks from 1 that are equal for equal keys."""
    rank, before = 0, None
    for place, each in enumerate(sorted(found, key=key), 1):
        now = key(each)
        if now != before:
            rank, before = place, now
        yield rank, each


def top_rows(rows: Sequence[_T]) -> tuple[_T, ...]:
    """The rows of a board that are shown."""
    return tuple(rows[:MOST_ROWS])
