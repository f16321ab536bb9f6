"""One cache of everything that many pictures use but turned cards, bounded by bytes."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import fields, is_dataclass
from functools import partial
from threading import Lock
from typing import Any, ParamSpec, TypeVar

from cachetools import LRUCache, cached
from cachetools.keys import hashkey
from PIL import Image

MOST_BYTES = 60 << 20
OVERHEAD = 1 << 10  # bytes of anything kept, about
P = ParamSpec("P")
T = TypeVar("T")


def size_in_bytes(drawn: object) -> int:
    """The approximate bytes of a picture, or of a tuple or data class of pictures."""
    if isinstance(drawn, Image.Image):
        return OVERHEAD + drawn.width * drawn.height * len(drawn.getbands())
    if is_dataclass(drawn):
        drawn = tuple(getattr(drawn, field.name) for field in fields(drawn))
    if isinstance(drawn, tuple):
        return sum(map(size_in_bytes, drawn))
    return len(drawn) if isinstance(drawn, bytes) else OVERHEAD


SPRITES: LRUCache[Hashable, Any] = LRUCache(MOST_BYTES, size_in_bytes)
LOCK = Lock()


def drawn_once(draw: Callable[P, T]) -> Callable[P, T]:
    """Let a function draw once for equal arguments, as long as the cache of sprites keeps it."""
    return cached(SPRITES, partial(hashkey, draw), LOCK)(draw)
