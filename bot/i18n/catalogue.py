"""Loading catalogues and filling in their sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from bot.paths import LOCALES

DEFAULT_LOCALE = "en"
# Card themes whose pictures show other cards, and the second part of the keys that name these.
VOCABULARIES = {"playing-cards": "playing_cards"}
Forms = tuple[str, ...]


@dataclass(frozen=True)
class Words:
    """The sentences of one language, with English behind them.

    Attributes:
        locale: the catalogue's locale, such as ``en`` or ``pt_BR``.
    """

    locale: str
    _messages: Mapping[str, Forms] = field(repr=False)

    def __call__(self, key: str, /, **data: object) -> str:
        """The sentence for a key with its fields filled in.

        Raises:
            KeyError: no catalogue has the key.
        """
        return self._messages[key][0].format(**data)

    def plural(self, key: str, n: int, /, **data: object) -> str:
        """The form of a sentence for a number; the field ``{n}`` holds it.

        Raises:
            KeyError: no catalogue has the key.
        """
        forms = self._messages[key]
        form = min(_locale(self.locale).plural_index(n), len(forms) - 1)
        return forms[form].format(n=self.number(n), **data)

    def has(self, key: str) -> bool:
        """Whether some catalogue has the key."""
        return key in self._messages

    def number(self, n: float) -> str:
        """A number as this language writes it."""
        return format_decimal(n, locale=_locale(self.locale).babel)

    def list(self, items: Sequence[str]) -> str:
        """Items joined as this language joins them: ``a, b, and c``."""
        return format_list(list(items), locale=_locale(self.locale).babel)


@dataclass(frozen=True)
class _Locale:
    babel: Locale
    forms: tuple[str, ...]

    def plural_index(self, n: int) -> int:
        return self.forms.index(self.babel.plural_form(n))


@cache
def _locale(name: str) -> _Locale:
    babel = Locale.parse(name)
    order = ("zero", "one", "two", "few", "many", "other")
    tags = {*babel.plural_form.tags, "other"}
    return _Locale(babel, tuple(tag for tag in order if tag in tags))


def words_for(locale: str | None, theme: str | None = None) -> Words:
    """The words for a locale as Discord or a setting names it (``pt-BR``), else English.

    Args:
        locale: the language.
        theme: the card theme of the pictures beside the words. In one with cards of its own
            ``phrases.playing_cards.set`` is said in place of ``phrases.set``.
    """
    return _load(_known(locale), VOCABULARIES.get(theme or ""))


def _known(locale: str | None) -> str:
    if not locale:
        return DEFAULT_LOCALE
    try:
        parsed = Locale.parse(locale, sep="-" if "-" in locale else "_")
    except (UnknownLocaleError, ValueError):
        return DEFAULT_LOCALE
    known = {path.name for path in LOCALES.iterdir() if path.is_dir()}
    full = str(parsed)
    return next((name for name in (full, parsed.language) if name in known), DEFAULT_LOCALE)


@cache
def _load(locale: str, vocabulary: str | None) -> Words:
    messages: dict[str, Forms] = {}
    for folder in dict.fromkeys((DEFAULT_LOCALE, locale)):
        for path in sorted((LOCALES / folder).glob("*.po")):
            messages |= _messages(path)
    if vocabulary is not None:
        messages |= dict(_overlay(messages, f".{vocabulary}."))
    return Words(locale, messages)


def _overlay(messages: Mapping[str, Forms], part: str) -> Iterator[tuple[str, Forms]]:
    """The sentences of a vocabulary under the keys of those they are said in place of."""
    for key, forms in messages.items():
        if part in key:
            yield key.replace(part, ".", 1), forms


def _messages(path: Path) -> dict[str, Forms]:
    catalogue: Catalog = read_po(BytesIO(path.read_bytes()))
    return {
        str(message.id if isinstance(message.id, str) else message.id[0]): _forms(message.string)
        for message in catalogue
        if message.id and message.string
    }


def _forms(string: str | Sequence[str]) -> Forms:
    return (string,) if isinstance(string, str) else tuple(string)
