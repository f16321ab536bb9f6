"""Text fits into pictures in every language and theme: only names are ever shortened."""

from __future__ import annotations

import pytest
from gallery_kit import drawn_gallery, shortened_lines

from bot.i18n import languages
from bot.i18n.catalogue import VOCABULARIES
from bot.render import THEMES
from bot.render.theme import load_theme

# In the gallery; the names of players are theirs, and may be of any length.
LONG_NAMES = (
    "Nguyễn Thị Minh Khai",
    "Big Tony 🎲",
    "نور الهدى",
    "🏳️‍🌈 Zoë 👑",
    "ทดสอบ สวัสดี",
    "W" * 32,
)
# Other themes have the letters and the words of the standard one.
DISTINCT = ("standard", "playing-cards")


def others(lines: set[str]) -> set[str]:
    return {line for line in lines if not any(name in line for name in LONG_NAMES)}


@pytest.mark.parametrize("theme", DISTINCT)
@pytest.mark.parametrize("locale", languages())
def test_nothing_but_names_is_shortened(theme: str, locale: str) -> None:
    cut = shortened_lines(theme, locale)
    assert others(cut) == set()
    assert LONG_NAMES[0] in cut


@pytest.mark.parametrize("theme", DISTINCT)
def test_the_same_lines_are_shortened_in_whole_pictures(theme: str) -> None:
    assert drawn_gallery(theme).shortened == shortened_lines(theme, "en")


@pytest.mark.parametrize("theme", [theme for theme in THEMES if theme not in DISTINCT])
def test_other_themes_have_the_letters_and_words_of_the_standard_one(theme: str) -> None:
    assert load_theme(theme).styles == load_theme("standard").styles
    assert theme not in VOCABULARIES
