"""The periods that totals are summed over, as the numbers in their ``period`` column.

A month (UTC) is numbered ``year * 12 + month - 1``, so consecutive months have consecutive numbers.
"""

from __future__ import annotations

from datetime import UTC, datetime

from .results import Period

ALL = 1_000_000
"""The number of the period with all games, above that of every month."""


def month_of(moment: float) -> int:
    """Return the number of the month (UTC) of a moment in seconds since 1970."""
    day = datetime.fromtimestamp(moment, UTC)
    return day.year * 12 + day.month - 1


def number_of(period: Period, now: float) -> int:
    """Return the number of a period; ``now`` says which month is this one."""
    match period:
        case Period.ALL:
            return ALL
        case Period.MONTH:
            return month_of(now)
        case Period.LAST_MONTH:
            return month_of(now) - 1


def begin_of(month: int) -> float:
    """Return the moment at which a month (UTC) begins, in seconds since 1970."""
    year, index = divmod(month, 12)
    return datetime(year, index + 1, 1, tzinfo=UTC).timestamp()


def named(number: int) -> str:
    """Return the name of a period in exported files: ``all``, or a month such as ``2026-11``."""
    if number == ALL:
        return Period.ALL.value
    year, month = divmod(number, 12)
    return f"{year:04}-{month + 1:02}"
