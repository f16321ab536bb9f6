"""Portraits, read with care: anything may be in a file from outside."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from io import BytesIO

from PIL import Image, ImageOps

from .theme import RGB

FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
MOST_BYTES = 1 << 20
MOST_PIXELS = 1 << 20  # 1024 by 1024, decoded in a few hundredths of a second
MOST_SHADES = 32  # colours a portrait may have
_FINE = Image.Resampling.LANCZOS
_log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class Portrait:
    """A picture of somebody, square; ``image`` is of mode RGB."""

    image: Image.Image

    def colours(self, most: int) -> tuple[RGB, ...]:
        """The colours that show it best."""
        return _colours(self, min(most, MOST_SHADES))

    def sunk(self, ground: RGB, share: float) -> Portrait:
        """The picture with a share (0 to 1) of the ground in it."""
        return _sunk(self, ground, share)


@lru_cache(maxsize=64)
def _sunk(portrait: Portrait, ground: RGB, share: float) -> Portrait:
    size = portrait.image.size
    return Portrait(Image.blend(portrait.image, Image.new("RGB", size, ground), share))


@lru_cache(maxsize=512)
def _colours(portrait: Portrait, most: int) -> tuple[RGB, ...]:
    if not most:
        return ()
    reduced = portrait.image.quantize(most, Image.Quantize.MEDIANCUT, kmeans=1)
    flat = reduced.getpalette() or []
    used = {index for _, index in reduced.getcolors() or () if isinstance(index, int)}
    return tuple((flat[3 * n], flat[3 * n + 1], flat[3 * n + 2]) for n in sorted(used))


class _Kept:
    """Portraits by what is in the file, so that a large file is not kept itself."""

    def __init__(self, file: bytes) -> None:
        self.file = file
        self._digest = blake2b(file, digest_size=20).digest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Kept) and self._digest == other._digest

    def __hash__(self) -> int:
        return hash(self._digest)


def portrait(file: bytes, size: int) -> Portrait | None:
    """The picture in a file, cut to a square of ``size`` pixels.

    None where the file is too large, of too many pixels, of an unknown kind or broken.
    """
    if len(file) > MOST_BYTES:
        return None
    kept = _Kept(file)
    try:
        return _portrait(kept, size)
    finally:
        kept.file = b""


@lru_cache(maxsize=256)
def _portrait(kept: _Kept, size: int) -> Portrait | None:
    try:
        return Portrait(_square(kept.file, size))
    except Exception as error:  # noqa: BLE001  # decoders raise all kinds for broken files
        _log.debug("an avatar could not be read: %s", error)
        return None


def _square(file: bytes, size: int) -> Image.Image:
    with Image.open(BytesIO(file), formats=FORMATS) as opened:
        if opened.width * opened.height > MOST_PIXELS:
            raise ValueError("too many pixels")
        opened.draft("RGB", (2 * size, 2 * size))
        seen = opened.convert("RGBA")
    fitted = ImageOps.fit(seen, (size, size), Image.Resampling.BOX if _far(seen, size) else _FINE)
    ground = Image.new("RGBA", fitted.size, "#d8d8d8")
    return Image.alpha_composite(ground, fitted).convert("RGB")


def _far(seen: Image.Image, size: int) -> bool:
    """Whether a picture is so large that a plain average is fine enough."""
    return min(seen.size) > 8 * size


def shared_colours(portraits: Sequence[Portrait], room: int) -> tuple[RGB, ...]:
    """The colours of several portraits, each its fair share of the room."""
    if not portraits:
        return ()
    most = room // len(portraits)
    found = [colour for each in portraits for colour in each.colours(most)]
    return tuple(dict.fromkeys(found))
