"""The cloth of the table: a field of light, in a weave of the levels of the theme's palette."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import exp

from PIL import Image, ImageChops

from .lookup import Lookup
from .theme import LEVELS

CELL = 2  # pixels of a thread of the weave
STEP = 240 // LEVELS  # light of one level
BRIGHTEST = LEVELS * STEP - STEP  # so that light and threshold never exceed a byte
GRAIN = 20  # the field is computed for squares of this size
_ORDER = ((0, 2), (3, 1))  # the ordered threshold of two by two threads


@dataclass(frozen=True, slots=True)
class Lamp:
    """The one light above a table.

    Attributes:
        x: the middle of the light, as a share of the width.
        y: the same, as a share of the height.
        reach: the distance in pixels at which little more than a third of it is left.
        power: the brightest level as a share of all; up to 0.69 all words are legible in it.
    """

    x: float = 0.42
    y: float = 0.3
    reach: int = 600
    power: float = 0.69


@lru_cache(maxsize=24)
def light_field(size: tuple[int, int], lamp: Lamp, *, even: bool = False) -> Image.Image:
    """The light of a lamp on a cloth of this size (mode L, at most BRIGHTEST)."""
    if even:
        return Image.new("L", size)
    across, down = (-(-side // GRAIN) + 2 for side in size)
    grid = Image.new("L", (across, down))
    grid.putdata(
        [
            _light(x / (across - 1), y / (down - 1), size, lamp)
            for y in range(down)
            for x in range(across)
        ]
    )
    return grid.resize(size, Image.Resampling.BICUBIC)


def _light(x: float, y: float, size: tuple[int, int], lamp: Lamp) -> int:
    far = ((x - lamp.x) * size[0]) ** 2 + ((y - lamp.y) * size[1]) ** 2
    rim = min(x * size[0], (1 - x) * size[0], y * size[1], (1 - y) * size[1])
    shade = 1 - 0.35 * exp(-max(0.0, rim) / 60)
    return round(BRIGHTEST * shade * (0.16 + (lamp.power - 0.16) * exp(-far / lamp.reach**2)))


def woven(light: Image.Image) -> Image.Image:
    """The light in levels of the cloth, 0 to LEVELS - 1 (mode L), with the weave between them."""
    return ImageChops.add_modulo(light, _threshold(light.size)).point(_LEVEL)


_LEVEL = Lookup([min(LEVELS - 1, value // STEP) for value in range(256)])


@lru_cache(maxsize=8)
def _threshold(size: tuple[int, int]) -> Image.Image:
    row = Image.new("L", (size[0], 2 * CELL))
    for x in range(0, size[0], 2 * CELL):
        for place in range(4):
            across, down = place % 2, place // 2
            value = _ORDER[down][across] * STEP // 4 + STEP // 8
            spot = (x + across * CELL, down * CELL)
            row.paste(value, (*spot, spot[0] + CELL, spot[1] + CELL))
    whole = Image.new("L", size)
    for y in range(0, size[1], 2 * CELL):
        whole.paste(row, (0, y))
    return whole
