"""Dates of daily hands (UTC) and their moments, in seconds since 1970; streaks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

_DAY = timedelta(days=1)
_BEFORE_FIRST = date(2025, 12, 31)
MISSES_A_WEEK = 1  # how many dates of an ISO week a streak may miss


def day_number(day: date) -> int:
    """The number of a date's hand; that of 2026-01-01 is 1."""
    return (day - _BEFORE_FIRST).days


def utc_date(moment: float) -> date:
    """The date of a moment; an attempt belongs to the date on which it was opened."""
    return datetime.fromtimestamp(moment, UTC).date()


def begins(day: date) -> float:
    """The moment from which a date's hand can be opened."""
    return datetime.combine(day, time(), UTC).timestamp()


def ends(day: date) -> float:
    """The moment from which a date's hand can no longer be opened."""
    return begins(day + _DAY)


def closes(day: date) -> float:
    """The moment from which a date's attempts are closed."""
    return begins(day + 2 * _DAY)


def month_bounds(day: date) -> tuple[date, date]:
    first = day.replace(day=1)
    return first, (first + 31 * _DAY).replace(day=1) - _DAY


def can_play(day: date, now: float) -> bool:
    """Whether an attempt that was opened on this date can be played now."""
    return begins(day) <= now < closes(day)


def is_closed(day: date, now: float) -> bool:
    return now >= closes(day)


@dataclass(frozen=True, slots=True)
class DailyStreaks:
    """How many dates in a row somebody opened the hand, without missing too many."""

    current: int = 0  # 0 once it is broken
    longest: int = 0


def streaks(opened: Iterable[date], today: date) -> DailyStreaks:
    """The streaks of the dates on which attempts were opened, up to today, which is not missed yet.

    A streak is broken by the second date missed in one ISO week (Monday to Sunday); dates missed do
    not count in its length.
    """
    days = {day for day in opened if day <= today}
    lengths = dict(streak_lengths(days | {today}))
    current = lengths[today] - (today not in days)
    return DailyStreaks(current, max((lengths[day] for day in days), default=0))


def streak_ended(opened: Iterable[date], day: date) -> int:
    """The length of the streak that ended before a date, if a new one begins with the date."""
    lengths = [length for other, length in streak_lengths(opened) if other <= day]
    return lengths[-2] if len(lengths) > 1 and lengths[-1] == 1 else 0


def streak_lengths(opened: Iterable[date]) -> Iterator[tuple[date, int]]:
    """The dates on which attempts were opened, in order, and how long the streak was on each."""
    length = 0
    previous = date.min
    misses: dict[tuple[int, int], int] = {}
    for day in sorted(set(opened)):
        if length and not _survives(previous, day, misses):
            length = 0
            misses = {}
        length = length + 1
        previous = day
        yield day, length


def _survives(after: date, before: date, misses: dict[tuple[int, int], int]) -> bool:
    """Whether a streak survives missing all dates between two; ``misses`` is brought up to date."""
    day = after + _DAY
    while day < before:
        year, week, _ = day.isocalendar()
        misses[year, week] = misses.get((year, week), 0) + 1
        if misses[year, week] > MISSES_A_WEEK:
            return False
        day += _DAY
    return True
