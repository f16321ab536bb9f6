"""Which games totals are over, as the numbers that stand in their ``period`` column.

A month (UTC) is its year times twelve and its place in the year; all games and the last 30 days
have numbers above every month, so that "this month and what lasts" is one range.
"""

from __future__ import annotations

from datetime import UTC, datetime

from .results import Period

ALL = 1_000_000
RECENT = 1_000_001
RECENT_SECONDS = 30 * 24 * 60 * 60


def month_of(moment: float) -> int:
    """The number of the month (UTC) of a moment in seconds since 1970."""
    day = datetime.fromtimestamp(moment, UTC)
    return day.year * 12 + day.month - 1


def number_of(period: Period, now: float) -> int:
    """The number of a period, seen from now."""
    match period:
        case Period.ALL:
            return ALL
        case Period.DAYS_30:
            return RECENT
        case Period.MONTH:
            return month_of(now)


def named(number: int) -> str:
    """A period's number in words of a file: ``all``, ``30d``, or a month such as ``2026-11``."""
    lasting = {ALL: Period.ALL.value, RECENT: Period.DAYS_30.value}
    year, month = divmod(number, 12)
    return lasting.get(number, f"{year:04}-{month + 1:02}")


def counted_in(ended_at: float, recent_from: float) -> tuple[int, ...]:
    """The periods in which a game that ended then counts."""
    lasting = (month_of(ended_at), ALL)
    return (*lasting, RECENT) if ended_at > recent_from else lasting
