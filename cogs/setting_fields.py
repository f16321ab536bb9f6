"""The settings of servers and people: their values, their labels, reading and changing them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from discord.app_commands import Choice

from bot.cards.rulesets import CLASSIC
from bot.cards.variations import Length
from bot.game_types import ALL_EDITIONS
from bot.i18n import Translator, language_name, languages, short_language_name
from bot.preferences import (
    HERE,
    DirectNotices,
    InvitedBy,
    PersonalPreferences,
    Pings,
    ServerPreferences,
)
from bot.render import BACKS, CLOTHS, THEMES
from bot.seating import Level
from bot.table.lobbies import TURN_LIMITS
from cogs.base.custom_ids import CustomId, Verb, parse_known
from cogs.base.screens import Control, Menu, Option
from cogs.base.slash_commands import localized
from cogs.base.text import bold

DEFAULT = "default"
NO_COMPUTERS = "none"
SAMPLE = "sets"  # the figure that shows a theme
_T = TypeVar("_T", ServerPreferences, PersonalPreferences)


def named_line(words: Translator, name: str, value: str) -> str:
    return words("settings.line", name=words(f"settings.name.{name}"), value=value)


def _text(words: Translator, key_or_text: str) -> str:
    return words(key_or_text) if words.has(key_or_text) else key_or_text


@dataclass(frozen=True)
class Value:
    """A value of a setting, and the attributes that the preferences then have.

    Without attributes the value is only shown: it cannot be chosen.
    """

    label: str  # a catalogue key, or the label itself
    sets: Mapping[str, object]
    about: str = ""  # the catalogue key of its description in menus, if it has one
    after_name: str = ""  # a key or a text in place of the label, after the setting's name


@dataclass(frozen=True)
class Setting(Generic[_T]):
    """A setting of a server or a person with a few values."""

    name: str  # in catalogue keys and custom ids
    values: Mapping[str, Value]
    otherwise: str = ""  # the value of preferences with other attributes

    @property
    def offered(self) -> Mapping[str, Value]:
        return {name: value for name, value in self.values.items() if value.sets}

    def read(self, choices: _T) -> str:
        """Return the first value whose attributes the preferences have."""
        for name, value in self.offered.items():
            if all(getattr(choices, each) == value.sets[each] for each in value.sets):
                return name
        return self.otherwise

    def changed(self, choices: _T, value: str) -> _T:
        """Return preferences with this value; raises BadCustomIdError if it is unknown."""
        return replace(choices, **self.offered[parse_known(value, self.offered)].sets)  # type: ignore[arg-type]

    def label(self, words: Translator, value: str) -> str:
        return _text(words, self.values[value].label)

    def in_line(self, words: Translator, value: str) -> str:
        """Return a value in the words that follow the setting's name."""
        shown = self.values[value]
        return _text(words, shown.after_name or shown.label)

    def menu(
        self,
        words: Translator,
        verb: Verb,
        choices: _T,
        defaults: Mapping[str, str],
        locked: Iterable[str] = (),
    ) -> Control:
        """Build a menu of the other values except locked ones; ``defaults`` are labels by name."""
        now = self.read(choices)
        default = defaults.get(self.name, "") if now == DEFAULT else ""
        placeholder = self.closed(words, now, default)
        meaning = CustomId.of(verb, self.name)
        return Menu(placeholder, meaning, tuple(self.options(words, now, *locked)))

    def closed(self, words: Translator, value: str, default: str = "") -> str:
        """Return the text of a closed menu."""
        return named_line(words, self.name, default or self.in_line(words, value))

    def described(self, words: Translator, value: str) -> str:
        about = self.values[value].about
        return words(about) if about else ""

    def options(self, words: Translator, *without: str) -> list[Option]:
        return [
            (self.label(words, each), each, "", self.described(words, each))
            for each in self.offered
            if each not in without
        ]

    def choices(self) -> list[Choice[str]]:
        """Return the values as choices of a command, described in their names."""
        return [
            Choice(name=localized(*filter(None, (value.label, value.about))), value=name)
            for name, value in self.offered.items()
        ]


def _switch(attribute: str) -> Mapping[str, Value]:
    return {
        "on": Value("settings.animations.on", {attribute: True}),
        "off": Value("settings.animations.off", {attribute: False}),
    }


def _themes(no_choice: str) -> Mapping[str, Value]:
    names = {theme: theme.replace("-", "_") for theme in THEMES}
    themes = {
        theme: Value(f"settings.theme.{name}", {"theme": theme}) for theme, name in names.items()
    }
    return {**themes, DEFAULT: Value(no_choice, {"theme": None})}


def _languages(no_choice: str) -> Mapping[str, Value]:
    own = {
        each: Value(language_name(each), {"locale": each}, after_name=short_language_name(each))
        for each in languages()
    }
    return {DEFAULT: Value(no_choice, {"locale": None}), **own}


def _look(name: str, unlockable: Iterable[str]) -> Setting[PersonalPreferences]:
    looks = {each: Value(f"settings.{name}.{each}", {name: each}) for each in unlockable}
    return Setting(name, {DEFAULT: Value("settings.themes_own", {name: None}), **looks})


EDITION = Setting[ServerPreferences](
    "edition",
    {
        each: Value(f"lobby.edition.{each}", {"edition": each}, f"lobby.about.{each}")
        for each in ALL_EDITIONS
    },
    CLASSIC.edition,
)
LENGTH = Setting[ServerPreferences](
    "length",
    {
        each.value: Value(
            f"lobby.length.{each}", {"length": each}, f"settings.explained.length.{each}"
        )
        for each in Length
    },
)
TURN_LIMIT = Setting[ServerPreferences](
    "turn_limit",
    {
        str(each or 0): Value(
            f"lobby.limit.{each or 0}",
            {"turn_limit": each},
            after_name=f"lobby.limit_short.{each}" if each else "settings.none",
        )
        for each in TURN_LIMITS
    },
)
SERVER_LANGUAGE = Setting[ServerPreferences]("language", _languages("settings.servers_language"))
SERVER_THEME = Setting[ServerPreferences]("theme", _themes("settings.default_theme"))
PINGS = Setting[ServerPreferences](
    "pings", {each.value: Value(f"settings.pings.{each}", {"pings": each}) for each in Pings}
)
ANIMATIONS = Setting[ServerPreferences]("animations", _switch("animations"))
SERVER_ACHIEVEMENTS = Setting[ServerPreferences]("achievements", _switch("achievements"))
COMPUTERS = Setting[ServerPreferences](
    "computers",
    {
        **{
            each.value: Value(
                f"lobby.level.{each}",
                {"computers": True, "level": each},
                "settings.explained.computers",
            )
            for each in Level
        },
        NO_COMPUTERS: Value("settings.no_computers", {"computers": False}),
    },
)
THREADS = Setting[ServerPreferences](
    "threads",
    {
        "off": Value("settings.animations.off", {"threads": None}),
        "here": Value("settings.animations.on", {"threads": HERE}, "settings.explained.threads"),
        "channel": Value("", {}, after_name="settings.threads.channel_line"),
    },
    "channel",
)
DAILY_HOUR = Setting[ServerPreferences](
    "daily_hour",
    {str(hour): Value(f"{hour:02}:00 UTC", {"daily_hour": hour}) for hour in range(24)},
)
LANGUAGE = Setting[PersonalPreferences]("language", _languages("settings.discords_language"))
THEME = Setting[PersonalPreferences]("theme", _themes("settings.server_theme"))
PICTURES = Setting[PersonalPreferences](
    "pictures",
    {
        "on": Value("settings.pictures.on", {"pictures": True, "animations": True}),
        "still": Value(
            "settings.pictures.still",
            {"pictures": True, "animations": False},
            "settings.explained.pictures.still",
        ),
        "off": Value(
            "settings.pictures.off",
            {"pictures": False, "animations": False},
            "settings.explained.pictures.off",
        ),
    },
    "off",
)
ACHIEVEMENTS = Setting[PersonalPreferences]("achievements", _switch("achievements"))
BACK = _look("back", BACKS)
CLOTH = _look("cloth", CLOTHS)
LOOKS = (BACK, CLOTH)  # what achievements unlock
NOTICES = Setting[PersonalPreferences](
    "notices",
    {
        "on": Value(
            "settings.notices.on", {"notices": DirectNotices.ON}, "settings.explained.notices"
        ),
        "off": Value("settings.notices.off", {"notices": DirectNotices.OFF}),
    },
    "off",
)
PACE = Setting[PersonalPreferences](
    "pace",
    {
        pace: Value(f"settings.pace.{pace}", {"quick": quick}, f"settings.explained.pace.{pace}")
        for pace, quick in {"lively": False, "quick": True}.items()
    },
)
INVITATIONS = Setting[PersonalPreferences](
    "invitations",
    {
        each.value: Value(f"settings.invitations.{each}", {"invitations": each})
        for each in InvitedBy
    },
)
OF_PEOPLE = {
    setting.name: setting
    for setting in (LANGUAGE, THEME, *LOOKS, PICTURES, PACE, NOTICES, INVITATIONS, ACHIEVEMENTS)
}


def about_lines(words: Translator, owner: str, name: str) -> Iterator[str]:
    yield bold(words(f"settings.name.{name}"))
    yield words(f"settings.about.{owner}.{name}", stats=words.command("stats"))
    if name == THEME.name and words.has("rules.cards"):
        yield f"{words('rules.cards')} {words('settings.other_card_names')}"


def parse_setting(name: str, known: Mapping[str, Setting[_T]]) -> Setting[_T]:
    return known[parse_known(name, known)]
