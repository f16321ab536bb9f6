"""GIF files that are played once, written piece by piece."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from PIL import GifImagePlugin, Image, ImageChops

from .canvas import Canvas
from .lookup_table import LookupTable
from .palette import LARGEST

_EQUAL = LookupTable([255, *[0] * 255])
Frame = tuple[Canvas, int]  # a picture and its duration in milliseconds


def animated(frames: Iterable[Frame]) -> Iterator[bytes]:
    """A GIF file that is played once, piece by piece: each piece is drawn when it is asked for.

    All frames have the same size and portraits. Each holds only what differs from the one before.
    """
    before: Image.Image | None = None
    free = 0
    for canvas, duration in frames:
        image, _, portraits = canvas.drawn()
        if before is None:
            table = canvas.palette.table(portraits, canvas.tone)
            free = len(table) // 3
            yield _head(image.size, table.ljust(3 * LARGEST, b"\0"))
        yield _frame(image, before, free, duration)
        before = image
    yield b";"


def _head(size: tuple[int, int], palette: bytes) -> bytes:
    sides = b"".join(side.to_bytes(2, "little") for side in size)
    return b"GIF89a" + sides + b"\xf7\0\0" + palette


def _frame(image: Image.Image, before: Image.Image | None, free: int, duration: int) -> bytes:
    """The part that changed, with equal pixels in the free colour, which is transparent."""
    options: dict[str, Any] = {"duration": duration, "disposal": 1, "interlace": 0}
    box = (0, 0, *image.size)
    if before is not None:
        change = ImageChops.difference(image, before)
        box = change.getbbox() or (0, 0, 1, 1)
        image = image.crop(box)
        image.paste(free, (0, 0), change.crop(box).point(_EQUAL))
        options["transparency"] = free
    frame = image.convert("L")
    frame.putpalette(bytes(3 * LARGEST))
    return b"".join(GifImagePlugin.getdata(frame, box[:2], **options))
