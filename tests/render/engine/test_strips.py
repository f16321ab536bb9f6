"""Files of strips: the same pixels whatever was drawn before, and nothing drawn twice."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from types import ModuleType

import pytest
from PIL import Image

from bot.lab import samples
from bot.lab.gallery import INITIALS, portraits
from bot.render import Canvas, design_of
from bot.render.engine import strips
from bot.render.engine.canvas import STRIPS
from bot.render.engine.cloth import Rows
from bot.render.engine.geometry import Rect
from bot.render.engine.palette import palette_of
from bot.render.engine.strips import HEIGHT, KEPT, PaintStep, StripCache, packed, png_file
from bot.render.engine.theme import THEMES, load_theme
from bot.render.pictures.hand import paint_hand
from bot.render.pictures.table import paint_table
from bot.rules.cards import cards

DESIGN = design_of()


@pytest.fixture(autouse=True)
def _no_strips() -> Iterator[None]:
    STRIPS.clear()
    yield
    STRIPS.clear()


def pixels(file: bytes) -> bytes:
    with Image.open(BytesIO(file)) as opened:
        return opened.tobytes()


def rows_of(picture: Image.Image) -> Rows:
    return Rows(picture, bytearray(picture.crop((-1, 0, *picture.size)).tobytes()))


def file_of(picture: Image.Image, colours: bytes) -> bytes:
    cuts = [*range(0, picture.height, 40), picture.height]
    return png_file(picture.size, colours, packed(rows_of(picture), cuts))


@pytest.mark.parametrize("name", THEMES)
def test_a_file_has_the_colours_of_theme_and_portraits(name: str) -> None:
    theme = load_theme(name)
    palette = palette_of(theme)
    picture = Image.new("L", (4, 1), len(palette.colours))
    picture.putpixel((0, 0), palette.index(theme["paper"]))
    file = file_of(picture, palette.table(((1, 2, 3),)))
    with Image.open(BytesIO(file)) as opened:
        shown = opened.convert("RGB")
    assert shown.getpixel((0, 0)) == theme["paper"]
    assert shown.getpixel((1, 0)) == (1, 2, 3)


@pytest.mark.parametrize("library", [strips.zlib, zlib], ids=["isal", "zlib"])
def test_a_file_has_the_pixels_and_no_more(
    library: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strips, "zlib", library)
    picture = Image.effect_noise((301, 97), 60)
    file = file_of(picture, bytes(3 * 256))
    assert pixels(file) == picture.tobytes()
    with Image.open(BytesIO(file)) as opened:
        opened.verify()
    # Pillow does not look at the sum that ends the rows.
    data, at = b"", len(strips.PNG)
    while at < len(file):
        size = int.from_bytes(file[at : at + 4])
        if file[at + 4 : at + 8] == b"IDAT":
            data += file[at + 8 : at + 8 + size]
        at += size + 12
    rows = zlib.decompress(data)
    assert rows[::302] == bytes(97)
    assert len(rows) == 302 * 97


@pytest.mark.parametrize("theme", ["standard", "playing-cards"])
def test_a_picture_is_the_same_whatever_was_drawn_before(theme: str) -> None:
    tables, hands = samples.tables(), samples.hands()
    designs = [design_of(theme), design_of(theme, back="waves", cloth="night")]
    for avatars in (INITIALS, portraits()):
        for design in designs:
            canvases = [paint_table(design, view, avatars) for view in tables.values()]
            canvases += [paint_hand(design, view, avatars) for view in hands.values()]
            for canvas in canvases:
                assert pixels(canvas.png()) == canvas.drawn()[0].tobytes()


def test_only_strips_that_changed_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    rows: list[tuple[int, int]] = []
    draw = Canvas._rows

    def watched(self: Canvas, top: int, bottom: int) -> Image.Image:
        rows.append((top, bottom))
        return draw(self, top, bottom)

    monkeypatch.setattr(Canvas, "_rows", watched)
    view = samples.tables()["4-late"]
    first = paint_table(DESIGN, view)
    file = first.png()
    assert rows == [(0, first.size[1])]
    assert paint_table(DESIGN, view).png() == file
    assert len(rows) == 1
    other = paint_table(DESIGN, replace(view, draw_pile=view.draw_pile - 1))
    assert pixels(other.png()) != pixels(file)
    assert 0 < rows[1][0] < rows[1][1] < first.size[1]
    assert rows[1][1] - rows[1][0] <= 3 * HEIGHT


def test_letters_are_in_one_strip() -> None:
    above, below = (Canvas(DESIGN, 500) for _ in range(2))
    for canvas, y in ((above, 20), (below, 60)):
        canvas.panel(Rect(100, y, 600, 90), "paper")
        canvas.text("Strips", Rect(120, y, 500, 90), "title", "ink")
        assert pixels(canvas.png()) == canvas.drawn()[0].tobytes()


def test_what_lies_in_another_place_is_another_strip() -> None:
    for x, y in ((100, 100), (101, 100), (100, 101)):
        canvas = Canvas(DESIGN, 500)
        canvas.card(cards("R5")[0], (x, y), 100)
        assert pixels(canvas.png()) == canvas.drawn()[0].tobytes()


def test_the_strips_kept_are_limited() -> None:
    cache = StripCache()
    noise = rows_of(Image.effect_noise((1200, HEIGHT), 90))

    def drawn(key: int) -> None:
        cache.of(HEIGHT, "", [PaintStep(0, 1, (key,), lambda *_: None)], lambda *_: noise)

    size = len(packed(noise, (0, HEIGHT))[0].chunk)
    for key in range(KEPT // size + 10):
        drawn(key)
    assert KEPT - size < cache._strips.currsize <= KEPT
