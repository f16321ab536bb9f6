"""Vector shapes as smooth masks: drawn four times as large, scaled down and cached."""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, cos, pi, sin

from PIL import Image, ImageDraw

from .sprite_cache import drawn_once

SHAPE_SCALE = 4  # factor by which shapes are drawn larger
# of a stitched outline
DASH = 13
GAP = 8
COVERAGE_STEPS = 4  # steps from no coverage to full coverage
_STEPS = [round(value / 255 * COVERAGE_STEPS) * 255 // COVERAGE_STEPS for value in range(256)]
Stroke = Callable[[ImageDraw.ImageDraw, int], None]  # draws with a scale: pixels by unit
Icon = tuple[Stroke, ...]
Point = tuple[float, float]


def dot(x: float, y: float, radius: float, fill: int = 255) -> Stroke:
    def paint(draw: ImageDraw.ImageDraw, big: int) -> None:
        left = x * big
        top = y * big
        edge = radius * big
        draw.ellipse((left - edge, top - edge, left + edge, top + edge), fill=fill)

    return paint


def oval(*at: float, fill: int = 255) -> Stroke:
    """An ellipse in the unit square, from the edges of its box."""

    def paint(draw: ImageDraw.ImageDraw, big: int) -> None:
        draw.ellipse([edge * big for edge in at], fill=fill)

    return paint


def box(*at: float, radius: float = 0, fill: int = 255) -> Stroke:
    def paint(draw: ImageDraw.ImageDraw, big: int) -> None:
        draw.rounded_rectangle([edge * big for edge in at], radius * big, fill=fill)

    return paint


def area(*points: Point) -> Stroke:
    def paint(draw: ImageDraw.ImageDraw, big: int) -> None:
        draw.polygon([(x * big, y * big) for x, y in points], fill=255)

    return paint


def line(*points: Point, width: float, fill: int = 255) -> Stroke:
    def paint(draw: ImageDraw.ImageDraw, big: int) -> None:
        scaled = [(x * big, y * big) for x, y in points]
        draw.line(scaled, fill=fill, width=round(big * width), joint="curve")

    return paint


def _ring(draw: ImageDraw.ImageDraw, big: int) -> None:
    edge = big * 0.04
    draw.ellipse((edge, edge, big - edge, big - edge), outline=255, width=round(big * 0.17))


def _sun(*middle: Stroke) -> Icon:
    """A disc or a ring with eight rays."""
    turns = [n * pi / 4 for n in range(8)]
    rays = (
        ((0.5 + near * sin(turn), 0.5 - near * cos(turn)) for near in (0.36, 0.48))
        for turn in turns
    )
    return (*middle, *(line(*ray, width=0.09) for ray in rays))


def curved(*points: Point) -> Stroke:
    """A polygon in the unit square whose corners are rounded off."""
    for _ in range(3):
        pairs = zip(points, (*points[1:], points[0]), strict=True)
        points = tuple(
            (x + (to_x - x) * share, y + (to_y - y) * share)
            for (x, y), (to_x, to_y) in pairs
            for share in (0.25, 0.75)
        )
    return area(*points)


def star(points: int, x: float, y: float, outer: float, inner: float) -> Stroke:
    turns = ((inner if n % 2 else outer, n * pi / points) for n in range(2 * points))
    return area(*((x + radius * sin(turn), y - radius * cos(turn)) for radius, turn in turns))


def _lobes(middle: float, side: float, tip: float) -> Icon:
    """A heart, or one upside down: two round lobes and the point where they meet."""
    radius = 0.245
    left, right = 0.5 - 2 * radius + 0.035, 0.5 + 2 * radius - 0.035
    return (
        dot(0.5 - radius + 0.01, middle, radius),
        dot(0.5 + radius - 0.01, middle, radius),
        area((left, middle + side), (0.5, tip), (right, middle + side), (0.5, middle - side / 2)),
    )


_STEM = area((0.46, 0.5), (0.54, 0.5), (0.58, 0.8), (0.7, 0.97), (0.3, 0.97), (0.42, 0.8))
_TICK = ((0.12, 0.55), (0.4, 0.82), (0.9, 0.2))
_CROWN = ((0.06, 0.28), (0.3, 0.52), (0.5, 0.14), (0.7, 0.52), (0.94, 0.28))
_HORN = (  # of a jester's cap, hanging down
    *((0.52, 0.74), (0.26, 0.76), (0.29, 0.55), (0.24, 0.46), (0.16, 0.5), (0.12, 0.66)),
    *((0.03, 0.6), (0.08, 0.34), (0.22, 0.25), (0.38, 0.36), (0.52, 0.62)),
)
_FLAME = (
    *((0.54, 0.0), (0.6, 0.16), (0.72, 0.28), (0.84, 0.42), (0.92, 0.62), (0.86, 0.84)),
    *((0.7, 0.98), (0.5, 1.0), (0.3, 0.98), (0.13, 0.84), (0.08, 0.64), (0.14, 0.44)),
    *((0.24, 0.3), (0.27, 0.5), (0.36, 0.44), (0.36, 0.26), (0.44, 0.12)),
)
SHAPES: dict[str, Icon] = {
    "triangle": (area((0.5, 0.06), (0.98, 0.91), (0.02, 0.91)),),
    "circle": (oval(0.04, 0.04, 0.96, 0.96),),
    "square": (area((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)),),
    "diamond": (area((0.5, 0.0), (0.9, 0.5), (0.5, 1.0), (0.1, 0.5)),),
    "gem": (area((0.5, 0.0), (0.87, 0.5), (0.5, 1.0), (0.13, 0.5)),),
    "star": (star(5, 0.5, 0.54, 0.54, 0.24),),
    "heart": _lobes(0.29, 0.09, 0.95),
    "spade": (*_lobes(0.56, -0.09, 0.01), _STEM),
    "club": (
        *(dot(x, y, 0.225) for x, y in ((0.5, 0.24), (0.255, 0.58), (0.745, 0.58))),
        dot(0.5, 0.5, 0.13),
        _STEM,
    ),
    "right": (area((0.15, 0.05), (0.9, 0.5), (0.15, 0.95)),),
    "arrow": (box(0.04, 0.41, 0.55, 0.59), area((0.5, 0.16), (0.96, 0.5), (0.5, 0.84))),
    "check": (line(*_TICK, width=0.19), *(dot(x, y, 0.093) for x, y in _TICK)),
    "cross": (
        line((0.18, 0.18), (0.82, 0.82), width=0.19),
        line((0.82, 0.18), (0.18, 0.82), width=0.19),
    ),
    "barred": (_ring, line((0.22, 0.22), (0.78, 0.78), width=0.17)),
    "robot": (
        box(0.14, 0.34, 0.86, 0.9, radius=0.14),
        box(0.465, 0.16, 0.535, 0.36),
        dot(0.5, 0.13, 0.1),
        box(0.02, 0.52, 0.1, 0.74),
        box(0.9, 0.52, 0.98, 0.74),
        dot(0.35, 0.58, 0.09, 0),
        dot(0.65, 0.58, 0.09, 0),
        box(0.32, 0.73, 0.68, 0.79, radius=0.03, fill=0),
    ),
    "deal": (  # two cards, one behind the other
        box(0.34, 0.04, 0.94, 0.78, radius=0.1),
        box(0, 0.16, 0.72, 1, radius=0.14, fill=0),
        box(0.06, 0.22, 0.66, 0.96, radius=0.1),
    ),
    "crown": (
        area(*_CROWN, (0.86, 0.86), (0.14, 0.86)),
        *(dot(x, y, 0.06) for x, y in ((0.06, 0.26), (0.5, 0.12), (0.94, 0.26))),
    ),
    "cup": (  # a cup with two handles
        oval(0.0, 0.1, 0.4, 0.56),
        oval(0.09, 0.19, 0.31, 0.47, fill=0),
        oval(0.6, 0.1, 1.0, 0.56),
        oval(0.69, 0.19, 0.91, 0.47, fill=0),
        area((0.18, 0.02), (0.82, 0.02), (0.8, 0.36), (0.2, 0.36)),
        oval(0.2, 0.08, 0.8, 0.64),
        area((0.4, 0.84), (0.46, 0.58), (0.54, 0.58), (0.6, 0.84)),
        box(0.24, 0.82, 0.76, 0.98, radius=0.05),
    ),
    "drop": (dot(0.5, 0.64, 0.31), area((0.5, 0), (0.77, 0.5), (0.23, 0.5))),
    "flame": (curved(*_FLAME),),
    "sun": _sun(dot(0.5, 0.5, 0.27)),
    "sun-ring": _sun(dot(0.5, 0.5, 0.27), dot(0.5, 0.5, 0.17, 0)),
    "same": tuple(box(0.12, y, 0.88, y + 0.17, radius=0.06) for y in (0.26, 0.58)),
    "stairs": tuple(
        box(left, top, left + 0.26, 0.9, radius=0.05)
        for left, top in ((0.06, 0.68), (0.37, 0.43), (0.68, 0.18))
    ),
    "joker": (  # a jester's cap: one horn up, two that hang down, bells and a brim
        area(*_HORN),
        area(*((1 - x, y) for x, y in _HORN)),
        area((0.37, 0.36), (0.45, 0.12), (0.55, 0.12), (0.63, 0.36), (0.5, 0.72)),
        *(dot(x, y, 0.09) for x, y in ((0.08, 0.68), (0.5, 0.1), (0.92, 0.68))),
        box(0.2, 0.81, 0.8, 0.95, radius=0.06),
    ),
}
SIGNS = ("triangle", "circle", "square", "diamond", "star", "heart", "spade", "gem", "club")


@drawn_once
def shape(name: str, size: int) -> Image.Image:
    return smooth((size, size), *SHAPES[name])


def rounded(width: int, height: int, radius: int, line: int = 0) -> Image.Image:
    """A rounded rectangle as a mask; with ``line`` only its outline of that width."""
    if line or min(width, height) <= 2 * radius:
        return _rounded(width, height, radius, line)
    whole = Image.new("L", (width, height), 255)
    right, bottom = width - radius, height - radius
    spots = ((0, 0), (right, 0), (0, bottom), (right, bottom))
    for spot, corner in zip(spots, corners(radius), strict=True):
        whole.paste(corner, spot)
    return whole


@drawn_once
def _rounded(width: int, height: int, radius: int, line: int) -> Image.Image:
    def paint(draw: ImageDraw.ImageDraw, _big: int) -> None:
        ends = (0, 0, width * SHAPE_SCALE - 1, height * SHAPE_SCALE - 1)
        fill = None if line else 255
        draw.rounded_rectangle(
            ends, radius * SHAPE_SCALE, fill=fill, outline=255, width=line * SHAPE_SCALE
        )

    return smooth((width, height), paint)


@drawn_once
def corners(radius: int, line: int = 0) -> tuple[Image.Image, ...]:
    """The four corners of a rounded rectangle: upper left, upper right, lower left, lower right."""
    side = 2 * radius
    whole = rounded(side, side, radius, line)
    spots = ((0, 0), (radius, 0), (0, radius), (radius, radius))
    return tuple(whole.crop((x, y, x + radius, y + radius)) for x, y in spots)


def quarter(size: int, which: int) -> Image.Image:
    """One of four petals of a pinwheel as a square mask."""

    def paint(draw: ImageDraw.ImageDraw, big: int) -> None:
        gap = big * 0.025
        half = big / 2
        reach = half - 2 * gap
        middle = half - gap
        top = gap
        box = (middle - reach, top - reach, middle + reach, top + reach)
        draw.pieslice(box, 90, 180, fill=255)

    return smooth((size, size), paint).rotate(-90 * which)


@drawn_once
def spark(size: int) -> Image.Image:
    waist = 0.075
    points = [(0.5, 0.0), (0.5 + waist, 0.5 - waist), (1.0, 0.5), (0.5 + waist, 0.5 + waist)]
    points += [(1 - x, 1 - y) for x, y in points]
    return smooth((size, size), area(*points))


def bend(radius: int, thick: int) -> Image.Image:
    """A dash around the upper left corner of a rounded rectangle as a square mask."""

    def paint(draw: ImageDraw.ImageDraw, _big: int) -> None:
        ends = (0, 0, 2 * radius * SHAPE_SCALE, 2 * radius * SHAPE_SCALE)
        draw.arc(ends, 192, 258, fill=255, width=thick * SHAPE_SCALE)

    return smooth((radius, radius), paint)


@drawn_once
def dashes(width: int, height: int, radius: int, thick: int) -> Image.Image:
    """The stitched outline of a rounded rectangle as a mask."""
    inset = thick / 2
    path = _outline(width - thick, height - thick, radius - inset)
    whole = path[-1][2]
    path += [(x, y, way + whole) for x, y, way in path]
    count = max(4, round(whole / (DASH + GAP)))

    def paint(draw: ImageDraw.ImageDraw, _big: int) -> None:
        for n in range(count):
            start = (n + 0.5) * whole / count
            piece = [
                ((x + inset) * SHAPE_SCALE, (y + inset) * SHAPE_SCALE)
                for x, y, way in path
                if start <= way <= start + DASH
            ]
            draw.line(piece, fill=255, width=thick * SHAPE_SCALE, joint="curve")

    return smooth((width, height), paint)


def _outline(width: float, height: float, radius: float) -> list[tuple[float, float, float]]:
    """Points two pixels apart along a rounded rectangle, each with the way to it."""
    straight = (width - 2 * radius, height - 2 * radius) * 2
    middles = (
        (width - radius, radius),
        (width - radius, height - radius),
        (radius, height - radius),
        (radius, radius),
    )
    steps = ((1, 0), (0, 1), (-1, 0), (0, -1))
    starts = ((radius, 0), (width, radius), (width - radius, height), (0, height - radius))
    points: list[tuple[float, float, float]] = []
    way = 0.0
    for (x, y), (dx, dy), length, middle in zip(starts, steps, straight, middles, strict=True):
        points += [(x + dx * far, y + dy * far, way + far) for far in range(0, int(length) + 1, 2)]
        way += length
        first = atan2(-dx, dy)  # the direction from the corner's middle to the path
        for far in range(0, int(radius * pi / 2) + 1, 2):
            turn = first + far / radius
            point = middle[0] + radius * cos(turn), middle[1] + radius * sin(turn)
            points.append((*point, way + far))
        way += radius * pi / 2
    points.append((points[0][0], points[0][1], way))
    return points


def smooth(size: tuple[int, int], *strokes: Stroke) -> Image.Image:
    """A mask drawn SHAPE_SCALE times as large; a unit is its width."""
    big = Image.new("L", (size[0] * SHAPE_SCALE, size[1] * SHAPE_SCALE))
    draw = ImageDraw.Draw(big)
    for stroke in strokes:
        stroke(draw, big.width)
    return stepped(big.reduce(SHAPE_SCALE))


def stepped(mask: Image.Image) -> Image.Image:
    """A mask with few shades: edges look equally smooth, and files are a sixth smaller."""
    return mask.point(_STEPS)
