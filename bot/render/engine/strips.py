"""PNG files made of strips: those that were compressed before are not drawn again.

The key of a strip names everything that its pixels follow from. So nobody is given a strip that
their own picture, drawn from what they may know, would not have.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import count, groupby, pairwise
from marshal import dumps
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache
from PIL import Image

from .cloth import Rows

try:
    from isal import isal_zlib as zlib
except ImportError:  # Windows on ARM; files there are smaller and take five times as long
    import zlib  # type: ignore[no-redef]

HEIGHT = 96  # of a strip, unless something has to be drawn in one piece
GRID = 4  # rows after which the weave of the cloth repeats
KEPT = 6 << 20  # bytes of compressed strips, of which a picture has about a tenth of a megabyte
PNG = b"\x89PNG\r\n\x1a\n"  # how each file begins
COLOURS_BY_INDEX = 3
LEVEL = 1  # of ISA-L: a fifth of the time of zlib's 2 for 9 percent more bytes
ZLIB_HEAD, ZLIB_END = b"\x78\x01", b"\x03\x00"  # the second is an empty last block
ADLER = 65521
BY_VALUE = 2  # the version of marshal that writes equal objects alike
compress, decompress = zlib.compress, zlib.decompress
_numbers = count()


class PaintStep(NamedTuple):
    """Something drawn in a picture, in the rows from ``top`` to before ``bottom``."""

    top: int
    bottom: int
    key: tuple[int, ...]  # begins with the kind of stroke, which tells how many numbers follow
    paint: Callable[[Image.Image, int], None]  # onto rows of a picture, of which the first is given
    whole: bool = False  # whether it looks at the picture below, and so is drawn in one piece


@dataclass(frozen=True, slots=True)
class PackedStrip:
    """Rows of a picture, compressed."""

    chunk: bytes  # as files have them
    check: int  # Adler-32 of the rows
    size: int  # of the rows in bytes


def number_of(image: Image.Image) -> int:
    """A number that no other picture has had: the picture in keys, which must not keep it."""
    known: int | None = image.__dict__.get("number")
    return image.__dict__.setdefault("number", next(_numbers)) if known is None else known


class StripCache:
    """The strips compressed last, at most KEPT bytes."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._strips: LRUCache[bytes, PackedStrip] = LRUCache(KEPT, lambda strip: len(strip.chunk))

    def clear(self) -> None:
        """Forget all strips."""
        with self._lock:
            self._strips.clear()

    def of(
        self,
        height: int,
        look: str,
        strokes: Sequence[PaintStep],
        draw: Callable[[int, int], Rows],
    ) -> list[PackedStrip]:
        """The strips of a picture.

        ``draw`` draws rows of it. ``look`` names what else its pixels follow from than strokes.
        """
        spans = list(pairwise(_cuts(height, strokes)))
        keys = _keys(spans, look, strokes)
        with self._lock:
            strips = [self._strips.get(key) for key in keys]
        out: list[PackedStrip] = []
        for there, run in groupby(zip(spans, keys, strips, strict=True), lambda one: bool(one[2])):
            parts = list(run)
            if there:
                out += [strip for *_, strip in parts if strip is not None]
                continue
            first = parts[0][0][0]
            rows = draw(first, parts[-1][0][1])
            new = packed(rows, [0, *(bottom - first for (_, bottom), *_ in parts)])
            out += new
            with self._lock:
                self._strips.update(zip((key for _, key, _ in parts), new, strict=True))
        return out


def _cuts(height: int, strokes: Iterable[PaintStep]) -> list[int]:
    """Where strips begin and end: nowhere inside a stroke that is drawn in one piece."""
    tied = bytearray(height // GRID + 1)
    for top, bottom, _, _, whole in strokes:
        if whole:
            first = max(0, top) // GRID + 1
            ties = max(0, min(len(tied), (bottom - 1) // GRID + 1) - first)
            tied[first : first + ties] = b"\1" * ties
    cuts = [0]
    for wanted in range(HEIGHT, height, HEIGHT):
        cut = GRID * tied.find(0, wanted // GRID)
        if cuts[-1] < cut < height:
            cuts.append(cut)
    return [*cuts, height]


def _keys(spans: Sequence[tuple[int, int]], look: str, strokes: Iterable[PaintStep]) -> list[bytes]:
    """The key of each strip: a digest of what is drawn in it, and of its place."""
    drawn: list[list[object]] = [[span] for span in spans]
    ends = [end for _, end in spans]
    for top, bottom, key, _, _ in strokes:
        which = bisect_right(ends, top)
        while which < len(spans) and spans[which][0] < bottom:
            drawn[which].append(key)
            which += 1
    common = look.encode()
    return [blake2b(common + dumps(keys, BY_VALUE), digest_size=16).digest() for keys in drawn]


def packed(rows: Rows, cuts: Sequence[int]) -> list[PackedStrip]:
    """The rows from each cut to the next as a strip."""
    data, length = memoryview(rows.data), rows.image.width + 1
    return [_packed(data[length * top : length * bottom]) for top, bottom in pairwise(cuts)]


def _packed(rows: memoryview) -> PackedStrip:
    stream = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    parts = stream.compress(rows), stream.flush(zlib.Z_SYNC_FLUSH)
    return PackedStrip(_chunk(b"IDAT", *parts), zlib.adler32(rows), len(rows))


def png_file(size: tuple[int, int], colours: bytes, strips: Iterable[PackedStrip]) -> bytes:
    """The PNG file of a picture with a palette."""
    head = struct.pack(">IIBBBBB", *size, 8, COLOURS_BY_INDEX, 0, 0, 0)
    parts = [PNG, _chunk(b"IHDR", head), _chunk(b"PLTE", colours), _chunk(b"IDAT", ZLIB_HEAD)]
    low, high = 1, 0
    for strip in strips:
        parts.append(strip.chunk)
        # The Adler-32 of all rows follows from that of each strip.
        high = (high + (strip.check >> 16) + strip.size * (low - 1)) % ADLER
        low = (low + (strip.check & 0xFFFF) - 1) % ADLER
    end = _chunk(b"IDAT", ZLIB_END, struct.pack(">HH", high, low))
    return b"".join([*parts, end, _chunk(b"IEND")])


def _chunk(name: bytes, *data: bytes) -> bytes:
    body = b"".join([name, *data])
    return b"".join([struct.pack(">I", len(body) - 4), body, struct.pack(">I", zlib.crc32(body))])
