"""A memory of bounded size."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import Generic, TypeVar

_K = TypeVar("_K")
_V = TypeVar("_V")


class Bounded(Generic[_K, _V]):
    """A mapping that forgets what was not used for longest."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[_K, _V] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: _K) -> _V | None:
        """What is kept for a key, None for nothing."""
        if key not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key]

    def put(self, key: _K, value: _V) -> None:
        """Keep something, and forget the oldest where there is too much."""
        self._kept[key] = value
        self._kept.move_to_end(key)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def __iter__(self) -> Iterator[_K]:
        """What something is kept for, at this moment."""
        return iter(list(self._kept))

    def clear(self) -> None:
        """Forget everything."""
        self._kept.clear()

    def drop(self, key: _K) -> None:
        """Forget a key."""
        self._kept.pop(key, None)
