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
    """Return the names of all time zones, in their order; the first call reads many files."""
    return tuple(sorted(name for name in available_timezones() if "/" in name))


def zone_named(name: str) -> ZoneInfo | None:
    """Return a time zone, None where there is none of this name."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return None


def suggested(typed: str, at: float, most: int) -> list[tuple[str, str]]:
    """Return time zones for what was typed, each as shown, with its time, and by name.

    Args:
        typed: a part of a name.
        at: now, in seconds since 1970.
        most: how many to return.
    """
    part = typed.strip().replace(" ", "_").casefold()
    if part:
        found = [name for name in time_zones() if part in name.casefold()]
        # Cities that begin so come first.
        found.sort(key=lambda name: not name.rpartition("/")[2].casefold().startswith(part))
    else:
        found = [name for name in _WELL_KNOWN if zone_named(name)]
    return [(f"{name.replace('_', ' ')} · {clock_in(name, at)}", name) for name in found[:most]]


def clock_in(zone: str, at: float) -> str:
    """Return the time of day in a time zone, such as ``07:30``; empty where that is not known."""
    known = zone_named(zone)
    return "" if known is None else f"{datetime.fromtimestamp(at, known):%H:%M}"


def end_of_quiet(at: float, zone: str | None, start: int, end: int) -> float:
    """Return when quiet hours end that a moment is in, otherwise the moment itself.

    Args:
        at: the moment, in seconds since 1970, as is the result.
        zone: the time zone; without one that is known there are no quiet hours.
        start: the hour from which it is quiet, 0 to 23.
        end: the hour until which it is; the same for never.
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
