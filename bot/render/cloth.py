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
AMBIENT = 0.11  # share of the light far from the lamp
FAR = 150  # squares to each side of the lamp
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


@lru_cache(maxsize=8)
def light_field(size: tuple[int, int], lamp: Lamp, *, even: bool = False) -> Image.Image:
    """The light of a lamp on a cloth of this size: a pixel a thread (mode L, at most BRIGHTEST)."""
    threads = (-(-size[0] // CELL), -(-size[1] // CELL))
    if even:
        return Image.new("L", threads)
    across, down = (-(-side // GRAIN) + 1 for side in size)
    left, top = FAR - round(lamp.x * (across - 1)), FAR - round(lamp.y * (down - 1))
    grid = _glow(lamp.reach).crop((left, top, left + across, top + down))
    scale = (lamp.power - AMBIENT) * BRIGHTEST / 255
    grid = grid.point([AMBIENT * BRIGHTEST + scale * value for value in range(256)])
    return ImageChops.multiply(grid, _rim(across, down)).resize(threads, Image.Resampling.BILINEAR)


@lru_cache(maxsize=8)
def _glow(reach: int) -> Image.Image:
    """The light of a lamp around its middle, on a grid."""
    # It is the same in each quarter, and the product of what it is across and down.
    line = [exp(-((GRAIN * step / reach) ** 2)) for step in range(-FAR, FAR + 1)]
    glow = Image.new("L", (len(line), len(line)))
    glow.putdata([255 * across * down for down in line for across in line])
    return glow


@lru_cache(maxsize=16)
def _rim(across: int, down: int) -> Image.Image:
    """The share of the light near the edges of the cloth, on a grid."""
    shades = Image.new("L", (across, down), 255)
    for ring in range(6):
        shade = round(255 * (1 - 0.35 * exp(-ring * GRAIN / 60)))
        shades.paste(shade, (ring, ring, max(ring + 1, across - ring), max(ring + 1, down - ring)))
    return shades


def woven(light: Image.Image, size: tuple[int, int]) -> Image.Image:
    """The light in levels of the cloth, 0 to LEVELS - 1 (mode L), with the weave between them."""
    threshold = _threshold(light.width, -(-light.height // 1000)).crop((0, 0, *light.size))
    levels = ImageChops.add_modulo(light, threshold).point(_LEVEL)
    box = (0, 0, size[0] / CELL, size[1] / CELL)
    return levels.resize(size, Image.Resampling.NEAREST, box)


_LEVEL = Lookup([min(LEVELS - 1, value // STEP) for value in range(256)])


@lru_cache(maxsize=4)
def _threshold(width: int, thousands: int) -> Image.Image:
    """The weave, for this many thousands of rows of threads."""
    rows = [bytes(each * STEP // 4 + STEP // 8 for each in row) for row in _ORDER]
    pair = b"".join((row * width)[:width] for row in rows)
    return Image.frombytes("L", (width, 1000 * thousands), pair * (500 * thousands))
