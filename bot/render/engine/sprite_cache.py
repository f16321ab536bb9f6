"""One cache of everything that many pictures use, bounded by bytes."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from threading import Lock, local
from time import perf_counter
from typing import Any, ParamSpec, TypeVar

from PIL import Image

MOST_BYTES = 30 << 20
KEPT = 0.95  # share of the bytes after an eviction
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


@dataclass(slots=True)
class _Drawn:
    drawn: Any
    size: int
    cost: float  # seconds of drawing by byte
    worth: float = 0.0


class _Within(local):
    """The seconds that nested draws took in this thread; they are no cost of the outer one."""

    seconds = 0.0


class SpriteCache:
    """Evicts first the results that are the cheapest to draw for their bytes (GreedyDual-Size).

    The worth of an entry is its cost, and the cache's age at the last use. The age is the worth of
    the entry forgotten last, so that what is not used becomes the least worth in the end.
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self.most_bytes, self.bytes = most_bytes, 0
        self._age = 0.0
        self._entries: dict[Hashable, _Drawn] = {}
        self._lock = Lock()
        self._within = _Within()

    def get(self, key: Hashable, draw: Callable[[], T]) -> T:
        """The result with this key, drawn now if it is not kept."""
        entry = self._entries.get(key)
        if entry is None:
            began, outside = perf_counter(), self._within.seconds
            self._within.seconds = 0.0
            drawn = draw()
            whole, size = perf_counter() - began, size_in_bytes(drawn)
            entry = _Drawn(drawn, size, (whole - self._within.seconds) / size)
            self._within.seconds = outside + whole
            self._keep(key, entry)
        entry.worth = self._age + entry.cost
        result: T = entry.drawn
        return result

    def clear(self) -> None:
        with self._lock:
            self._entries.clear()
            self.bytes = 0

    def _keep(self, key: Hashable, entry: _Drawn) -> None:
        with self._lock:
            if key in self._entries:  # drawn by another thread, too
                return
            entry.worth = self._age + entry.cost
            self._entries[key] = entry
            self.bytes += entry.size
            if self.bytes <= self.most_bytes:
                return
            # Sorting takes long, so more is evicted than has to be.
            for least in sorted(self._entries, key=lambda kept: self._entries[kept].worth):
                if self.bytes <= self.most_bytes * KEPT:
                    break
                self._age = self._entries[least].worth
                self.bytes -= self._entries.pop(least).size


SPRITES = SpriteCache()


def drawn_once(draw: Callable[P, T]) -> Callable[P, T]:
    """Let a function draw once for equal arguments, as long as the cache of sprites keeps it."""

    @wraps(draw)
    def kept(*args: P.args, **kwargs: P.kwargs) -> T:
        return SPRITES.get((draw, args, *kwargs.items()), lambda: draw(*args, **kwargs))

    return kept
