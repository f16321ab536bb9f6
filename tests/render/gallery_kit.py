"""Draws the gallery and records what is written in its pictures, and on which ground."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO

import pytest
from PIL import Image
from snapshot_kit import ALL_INKS, DISTINCT, IN_OTHER_THEMES

from bot.i18n.catalogue import Translator
from bot.lab import gallery, samples
from bot.render import THEMES, make_design
from bot.render.engine import Canvas, Rect, Sprite, canvas, card_faces, card_height, sprites, text
from bot.render.engine.palette import Palette
from bot.render.engine.sprite_cache import SPRITES
from bot.render.engine.text import Mask
from bot.render.engine.theme import RGB, contrast
from bot.render.pictures import figures
from bot.render.pictures.highlight import paint_highlight
from bot.render.pieces import piles

SPECK = 0.02  # a share of a letter's ink too small to matter
UNUSED = (255, 0, 254)


def pixels(png: bytes) -> tuple[bytes, object]:
    """The pixels and the palette of a file; ISA-L does not always write the same bytes for them."""
    with Image.open(BytesIO(png)) as picture:
        return picture.tobytes(), picture.getpalette()


@dataclass(frozen=True)
class Record:
    """The pictures drawn, contrasts of all inks to their grounds, and lines that were shortened."""

    pictures: dict[str, bytes] = field(default_factory=dict)
    contrasts: dict[tuple[RGB, RGB], float] = field(default_factory=dict)
    inks_of_part: set[tuple[RGB, RGB]] = field(default_factory=set)
    shortened: set[str] = field(default_factory=set)


@cache
def drawn_gallery(theme: str) -> Record:
    """The gallery in English, in part but for the standard theme; drawn once for all tests."""
    painters = dict(gallery.painters(theme))
    with recording() as record:
        some = ALL_INKS if theme in DISTINCT else ALL_INKS[:IN_OTHER_THEMES]
        record.pictures.update((name, painters.pop(name)()) for name in some)
        record.inks_of_part.update(record.contrasts)
        if theme == THEMES[0]:
            record.pictures.update((name, draw()) for name, draw in painters.items())
    return record


@contextmanager
def recording() -> Iterator[Record]:
    record, write_line = Record(), Canvas.text

    def write(image: Image.Image, drawn: Mask, at: tuple[int, int], ink: RGB) -> None:
        for ground in grounds(image, drawn, at):
            record.contrasts[ink, ground] = contrast(ink, ground)
        text.write(image, drawn, at, ink)

    write_on_canvas = canvas.write

    def letters(
        image: Image.Image, palette: Palette, drawn: Mask, at: tuple[int, int], ink: RGB
    ) -> None:
        for index in grounds(image, drawn, at):
            ground = palette.colours[index[0]]
            record.contrasts[ink, ground] = contrast(ink, ground)
        write_on_canvas(image, palette, drawn, at, ink)

    def line(self: Canvas, line: str, at: Rect, style: str, *args: str, **more: str) -> int:
        if self.width(line, style) > at.w:
            record.shortened.add(line)
        return write_line(self, line, at, style, *args, **more)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(canvas, "write", letters)
        patch.setattr(card_faces, "write", write)
        patch.setattr(Canvas, "text", line)
        SPRITES.clear()  # they are written on once, when they are first drawn
        sprites._turned.cache_clear()
        yield record


@contextmanager
def noting_sentences() -> Iterator[dict[str, str]]:
    """Note the key of each sentence that a translator returns."""
    said: dict[str, str] = {}

    def noting(call: Callable[..., str]) -> Callable[..., str]:
        def say(words: Translator, key: str, *args: int, **data: object) -> str:
            sentence = call(words, key, *args, **data)
            said[sentence] = words._special(key, data)
            return sentence

        return say

    with pytest.MonkeyPatch.context() as patch:
        for name in ("__call__", "plural"):
            patch.setattr(Translator, name, noting(getattr(Translator, name)))
        yield said


def keys_of(line: str, said: Mapping[str, str]) -> list[str]:
    """The keys of the sentences in a line, or of those of which the line is a part."""
    found = [each for each in said if each in line] or [each for each in said if line in each]
    parts = {each for each in found for other in found if each != other and each in other}
    return sorted({said[each] for each in found if each not in parts})


@cache
def shortened_lines(theme: str, locale: str) -> Mapping[str, list[str]]:
    """The lines that are shortened in the gallery, with the keys of their sentences.

    Nothing but lines is drawn.
    """
    found: set[str] = set()

    def line(self: Canvas, line: str, at: Rect, style: str, *_: str, **__: str) -> int:
        width = self.width(line, style)
        if width <= at.w:
            return width
        found.add(line)
        return text.mask(line, *self.theme.styles[style], at.w).width

    with noting_sentences() as said, pytest.MonkeyPatch.context() as patch:
        patch.setattr(Canvas, "text", line)
        patch.setattr(Canvas, "png", lambda _: b"")
        for name in ("sprite", "panel", "shape", "_paint_rim"):
            patch.setattr(Canvas, name, lambda *_, **__: None)
        for module in (canvas, figures, piles):
            patch.setattr(module, "card_sprite", lambda _theme, _side, width, *_: blank(width))
        patch.setattr(
            canvas, "row_sprite", lambda _, row, width, step: blank(width, step * (len(row) - 1))
        )
        for _, draw in gallery.painters(theme, locale):
            draw()
        for highlight in samples.highlights().values():
            deque(paint_highlight(make_design(theme, locale), highlight), maxlen=0)
    return {each: keys_of(each, said) for each in found}


def blank(width: int, more: int = 0) -> Sprite:
    """A card, or a row of them, without anything on it, not turned, without a shadow."""
    size = (width + more, card_height(width))
    return Sprite(Image.new("L", size), Image.new("1", size))


def grounds(image: Image.Image, drawn: Mask, at: tuple[int, int]) -> list[RGB]:
    x, y = at[0] + drawn.left, at[1] + drawn.top
    below = image.crop((x, y, x + drawn.image.width, y + drawn.image.height)).convert("RGB")
    if (alone := below.getcolors(1)) is not None:
        return [rgb(alone[0][1])]
    solid = drawn.image.point([255 * (value > 250) for value in range(256)])
    inked = Image.composite(below, Image.new("RGB", below.size, UNUSED), solid)
    counts = dict(found[::-1] for found in inked.getcolors(inked.width * inked.height) or ())
    counts.pop(UNUSED, None)
    enough = SPECK * sum(counts.values())
    return [rgb(colour) for colour, count in counts.items() if count >= enough]


def rgb(colour: object) -> RGB:
    assert isinstance(colour, tuple)
    red, green, blue = colour
    return red, green, blue
