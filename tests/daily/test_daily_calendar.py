from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.daily import calendar

MONDAY = date(2026, 11, 23)


def days(*offsets: int) -> list[date]:
    return [MONDAY + timedelta(days=each) for each in offsets]


def test_the_hours_of_a_date() -> None:
    start = datetime(2026, 11, 23, tzinfo=UTC).timestamp()
    day = 24 * 3600
    assert (calendar.begins(MONDAY), calendar.ends(MONDAY)) == (start, start + day)
    assert calendar.closes(MONDAY) == start + 2 * day
    for moment, on_date, playable in (
        (start - 1, False, False),
        (start, True, True),
        (start + day - 1, True, True),
        (start + day, False, True),
        (start + 2 * day - 1, False, True),
        (start + 2 * day, False, False),
    ):
        assert (calendar.utc_date(moment) == MONDAY) is on_date
        assert calendar.can_play(MONDAY, moment) is playable
        assert calendar.is_closed(MONDAY, moment) is (moment >= start + 2 * day)


@settings(max_examples=80, deadline=None)
@given(st.sets(st.integers(0, 40)), st.integers(0, 45))
def test_streaks_against_a_count_day_by_day(offsets: set[int], now: int) -> None:
    length, longest = 0, 0
    missed: list[str] = []
    for offset in range(now + 1):
        (day,) = days(offset)
        if offset in offsets:
            length += 1
        elif length and offset < now:
            missed.append(f"{day:%G-%V}")
            if missed.count(missed[-1]) == 2:
                length, missed = 0, []
        longest = max(longest, length)
    assert calendar.streaks(days(*offsets), days(now)[0]) == calendar.DailyStreaks(length, longest)
