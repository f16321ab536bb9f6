"""Every letter that is painted has enough contrast to all that it is painted on."""

from __future__ import annotations

import pytest
from gallery_kit import drawn_gallery, recording
from PIL import Image

from bot.render import canvas, text
from bot.render.palette import palette_of
from bot.render.theme import THEMES, load_theme

LEAST = dict.fromkeys(THEMES, 4.5) | {"high-contrast": 7.0}


@pytest.mark.parametrize("theme", THEMES)
def test_everything_written_can_be_read(theme: str) -> None:
    found = drawn_gallery(theme).contrasts
    poor = {pair: round(value, 2) for pair, value in found.items() if value < LEAST[theme]}
    assert len(found) > 30
    assert poor == {}


def test_a_pale_letter_would_be_found() -> None:
    palette = palette_of(load_theme())
    ground = Image.new("L", (200, 100), palette.index(load_theme()["paper_shade"]))
    drawn = text.mask("Mia", "Inter-Bold.otf", 42)
    with recording() as record:
        vars(canvas)["write"](ground, palette, drawn, (20, 60), (230, 230, 230))
    assert min(record.contrasts.values()) < 1.5
