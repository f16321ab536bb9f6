"""Catalogues of sentences: loading them, filling in fields, writing numbers and dates."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from functools import cache, cached_property, lru_cache
from io import BytesIO
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_interval, format_skeleton
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent

from bot import LOCALES
from bot.cards.cards import Card
from bot.dice.dice import Face

DEFAULT_LOCALE = "en"
# Card themes with their own names of cards, and the second part of the keys of these names.
VOCABULARIES = {"playing-cards": "playing_cards"}
GAMES = ("dice",)  # types of game with their own sentences; see :meth:`Translator.about`
Forms = tuple[str, ...]
CardOrFace = Card | Face
_SPANISH = "es"
# Spanish "y" becomes "e" before the sound i ("hie" does not start with it); names may be quoted.
_BEFORE_I = re.compile(r"\W*(?:i|hi(?!e)|í|hí)", re.IGNORECASE)
# Poedit writes dates without a value, which Babel does not read; no date is kept.
_DATE = re.compile(r'^"[\w-]+-Date: .*\\n"$', re.MULTILINE)


class You(str):
    """The name of the reader, who is addressed by sentences with keys of their own."""

    __slots__ = ()


def _day(at: float) -> date:
    return datetime.fromtimestamp(at, UTC).date()


def sign(change: float) -> str:
    """The sign of a change: ``+``, ``−``, or ``±`` for none."""
    if not change:
        return "±"
    return "+" if change > 0 else "−"


def _no_face(_shown: CardOrFace) -> str:
    return ""


@dataclass(frozen=True)
class Translator:
    """The sentences of one language; those without a translation are in English."""

    locale: str  # the catalogue's locale, such as ``en`` or ``pt_BR``
    _messages: Mapping[str, Forms] = field(repr=False)
    _english: Set[str] = field(repr=False)  # the keys of those without a translation
    # The locale of the reader's Discord, which shows commands in it; None if it is the same.
    discord: str | None = None
    # Writes a card or a die's face as an emoji of Discord; empty where only words are used.
    face: Callable[[CardOrFace], str] = field(default=_no_face, repr=False, compare=False)
    game: str = ""  # the system of rules of the sentences, one of GAMES; empty for the card game

    @cached_property
    def plain(self) -> Translator:
        """The same words without emojis, for pictures and their descriptions."""
        return replace(self, face=_no_face)

    def about(self, game_type: str) -> Translator:
        """Return the words for the games of a system: ``standings.dice.figures`` for dice."""
        return replace(self, game=game_type if game_type in GAMES else "")

    def __call__(self, key: str, /, **data: object) -> str:
        """Return the sentence for a key with its fields filled in.

        If ``name`` or ``names`` is the reader, ``table.won.you`` is preferred to ``table.won``.
        """
        return self._messages[self._special(key, data)][0].format(**data)

    def plural(self, key: str, n: int, /, **data: object) -> str:
        """Return the form of a sentence for a number, which is the field ``{n}``."""
        special = self._special(key, data)
        forms = self._messages[special]
        locale = DEFAULT_LOCALE if special in self._english else self.locale
        form = plural_tags(locale).index(_babel(locale).plural_form(n))
        return forms[min(form, len(forms) - 1)].format(n=self.number(n), **data)

    def has(self, key: str) -> bool:
        return key in self._messages or (bool(self.game) and self._own(key) in self._messages)

    def _special(self, key: str, data: Mapping[str, object]) -> str:
        """Return the key of the sentence for the reader and the game, where there is one."""
        spoken_to = isinstance(data.get("name", data.get("names")), You)
        if spoken_to and self.has(f"{key}.you"):
            key = f"{key}.you"
        own = self._own(key)
        return own if self.game and own in self._messages else key

    def _own(self, key: str) -> str:
        """Return the key of the sentence about this game alone."""
        return key.replace(".", f".{self.game}.", 1)

    def number(self, n: float) -> str:
        return _number(self.locale, n)

    def decimal(self, n: float) -> str:
        return format_decimal(n, format="#,##0.0", locale=_babel(self.locale))

    def percent(self, share: float) -> str:
        """Format a share (0 to 1) in whole percent."""
        return format_percent(share, locale=_babel(self.locale))

    def change(self, share: float) -> str:
        """Format a change of a share with its sign: ``+3.1%``, ``−5%``, ``±0%``."""
        shown = round(share, 3)
        percent = format_percent(abs(shown), locale=_babel(self.locale), decimal_quantization=False)
        return sign(shown) + percent

    def date(self, at: float, skeleton: str = "") -> str:
        """Format the day (UTC) of a time in seconds since 1970; ``MMMd`` leaves out the year."""
        if not skeleton:
            return format_date(_day(at), "long", locale=_babel(self.locale))
        return format_skeleton(skeleton, _day(at), locale=_babel(self.locale))

    def dates(self, first: float, last: float) -> str:
        """Format the days (UTC) between two times in seconds since 1970: ``Mar 7 – 9, 2025``."""
        return format_interval(_day(first), _day(last), "yMMMd", locale=_babel(self.locale))

    def list(self, items: Sequence[str]) -> str:
        """Format a list: ``a, b, and c``; the reader is last."""
        items = sorted(items, key=lambda item: isinstance(item, You))
        joined = format_list(list(items), locale=_babel(self.locale))
        if self.locale != _SPANISH or len(items) < 2 or not _BEFORE_I.match(items[-1]):
            return joined
        head = joined.removesuffix(items[-1])
        return head.removesuffix(" y ") + " e " + items[-1]

    def command(self, *names: str) -> str:
        """Name a command after its group, as the reader's Discord does: ``/phase10 jugar``."""
        words = self if self.discord is None else words_for(self.discord)
        return "/" + " ".join(words(f"commands.{name}.name") for name in names)


@cache
def _babel(locale: str) -> Locale:
    return Locale.parse(locale)


@lru_cache(maxsize=4096, typed=True)
def _number(locale: str, n: float) -> str:
    return format_decimal(n, locale=_babel(locale))


@cache
def plural_tags(locale: str) -> tuple[str, ...]:
    """Return the plural forms of a language (``one``, ``other``) in the order of its files."""
    tags = {*_babel(locale).plural_form.tags, "other"}
    return tuple(tag for tag in ("zero", "one", "two", "few", "many", "other") if tag in tags)


def words_for(locale: str | None, theme: str | None = None) -> Translator:
    """Return the words for a locale named by Discord or a setting (``pt-BR``); English if unknown.

    ``theme`` is the card theme of the pictures shown with the words. For a theme with its own names
    of cards, ``phrases.playing_cards.set`` replaces ``phrases.set``.
    """
    return _load(_known(locale), VOCABULARIES.get(theme or ""))


@lru_cache(maxsize=256)
def _known(locale: str | None) -> str:
    if not locale:
        return DEFAULT_LOCALE
    try:
        parsed = Locale.parse(locale, sep="-" if "-" in locale else "_")
    except (UnknownLocaleError, ValueError):
        return DEFAULT_LOCALE
    known = languages()
    full = str(parsed)
    return next((name for name in (full, parsed.language) if name in known), DEFAULT_LOCALE)


@cache
def languages() -> tuple[str, ...]:
    """Return the locales that have a catalogue, such as ``en`` and ``pt_BR``, English first."""
    known = sorted(path.name for path in LOCALES.iterdir() if path.is_dir())
    return tuple(sorted(known, key=lambda name: name != DEFAULT_LOCALE))


def language_name(locale: str) -> str:
    """Return the name of a language in itself: ``English``, ``Português (Brasil)``."""
    babel = _babel(locale)
    name = babel.get_display_name(babel) or locale
    return name[:1].upper() + name[1:]


def short_language_name(locale: str) -> str:
    """Return the name of a language without its country: ``Português``."""
    return language_name(locale).partition(" (")[0]


@cache
def _load(locale: str, vocabulary: str | None) -> Translator:
    english = _messages(DEFAULT_LOCALE)
    own = english if locale == DEFAULT_LOCALE else _messages(locale)
    messages = english | own
    untranslated = english.keys() - own.keys()
    if vocabulary is not None:
        part = f".{vocabulary}."
        named = {key: key.replace(part, ".", 1) for key in messages if part in key}
        messages |= {general: messages[key] for key, general in named.items()}
        untranslated -= {general for key, general in named.items() if key in own}
        untranslated |= {general for key, general in named.items() if key not in own}
    return Translator(locale, messages, untranslated)


def _messages(locale: str) -> dict[str, Forms]:
    messages: dict[str, Forms] = {}
    for path in sorted((LOCALES / locale).glob("*.po")):
        messages |= _file_messages(path)
    return messages


def file_text(path: Path) -> str:
    """Return the text of a catalogue file, without the byte order mark of editors of Windows."""
    return path.read_text(encoding="utf-8-sig")


def parsed(text: str, *, abort_invalid: bool = False) -> Catalog:
    """Parse the text of a catalogue file, as an editor saves it too.

    With ``abort_invalid``, a mistake raises :class:`~babel.messages.pofile.PoFileError`.
    """
    return read_po(BytesIO(_DATE.sub('""', text).encode()), abort_invalid=abort_invalid)


def _file_messages(path: Path) -> dict[str, Forms]:
    return {
        str(message.id if isinstance(message.id, str) else message.id[0]): _forms(message.string)
        for message in parsed(file_text(path))
        # Sentences without a translation, or with a doubtful one, fall back to English.
        if message.id and not message.fuzzy and all(_forms(message.string))
    }


def _forms(string: str | Sequence[str] | None) -> Forms:
    return (string or "",) if isinstance(string, str | None) else tuple(string)
