"""Boards of daily hands in a server: of a date, and of a month."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from bot.daily.deal import MOST_TURNS
from bot.daily.views import DailyView
from bot.results.standings import ranks

MOST_ROWS = 20
"""Rows of a board that are shown."""
_T = TypeVar("_T")


def score(turns: int | None) -> int:
    """The points of a result on the board of a month; none without the phase."""
    return 0 if turns is None else MOST_TURNS + 1 - turns


# In all classes ``turns`` is the number of the turn in which the phase was laid, None if it was
# not; ``points`` are those left in hand then. Dates are in UTC.


@dataclass(frozen=True)
class DailyShare:
    """A result that everybody may see: it names no card."""

    date: date
    user_id: int | None  # None for the computer
    name: str
    size: int  # how many cards the phase takes
    cards_missing: tuple[int, ...]  # cards that were missing after each turn
    turns: int | None
    par: int
    streak: int


def build_share(
    view: DailyView, cards_missing: Sequence[int], user_id: int | None, name: str, streak: int = 0
) -> DailyShare:
    """What may be shown of somebody's attempt that is over."""
    size = sum(spec.size for spec in view.phase.groups)
    return DailyShare(
        view.date, user_id, name, size, tuple(cards_missing), view.result, view.par, streak
    )


@dataclass(frozen=True, slots=True)
class DailyRow:
    """A person on the board of a date; people who did not lay the phase have rank 0."""

    rank: int
    user_id: int
    name: str
    turns: int | None
    points: int | None


@dataclass(frozen=True, slots=True)
class DailyResult:
    """A result that was shared in a server."""

    name: str
    turns: int | None
    streak: int
    ended: int  # length of the streak that ended before this date; 0 for none


@dataclass(frozen=True)
class DailyBoard:
    """The board of a date for one reader; unless ``visible``, it has counts and no rows."""

    date: date
    people: int
    finished: int
    visible: bool
    rows: tuple[DailyRow, ...] = ()
    # The reader's row.
    own: DailyRow | None = None
    # How many others had a worse result than the reader.
    beaten: int = 0


@dataclass(frozen=True, slots=True)
class DailySum:
    """A person on the board of a month; ``laid`` counts the dates with the phase."""

    rank: int
    user_id: int
    name: str
    score: int
    laid: int
    points: int


@dataclass(frozen=True)
class DailySums:
    """The board of a month: the results that its reader may see."""

    first: date
    last: date
    people: int
    rows: tuple[DailySum, ...] = ()
    # The reader's row.
    own: DailySum | None = None


def ranked(items: Iterable[_T], key: Callable[[_T], tuple[int, ...]]) -> Iterator[tuple[int, _T]]:
    """Yield the items in the order of a key, with their ranks; equal keys share a rank."""
    in_order = sorted(items, key=key)
    return zip(ranks(map(key, in_order)), in_order, strict=True)
