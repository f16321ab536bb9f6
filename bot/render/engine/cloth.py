"""The cloth of the table: a field of light, in a weave of the levels of the theme's palette."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from typing import NamedTuple, cast

from PIL import Image, ImageChops

from .lookup_table import LookupTable
from .shapes import Icon, dot, line, smooth, star
from .sprite_cache import drawn_once
from .theme import LEVELS, RGB

CELL = 2  # pixels of a thread of the weave
STEP = 240 // LEVELS  # light of one level
BRIGHTEST = LEVELS * STEP - STEP  # so that light and threshold never exceed a byte
GRAIN = 20  # the field is computed for squares of this size
FAR = 150  # squares to each side of the lamp
_ORDER = ((0, 2), (3, 1))  # the ordered threshold of two by two threads


PATTERNED = 0.3  # share of the light that a woven pattern takes


@dataclass(frozen=True, slots=True)
class Cloth:
    """A cloth other than the theme's own."""

    tone: RGB  # its hue; every level of light stays as light as the theme's
    tile: Icon  # a repeated pattern in the unit square
    size: int  # of a tile in threads


CLOTHS = {
    "night": Cloth(
        (38, 68, 160),
        (  # stars, large and small
            star(4, 0.25, 0.25, 0.15, 0.0424),
            dot(0.75, 0.75, 0.03),
            dot(0.7, 0.2, 0.02),
            dot(0.2, 0.8, 0.02),
        ),
        70,
    ),
    "quilt": Cloth(
        (140, 34, 62),
        (line((0, 0), (1, 1), width=0.035), line((1, 0), (0, 1), width=0.035), dot(0.5, 0.5, 0.05)),
        48,
    ),
    "stripes": Cloth(
        (96, 84, 74),
        (line((0.2, -0.1), (0.2, 1.1), width=0.06), line((0.34, -0.1), (0.34, 1.1), width=0.03)),
        40,
    ),
}
"""By name; all of them are unlocked by achievements."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """The one light above a table."""

    x: float  # of the middle of the light, as a share of the width
    y: float  # the same, as a share of the height
    reach: int = 600  # pixels after which little more than a third of the light is left
    power: float = 0.69  # the brightest level (0 to 1); up to 0.69 all words are legible in it
    ambient: float = 0.11  # the level far from it


@drawn_once
def lamp_light(
    size: tuple[int, int], lamp: Lamp, name: str = "", *, even: bool = False
) -> Image.Image:
    """The light of a lamp on a cloth: a pixel for each thread (mode L, at most BRIGHTEST).

    The pattern of a cloth of CLOTHS is darker, or lighter if the light is even.
    """
    if name:
        return _patterned(lamp_light(size, lamp, even=even).copy(), CLOTHS[name], even=even)
    threads = (-(-size[0] // CELL), -(-size[1] // CELL))
    if even:
        return Image.new("L", threads)
    across, down = (-(-side // GRAIN) + 1 for side in size)
    left, top = FAR - round(lamp.x * (across - 1)), FAR - round(lamp.y * (down - 1))
    grid = _glow(lamp.reach).crop((left, top, left + across, top + down))
    scale = (lamp.power - lamp.ambient) * BRIGHTEST / 255
    grid = grid.point([lamp.ambient * BRIGHTEST + scale * value for value in range(256)])
    return ImageChops.multiply(grid, _edge_light(across, down)).resize(
        threads, Image.Resampling.BILINEAR
    )


def _patterned(light: Image.Image, cloth: Cloth, *, even: bool) -> Image.Image:
    tile = smooth((cloth.size, cloth.size), *cloth.tile)
    pattern = Image.new("L", light.size)
    for top in range(0, light.height, cloth.size):
        for left in range(0, light.width, cloth.size):
            pattern.paste(tile, (left, top))
    if even:
        light.paste(BRIGHTEST, (0, 0), pattern)
    else:
        light.paste(
            0, (0, 0), pattern.point(LookupTable([round(n * PATTERNED) for n in range(256)]))
        )
    return light


@drawn_once
def _glow(reach: int) -> Image.Image:
    """The light of a lamp around its middle, on a grid."""
    # It is the same in each quarter, and the product of its values across and down.
    line = [exp(-((GRAIN * step / reach) ** 2)) for step in range(-FAR, FAR + 1)]
    glow = Image.new("L", (len(line), len(line)))
    glow.putdata([255 * across * down for down in line for across in line])
    return glow


def _edge_light(across: int, down: int) -> Image.Image:
    """The share of the light near the edges of the cloth, on a grid."""
    shades = Image.new("L", (across, down), 255)
    for ring in range(6):
        shade = round(255 * (1 - 0.35 * exp(-ring * GRAIN / 60)))
        shades.paste(shade, (ring, ring, max(ring + 1, across - ring), max(ring + 1, down - ring)))
    return shades


class Rows(NamedTuple):
    """A picture of palette indexes, and its memory: the rows as PNG files have them.

    A zero before each row says that it is not filtered. Only Pillow's core writes to the picture:
    ``Image.paste`` would copy it first.
    """

    image: Image.Image  # mode L
    data: bytearray  # and one byte more than the rows, which Pillow asks for


def dithered(light: Image.Image, size: tuple[int, int]) -> Rows:
    """The light in levels of the cloth, 0 to LEVELS - 1, with the weave between them.

    A thread is CELL by CELL pixels: each of its rows is repeated, after the zero of PNG files.
    """
    levels = ImageChops.add_modulo(light, _threshold(*light.size)).point(_LEVEL)
    # Two equal bands in turn are each thread twice; Pillow's resize takes half as long again.
    pairs = Image.merge("LA", (levels, levels)).tobytes()
    length = CELL * levels.width
    threads = [pairs[at : at + size[0]] for at in range(0, len(pairs), length)]
    rows = [thread for thread in threads for _ in range(CELL)]
    data = bytearray(b"\0").join([b"", *rows[: size[1]], b""])
    after_zero = cast("bytes", memoryview(data)[1:])  # Pillow takes any buffer
    return Rows(Image.frombuffer("L", size, after_zero, "raw", "L", size[0] + 1, 1), data)


_LEVEL = LookupTable([min(LEVELS - 1, value // STEP) for value in range(256)])


def _threshold(width: int, height: int) -> Image.Image:
    rows = [bytes(level * STEP // 4 + STEP // 8 for level in row) for row in _ORDER]
    pair = b"".join((row * width)[:width] for row in rows)
    return Image.frombytes("L", (width, height), (pair * height)[: width * height])
