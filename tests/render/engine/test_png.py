"""PNG files: the pixels and no more, in the colours of theme and portraits."""

from __future__ import annotations

import zlib
from io import BytesIO
from types import ModuleType

import pytest
from PIL import Image

from bot.render.engine import png
from bot.render.engine.cloth import Rows
from bot.render.engine.palette import build_palette
from bot.render.engine.png import png_file
from bot.render.engine.theme import load_theme


@pytest.mark.parametrize("library", [png.zlib, zlib], ids=["isal", "zlib"])
def test_a_file_has_the_pixels_and_no_more(
    library: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(png, "zlib", library)
    theme = load_theme("standard")
    palette = build_palette(theme)
    picture = Image.effect_noise((301, 97), 60)
    picture.putpixel((0, 0), palette.index(theme["paper"]))
    picture.putpixel((1, 0), len(palette.colours))
    rows = Rows(picture, bytearray(picture.crop((-1, 0, *picture.size)).tobytes()))
    file = png_file(rows, palette.table(((1, 2, 3),) * (256 - len(palette.colours))))
    with Image.open(BytesIO(file)) as opened:
        assert opened.tobytes() == picture.tobytes()
        shown = opened.convert("RGB")
    assert (shown.getpixel((0, 0)), shown.getpixel((1, 0))) == (theme["paper"], (1, 2, 3))
    with Image.open(BytesIO(file)) as opened:
        opened.verify()
    # Pillow does not look at the sum that ends the rows.
    start = file.index(b"IDAT")
    size = int.from_bytes(file[start - 4 : start])
    data = zlib.decompress(file[start + 4 : start + 4 + size])
    assert (len(data), data[::302]) == (302 * 97, bytes(97))
