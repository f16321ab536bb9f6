from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.daily.calendar import (
    DailyStreaks,
    begins,
    can_play,
    closes,
    date_of,
    ends,
    is_closed,
    streaks,
)

MONDAY = date(2026, 11, 23)


def days(*offsets: int) -> list[date]:
    return [MONDAY + timedelta(days=each) for each in offsets]


def test_the_hours_of_a_date() -> None:
    start = datetime(2026, 11, 23, tzinfo=UTC).timestamp()
    day = 24 * 3600
    assert (begins(MONDAY), ends(MONDAY), closes(MONDAY)) == (start, start + day, start + 2 * day)
    for moment, on_date, playable in (
        (start - 1, False, False),
        (start, True, True),
        (start + day - 1, True, True),
        (start + day, False, True),
        (start + 2 * day - 1, False, True),
        (start + 2 * day, False, False),
    ):
        assert (date_of(moment) == MONDAY) is on_date
        assert can_play(MONDAY, moment) is playable
        assert is_closed(MONDAY, moment) is (moment >= start + 2 * day)


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
    assert streaks(days(*offsets), days(now)[0]) == DailyStreaks(length, longest)


def test_streaks_by_hand() -> None:
    week = range(7)
    assert streaks([], MONDAY) == DailyStreaks(0, 0)
    assert streaks(days(*week), days(6)[0]) == DailyStreaks(7, 7)
    # Today is not missed yet; one missed date of a week is survived, two are not.
    assert streaks(days(0, 1), days(2)[0]) == DailyStreaks(2, 2)
    assert streaks(days(0, 1), days(3)[0]) == DailyStreaks(2, 2)
    assert streaks(days(0, 1), days(4)[0]) == DailyStreaks(0, 2)
    assert streaks(days(0, 1, 3, 4), days(4)[0]) == DailyStreaks(4, 4)
    assert streaks(days(0, 1, 3, 5, 6), days(6)[0]) == DailyStreaks(2, 3)
    # Sunday and the Monday after it are dates of two weeks.
    assert streaks(days(4, 5, 8, 9), days(9)[0]) == DailyStreaks(4, 4)
    assert streaks(days(4, 5, 8, 10), days(10)[0]) == DailyStreaks(1, 3)
    # What was missed before a streak began does not count for it.
    assert streaks(days(0, 3, 5), days(5)[0]) == DailyStreaks(2, 2)
    assert streaks(days(5, 5, 9), days(6)[0]) == DailyStreaks(1, 1)
