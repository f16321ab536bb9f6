"""Periods: their numbers, their names in files, and the values that buttons contain."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.scores import periods
from bot.scores.results import Period


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
    assert periods.named(periods.number_of(Period.MONTH, now)) == this
    assert periods.named(periods.number_of(Period.LAST_MONTH, now)) == last
    assert periods.named(periods.number_of(Period.ALL, now)) == "all"
    assert periods.month_of(now) == periods.number_of(Period.MONTH, now) < periods.ALL


def test_buttons_for_the_last_thirty_days_show_this_month() -> None:
    assert Period("30d") is Period.MONTH
    assert "30d" not in [each.value for each in Period]
    with pytest.raises(ValueError, match="31d"):
        Period("31d")
