from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from bot.i18n import words_for
from bot.paths import LOCALES

ROOT = LOCALES.parent.parent
ENGLISH = LOCALES / "en"
DOMAINS = sorted(path.stem for path in ENGLISH.glob("*.po"))
# "table.draw" as it stands in the source, and f"rules.{topic}.title" with holes in it.
USED = re.compile(rf"""["']((?:{"|".join(DOMAINS)})\.[\w.{{}}() ]+)["']""")
# Settings of tools and file names that look like keys.
NO_KEYS = re.compile(r".*\.(?:png|py|po)")


def _keys(domain: str) -> set[str]:
    with (ENGLISH / f"{domain}.po").open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    return {m.id if isinstance(m.id, str) else m.id[0] for m in messages}


def _used() -> set[str]:
    sources = [*ROOT.glob("cogs/**/*.py"), *ROOT.glob("bot/**/*.py")]
    found = {key for path in sources for key in USED.findall(_text(path))}
    return {key for key in found if not NO_KEYS.fullmatch(key)}


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _pattern(key: str) -> re.Pattern[str]:
    """What a key with holes may become."""
    parts = re.split(r"\{[^}]*\}", key)
    return re.compile(r"[\w]+".join(map(re.escape, parts)))


@pytest.mark.parametrize("key", sorted(_used()))
def test_every_key_that_is_used_exists(key: str) -> None:
    known = {each for domain in DOMAINS for each in _keys(domain)}

    assert any(_pattern(key).fullmatch(each) for each in known)


@pytest.mark.parametrize("domain", DOMAINS)
def test_no_key_is_left_over(domain: str) -> None:
    patterns = [_pattern(key) for key in _used()]

    left = {key for key in _keys(domain) if not any(each.fullmatch(key) for each in patterns)}

    assert left == set()


@pytest.mark.parametrize("domain", DOMAINS)
def test_keys_belong_to_their_file(domain: str) -> None:
    assert all(key.startswith(f"{domain}.") for key in _keys(domain))


def test_unknown_languages_read_english() -> None:
    assert words_for("xx")("hand.lay") == words_for("en")("hand.lay")
