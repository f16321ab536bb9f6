"""What pictures say fits into them in every language and theme: only names are ever shortened."""

from __future__ import annotations

import pytest

from bot.i18n import languages
from bot.render import THEMES, gallery
from bot.render.canvas import Canvas

# In the gallery; what players are called is theirs, and may be of any length.
LONG_NAMES = ("Nguyễn Thị Minh Khai", "Big Tony 🎲", "W" * 32)


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The lines that were shortened in pictures drawn from now on."""
    found: set[str] = set()
    write = Canvas.text

    def watched(
        self: Canvas, line: str, at: object, style: str, *args: object, **more: object
    ) -> int:
        if self.width(line, style) > at.w:  # type: ignore[attr-defined]
            found.add(line)
        return write(self, line, at, style, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Canvas, "text", watched)
    return found


@pytest.mark.parametrize("locale", languages())
@pytest.mark.parametrize("theme", THEMES)
def test_nothing_but_names_is_shortened(theme: str, locale: str, cut: set[str]) -> None:
    for _, draw in gallery.painters(theme, locale):
        draw()

    assert {line for line in cut if not any(name in line for name in LONG_NAMES)} == set()
    assert LONG_NAMES[0] in cut
