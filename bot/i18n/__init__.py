"""Every sentence that users read, by key and language.

A catalogue is a folder ``assets/locales/<locale>`` of gettext ``.po`` files, one for each domain:
the key ``lobby.join`` stands in ``lobby.po``. Values are ``str.format`` templates with named
fields.
"""

from __future__ import annotations

from .catalogue import (
    DEFAULT_LOCALE,
    Translator,
    You,
    language_name,
    languages,
    short_language_name,
    words_for,
)

__all__ = [
    "DEFAULT_LOCALE",
    "Translator",
    "You",
    "language_name",
    "languages",
    "short_language_name",
    "words_for",
]
