"""Faces of seats: portraits from files, robots for computer players."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from io import BytesIO
from threading import Lock
from zlib import crc32

from cachetools import LRUCache, cached
from PIL import Image, ImageDraw, ImageOps

from .shapes import smooth
from .theme import RGB

FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
MOST_BYTES = 1 << 20
MOST_PIXELS = 1 << 20  # 1024 by 1024, decoded in a few hundredths of a second
MOST_SHADES = 32  # most colours of a portrait
_log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class Portrait:
    """A square picture of a person, hashed by identity; ``image`` is of mode RGB."""

    image: Image.Image


@lru_cache(maxsize=64)
def faded_portrait(portrait: Portrait, ground: RGB, share: float) -> Portrait:
    """The portrait mixed with a share (0 to 1) of the ground."""
    size = portrait.image.size
    return Portrait(Image.blend(portrait.image, Image.new("RGB", size, ground), share))


@lru_cache(maxsize=512)
def _colours(portrait: Portrait, most: int) -> tuple[RGB, ...]:
    """The colours that represent a portrait best."""
    if not most:
        return ()
    reduced = portrait.image.quantize(most, Image.Quantize.MEDIANCUT, kmeans=1)
    flat = reduced.getpalette() or []
    used = {index for _, index in reduced.getcolors() or () if isinstance(index, int)}
    return tuple((flat[3 * n], flat[3 * n + 1], flat[3 * n + 2]) for n in sorted(used))


def _key(file: bytes, size: int) -> tuple[bytes, int]:
    """The cache key of a portrait; a digest, so that the cache does not hold whole files."""
    return blake2b(file, digest_size=20).digest(), size


@cached(LRUCache(256), key=_key, lock=Lock())
def portrait(file: bytes, size: int) -> Portrait | None:
    """The picture in a file, cut to a square of ``size`` pixels.

    None if the file is too large, has too many pixels, is of an unknown format or broken.
    """
    if len(file) > MOST_BYTES:
        return None
    try:
        return Portrait(_square(file, size))
    except Exception as error:  # noqa: BLE001  # decoders raise all kinds for broken files
        _log.debug("an avatar could not be read: %s", error)
        return None


def _square(file: bytes, size: int) -> Image.Image:
    with Image.open(BytesIO(file), formats=FORMATS) as opened:
        if opened.width * opened.height > MOST_PIXELS:
            raise ValueError("too many pixels")
        opened.draft("RGB", (2 * size, 2 * size))
        seen = opened.convert("RGBA")
    # For very large pictures a plain average is good enough.
    filter_ = Image.Resampling.BOX if min(seen.size) > 8 * size else Image.Resampling.LANCZOS
    fitted = ImageOps.fit(seen, (size, size), filter_)
    ground = Image.new("RGBA", fitted.size, "#d8d8d8")
    return Image.alpha_composite(ground, fitted).convert("RGB")


def shared_colours(portraits: Sequence[Portrait], room: int) -> tuple[RGB, ...]:
    """The colours of several portraits, which share the free places of the palette equally."""
    if not portraits:
        return ()
    most = min(room // len(portraits), MOST_SHADES)
    found = [colour for each in portraits for colour in _colours(each, most)]
    return tuple(dict.fromkeys(found))


class _Pen:
    """Draws parts of a face in coordinates of the unit square."""

    def __init__(self, draw: ImageDraw.ImageDraw, big: int) -> None:
        self._draw = draw
        self._big = big

    def box(self, *at: float, radius: float = 0, fill: int = 255) -> None:
        spot = [each * self._big for each in at]
        self._draw.rounded_rectangle(spot, radius * self._big, fill=fill)

    def dot(self, x: float, y: float, radius: float, fill: int = 255) -> None:
        spot = (x - radius, y - radius, x + radius, y + radius)
        self._draw.ellipse([each * self._big for each in spot], fill=fill)

    def area(self, *at: float, fill: int = 255) -> None:
        self._draw.polygon([each * self._big for each in at], fill=fill)

    def bow(self, *at: float, width: float) -> None:
        spot = [each * self._big for each in at]
        self._draw.arc(spot, 20, 160, fill=0, width=round(width * self._big))


FacePart = Callable[[_Pen], None]


def _crate(pen: _Pen) -> None:
    pen.box(0.23, 0.33, 0.77, 0.81, radius=0.09)


def _ball(pen: _Pen) -> None:
    pen.dot(0.5, 0.57, 0.28)


def _gem(pen: _Pen) -> None:
    pen.area(0.31, 0.31, 0.69, 0.31, 0.82, 0.56, 0.69, 0.83, 0.31, 0.83, 0.18, 0.56)


def _bucket(pen: _Pen) -> None:
    pen.area(0.21, 0.32, 0.79, 0.32, 0.7, 0.83, 0.3, 0.83)


def _dots(pen: _Pen) -> None:
    for x in (0.39, 0.61):
        pen.dot(x, 0.51, 0.068, 0)


def _visor(pen: _Pen) -> None:
    pen.box(0.28, 0.44, 0.72, 0.58, radius=0.07, fill=0)
    for x in (0.39, 0.61):
        pen.dot(x, 0.51, 0.04)


def _one(pen: _Pen) -> None:
    pen.dot(0.5, 0.5, 0.115, 0)
    pen.dot(0.5, 0.5, 0.05)


def _slits(pen: _Pen) -> None:
    for x in (0.32, 0.55):
        pen.box(x, 0.46, x + 0.13, 0.55, radius=0.01, fill=0)


def _aerial(pen: _Pen) -> None:
    pen.box(0.475, 0.2, 0.525, 0.36)
    pen.dot(0.5, 0.18, 0.06)


def _horns(pen: _Pen) -> None:
    for x, tip in ((0.36, 0.29), (0.64, 0.71)):
        pen.area(x - 0.03, 0.36, x + 0.03, 0.36, tip + 0.02, 0.2, tip - 0.02, 0.2)
        pen.dot(tip, 0.19, 0.045)


def _bolts(pen: _Pen) -> None:
    pen.box(0.12, 0.47, 0.88, 0.6, radius=0.03)
    pen.box(0.42, 0.23, 0.58, 0.35, radius=0.03)


def _line(pen: _Pen) -> None:
    pen.box(0.38, 0.68, 0.62, 0.725, radius=0.02, fill=0)


def _smile(pen: _Pen) -> None:
    pen.bow(0.36, 0.53, 0.64, 0.75, width=0.05)


def _grille(pen: _Pen) -> None:
    for x in (0.37, 0.45, 0.53, 0.61):
        pen.box(x, 0.66, x + 0.035, 0.75, fill=0)


TOPS: tuple[FacePart, ...] = (_aerial, _horns, _bolts)
HEADS: tuple[FacePart, ...] = (_crate, _ball, _gem, _bucket)
EYES: tuple[FacePart, ...] = (_dots, _visor, _one, _slits)
MOUTHS: tuple[FacePart, ...] = (_smile, _line, _grille)


def parts_of(name: str) -> tuple[FacePart, ...]:
    """The parts of the robot with this name, always the same, from back to front."""
    number = crc32(name.encode("utf-8", "surrogatepass"))
    chosen = []
    for kinds in (TOPS, HEADS, EYES, MOUTHS):
        number, which = divmod(number, len(kinds))
        chosen.append(kinds[which])
    return tuple(chosen)


@lru_cache(maxsize=128)
def robot(parts: tuple[FacePart, ...], size: int) -> Image.Image:
    """A robot as a square mask."""

    def paint(draw: ImageDraw.ImageDraw, big: int) -> None:
        pen = _Pen(draw, big)
        for part in parts:
            part(pen)

    return smooth((size, size), paint)
