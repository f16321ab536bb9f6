"""Palettes: exact colours, darker ones for shadows."""

from __future__ import annotations

import pytest
from PIL import Image

from bot.render.engine.palette import build_palette
from bot.render.engine.theme import LEVELS, THEMES, load_theme


@pytest.mark.parametrize("name", THEMES)
def test_every_colour_of_a_theme_is_kept_exactly(name: str) -> None:
    theme = load_theme(name)
    palette = build_palette(theme)
    for colour in (*theme.cloth, *theme.colours.values(), *theme.seats):
        assert palette.colours[palette.index(colour)] == colour


def test_a_shadow_dims_everything_but_the_cloth() -> None:
    palette = build_palette(load_theme("standard"))
    indexes = Image.frombytes("L", (len(palette.colours), 1), bytes(range(len(palette.colours))))
    paper = palette.index(load_theme("standard")["paper"])
    dimmed = indexes.point(palette.dimming).tobytes()
    assert list(dimmed[:LEVELS]) == list(range(LEVELS))
    assert sum(load_theme("standard")["paper"]) > sum(palette.colours[dimmed[paper]])
