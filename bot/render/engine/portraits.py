"""Faces of seats: portraits from files, robots for computer players."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from hashlib import blake2b
from io import BytesIO
from zlib import crc32

from cachetools import cached
from PIL import Image, ImageDraw, ImageOps

from .shapes import Icon, Stroke, area, box, oval, smooth
from .sprite_cache import LOCK, SPRITES, drawn_once
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


@drawn_once
def faded_portrait(portrait: Portrait, ground: RGB, share: float) -> Portrait:
    """The portrait mixed with a share (0 to 1) of the ground."""
    size = portrait.image.size
    return Portrait(Image.blend(portrait.image, Image.new("RGB", size, ground), share))


@drawn_once
def reduced(portrait: Portrait, most: int) -> tuple[Image.Image, tuple[RGB, ...]]:
    """A portrait as indexes (mode L) of the colours that represent it best, and these colours."""
    few = portrait.image.quantize(min(most, MOST_SHADES), Image.Quantize.MEDIANCUT, kmeans=1)
    flat = few.getpalette() or []
    used = max(index for _, index in few.getcolors() or () if isinstance(index, int)) + 1
    colours = tuple((flat[3 * n], flat[3 * n + 1], flat[3 * n + 2]) for n in range(used))
    return Image.frombytes("L", few.size, few.tobytes()), colours


# A digest is the key, so that the cache does not hold whole files.
@cached(SPRITES, lambda file, size: (blake2b(file, digest_size=20).digest(), size), LOCK)
def portrait(file: bytes, size: int) -> Portrait | None:
    """The picture in a file, cut to a square; None if it is too large, unknown or broken."""
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
        seen = _with_eight_bits(ImageOps.exif_transpose(opened)).convert("RGBA")
    # For very large pictures a plain average is good enough.
    filter_ = Image.Resampling.BOX if min(seen.size) > 8 * size else Image.Resampling.LANCZOS
    fitted = ImageOps.fit(seen, (size, size), filter_)
    ground = Image.new("RGBA", fitted.size, "#d8d8d8")
    return Image.alpha_composite(ground, fitted).convert("RGB")


def _with_eight_bits(image: Image.Image) -> Image.Image:
    """Pillow converts 16 bits of grey by making every value above 255 white."""
    if image.mode != "I;16":
        return image
    return image.point(lambda grey: grey / 256).convert("L")


def _smile(draw: ImageDraw.ImageDraw, big: int) -> None:
    spot = [edge * big for edge in (0.36, 0.5, 0.64, 0.73)]
    draw.arc(spot, 15, 165, fill=0, width=round(0.05 * big))


def _grin(draw: ImageDraw.ImageDraw, big: int) -> None:
    draw.chord([edge * big for edge in (0.36, 0.52, 0.64, 0.75)], 0, 180, fill=0)


def _horn(x: float, tip: float) -> Icon:
    base = area((x - 0.03, 0.36), (x + 0.03, 0.36), (tip + 0.02, 0.2), (tip - 0.02, 0.2))
    return base, _dot(tip, 0.19, 0.045)


def _dot(x: float, y: float, radius: float, fill: int = 255) -> Stroke:
    # Not dot(), which rounds differently.
    return oval(x - radius, y - radius, x + radius, y + radius, fill=fill)


TOPS: tuple[Icon, ...] = (
    (box(0.475, 0.2, 0.525, 0.36), _dot(0.5, 0.18, 0.06)),  # an aerial
    (*_horn(0.36, 0.29), *_horn(0.64, 0.71)),
    (box(0.12, 0.47, 0.88, 0.6, radius=0.03), box(0.42, 0.23, 0.58, 0.35, radius=0.03)),  # bolts
)
HEADS: tuple[Icon, ...] = (
    (box(0.22, 0.33, 0.78, 0.82, radius=0.15),),
    (_dot(0.5, 0.57, 0.28),),
    (box(0.3, 0.31, 0.7, 0.83, radius=0.1), box(0.18, 0.42, 0.82, 0.72, radius=0.13)),
    (box(0.17, 0.35, 0.83, 0.8, radius=0.22),),
)
EYES: tuple[Icon, ...] = (
    tuple(
        stroke
        for x in (0.385, 0.615)
        for stroke in (_dot(x, 0.5, 0.085, 0), _dot(x + 0.02, 0.485, 0.036))
    ),
    (  # a visor
        box(0.27, 0.41, 0.73, 0.58, radius=0.085, fill=0),
        _dot(0.39, 0.495, 0.048),
        _dot(0.61, 0.495, 0.048),
    ),
    (_dot(0.5, 0.49, 0.13, 0), _dot(0.525, 0.47, 0.055)),  # a single one
    tuple(box(x, 0.43, x + 0.12, 0.57, radius=0.045, fill=0) for x in (0.325, 0.555)),
)
MOUTHS: tuple[Icon, ...] = (
    (_smile,),
    (_grin,),
    (box(0.37, 0.655, 0.63, 0.72, radius=0.03, fill=0),),
)


def icon_parts(name: str) -> Icon:
    """The strokes of the robot with this name, always the same, from back to front."""
    number = crc32(name.encode("utf-8", "surrogatepass"))
    strokes: list[Stroke] = []
    for kinds in (TOPS, HEADS, EYES, MOUTHS):
        number, which = divmod(number, len(kinds))
        strokes += kinds[which]
    return tuple(strokes)


@drawn_once
def robot(strokes: Icon, size: int) -> Image.Image:
    return smooth((size, size), *strokes)
