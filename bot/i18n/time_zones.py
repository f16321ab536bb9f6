"""Time zones of people, and the hours in which they want no notices."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

_WELL_KNOWN = (
    "Pacific/Honolulu",
    "America/Anchorage",
    "America/Los_Angeles",
    "America/Denver",
    "America/Mexico_City",
    "America/Chicago",
    "America/Bogota",
    "America/New_York",
    "America/Santiago",
    "America/Argentina/Buenos_Aires",
    "America/Sao_Paulo",
    "Atlantic/Canary",
    "Europe/London",
    "Europe/Lisbon",
    "Europe/Madrid",
    "Europe/Amsterdam",
    "Africa/Johannesburg",
    "Europe/Athens",
    "Asia/Dubai",
    "Asia/Kolkata",
    "Asia/Singapore",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
)
"""Suggested where nothing was typed."""


@cache
def time_zones() -> tuple[str, ...]:
    """The names of all time zones, sorted; the first call reads many files."""
    return tuple(sorted(name for name in available_timezones() if "/" in name))


def zone_named(name: str) -> ZoneInfo | None:
    """The time zone of this name, if there is one."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return None


def suggested(typed: str, at: float, most: int) -> list[tuple[str, str]]:
    """The time zones for a part of a name: a text with the time (``at`` is now), and the full name.

    Without a part they are well-known ones.
    """
    part = typed.strip().replace(" ", "_").casefold()
    if part:
        names = [name for name in time_zones() if part in name.casefold()]
        # Cities that begin with the part come first.
        names.sort(key=lambda name: not name.rpartition("/")[2].casefold().startswith(part))
    else:
        names = [name for name in _WELL_KNOWN if zone_named(name)]
    return [(f"{name.replace('_', ' ')} · {clock_in(name, at)}", name) for name in names[:most]]


def clock_in(zone: str, at: float) -> str:
    """The time of day in a time zone, such as ``07:30``; empty for an unknown zone."""
    known = zone_named(zone)
    return "" if known is None else f"{datetime.fromtimestamp(at, known):%H:%M}"


def end_of_quiet(at: float, zone: str | None, start: int, end: int) -> float:
    """The end of the quiet hours that contain a moment, or the moment itself outside of them.

    Moments are in seconds since 1970. It is quiet from the hour ``start`` to the hour ``end`` (0 to
    23) of a known time zone; never if the two are the same.
    """
    known = zone_named(zone) if zone else None
    if known is None or start == end:
        return at
    local = datetime.fromtimestamp(at, known)
    # Hours of the clock, whatever daylight saving does to their length.
    if (local.hour - start) % 24 >= (end - start) % 24:
        return at
    day = local.date() + timedelta(days=local.hour >= end)
    return datetime.combine(day, time(end), known).timestamp()
