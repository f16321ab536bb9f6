"""The patterns on the backs of cards."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

from PIL import Image

from .shapes import Icon, area, line, rounded, smooth
from .theme import Theme


@dataclass(frozen=True, slots=True)
class Back:
    """A back other than the usual one.

    Attributes:
        ground: a named colour on which `paper` is legible.
        ink: the named colour of its pattern.
        pattern: strokes in a square as wide as the card; they may reach below it.
    """

    ground: str
    ink: str
    pattern: Icon


def _star(x: float, y: float, size: float) -> Icon:
    """A four-pointed star."""
    turns = [(size if n % 2 == 0 else size * 0.34, n * pi / 4) for n in range(8)]
    return (area(*((x + radius * sin(turn), y - radius * cos(turn)) for radius, turn in turns)),)


def _wave(top: float) -> Icon:
    points = [(n / 24, top + 0.045 * sin(n * pi / 4)) for n in range(-1, 26)]
    return (line(*points, width=0.045),)


_HEIGHT = 1.45  # of a card whose width is 1
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
BACKS = {
    "waves": Back("back_low", "back_light", sum((_wave(0.06 + 0.135 * n) for n in range(11)), ())),
    "sun": Back("cross", "brass", _RAYS),
    "stars": Back(
        "ink",
        "brass",
        sum(
            (
                _star(x, 0.16 + 0.2 * n, 0.105)
                for n in range(7)
                for x in ((0.16, 0.5, 0.84) if n % 2 == 0 else (0.33, 0.67))
            ),
            (),
        ),
    ),
    "harlequin": Back(
        "cross",
        "ink",
        tuple(
            area((x, y - 0.18), (x + 0.125, y), (x, y + 0.18), (x - 0.125, y))
            for n in range(9)
            for y in (0.18 * n,)
            for x in ((0.0, 0.25, 0.5, 0.75, 1.0) if n % 2 == 0 else (0.125, 0.375, 0.625, 0.875))
            if n % 2 == 0
        ),
    ),
}
"""By name; all of them are unlocked by achievements."""


def paint_back(theme: Theme, inner: Image.Image, name: str) -> None:
    """Cover the face of a card with a back of BACKS."""
    back = BACKS[name]
    inner.paste(theme[back.ground], (0, 0, *inner.size))
    inner.paste(theme[back.ink], (0, 0), smooth(inner.size, *back.pattern))
    _frame(theme, inner, back.ink)


def paint_diamonds(theme: Theme, inner: Image.Image) -> None:
    """Put small diamonds and a frame on the usual back."""
    step, tall = 0.25, inner.height / inner.width
    dots = tuple(
        area((x, y - 0.035), (x + 0.035, y), (x, y + 0.035), (x - 0.035, y))
        for row in range(int(tall / step * 2) + 2)
        for x in (step * (n + (0.5 if row % 2 else 0)) for n in range(5))
        for y in (0.1 + row * step / 2,)
    )
    inner.paste(theme["back_light"], (0, 0), smooth(inner.size, *dots))
    _frame(theme, inner, "back_light")


def _frame(theme: Theme, inner: Image.Image, colour: str) -> None:
    thin, inset = max(1, inner.width // 90), max(3, inner.width // 22)
    size = (inner.width - 2 * inset, inner.height - 2 * inset)
    frame = rounded(*size, max(3, inner.width // 17), thin)
    inner.paste(theme[colour], (inset, inset), frame)
