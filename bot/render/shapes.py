"""Vector shapes as smooth masks: drawn four times as large, scaled down and cached."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageChops, ImageDraw, ImageFilter

OVER = 4  # factor by which shapes are drawn larger
SHADES = 4  # steps from no coverage to full coverage
_STEPS = [round(value / 255 * SHADES) * 255 // SHADES for value in range(256)]
Points = list[tuple[float, float]]


def _turned(corners: int, radii: tuple[float, ...], middle: float = 0.5) -> Points:
    """Corners around a centre in the unit square, the first on top."""
    step = 2 * pi / corners
    return [
        (
            0.5 + radii[n % len(radii)] * sin(n * step),
            middle - radii[n % len(radii)] * cos(n * step),
        )
        for n in range(corners)
    ]


POLYGONS: dict[str, Points] = {
    "triangle": [(0.5, 0.06), (0.98, 0.91), (0.02, 0.91)],
    "square": [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)],
    "diamond": [(0.5, 0.0), (0.9, 0.5), (0.5, 1.0), (0.1, 0.5)],
    "gem": [(0.5, 0.0), (0.87, 0.5), (0.5, 1.0), (0.13, 0.5)],
    "star": _turned(10, (0.54, 0.24), 0.54),
    "right": [(0.15, 0.05), (0.9, 0.5), (0.15, 0.95)],
    "up": [(0.5, 0.12), (0.98, 0.85), (0.02, 0.85)],
}
SIGNS = ("triangle", "circle", "square", "diamond", "star", "heart", "spade", "gem", "club")


@lru_cache(maxsize=256)
def shape(name: str, size: int) -> Image.Image:
    """A named shape as a square mask (mode L)."""
    return smooth((size, size), lambda draw, big: _paint_shape(draw, name, big))


def _paint_shape(draw: ImageDraw.ImageDraw, name: str, big: int) -> None:
    if name == "circle":
        edge = big * 0.04
        draw.ellipse((edge, edge, big - edge, big - edge), fill=255)
    elif name in POLYGONS:
        draw.polygon([(x * big, y * big) for x, y in POLYGONS[name]], fill=255)
    else:
        _ICONS[name](draw, big)


def _check(draw: ImageDraw.ImageDraw, big: int) -> None:
    points = [(0.12, 0.55), (0.4, 0.82), (0.9, 0.2)]
    scaled = [(x * big, y * big) for x, y in points]
    draw.line(scaled, fill=255, width=round(big * 0.19), joint="curve")
    for x, y in scaled:
        _dot(draw, x, y, big * 0.093)


def _barred(draw: ImageDraw.ImageDraw, big: int) -> None:
    edge, width = big * 0.04, round(big * 0.17)
    draw.ellipse((edge, edge, big - edge, big - edge), outline=255, width=width)
    near, far = big * 0.22, big * 0.78
    draw.line((near, near, far, far), fill=255, width=width)


def _robot(draw: ImageDraw.ImageDraw, big: int) -> None:
    def box(*at: float) -> tuple[float, ...]:
        return tuple(each * big for each in at)

    draw.rounded_rectangle(box(0.14, 0.34, 0.86, 0.9), big * 0.14, fill=255)
    draw.rectangle(box(0.465, 0.16, 0.535, 0.36), fill=255)
    _dot(draw, big * 0.5, big * 0.13, big * 0.1)
    draw.rectangle(box(0.02, 0.52, 0.1, 0.74), fill=255)
    draw.rectangle(box(0.9, 0.52, 0.98, 0.74), fill=255)
    _dot(draw, big * 0.35, big * 0.58, big * 0.09, 0)
    _dot(draw, big * 0.65, big * 0.58, big * 0.09, 0)
    draw.rounded_rectangle(box(0.32, 0.73, 0.68, 0.79), big * 0.03, fill=0)


def _deal(draw: ImageDraw.ImageDraw, big: int) -> None:
    """Two cards, one behind the other: the dealer's mark."""
    draw.rounded_rectangle((big * 0.34, big * 0.04, big * 0.94, big * 0.78), big * 0.1, fill=255)
    draw.rounded_rectangle((0, big * 0.16, big * 0.72, big), big * 0.14, fill=0)
    draw.rounded_rectangle((big * 0.06, big * 0.22, big * 0.66, big * 0.96), big * 0.1, fill=255)


def _crown(draw: ImageDraw.ImageDraw, big: int) -> None:
    points = [
        (0.06, 0.28),
        (0.3, 0.52),
        (0.5, 0.14),
        (0.7, 0.52),
        (0.94, 0.28),
        (0.86, 0.86),
        (0.14, 0.86),
    ]
    draw.polygon([(x * big, y * big) for x, y in points], fill=255)
    for x, y in ((0.06, 0.26), (0.5, 0.12), (0.94, 0.26)):
        _dot(draw, x * big, y * big, big * 0.06)


def _drop(draw: ImageDraw.ImageDraw, big: int) -> None:
    _dot(draw, big * 0.5, big * 0.64, big * 0.31)
    draw.polygon([(big * 0.5, 0), (big * 0.77, big * 0.5), (big * 0.23, big * 0.5)], fill=255)


def _same(draw: ImageDraw.ImageDraw, big: int) -> None:
    for y in (0.26, 0.58):
        draw.rounded_rectangle(
            (big * 0.12, big * y, big * 0.88, big * (y + 0.17)), big * 0.06, fill=255
        )


def _stairs(draw: ImageDraw.ImageDraw, big: int) -> None:
    for place in range(3):
        left = 0.06 + 0.31 * place
        box = (big * left, big * (0.68 - 0.25 * place), big * (left + 0.26), big * 0.9)
        draw.rounded_rectangle(box, big * 0.05, fill=255)


def _heart(draw: ImageDraw.ImageDraw, big: int) -> None:
    _lobes(draw, big, 0.29, down=False)


def _spade(draw: ImageDraw.ImageDraw, big: int) -> None:
    _lobes(draw, big, 0.56, down=True)
    _stem(draw, big)


def _lobes(draw: ImageDraw.ImageDraw, big: int, middle: float, *, down: bool) -> None:
    """A heart, or one upside down: two round lobes and the point where they meet."""
    radius, tip = 0.245, 0.01 if down else 0.95
    for x in (0.5 - radius + 0.01, 0.5 + radius - 0.01):
        _dot(draw, big * x, big * middle, big * radius)
    side = -0.09 if down else 0.09
    left, right = 0.5 - 2 * radius + 0.035, 0.5 + 2 * radius - 0.035
    points = [(left, middle + side), (0.5, tip), (right, middle + side), (0.5, middle - side / 2)]
    draw.polygon([(big * x, big * y) for x, y in points], fill=255)


def _club(draw: ImageDraw.ImageDraw, big: int) -> None:
    for x, y in ((0.5, 0.24), (0.255, 0.58), (0.745, 0.58)):
        _dot(draw, big * x, big * y, big * 0.225)
    _dot(draw, big * 0.5, big * 0.5, big * 0.13)
    _stem(draw, big)


def _stem(draw: ImageDraw.ImageDraw, big: int) -> None:
    points = [(0.46, 0.5), (0.54, 0.5), (0.58, 0.8), (0.7, 0.97), (0.3, 0.97), (0.42, 0.8)]
    draw.polygon([(big * x, big * y) for x, y in points], fill=255)


def _joker(draw: ImageDraw.ImageDraw, big: int) -> None:
    """A jester's cap: one horn up, two that hang down, bells and a brim."""
    horn = [(0.52, 0.74), (0.26, 0.76), (0.29, 0.55), (0.24, 0.46), (0.16, 0.5), (0.12, 0.66)]
    horn += [(0.03, 0.6), (0.08, 0.34), (0.22, 0.25), (0.38, 0.36), (0.52, 0.62)]
    for points in (horn, [(1 - x, y) for x, y in horn]):
        draw.polygon([(big * x, big * y) for x, y in points], fill=255)
    middle = [(0.37, 0.36), (0.45, 0.12), (0.55, 0.12), (0.63, 0.36), (0.5, 0.72)]
    draw.polygon([(big * x, big * y) for x, y in middle], fill=255)
    for x, y in ((0.08, 0.68), (0.5, 0.1), (0.92, 0.68)):
        _dot(draw, big * x, big * y, big * 0.09)
    brim = (big * 0.2, big * 0.81, big * 0.8, big * 0.95)
    draw.rounded_rectangle(brim, big * 0.06, fill=255)


def _arrow(draw: ImageDraw.ImageDraw, big: int) -> None:
    draw.rectangle((big * 0.04, big * 0.41, big * 0.55, big * 0.59), fill=255)
    points = [(0.5, 0.16), (0.96, 0.5), (0.5, 0.84)]
    draw.polygon([(big * x, big * y) for x, y in points], fill=255)


def _dot(draw: ImageDraw.ImageDraw, x: float, y: float, radius: float, fill: int = 255) -> None:
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=fill)


_ICONS: dict[str, Callable[[ImageDraw.ImageDraw, int], None]] = {
    "check": _check,
    "barred": _barred,
    "robot": _robot,
    "deal": _deal,
    "crown": _crown,
    "drop": _drop,
    "same": _same,
    "stairs": _stairs,
    "heart": _heart,
    "spade": _spade,
    "club": _club,
    "joker": _joker,
    "arrow": _arrow,
}


@lru_cache(maxsize=256)
def rounded(width: int, height: int, radius: int, line: int = 0) -> Image.Image:
    """A rounded rectangle as a mask; with ``line`` only its outline of that width."""

    def paint(draw: ImageDraw.ImageDraw, _big: int) -> None:
        box = (0, 0, width * OVER - 1, height * OVER - 1)
        if line:
            draw.rounded_rectangle(box, radius * OVER, outline=255, width=line * OVER)
        else:
            draw.rounded_rectangle(box, radius * OVER, fill=255)

    return smooth((width, height), paint)


@lru_cache(maxsize=64)
def corners(radius: int, line: int = 0) -> tuple[Image.Image, ...]:
    """The four corners of a rounded rectangle: upper left, upper right, lower left, lower right."""
    side = 2 * radius
    whole = rounded(side, side, radius, line)
    spots = ((0, 0), (radius, 0), (0, radius), (radius, radius))
    return tuple(whole.crop((x, y, x + radius, y + radius)) for x, y in spots)


@lru_cache(maxsize=16)
def halo(
    width: int, height: int, radius: int, reach: int
) -> tuple[tuple[int, int, Image.Image], ...]:
    """A glow around a rounded rectangle that fades out over ``reach`` pixels.

    Returns four masks, each with its offset from the rectangle's upper left corner.
    """
    size = (width + 2 * reach, height + 2 * reach)
    mask = Image.new("L", size)
    mask.paste(rounded(width, height, radius), (reach, reach))
    light = mask.filter(ImageFilter.GaussianBlur(reach / 2.4)).point(lambda value: value * 0.9)
    light = ImageChops.subtract(light, mask)
    edge = reach + radius
    boxes = (
        (0, 0, size[0], edge),
        (0, size[1] - edge, *size),
        (0, edge, reach, size[1] - edge),
        (size[0] - reach, edge, size[0], size[1] - edge),
    )
    return tuple((box[0] - reach, box[1] - reach, light.crop(box)) for box in boxes)


@lru_cache(maxsize=128)
def quarter(size: int, which: int) -> Image.Image:
    """One of four petals of a pinwheel as a square mask."""

    def paint(draw: ImageDraw.ImageDraw, big: int) -> None:
        gap, half = big * 0.025, big / 2
        reach = half - 2 * gap
        middle, top = half - gap, gap
        box = (middle - reach, top - reach, middle + reach, top + reach)
        draw.pieslice(box, 90, 180, fill=255)

    return smooth((size, size), paint).rotate(-90 * which)


def smooth(size: tuple[int, int], paint: Callable[[ImageDraw.ImageDraw, int], None]) -> Image.Image:
    """A mask painted OVER times as large; ``paint`` gets the large drawing and its width."""
    big = Image.new("L", (size[0] * OVER, size[1] * OVER))
    paint(ImageDraw.Draw(big), big.width)
    return stepped(big.reduce(OVER))


def stepped(mask: Image.Image) -> Image.Image:
    """A mask with few shades: edges look equally smooth, and files are a sixth smaller."""
    return mask.point(_STEPS)
