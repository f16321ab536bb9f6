"""Provable shuffles: Fisher–Yates fed by SHA-256 of secret and beacon (record-format)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, count
from struct import Struct
from typing import TypeVar

T = TypeVar("T")
SECRET_BYTES = 32
_U64 = 1 << 64
_DEALER_STREAM = (1 << 32) - 1
_FOUR_OF_A_BLOCK = Struct(">4Q").unpack


@dataclass(frozen=True, slots=True)
class SecretShuffler:
    """Shuffles that everybody can check once the secret is revealed.

    Each number of a shuffle has its own order, always the same with the same secret:

    >>> shuffle = SecretShuffler(bytes(range(32)))
    >>> shuffle(0, "ABCDE")
    ('E', 'A', 'C', 'D', 'B')
    >>> shuffle(1, "ABCDE")
    ('C', 'E', 'A', 'B', 'D')
    """

    secret: bytes = field(repr=False)

    def __call__(self, k: int, cards: Sequence[T]) -> tuple[T, ...]:
        shuffled = list(cards)
        stream = integers(self.secret, k)
        for i in range(len(shuffled) - 1, 0, -1):
            j = below(i + 1, stream)
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return tuple(shuffled)

    def first_dealer(self, seats: int) -> int:
        return below(seats, integers(self.secret, _DEALER_STREAM))


def commitment(secret: bytes) -> str:
    """Hex SHA-256 of the secret, shown before the first deal."""
    return hashlib.sha256(secret).hexdigest()


def stream_secret(secret: bytes, beacon: str) -> bytes:
    """The secret of a game's streams: its own, hashed with the beacon where there is one."""
    return hashlib.sha256(secret + beacon.encode()).digest() if beacon else secret


def is_named(user_id: int, beacon: str) -> bool:
    """Whether a beacon has the id of this person; the first id is that of a click."""
    return str(user_id) in beacon.split("-")[1:]


def integers(secret: bytes, k: int) -> Iterator[int]:
    """The 8-byte big-endian integers of the stream of shuffle ``k``."""
    prefix = secret + k.to_bytes(4, "big")
    blocks = (hashlib.sha256(prefix + block.to_bytes(4, "big")).digest() for block in count())
    return chain.from_iterable(map(_FOUR_OF_A_BLOCK, blocks))


def below(m: int, stream: Iterator[int]) -> int:
    """A number below ``m``, without bias: integers past the last whole multiple are rejected."""
    limit = _U64 - _U64 % m
    for u in stream:
        if u < limit:
            return u % m
    raise AssertionError("the stream does not end")
