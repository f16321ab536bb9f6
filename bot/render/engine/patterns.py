"""Patterns of card faces and backs, and the pips of playing cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi, sin

from PIL import Image, ImageDraw

from .shapes import Icon, Stroke, area, box, line, rounded, smooth, star
from .sprite_cache import drawn_once
from .theme import RGB, Theme


@drawn_once
def patterned(name: str, size: tuple[int, int]) -> Image.Image:
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
    side = 0.09
    step = 0.235
    spots = (
        (0.06 + step * n + (step / 2 if row % 2 else 0), 0.07 + step * row)
        for row in range(int(tall / step) + 1)
        for n in range(5)
    )
    return tuple(box(x, y, x + side, y + side) for x, y in spots)


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


@dataclass(frozen=True, slots=True)
class Back:
    """A back other than the usual one."""

    ground: str  # a named colour on which `paper` is legible
    ink: str  # the named colour of the pattern
    pattern: Icon  # in a square as wide as the card; it may reach below


def _wave(top: float) -> Stroke:
    points = [(n / 24, top + 0.045 * sin(n * pi / 4)) for n in range(-1, 26)]
    return line(*points, width=0.045)


def _diamond(x: float, y: float, wide: float, high: float) -> Stroke:
    return area((x, y - high), (x + wide, y), (x, y + high), (x - wide, y))


_MIDDLE = 0.72
_RAYS = tuple(
    area(
        (0.5, _MIDDLE),
        *(
            (0.5 + 1.1 * sin(turn + side), _MIDDLE - 1.1 * cos(turn + side))
            for side in (-0.11, 0.11)
        ),
    )
    for turn in (2 * pi * n / 14 for n in range(14))
)
_STARS = [(x, row) for row in (0, 2, 4, 6) for x in (0.16, 0.5, 0.84)]
_STARS += [(x, row) for row in (1, 3, 5) for x in (0.33, 0.67)]
BACKS = {
    "waves": Back("back_low", "back_light", tuple(_wave(0.06 + 0.135 * n) for n in range(11))),
    "sun": Back("cross", "brass", _RAYS),
    "stars": Back(
        "ink",
        "brass",
        tuple(star(4, x, 0.16 + 0.2 * row, 0.105, 0.105 * 0.34) for x, row in _STARS),
    ),
    "harlequin": Back(
        "cross",
        "ink",
        tuple(
            _diamond(x, 0.18 * n, 0.125, 0.18)
            for n in range(0, 9, 2)
            for x in (0.0, 0.25, 0.5, 0.75, 1.0)
        ),
    ),
}
"""By name; all of them are unlocked by achievements."""


def paint_back(theme: Theme, inner: Image.Image, name: str) -> None:
    back = BACKS[name]
    inner.paste(theme[back.ground], (0, 0, *inner.size))
    inner.paste(theme[back.ink], (0, 0), smooth(inner.size, *back.pattern))
    _frame(inner, theme[back.ink])


def paint_diamonds(theme: Theme, inner: Image.Image) -> None:
    step = 0.25
    tall = inner.height / inner.width
    dots = tuple(
        _diamond(step * (n + (0.5 if row % 2 else 0)), 0.1 + row * step / 2, 0.035, 0.035)
        for row in range(int(tall / step * 2) + 2)
        for n in range(5)
    )
    inner.paste(theme["back_light"], (0, 0), smooth(inner.size, *dots))
    _frame(inner, theme["back_light"])


def _frame(inner: Image.Image, colour: RGB) -> None:
    frame(inner, colour, max(1, inner.width // 90), max(3, inner.width // 22))


def frame(inner: Image.Image, colour: RGB, line: int, inset: int) -> None:
    """Draw a line inside the edge of a face."""
    size = (inner.width - 2 * inset, inner.height - 2 * inset)
    inner.paste(colour, (inset, inset), rounded(*size, max(3, inner.width // 17), line))
