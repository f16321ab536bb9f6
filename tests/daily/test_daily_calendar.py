from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from random import Random

import pytest
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
    opened = start + day + 9 * 3600
    closes = start + day + 12 * 3600
    assert (calendar.opens_until(MONDAY), calendar.closes(MONDAY)) == (opened, closes)
    for moment, on_date, can_open, can_play in (
        (start - 1, False, False, False),
        (start, True, True, True),
        (start + day - 1, True, True, True),
        (start + day, False, True, True),
        (opened - 1, False, True, True),
        (opened, False, False, True),
        (closes - 1, False, False, True),
        (closes, False, False, False),
    ):
        assert (calendar.utc_date(moment) == MONDAY) is on_date
        assert calendar.can_open(MONDAY, moment) is can_open
        assert calendar.can_play(MONDAY, moment) is can_play
        assert calendar.is_closed(MONDAY, moment) is (moment >= closes)
        assert (calendar.last_closed(moment) == MONDAY) is (moment >= closes)
        still_open = moment >= start + day and can_open
        assert (MONDAY in calendar.still_open(moment)) is still_open


# A place and an hour of its evenings or mornings, its offset from UTC in hours, the hour, and how
# much the hour varies (standard deviation).
PLACES = {
    "Los Angeles at 20": (-8, 20, 2.0),
    "Los Angeles at 16": (-8, 16, 2.0),
    "New York at 20": (-5, 20, 2.0),
    "Sao Paulo at 21": (-3, 21, 1.5),
    "Sydney at 10": (10, 10, 2.0),
    "Madrid in summer at 23": (2, 23, 1.5),
    "Tokyo at 18, when yesterday's hand can no longer be opened": (9, 18, 2.0),
}
PEOPLE = 50
EVENINGS = 90


@pytest.mark.parametrize("place", PLACES)
def test_people_who_play_once_a_day_keep_their_streak_everywhere(place: str) -> None:
    rng = Random(2)
    offset, hour, spread = PLACES[place]
    kept = 0
    for _ in range(PEOPLE):
        opened: set[date] = set()
        without = 0
        for evening in range(EVENINGS):
            hours = 24 * evening + rng.gauss(hour, spread) - offset
            day = calendar.first_offered(opened, calendar.begins(MONDAY) + 3600 * hours)
            without += day in opened
            opened.add(day)
        assert without <= 3
        kept += 1 not in [length for _, length in calendar.streak_lengths(opened)][1:]
    assert kept >= 0.98 * PEOPLE


def test_yesterdays_hand_is_offered_first_where_it_saves_a_streak() -> None:
    today, yesterday, before = days(0, -1, -2)
    begun = calendar.begins(today)
    for opened, offered in (
        ([], today),
        ([before], yesterday),
        ([before, yesterday], today),
        ([before, today], today),
        (days(-4), today),  # the streak ended before
    ):
        assert calendar.first_offered(opened, begun + 60) == offered
        assert calendar.first_offered(opened, calendar.opens_until(yesterday)) == today


def test_a_date_that_can_still_be_opened_is_not_missed() -> None:
    wednesday = MONDAY + timedelta(days=9)
    opened = [*days(0, 1, 2, 3, 4, 5, 6), MONDAY + timedelta(days=7)]
    # Tuesday was missed already when Wednesday ends, which would be the second of the week.
    thursday = wednesday + timedelta(days=1)
    soon = calendar.begins(thursday) + 60
    later = calendar.opens_until(wednesday)
    assert calendar.current_streaks(opened, soon) == calendar.DailyStreaks(8, 8)
    assert calendar.current_streaks(opened, later) == calendar.DailyStreaks(0, 8)
    assert calendar.current_streaks([*opened, thursday], soon).current == 9
    assert calendar.current_streaks([*opened, thursday], later).current == 1
    assert calendar.current_streaks([*opened, wednesday], soon).current == 9
    saved = [*opened, thursday]
    assert calendar.streak_ended(saved, thursday, calendar.still_open(soon)) == 0
    assert calendar.streak_ended(saved, thursday, calendar.still_open(later)) == 8


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
    streaks = calendar.streaks(days(*offsets), days(now)[0], ())
    assert streaks == calendar.DailyStreaks(length, longest)
