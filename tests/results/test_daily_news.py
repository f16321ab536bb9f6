"""What is announced of daily hands."""

from __future__ import annotations

from datetime import date, timedelta

from bot.results.daily import MOST_COUNTED, DailyRow, DailySum, build_news

MONDAY = date(2026, 1, 12)
SUNDAY = MONDAY - timedelta(days=1)


def test_the_five_best_dates_of_a_week_count_and_come_with_its_sunday() -> None:
    ada = [5, 5, 5, 5, 5, 15, None]
    ben = [None, None, None, 15, 11, 10, 10]
    results = {
        MONDAY - timedelta(days=7 - at): [
            DailyRow(1 if one else 0, 1, "Ada", one, 20 if one else None),
            DailyRow(2 if other else 0, 2, "Ben", other, 0 if other else None),
        ]
        for at, (one, other) in enumerate(zip(ada, ben, strict=True))
    }

    news = build_news(SUNDAY, results)

    assert MOST_COUNTED == 5
    assert [row.name for row in news.rows] == ["Ben"]
    assert news.week == (DailySum(1, 1, "Ada", 55, 5, 100), DailySum(2, 2, "Ben", 18, 4, 0))
    assert build_news(SUNDAY - timedelta(days=1), results).week == ()
