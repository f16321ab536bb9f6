"""Dates of daily hands (UTC) and their moments, in seconds since 1970; streaks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

_DAY = timedelta(days=1)
_BEFORE_FIRST = date(2025, 12, 31)
MISSES_A_WEEK = 1  # how many dates of an ISO week a streak may miss
# From the end of a date, which is an evening in America and a morning in Australia.
_STILL_OPENED = timedelta(hours=9)
_STILL_PLAYED = timedelta(hours=12)


def day_number(day: date) -> int:
    """The number of a date's hand; that of 2026-01-01 is 1."""
    return (day - _BEFORE_FIRST).days


def utc_date(moment: float) -> date:
    return datetime.fromtimestamp(moment, UTC).date()


def begins(day: date) -> float:
    """The moment from which a date's hand can be opened."""
    return datetime.combine(day, time(), UTC).timestamp()


def ends(day: date) -> float:
    """The moment at which the next date's hand comes."""
    return begins(day + _DAY)


def opens_until(day: date) -> float:
    """The moment from which a date's hand can no longer be opened."""
    return ends(day) + _STILL_OPENED.total_seconds()


def closes(day: date) -> float:
    """The moment from which a date's attempts are closed."""
    return ends(day) + _STILL_PLAYED.total_seconds()


def month_bounds(day: date) -> tuple[date, date]:
    first = day.replace(day=1)
    return first, (first + 31 * _DAY).replace(day=1) - _DAY


def week_bounds(day: date) -> tuple[date, date]:
    """The Monday and the Sunday of a date's week."""
    first = day - day.weekday() * _DAY
    return first, first + 6 * _DAY


def can_open(day: date, now: float) -> bool:
    return begins(day) <= now < opens_until(day)


def can_play(day: date, now: float) -> bool:
    """Whether an attempt at this date's hand that was opened can be played now."""
    return begins(day) <= now < closes(day)


def is_closed(day: date, now: float) -> bool:
    return now >= closes(day)


def last_closed(now: float) -> date:
    """The newest date whose attempts are closed."""
    day = utc_date(now)
    while not is_closed(day, now):
        day -= _DAY
    return day


def still_open(now: float) -> tuple[date, ...]:
    """The dates before today whose hand can be opened now: a streak has not missed them yet."""
    yesterday = utc_date(now) - _DAY
    return (yesterday,) if can_open(yesterday, now) else ()


def first_offered(opened: Collection[date], now: float) -> date:
    """The date whose hand somebody is given who does not choose one.

    It is yesterday's, while it can be opened, if they would lose a date of their streak without it
    and have not opened today's.
    """
    today = utc_date(now)
    for day in still_open(now):
        if not {day, today} & set(opened) and streaks(opened, day, ()).current:
            return day
    return today


@dataclass(frozen=True, slots=True)
class DailyStreaks:
    """How many dates in a row somebody opened the hand, without missing too many."""

    current: int = 0  # 0 once it is broken
    longest: int = 0


def current_streaks(opened: Iterable[date], now: float) -> DailyStreaks:
    return streaks(opened, utc_date(now), still_open(now))


def streaks(opened: Iterable[date], until: date, not_missed: Collection[date]) -> DailyStreaks:
    """The streaks of the dates whose hands were opened, up to a date, which is not missed yet.

    Other dates that are ``not_missed`` yet are those of :func:`still_open`. A streak is broken by
    the second date missed in one ISO week (Monday to Sunday); dates missed do not count in its
    length.
    """
    days = {day for day in opened if day <= until}
    lengths = dict(streak_lengths(days | {until}, not_missed))
    longest = max((lengths[day] for day in days), default=0)
    if until in days:
        return DailyStreaks(lengths[until], longest)
    return DailyStreaks(lengths[until] - 1, longest)


def streak_ended(opened: Iterable[date], day: date, not_missed: Collection[date]) -> int:
    """The length of the streak that ended before a date, if a new one begins with the date."""
    lengths = [length for other, length in streak_lengths(opened, not_missed) if other <= day]
    return lengths[-2] if len(lengths) > 1 and lengths[-1] == 1 else 0


def streak_lengths(
    opened: Iterable[date], not_missed: Collection[date] = ()
) -> Iterator[tuple[date, int]]:
    """The dates whose hands were opened, in order, and how long the streak was on each."""
    length = 0
    previous = date.min
    misses: dict[tuple[int, int], int] = {}
    for day in sorted(set(opened)):
        if length and not _survives(previous, day, misses, not_missed):
            length = 0
            misses = {}
        length = length + 1
        previous = day
        yield day, length


def _survives(
    after: date,
    before: date,
    misses: dict[tuple[int, int], int],
    not_missed: Collection[date],
) -> bool:
    """Whether a streak survives missing all dates between two; ``misses`` is brought up to date."""
    day = after + _DAY
    while day < before:
        if day in not_missed:
            day += _DAY
            continue

        year, week, _ = day.isocalendar()
        misses[year, week] = misses.get((year, week), 0) + 1
        if misses[year, week] > MISSES_A_WEEK:
            return False
        day += _DAY
    return True
