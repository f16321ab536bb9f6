"""Boards of daily hands in a server: of a date, and of a month."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import chain
from typing import TypeVar

from bot.daily.calendar import streak_lengths
from bot.daily.deal import MOST_TURNS
from bot.daily.views import DailyView
from bot.results.standings import ranks

MOST_ROWS = 20  # rows of a board that are shown
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
    """The part of an attempt, which is over, that everybody may see."""
    size = view.phase.size
    missing = tuple(cards_missing)
    return DailyShare(view.date, user_id, name, size, missing, view.result, view.par, streak)


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
    people: int  # without a reader who still plays
    finished: int
    visible: bool
    rows: tuple[DailyRow, ...] = ()
    own: DailyRow | None = None  # the reader's row
    beaten: int = 0  # how many others had a worse result than the reader


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
    own: DailySum | None = None  # the reader's row


_SUNDAY = 7  # as an ISO weekday
MOST_COUNTED = 5  # dates of a week that count for a person, those with the best scores


@dataclass(frozen=True)
class DailyNews:
    """What is announced of a date that is closed, and of its week."""

    date: date
    rows: tuple[DailyRow, ...]
    week: tuple[DailySum, ...] = ()  # only of a Sunday: the week that ended with it


def build_news(told: date, results: Mapping[date, Sequence[DailyRow]]) -> DailyNews:
    """The news of a date, from the ranked results of its last seven dates."""
    rows = tuple(row for row in results.get(told, ()) if row.rank)
    week = _week(results) if told.isoweekday() == _SUNDAY else ()
    return DailyNews(told, rows, tuple(week))


def _week(results: Mapping[date, Sequence[DailyRow]]) -> Iterator[DailySum]:
    by_person: defaultdict[int, list[DailyRow]] = defaultdict(list)
    for row in chain.from_iterable(results.values()):
        by_person[row.user_id].append(row)
    sums = []
    for user_id, rows in by_person.items():
        best = sorted(rows, key=lambda row: (-score(row.turns), row.points or 0))[:MOST_COUNTED]
        laid = [row for row in best if row.turns is not None]
        points = sum(row.points or 0 for row in laid)
        total = sum(score(row.turns) for row in laid)
        sums.append(DailySum(0, user_id, rows[-1].name, total, len(laid), points))
    for rank, one in ranked(sums, lambda one: (-one.score, one.points)):
        yield replace(one, rank=rank)


def ranked(items: Iterable[_T], key: Callable[[_T], tuple[int, ...]]) -> Iterator[tuple[int, _T]]:
    """Yield the items in the order of a key, with their ranks; equal keys share a rank."""
    in_order = sorted(items, key=key)
    return zip(ranks(map(key, in_order)), in_order, strict=True)


@dataclass(frozen=True, slots=True)
class PastAttempt:
    """The part of an attempt at a daily hand that achievements count."""

    date: date
    # In seconds since 1970; None while the attempt is not over.
    opened_at: float
    done_at: float | None
    turns: int | None  # the number of the turn in which the phase was laid; None if it was not
    par: int | None


def daily_feats(attempts: Iterable[PastAttempt]) -> Iterator[tuple[date, float, Counter[str]]]:
    """Yield what a person's attempts add to their counts: the date, the moment and the feats.

    A date counts for the streak when its attempt is opened, and for the rest when that is over.
    """
    by_date = {attempt.date: attempt for attempt in attempts}
    longest = 0
    for day, length in streak_lengths(by_date):
        if length > longest:
            longest = length
            yield day, by_date[day].opened_at, Counter({"daily_streak": 1})
    over = [(past.done_at, past.date) for past in by_date.values() if past.done_at is not None]
    for done_at, day in sorted(over):
        turns = by_date[day].turns
        par = by_date[day].par
        under = turns is not None and par is not None and turns < par
        yield day, done_at, Counter({"daily_hands": 1, "daily_par": int(under)})
