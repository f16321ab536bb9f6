"""Results: the numbers of periods, and their names in files."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.results.standings import (
    ALL_TIME,
    Period,
    month_number,
    month_start,
    period_name,
    period_number,
)


def moment(year: int, month: int, day: int, hour: int = 0) -> float:
    return datetime(year, month, day, hour, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("now", "this", "last"),
    [
        (moment(2026, 3, 20), "2026-03", "2026-02"),
        (moment(2026, 1, 1), "2026-01", "2025-12"),
        (moment(2025, 12, 31, 23), "2025-12", "2025-11"),
    ],
)
def test_months_by_name(now: float, this: str, last: str) -> None:
    assert period_name(period_number(Period.MONTH, now)) == this
    assert period_name(period_number(Period.LAST_MONTH, now)) == last
    assert period_name(period_number(Period.ALL, now)) == "all"
    assert month_number(now) == period_number(Period.MONTH, now) < ALL_TIME


def test_a_month_begins_at_midnight_of_its_first_day() -> None:
    start = month_start(month_number(moment(2026, 3, 20)))
    assert start == moment(2026, 3, 1)
    assert month_number(start - 1) == month_number(start) - 1
