"""The settings of servers and people: their values, their labels, reading and changing them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Generic, TypeVar

from discord import app_commands
from discord.app_commands import Choice

from bot.cards.editions import CLASSIC, Length
from bot.game_types import ALL_EDITIONS
from bot.i18n import DEFAULT_LOCALE, Translator, language_name, languages, words_for
from bot.preferences import HERE, DirectNotices, PersonalPreferences, Pings, ServerPreferences
from bot.render import BACKS, CLOTHS, THEMES
from bot.table.lobbies import TURN_LIMITS
from bot.tables import Level
from cogs.base.clicks import Click
from cogs.base.custom_ids import BadCustomIdError, CustomId, Verb
from cogs.base.screens import Control, Menu, Option
from cogs.base.slash_commands import localized
from cogs.base.text import bold

DEFAULT = "default"
NO_COMPUTERS = "none"
STILL = "still"
SAMPLE = "sets"
"""The figure that shows a theme."""
_HERE = "here"
_ON_OFF = {"on": "settings.animations.on", "off": "settings.animations.off"}
_ON, _OFF = DirectNotices.ON.value, DirectNotices.OFF.value
_ENGLISH = words_for(DEFAULT_LOCALE)
_T = TypeVar("_T", ServerPreferences, PersonalPreferences)


def named_line(words: Translator, name: str, value: str) -> str:
    return words("settings.line", name=words(f"settings.name.{name}"), value=value)


@dataclass(frozen=True)
class Setting(Generic[_T]):
    """A setting of a server or a person with a few values."""

    name: str
    """In catalogue keys and custom ids."""
    values: Callable[[], Mapping[str, str]]
    """By value, a catalogue key or else the label itself."""
    read: Callable[[_T], str]
    put: Callable[[_T, str], _T]
    after_name: Mapping[str, str] = field(default_factory=dict)
    """The catalogue keys of values that follow the setting's name in other words than a label."""
    about: str = ""
    """The catalogue key of a value's description, with ``{}`` for the value; may be empty."""

    def changed(self, choices: _T, value: str) -> _T:
        """Return preferences with this value; raises BadCustomIdError if it is unknown."""
        if value not in self.values():
            raise BadCustomIdError(f"no value {value!r} of {self.name}")
        return self.put(choices, value)

    def label(self, words: Translator, value: str) -> str:
        shown = self.values().get(value, value)
        return words(shown) if words.has(shown) else shown

    def in_line(self, words: Translator, value: str) -> str:
        """Return a value in the words that follow the setting's name."""
        key = self.after_name.get(value)
        return words(key) if key else self.label(words, value)

    def menu(
        self,
        words: Translator,
        verb: Verb,
        choices: _T,
        defaults: Mapping[str, str],
        locked: Iterable[str] = (),
    ) -> Control:
        """Build a menu that shows the value and offers the others, except locked ones.

        ``defaults`` has the labels of default values by the name of the setting.
        """
        now = self.read(choices)
        name, value = words(f"settings.name.{self.name}"), self.in_line(words, now)
        placeholder = words("settings.line", name=name, value=value)
        if now == DEFAULT and self.name in defaults:
            default = defaults[self.name]
            placeholder = words("settings.line_by_default", name=name, value=default, choice=value)
        meaning = CustomId.of(verb, self.name)
        return Menu(placeholder, meaning, tuple(self.options(words, now, *locked)))

    def described(self, words: Translator, value: str) -> str:
        return words(self.about.format(value)) if self.about else ""

    def options(self, words: Translator, *without: str) -> list[Option]:
        return [
            (self.label(words, value), value, "", self.described(words, value))
            for value in self.values()
            if value not in without
        ]

    def choices(self) -> list[Choice[str]]:
        """Return the values as choices of a command, described in their names."""
        return [
            Choice(name=self._choice_name(value, shown), value=value)
            for value, shown in self.values().items()
        ]

    def _choice_name(self, value: str, shown: str) -> app_commands.locale_str | str:
        if self.about:
            return localized(shown, self.about.format(value))
        return localized(shown) if _ENGLISH.has(shown) else shown


def _field(
    kind: type[_T], attribute: str, parse: Callable[[str], object], unchosen: object = None
) -> tuple[Callable[[_T], str], Callable[[_T, str], _T]]:
    """Return functions that read and put an attribute; ``unchosen`` is read in place of None."""
    assert attribute in {each.name for each in fields(kind)}, attribute

    def read(choices: _T) -> str:
        value = getattr(choices, attribute)
        return str(unchosen if value is None else value)

    def put(choices: _T, value: str) -> _T:
        return replace(choices, **{attribute: parse(value)})  # type: ignore[arg-type]

    return read, put


def _optional(
    kind: type[_T], attribute: str
) -> tuple[Callable[[_T], str], Callable[[_T, str], _T]]:
    return _field(kind, attribute, lambda value: None if value == DEFAULT else value, DEFAULT)


def _switch(kind: type[_T], attribute: str) -> Setting[_T]:
    return Setting(
        attribute,
        lambda: _ON_OFF,
        lambda choices: "on" if getattr(choices, attribute) else "off",
        _field(kind, attribute, lambda value: value == "on")[1],
    )


def _theme(kind: type[_T], no_choice: str) -> Setting[_T]:
    names = ((theme, theme.replace("-", "_")) for theme in THEMES)
    labels = {theme: f"settings.theme.{name}" for theme, name in names}
    return Setting("theme", lambda: {**labels, DEFAULT: no_choice}, *_optional(kind, "theme"))


def _language(kind: type[_T], no_choice: str) -> Setting[_T]:
    return Setting(
        "language",
        lambda: {DEFAULT: no_choice, **{each: language_name(each) for each in languages()}},
        *_optional(kind, "locale"),
    )


def _look(name: str, unlockable: Iterable[str]) -> Setting[PersonalPreferences]:
    labels = {each: f"settings.{name}.{each}" for each in unlockable}
    return Setting(
        name,
        lambda: {DEFAULT: "settings.themes_own", **labels},
        *_optional(PersonalPreferences, name),
    )


def _with_computers(choices: ServerPreferences, value: str) -> ServerPreferences:
    if value == NO_COMPUTERS:
        return replace(choices, computers=False)
    return replace(choices, computers=True, level=Level(value))


def _where(threads: int | None) -> str:
    if threads is None:
        return "off"
    return _HERE if threads == HERE else "channel"


EDITION = Setting(
    "edition",
    lambda: {edition: f"lobby.edition.{edition}" for edition in ALL_EDITIONS},
    *_field(ServerPreferences, "edition", str, CLASSIC.edition),
    about="lobby.about.{}",
)
LENGTH = Setting(
    "length",
    lambda: {each.value: f"settings.length.{each}" for each in Length},
    *_field(ServerPreferences, "length", Length),
    {each.value: f"lobby.length.{each}" for each in Length},
)
TURN_LIMIT = Setting(
    "turn_limit",
    lambda: {str(each or 0): f"lobby.limit.{each or 0}" for each in TURN_LIMITS},
    *_field(ServerPreferences, "turn_limit", lambda value: int(value) or None, 0),
    {"0": "settings.none"},
)
SERVER_LANGUAGE = _language(ServerPreferences, "settings.servers_language")
SERVER_THEME = _theme(ServerPreferences, "settings.default_theme")
PINGS = Setting(
    "pings",
    lambda: {each.value: f"settings.pings.{each}" for each in Pings},
    *_field(ServerPreferences, "pings", Pings),
)
ANIMATIONS = _switch(ServerPreferences, "animations")
SERVER_ACHIEVEMENTS = _switch(ServerPreferences, "achievements")
COMPUTERS = Setting[ServerPreferences](
    "computers",
    lambda: {
        **{level.value: f"settings.computers.{level}" for level in Level},
        NO_COMPUTERS: "settings.no_computers",
    },
    lambda choices: choices.level.value if choices.computers else NO_COMPUTERS,
    _with_computers,
)
THREADS = Setting[ServerPreferences](
    "threads",
    lambda: {"off": "settings.animations.off", _HERE: "settings.threads.here"},
    lambda choices: _where(choices.threads),
    lambda choices, value: replace(choices, threads=HERE if value == _HERE else None),
    {_HERE: "settings.threads.here_line", "channel": "settings.threads.channel_line"},
)
LANGUAGE = _language(PersonalPreferences, "settings.discords_language")
THEME = _theme(PersonalPreferences, "settings.server_theme")
PICTURES = Setting[PersonalPreferences](
    "pictures",
    lambda: {each: f"settings.pictures.{each}" for each in ("on", STILL, "off")},
    lambda choices: ("on" if choices.animations else STILL) if choices.pictures else "off",
    lambda choices, value: replace(choices, pictures=value != "off", animations=value == "on"),
)
ACHIEVEMENTS = _switch(PersonalPreferences, "achievements")
BACK, CLOTH = LOOKS = _look("back", BACKS), _look("cloth", CLOTHS)
"""What achievements unlock."""
NOTICES = Setting[PersonalPreferences](
    "notices",
    lambda: {each: f"settings.notices.{each}" for each in (_ON, _OFF)},
    lambda choices: _ON if choices.notices is DirectNotices.ON else _OFF,
    lambda choices, value: replace(choices, notices=DirectNotices(value)),
)
OF_PEOPLE = {
    setting.name: setting for setting in (LANGUAGE, THEME, *LOOKS, PICTURES, NOTICES, ACHIEVEMENTS)
}


def about_lines(words: Translator, owner: str, name: str) -> Iterator[str]:
    yield bold(words(f"settings.name.{name}"))
    yield words(f"settings.about.{owner}.{name}", stats=words.command("stats"))
    if name == THEME.name and words.has("rules.cards"):
        yield f"{words('rules.cards')} {words('settings.other_card_names')}"


def find_setting(click: Click, known: Mapping[str, Setting[_T]]) -> Setting[_T]:
    """Return the setting that a component names; raises BadCustomIdError."""
    name = next(iter(click.meaning.args), "")
    if name not in known:
        raise BadCustomIdError("no such setting")
    return known[name]
