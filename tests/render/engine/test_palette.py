"""Palettes: exact colours, darker ones for shadows."""

from __future__ import annotations

import pytest
from PIL import Image

from bot.render.engine.lookup_table import LookupTable, threshold
from bot.render.engine.palette import palette_of
from bot.render.engine.theme import LEVELS, THEMES, load_theme

themes = pytest.mark.parametrize("name", THEMES)


@themes
def test_every_colour_of_a_theme_is_kept_exactly(name: str) -> None:
    theme = load_theme(name)
    palette = palette_of(theme)
    for colour in (*theme.cloth, *theme.colours.values(), *theme.seats):
        assert palette.colours[palette.index(colour)] == colour


@themes
def test_drawn_colours_are_mapped_to_the_nearest(name: str) -> None:
    palette = palette_of(load_theme(name))
    strip = Image.new("RGB", (len(palette.colours), 1))
    strip.putdata(palette.colours)
    for index, colour in zip(palette.mapped(strip).tobytes(), palette.colours, strict=True):
        assert max(abs(a - b) for a, b in zip(palette.colours[index], colour, strict=True)) <= 8


def test_a_shadow_dims_everything_but_the_cloth() -> None:
    palette = palette_of(load_theme("standard"))
    indexes = Image.frombytes("L", (len(palette.colours), 1), bytes(range(len(palette.colours))))
    paper = palette.index(load_theme("standard")["paper"])
    dimmed = indexes.point(palette.dimming).tobytes()
    assert list(dimmed[:LEVELS]) == list(range(LEVELS))
    assert sum(load_theme("standard")["paper"]) > sum(palette.colours[dimmed[paper]])


def test_a_lookup_replaces_as_a_list_does() -> None:
    picture = Image.linear_gradient("L")
    table = [255 - value for value in range(256)]
    assert picture.point(LookupTable(table)).tobytes() == picture.point(table).tobytes()
    mask = picture.point(threshold(100))
    assert mask.mode == "1"
    assert mask.getpixel((0, 99)) == 0
    assert mask.getpixel((0, 100)) == 255
