"""Palettes: exact colours, darker ones for shadows, files that keep them."""

from __future__ import annotations

import zlib
from io import BytesIO
from types import ModuleType

import pytest
from PIL import Image

from bot.render.engine import palette
from bot.render.engine.lookup import Lookup, threshold
from bot.render.engine.palette import encoded, palette_of
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
    brightness = []
    for dimming in palette.dimming:
        dimmed = indexes.point(dimming).tobytes()
        assert list(dimmed[:LEVELS]) == list(range(LEVELS))
        brightness.append(sum(palette.colours[dimmed[paper]]))
    assert sum(load_theme("standard")["paper"]) > brightness[0] > brightness[1]


@themes
def test_a_file_has_the_colours_of_theme_and_portraits(name: str) -> None:
    theme = load_theme(name)
    count = len(palette_of(theme).colours)
    picture = Image.new("L", (4, 1), count)
    picture.putpixel((0, 0), palette_of(theme).index(theme["paper"]))
    with Image.open(BytesIO(encoded(picture, theme, ((1, 2, 3),)))) as opened:
        shown = opened.convert("RGB")
    assert shown.getpixel((0, 0)) == theme["paper"]
    assert shown.getpixel((1, 0)) == (1, 2, 3)


@pytest.mark.parametrize("library", [palette.zlib, zlib], ids=["isal", "zlib"])
def test_a_file_has_the_pixels_and_no_more(
    library: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(palette, "zlib", library)
    picture = Image.effect_noise((301, 97), 60)
    file = encoded(picture, load_theme("standard"), ((0, 0, 0),) * 4)
    with Image.open(BytesIO(file)) as opened:
        assert opened.tobytes() == picture.tobytes()
    with Image.open(BytesIO(file)) as opened:
        opened.verify()
    pixels = file[file.index(b"IDAT") + 4 : -16]
    rows = zlib.decompress(pixels)
    assert rows[::302] == bytes(97)
    assert len(rows) == 302 * 97


def test_a_lookup_replaces_as_a_list_does() -> None:
    picture = Image.linear_gradient("L")
    table = [255 - value for value in range(256)]
    assert picture.point(Lookup(table)).tobytes() == picture.point(table).tobytes()
    mask = picture.point(threshold(100))
    assert mask.mode == "1"
    assert mask.getpixel((0, 99)) == 0
    assert mask.getpixel((0, 100)) == 255
