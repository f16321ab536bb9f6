"""The design of a picture: a theme, the words of a language, a back and a cloth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.i18n import Translator, words_for

from .text import mask
from .theme import DEFAULT_THEME, Theme, load_theme


@dataclass(frozen=True, eq=False)
class Design:
    """The theme and the words of a picture, and the back and the cloth that its reader chose."""

    theme: Theme
    words: Translator
    back: str = ""  # one of BACKS; empty for the theme's own
    cloth: str = ""  # one of CLOTHS; empty for the theme's own

    def width(self, line: str, style: str) -> int:
        return mask(line, *self.theme.styles[style]).width

    def fitting(self, line: str, styles: Sequence[str], room: int) -> str:
        """The first of some styles in which a line fits a width in pixels, or the last."""
        return next((style for style in styles if self.width(line, style) <= room), styles[-1])

    def wording(self, lines: Sequence[str], style: str, room: int) -> str:
        """The first of some lines that fits a width in pixels, or the last."""
        return next((line for line in lines if self.width(line, style) <= room), lines[-1])

    def lines(self, text: str, style: str, room: int) -> list[str]:
        """A text divided between words into as many lines as a width in pixels needs."""
        lines = [""]
        for word in text.split(" "):
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and self.width(longer, style) > room:
                lines.append(word)
            else:
                lines[-1] = longer
        return lines

    def halves(self, text: str, style: str) -> tuple[str, ...]:
        """A text divided between two words into lines as equal as possible."""
        words = text.split(" ")
        pairs = ((" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words)))
        return min(
            pairs, key=lambda pair: max(self.width(half, style) for half in pair), default=(text,)
        )


def make_design(
    theme: str = DEFAULT_THEME, locale: str = "en", back: str = "", cloth: str = ""
) -> Design:
    """The design of a theme's and a language's names; ValueError for an unknown theme."""
    return Design(load_theme(theme), words_for(locale, theme), back, cloth)
