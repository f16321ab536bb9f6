"""Faint patterns of card faces, and the pips of playing cards, as masks."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageDraw

from .shapes import Stroke, area, box, line, smooth


@lru_cache(maxsize=48)
def patterned(name: str, size: tuple[int, int]) -> Image.Image:
    """A pattern as a mask."""
    tall = size[1] / size[0]
    return smooth(size, *_PATTERNS[name](tall))


def _ripples(tall: float) -> tuple[Stroke, ...]:
    middle = (0.63, 0.69 * tall)

    def ring(radius: float) -> Stroke:
        def paint(draw: ImageDraw.ImageDraw, big: int) -> None:
            ends = [(middle[0] - radius) * big, (middle[1] - radius) * big]
            ends += [(middle[0] + radius) * big, (middle[1] + radius) * big]
            draw.ellipse(ends, outline=255, width=round(0.03 * big))

        return paint

    return tuple(ring(0.2 + 0.14 * n) for n in range(8))


def _zigzag(tall: float) -> tuple[Stroke, ...]:
    count = 9
    return tuple(
        line(
            *((n / 6, (row + 0.5) * tall / count + (0.075 if n % 2 else 0)) for n in range(7)),
            width=0.028,
        )
        for row in range(count)
    )


def _checks(tall: float) -> tuple[Stroke, ...]:
    side, step = 0.09, 0.235
    rows = int(tall / step) + 1
    return tuple(
        box(x, y, x + side, y + side)
        for row in range(rows)
        for x in (0.06 + step * n + (step / 2 if row % 2 else 0) for n in range(5))
        for y in (0.07 + step * row,)
    )


def _lattice(tall: float) -> tuple[Stroke, ...]:
    step = 0.26
    lines = [((x * step - 2, 0.0), (x * step - 2 + tall, tall)) for x in range(16)]
    lines += [((x * step, 0.0), (x * step - tall, tall)) for x in range(12)]
    return tuple(line(*ends, width=0.024) for ends in lines)


def _rays(tall: float, count: int = 14) -> tuple[Stroke, ...]:
    x, y = 0.63, 0.69 * tall
    step = 2 * pi / count

    def tip(turn: float) -> tuple[float, float]:
        return x + 2 * sin(turn), y - 2 * cos(turn)

    return tuple(area((x, y), tip(n * step), tip((n + 0.5) * step)) for n in range(count))


_PATTERNS: dict[str, Callable[[float], tuple[Stroke, ...]]] = {
    "ripples": _ripples,
    "zigzag": _zigzag,
    "checks": _checks,
    "lattice": _lattice,
    "rays": _rays,
    "beams": lambda tall: _rays(tall, count=20),
}


_COLUMNS = (0.0, 0.5, 1.0)
_PIPS = {  # for each number the columns (0 to 2) and rows (0 to 12) of its pips
    2: ((1, 0), (1, 12)),
    3: ((1, 0), (1, 6), (1, 12)),
    4: ((0, 0), (2, 0), (0, 12), (2, 12)),
    5: ((0, 0), (2, 0), (1, 6), (0, 12), (2, 12)),
    6: ((0, 0), (2, 0), (0, 6), (2, 6), (0, 12), (2, 12)),
    7: ((0, 0), (2, 0), (1, 3), (0, 6), (2, 6), (0, 12), (2, 12)),
    8: ((0, 0), (2, 0), (1, 3), (0, 6), (2, 6), (1, 9), (0, 12), (2, 12)),
    9: ((0, 0), (2, 0), (0, 4), (2, 4), (1, 6), (0, 8), (2, 8), (0, 12), (2, 12)),
    10: ((0, 0), (2, 0), (1, 2), (0, 4), (2, 4), (0, 8), (2, 8), (1, 10), (0, 12), (2, 12)),
}


def pips(label: str) -> tuple[tuple[float, float], ...]:
    """The middles of a playing card's pips as shares of their area; none for a court card."""
    spots = _PIPS.get(int(label), ()) if label.isdigit() else ()
    return tuple((_COLUMNS[column], row / 12) for column, row in spots)
