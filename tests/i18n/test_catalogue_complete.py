from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from bot import LOCALES
from bot.i18n import words_for
from bot.i18n.catalogue import GAMES, VOCABULARIES

ROOT = LOCALES.parent.parent
ENGLISH = LOCALES / "en"
DOMAINS = sorted(path.stem for path in ENGLISH.glob("*.po"))
# "table.draw" as it stands in the source, and f"rules.{topic}.title" with holes in it.
USED = re.compile(rf"""["']((?:{"|".join(DOMAINS)})\.[\w.{{}}() ]+)["']""")
# Settings of tools and file names that look like keys.
NO_KEYS = re.compile(r".*\.(?:png|py|po)")


@cache
def _keys(domain: str) -> set[str]:
    with (ENGLISH / f"{domain}.po").open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    return {m.id if isinstance(m.id, str) else m.id[0] for m in messages}


def _said_as(key: str) -> str:
    """The key that a key of a vocabulary, a game or for the reader replaces; others unchanged."""
    to_all = key.removesuffix(".you")
    key = to_all if to_all in _keys(key.partition(".")[0]) else key
    for part in (*VOCABULARIES.values(), *GAMES):
        key = key.replace(f".{part}.", ".", 1)
    return key


@cache
def _used() -> set[str]:
    sources = [*ROOT.glob("cogs/**/*.py"), *ROOT.glob("bot/**/*.py")]
    found = {key for path in sources for key in USED.findall(_text(path))}
    return {key for key in found if not NO_KEYS.fullmatch(key)}


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def _pattern(key: str) -> re.Pattern[str]:
    """What a key with holes may become."""
    parts = re.split(r"\{[^}]*\}", key)
    return re.compile(r"[\w]+".join(map(re.escape, parts)))


def test_every_key_that_is_used_exists() -> None:
    known = {_said_as(each) for domain in DOMAINS for each in _keys(domain)}
    unknown = {
        key for key in _used() - known if not any(_pattern(key).fullmatch(each) for each in known)
    }
    assert len(_used()) > 300
    assert unknown == set()


@pytest.mark.parametrize("domain", DOMAINS)
def test_no_key_is_left_over(domain: str) -> None:
    patterns = [_pattern(key) for key in _used()]
    left = {
        key for key in _keys(domain) if not any(each.fullmatch(_said_as(key)) for each in patterns)
    }
    assert left == set()


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_vocabulary_takes_no_other_fields_than_what_it_replaces(domain: str) -> None:
    plain = words_for("en")._messages
    for key in _keys(domain):
        said = _said_as(key)
        # A plain number has no sentence of its own.
        if said == key or said not in plain:
            continue
        own, replaced = (set(re.findall(r"{\w+}", " ".join(plain[each]))) for each in (key, said))
        assert own <= replaced
