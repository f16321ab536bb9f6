"""Curves of charts, drawn as threads sewn through the cloth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from PIL import Image, ImageDraw, ImageFilter

from bot.render.engine import Canvas, Rect
from bot.render.engine.cloth import CELL
from bot.render.engine.shapes import stepped
from bot.render.engine.theme import RGB

SCALE = 2  # threads are drawn twice as large and scaled down
STRIP = 48  # width in pixels of the pieces in which a thread is pasted
PAD = 26  # around it, for its width
# of the light below it: reach, brightness, edges
LIGHT = 96
LIGHT_SHARE = 0.36
SOFT = 7
Position = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ChartLine:
    """How a thread looks."""

    colour: str | RGB = "text"
    width: int = 9
    stitches: tuple[int, int] = (36, 11)  # pixels seen and hidden
    lit: bool = True  # whether light lies below it


BRIGHT = ChartLine()


def paint_chart_line(
    canvas: Canvas, path: Sequence[Position], area: Rect, thread: ChartLine = BRIGHT
) -> None:
    """Sew a thread across the cloth; the path lies in an area."""
    stitches = list(_stitches(path, thread))
    if thread.lit:
        _paint_light(canvas, path, area)
        for x, y, part in stitches:
            canvas.fill_mask(part, x, y + thread.width // 2, "emboss")
    for x, y, part in stitches:
        canvas.fill_mask(part, x, y, thread.colour)


def _paint_light(canvas: Canvas, path: Sequence[Position], area: Rect) -> None:
    left, top = area.x - LIGHT // 2, area.y - LIGHT // 2
    light = Image.new("L", ((area.w + LIGHT) // CELL, (area.h + 2 * LIGHT) // CELL))
    draw = ImageDraw.Draw(light)
    reach = LIGHT // CELL
    for depth in range(reach, 0, -2):
        share = round(255 * LIGHT_SHARE * (1 - depth / reach))
        below = [((x - left) // CELL, (y - top) // CELL + depth) for x, y in path]
        draw.line(below, share, 4)
    canvas.lighten(light.filter(ImageFilter.GaussianBlur(SOFT)), left, top)


def _stitches(
    path: Sequence[Position], thread: ChartLine
) -> Iterator[tuple[int, int, Image.Image]]:
    """The stitches of a thread as masks, a few in each, with their places."""
    (left, top), (right, bottom) = (
        [end(values) + more for values in zip(*path, strict=True)]
        for end, more in ((min, -PAD), (max, PAD))
    )
    mask = Image.new("L", ((right - left) * SCALE, (bottom - top) * SCALE))
    draw = ImageDraw.Draw(mask)
    for piece in _dashes(path, *thread.stitches):
        scaled = [((x - left) * SCALE, (y - top) * SCALE) for x, y in piece]
        draw.line(scaled, fill=255, width=thread.width * SCALE, joint="curve")
    # Most of the area is empty, and pasting takes equally long there.
    mask = stepped(mask.reduce(SCALE))
    for x in range(0, mask.width, STRIP):
        strip = mask.crop((x, 0, min(mask.width, x + STRIP), mask.height))
        if (box := strip.getbbox()) is not None:
            yield left + x, top + box[1], strip.crop((0, box[1], strip.width, box[3]))


def _dashes(
    path: Sequence[Position], drawn: int, left_out: int
) -> Iterator[list[tuple[float, float]]]:
    """The drawn pieces of a dashed path; a piece continues around corners."""
    piece: list[tuple[float, float]] = [path[0]]
    on = True
    rest = float(drawn)
    for (x, y), (to_x, to_y) in pairwise(path):
        length = hypot(to_x - x, to_y - y)
        done = 0.0
        while length - done >= rest:
            done += rest
            point = (x + (to_x - x) * done / length, y + (to_y - y) * done / length)
            if on:
                yield [*piece, point]
            piece = [point]
            on = not on
            rest = float(drawn if on else left_out)
        rest -= length - done
        piece.append((to_x, to_y))
    if on and len(piece) > 1:
        yield piece
