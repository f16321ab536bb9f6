"""The curves of a chart, its axes, and the sheet of paper that they lie on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from PIL import Image, ImageDraw, ImageFilter

from bot.render.engine.canvas import Canvas
from bot.render.engine.cloth import CELL
from bot.render.engine.geometry import WIDTH, Rect
from bot.render.engine.shapes import stepped
from bot.render.engine.theme import RGB

from .materials import paper

CURVE_SCALE = 2  # lines are drawn twice as large and scaled down
STRIP = 48  # width in pixels of the pieces in which a line is pasted
MARKER = 26
STITCHES, THREAD_WIDTH = (26, 12), 6  # of a thread sewn across the cloth
LIGHT, LIGHT_SHARE, SOFT = 96, 0.46, 7  # of the light below it: reach, brightness, edges
THIN = 60  # lines with more points than this are thinner
MARGIN = 44
Position = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Curve:
    """How a curve looks."""

    colour: RGB
    dash: tuple[int, int] | None  # pixels drawn and left out; None for a solid curve
    width: int


@dataclass(frozen=True, slots=True)
class Axis:
    """The values along one side of the chart."""

    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]  # labelled values

    def share(self, value: float) -> float:
        """How far along the axis a value lies, 0 to 1."""
        return (value - self.low) / (self.high - self.low)


class Chart:
    """A plot with a grid and lines, on a sheet of paper that reaches ``head`` pixels above it."""

    def __init__(self, canvas: Canvas, across: Axis, up: Axis, plot: Rect, head: int) -> None:
        self.canvas = canvas
        self.across, self.up, self.plot = across, up, plot
        self._top = plot.y - head

    def at(self, x: float, y: float) -> Position:
        """The position of a point in the picture."""
        plot, inset = self.plot, MARKER
        left = plot.x + inset + self.across.share(x) * (plot.w - 2 * inset)
        return round(left), round(plot.bottom - self.up.share(y) * plot.h)

    def paint_grid(self) -> None:
        """The paper, a line for each round value, a short one for each label below."""
        canvas, plot, top = self.canvas, self.plot, self._top
        paper(canvas, Rect(MARGIN, top, WIDTH - 2 * MARGIN, canvas.size[1] - MARGIN - top))
        for rating, label in self.up.ticks:
            y = self.at(self.across.low, rating)[1]
            canvas.panel(Rect(plot.x, y - 1, plot.w, 3), "paper_line", 0)
            at = Rect(MARGIN + 12, y - 24, plot.x - MARGIN - 26, 48)
            canvas.text(label, at, "small", "ink_muted", align="right")
        right = MARGIN + 12
        for value, label in self.across.ticks:
            right = self._paint_tick(self.at(value, self.up.low)[0], label, right)

    def _paint_tick(self, x: int, label: str, free: int) -> int:
        """A label below if there is room right of ``free``; returns the new left limit."""
        canvas, plot = self.canvas, self.plot
        width = canvas.width(label, "small") + 2
        left = min(x - width // 2, WIDTH - MARGIN - 12 - width)
        if left < free:
            return free
        canvas.panel(Rect(x - 1, plot.bottom, 3, 12), "paper_line", 0)
        canvas.text(label, Rect(left, plot.bottom + 14, width, 48), "small", "ink_muted")
        return left + width + 28


def paint_line(canvas: Canvas, path: Sequence[Position], curve: Curve, area: Rect) -> None:
    """Draw a curve through points of the picture, all of which lie in an area."""
    mask = Image.new("L", (area.w * CURVE_SCALE, (area.h + 2 * MARKER) * CURVE_SCALE))
    inside = [(x - area.x, y - area.y + MARKER) for x, y in path]
    draw_curve(ImageDraw.Draw(mask), inside, curve)
    for x, y, piece in _pieces(mask):
        canvas.stencil(piece, area.x + x, area.y - MARKER + y, curve.colour)


def paint_thread(canvas: Canvas, path: Sequence[Position], area: Rect) -> None:
    """Sew a thread across the cloth, with light below it; the path lies in an area."""
    left, top = area.x - LIGHT // 2, area.y - LIGHT // 2
    light = Image.new("L", ((area.w + LIGHT) // CELL, (area.h + 2 * LIGHT) // CELL))
    draw, reach = ImageDraw.Draw(light), LIGHT // CELL
    for depth in range(reach, 0, -2):
        share = round(255 * LIGHT_SHARE * (1 - depth / reach))
        below = [((x - left) // CELL, (y - top) // CELL + depth) for x, y in path]
        draw.line(below, share, 4)
    canvas.glow(light.filter(ImageFilter.GaussianBlur(SOFT)), left, top)
    low = [(x, y + THREAD_WIDTH // 2) for x, y in path]
    for colour, points in (("emboss", low), ("text", path)):
        paint_line(canvas, points, Curve(canvas.theme[colour], STITCHES, THREAD_WIDTH), area)


def _pieces(mask: Image.Image) -> Iterator[tuple[int, int, Image.Image]]:
    """Pieces of a mask that was drawn CURVE_SCALE times as large, scaled down, without empty parts.

    Most of it is empty, and pasting takes equally long there.
    """
    for left in range(0, mask.width, STRIP * CURVE_SCALE):
        strip = mask.crop((left, 0, min(mask.width, left + STRIP * CURVE_SCALE), mask.height))
        if (box := strip.getbbox()) is not None:
            top, bottom = box[1] // CURVE_SCALE, -(-box[3] // CURVE_SCALE)
            piece = strip.crop((0, top * CURVE_SCALE, strip.width, bottom * CURVE_SCALE))
            yield left // CURVE_SCALE, top, stepped(piece.reduce(CURVE_SCALE))


def draw_curve(draw: ImageDraw.ImageDraw, path: Sequence[Position], curve: Curve) -> None:
    """Draw a curve through points of the picture on a mask CURVE_SCALE times as large."""
    width = (curve.width - (len(path) > THIN)) * CURVE_SCALE
    for piece in _dashes(path, *curve.dash) if curve.dash else (path,):
        scaled = [(x * CURVE_SCALE, y * CURVE_SCALE) for x, y in piece]
        draw.line(scaled, fill=255, width=width, joint="curve")


def _dashes(
    path: Sequence[Position], drawn: int, left_out: int
) -> Iterator[list[tuple[float, float]]]:
    """The drawn pieces of a dashed path; a piece continues around corners."""
    piece: list[tuple[float, float]] = [path[0]]
    on, rest = True, float(drawn)
    for (x, y), (to_x, to_y) in pairwise(path):
        length, done = hypot(to_x - x, to_y - y), 0.0
        while length - done >= rest:
            done += rest
            point = (x + (to_x - x) * done / length, y + (to_y - y) * done / length)
            if on:
                yield [*piece, point]
            piece, on = [point], not on
            rest = float(drawn if on else left_out)
        rest -= length - done
        piece.append((to_x, to_y))
    if on and len(piece) > 1:
        yield piece
