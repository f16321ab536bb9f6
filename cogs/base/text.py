"""Small pieces of text: names, links, timestamps, and a typed time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeVar
from unicodedata import bidirectional

from bot.cards.views import PlayerView
from bot.core.states import AnyRules
from bot.dice.views import DiceView
from bot.i18n import Translator, You
from bot.i18n.phrases import with_you
from bot.i18n.rulesets import differences
from bot.table.errors import TableError

_MARKDOWN = re.compile(r"[\\*_~|`>\[\]()<#:@]|^[-+]")
_NUMBERED = re.compile(r"^(\d+)\.")
_BIDI_CONTROLS = re.compile("[\u202a-\u202e\u2066-\u2069]")
_RIGHT_TO_LEFT = {"R", "AL", "AN"}
LATEST_START = 14 * 1440  # in minutes from now
LONGEST_START = 32
_START = re.compile(r"(\d{1,5}) ?(min|[mhud])?|<t:(\d{1,11})(?::[a-z])?>", re.IGNORECASE)
"""A number of minutes, hours (h, or in Dutch u) or days (d), or a timestamp of Discord."""
_MINUTES = {"h": 60, "u": 60, "d": 1440}
HINTED = "💡"  # marks the button that a hint is about
ShownView = TypeVar("ShownView", PlayerView, DiceView)


def isolated(name: str) -> str:
    """Isolate the writing direction of a name within plain text."""
    return _isolated(_BIDI_CONTROLS.sub("", name))


def escaped(name: str) -> str:
    """Escape markdown, mentions and links in a name; the reader stays the reader."""
    if isinstance(name, You):
        return name
    plain = _MARKDOWN.sub(lambda found: f"\\{found[0]}", _BIDI_CONTROLS.sub("", name))
    plain = unlisted(plain)
    return _isolated(plain.replace("@", "@\N{ZERO WIDTH SPACE}"))


def unlisted(line: str) -> str:
    """Keep Discord from making a list of lines that begin with a number."""
    return _NUMBERED.sub(r"\1\\.", line)


def _isolated(name: str) -> str:
    if not any(bidirectional(each) in _RIGHT_TO_LEFT for each in name):
        return name
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"


def all_escaped(names: Iterable[str]) -> list[str]:
    return [escaped(name) for name in names]


def with_names(
    view: ShownView, formatted: Callable[[str], str], words: Translator | None = None
) -> ShownView:
    """Format the names of a view's players; with words the viewer is addressed directly."""
    names = [formatted(seat.name) for seat in view.seats]
    if words is not None:
        names = with_you(words, names, view.me)
    seats = (replace(seat, name=name) for seat, name in zip(view.seats, names, strict=True))
    return replace(view, seats=tuple(seats))


def bold(text: str) -> str:
    """Format as bold; the reader stays the reader."""
    return type(text)(f"**{text}**")


def small(text: str) -> str:
    """Format a line in small grey letters."""
    return f"-# {text}"


def bullets(words: Translator, rules: AnyRules) -> list[str]:
    """List the differences from the classic rules."""
    return [words("table.difference", sentence=each) for each in differences(words, rules)]


def relative(at: float) -> str:
    """Format a moment (seconds since 1970) as a countdown in each reader's language."""
    return f"<t:{int(at)}:R>"


def moment(at: float) -> str:
    """Format a moment (seconds since 1970) in each reader's language and time zone."""
    return f"<t:{int(at)}:f>"


def clock_time(at: float) -> str:
    """Format a time of day (seconds since 1970) as :func:`moment` does."""
    return f"<t:{int(at)}:t>"


def message_link(guild_id: int, channel_id: int, message_id: int | None) -> str:
    channel = f"https://discord.com/channels/{guild_id}/{channel_id}"
    return f"{channel}/{message_id}" if message_id else channel


def parse_start(typed: str, now: float, latest: int = LATEST_START) -> float:
    """Return a typed time in seconds since 1970; raises TableError ``bad_start``.

    ``latest`` is in minutes from now.

    >>> parse_start("2h", now=1000.0)
    8200.0
    >>> parse_start("<t:90000:F>", now=1000.0)
    90000.0
    """
    refused = TableError("bad_start", days=latest // 1440)
    found = _START.fullmatch(typed.strip())
    if found is None:
        raise refused
    number, unit, timestamp = found.groups()
    minutes = _MINUTES.get((unit or "").lower(), 1)
    at = float(timestamp) if timestamp else now + 60 * int(number) * minutes
    if not now < at <= now + 60 * latest:
        raise refused
    return at
