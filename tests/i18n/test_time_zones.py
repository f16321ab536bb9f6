"""Time zones of people, and their quiet hours across changes of the clock."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.i18n.time_zones import clock_in, end_of_quiet, suggested, time_zones, zone_named

MADRID, NEW_YORK = "Europe/Madrid", "America/New_York"
QUARTER = 900
# The clocks of these change in 2026, one of them by half an hour.
CHANGING = (MADRID, NEW_YORK, "Australia/Lord_Howe", "Asia/Kolkata")


def moment(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()


@pytest.mark.parametrize(
    ("at", "zone", "hours", "end"),
    [
        ("2026-07-01T23:30:00+02:00", MADRID, (22, 8), "2026-07-02T08:00:00+02:00"),
        ("2026-07-01T07:59:59+02:00", MADRID, (22, 8), "2026-07-01T08:00:00+02:00"),
        ("2026-07-01T12:30:00+02:00", MADRID, (12, 14), "2026-07-01T14:00:00+02:00"),
        # The clock goes forward at two, back at three.
        ("2026-03-28T23:00:00+01:00", MADRID, (22, 8), "2026-03-29T08:00:00+02:00"),
        ("2026-03-28T23:00:00+01:00", MADRID, (22, 2), "2026-03-29T03:00:00+02:00"),
        ("2026-10-24T23:00:00+02:00", MADRID, (22, 8), "2026-10-25T08:00:00+01:00"),
        # From two to one: the hour from one is quiet twice.
        ("2026-11-01T01:30:00-04:00", NEW_YORK, (22, 2), "2026-11-01T02:00:00-05:00"),
    ],
)
def test_quiet_hours_end_by_the_clock_on_the_wall(
    at: str, zone: str, hours: tuple[int, int], end: str
) -> None:
    assert end_of_quiet(moment(at), zone, *hours) == moment(end)


@pytest.mark.parametrize(
    ("at", "zone", "hours"),
    [
        ("2026-07-01T08:00:00+02:00", MADRID, (22, 8)),
        ("2026-07-01T21:59:59+02:00", MADRID, (22, 8)),
        ("2026-07-01T03:00:00+02:00", MADRID, (3, 3)),
        ("2026-07-01T03:00:00+02:00", None, (22, 8)),
        ("2026-07-01T03:00:00+02:00", "Europe/Atlantis", (22, 8)),
    ],
)
def test_at_other_times_nothing_waits(at: str, zone: str | None, hours: tuple[int, int]) -> None:
    assert end_of_quiet(moment(at), zone, *hours) == moment(at)


@settings(max_examples=60)
@given(
    zone=st.sampled_from(CHANGING),
    at=st.integers(int(moment("2026-01-01T00:00+00:00")), int(moment("2026-12-31T00:00+00:00"))),
    start=st.integers(0, 23),
    end=st.integers(0, 23),
)
def test_all_is_quiet_until_the_end_and_not_then(zone: str, at: int, start: int, end: int) -> None:
    hours = {(start + each) % 24 for each in range((end - start) % 24)}

    until = end_of_quiet(at, zone, start, end)

    def hour(when: float) -> int:
        return datetime.fromtimestamp(when, ZoneInfo(zone)).hour

    assert hour(until) not in hours
    assert all(hour(each) in hours for each in range(at, int(until), QUARTER))


def test_zones_are_found_by_a_part_of_their_name_cities_first() -> None:
    at = moment("2026-07-01T12:05:00+00:00")

    assert suggested("new y", at, 25)[0] == ("America/New York · 08:05", NEW_YORK)
    assert suggested("madrid", at, 25)[0][1] == MADRID
    assert suggested("atlantis", at, 25) == []
    assert len(suggested("a", at, 25)) == 25


def test_zones_suggested_at_first_exist() -> None:
    found = [name for _, name in suggested("", 0.0, 25)]

    assert 20 < len(found) <= 25
    assert set(found) <= set(time_zones())


@pytest.mark.parametrize("name", ["", "Europe", "../etc/passwd", "Europe/\0", "x" * 500])
def test_made_up_zones_are_none(name: str) -> None:
    assert zone_named(name) is None
    assert clock_in(name, 0.0) == ""
