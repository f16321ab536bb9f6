"""The settings of servers and people: their values, labels, and how they are read and set."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from discord.app_commands import Choice

from bot.i18n import DEFAULT_LOCALE, Words, language_name, languages, words_for
from bot.model import (
    HERE,
    DirectNotices,
    Level,
    PersonalPreferences,
    Pings,
    ServerPreferences,
)
from bot.players import offered_levels, playable
from bot.render import BACKS, CLOTHS, THEMES
from bot.rules.editions import CLASSIC, Length
from bot.systems import ALL_EDITIONS
from bot.table.lobbies import TURN_LIMITS
from cogs.base.custom_ids import BadCustomIdError
from cogs.base.slash_commands import localized

DEFAULT = "default"
NO_COMPUTERS = "none"
STILL = "still"
_HERE = "here"
_ON_OFF = {"on": "settings.animations.on", "off": "settings.animations.off"}
_ON, _OFF = DirectNotices.ON.value, DirectNotices.OFF.value
_HOURS = {str(hour): f"{hour:02}:00" for hour in range(24)}
_ENGLISH = words_for(DEFAULT_LOCALE)
_T = TypeVar("_T")


@dataclass(frozen=True)
class Setting(Generic[_T]):
    """One setting of a server or a person.

    Attributes:
        name: its name in catalogue keys and custom ids.
        values: by value, a catalogue key or else the label itself.
        read: returns the present value from preferences.
        put: returns preferences with another value.
        after_name: by value, the catalogue key of what follows the setting's name in a sentence,
            where that is not the label.
    """

    name: str
    values: Callable[[], Mapping[str, str]]
    read: Callable[[_T], str]
    put: Callable[[_T, str], _T]
    after_name: Mapping[str, str] = field(default_factory=dict)

    def changed(self, choices: _T, value: str) -> _T:
        """Return preferences with this value.

        Raises:
            BadCustomIdError: there is no such value.
        """
        if value not in self.values():
            raise BadCustomIdError(f"no value {value!r} of {self.name}")
        return self.put(choices, value)

    def label(self, words: Words, value: str) -> str:
        """Return the label of a value; a value that is none of the choices says it itself."""
        shown = self.values().get(value, value)
        return words(shown) if words.has(shown) else shown

    def in_line(self, words: Words, value: str) -> str:
        """Return a value as it is said after the setting's name."""
        key = self.after_name.get(value)
        return words(key) if key else self.label(words, value)

    def choices(self) -> list[Choice[str]]:
        """Return the values as choices of a command."""
        return [
            Choice(name=localized(shown) if _ENGLISH.has(shown) else shown, value=value)
            for value, shown in self.values().items()
        ]


def _themes(no_choice: str) -> Callable[[], Mapping[str, str]]:
    names = [(theme, theme.replace("-", "_")) for theme in THEMES]
    return lambda: {**{each: f"settings.theme.{name}" for each, name in names}, DEFAULT: no_choice}


def _languages(no_choice: str) -> Callable[[], Mapping[str, str]]:
    return lambda: {DEFAULT: no_choice, **{each: language_name(each) for each in languages()}}


def _none_for_default(value: str) -> str | None:
    return None if value == DEFAULT else value


def _with_computers(choices: ServerPreferences, value: str) -> ServerPreferences:
    if value == NO_COMPUTERS:
        return replace(choices, computers=False)
    return replace(choices, computers=True, level=Level(value))


def _where(threads: int | None) -> str:
    """Return the value for the channel of threads, which is the channel itself if one is chosen."""
    if threads is None:
        return "off"
    return _HERE if threads == HERE else f"<#{threads}>"


EDITION = Setting[ServerPreferences](
    "edition",
    lambda: {edition: f"lobby.edition.{edition}" for edition in ALL_EDITIONS},
    lambda choices: choices.edition or CLASSIC.edition,
    lambda choices, value: replace(choices, edition=value),
)
LENGTH = Setting[ServerPreferences](
    "length",
    lambda: {each.value: f"settings.length.{each}" for each in Length},
    lambda choices: choices.length.value,
    lambda choices, value: replace(choices, length=Length(value)),
    {each.value: f"lobby.length.{each}" for each in Length},
)
TURN_LIMIT = Setting[ServerPreferences](
    "turn_limit",
    lambda: {str(each or 0): f"lobby.limit.{each or 0}" for each in TURN_LIMITS},
    lambda choices: str(choices.turn_limit or 0),
    lambda choices, value: replace(choices, turn_limit=int(value) or None),
    {"0": "lobby.none"},
)
SERVER_LANGUAGE = Setting[ServerPreferences](
    "language",
    _languages("settings.servers_language"),
    lambda choices: choices.locale or DEFAULT,
    lambda choices, value: replace(choices, locale=_none_for_default(value)),
)
SERVER_THEME = Setting[ServerPreferences](
    "theme",
    _themes("settings.default_theme"),
    lambda choices: choices.theme or DEFAULT,
    lambda choices, value: replace(choices, theme=_none_for_default(value)),
)
PINGS = Setting[ServerPreferences](
    "pings",
    lambda: {each.value: f"settings.pings.{each}" for each in Pings},
    lambda choices: choices.pings.value,
    lambda choices, value: replace(choices, pings=Pings(value)),
)
COMPUTERS = Setting[ServerPreferences](
    "computers",
    lambda: {
        **{level.value: f"settings.computers.{level}" for level in offered_levels()},
        NO_COMPUTERS: "settings.no_computers",
    },
    lambda choices: playable(choices.level).value if choices.computers else NO_COMPUTERS,
    _with_computers,
)
ANIMATIONS = Setting[ServerPreferences](
    "animations",
    lambda: _ON_OFF,
    lambda choices: "on" if choices.animations else "off",
    lambda choices, value: replace(choices, animations=value == "on"),
)
SERVER_ACHIEVEMENTS = Setting[ServerPreferences](
    "achievements",
    lambda: _ON_OFF,
    lambda choices: "on" if choices.achievements else "off",
    lambda choices, value: replace(choices, achievements=value == "on"),
)
THREADS = Setting[ServerPreferences](
    "threads",
    lambda: {"off": "settings.animations.off", _HERE: "settings.threads.here"},
    lambda choices: _where(choices.threads),
    lambda choices, value: replace(choices, threads=HERE if value == _HERE else None),
    {_HERE: "settings.threads.here_line"},
)
OF_SERVERS = {
    each.name: each
    for each in (
        EDITION,
        LENGTH,
        TURN_LIMIT,
        SERVER_LANGUAGE,
        SERVER_THEME,
        PINGS,
        ANIMATIONS,
        SERVER_ACHIEVEMENTS,
        COMPUTERS,
        THREADS,
    )
}

LANGUAGE = Setting[PersonalPreferences](
    "language",
    _languages("settings.discords_language"),
    lambda choices: choices.locale or DEFAULT,
    lambda choices, value: replace(choices, locale=_none_for_default(value)),
)
THEME = Setting[PersonalPreferences](
    "theme",
    _themes("settings.server_theme"),
    lambda choices: choices.theme or DEFAULT,
    lambda choices, value: replace(choices, theme=_none_for_default(value)),
)
PICTURES = Setting[PersonalPreferences](
    "pictures",
    lambda: {each: f"settings.pictures.{each}" for each in ("on", STILL, "off")},
    lambda choices: ("on" if choices.animations else STILL) if choices.pictures else "off",
    lambda choices, value: replace(choices, pictures=value != "off", animations=value == "on"),
)
ACHIEVEMENTS = Setting[PersonalPreferences](
    "achievements",
    lambda: _ON_OFF,
    lambda choices: "on" if choices.achievements else "off",
    lambda choices, value: replace(choices, achievements=value == "on"),
)
SKILL = Setting[PersonalPreferences](
    "skill",
    lambda: _ON_OFF,
    lambda choices: "on" if choices.skill else "off",
    lambda choices, value: replace(choices, skill=value == "on"),
)
BACK = Setting[PersonalPreferences](
    "back",
    lambda: {DEFAULT: "settings.themes_own", **{each: f"settings.back.{each}" for each in BACKS}},
    lambda choices: choices.back or DEFAULT,
    lambda choices, value: replace(choices, back=_none_for_default(value)),
)
CLOTH = Setting[PersonalPreferences](
    "cloth",
    lambda: {DEFAULT: "settings.themes_own", **{each: f"settings.cloth.{each}" for each in CLOTHS}},
    lambda choices: choices.cloth or DEFAULT,
    lambda choices, value: replace(choices, cloth=_none_for_default(value)),
)
NOTICES = Setting[PersonalPreferences](
    "notices",
    lambda: {each: f"settings.notices.{each}" for each in (_ON, _OFF)},
    lambda choices: _ON if choices.notices is DirectNotices.ON else _OFF,
    lambda choices, value: replace(choices, notices=DirectNotices(value)),
)
QUIET_FROM = Setting[PersonalPreferences](
    "quiet_from",
    lambda: _HOURS,
    lambda choices: str(choices.quiet_from),
    lambda choices, value: replace(choices, quiet_from=int(value)),
)
QUIET_UNTIL = Setting[PersonalPreferences](
    "quiet_until",
    lambda: _HOURS,
    lambda choices: str(choices.quiet_until),
    lambda choices, value: replace(choices, quiet_until=int(value)),
)
OF_NOTICES = (NOTICES, QUIET_FROM, QUIET_UNTIL)
LOOKS = (BACK, CLOTH)
"""What achievements unlock."""
OF_PEOPLE = {
    each.name: each
    for each in (LANGUAGE, THEME, PICTURES, ACHIEVEMENTS, SKILL, *LOOKS, *OF_NOTICES)
}
