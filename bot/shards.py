"""Shards, and deleting a person who is on several of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

TIMESTAMP_SHIFT = 22  # Discord gives a server to the shard ``(guild_id >> 22) % shard_count``


@dataclass(frozen=True)
class PersonToForget:
    """A person to be deleted from everything that is stored."""

    user_id: int
    names: Sequence[str]  # names for the person's seats, more than a table has seats
    before: float  # later games and lobbies are those of a new player; in seconds since 1970
    here: Callable[[int], bool] = lambda _guild_id: True  # whether a server is of this process


@dataclass(frozen=True)
class Stay:
    """A cup, a score sheet or the like in which a person is stored."""

    id: str
    guild_id: int
    over: bool  # whether every process may change it


@dataclass(frozen=True)
class Forgotten:
    """The result of deleting a person: whether anything was stored, and what is left."""

    anything: bool = False
    elsewhere: tuple[int, ...] = ()  # servers of other processes where the person plays or waits


@dataclass(frozen=True)
class Shards:
    """The shards of this process, by numbers from 0, and the number of shards of all processes."""

    count: int = 1
    ids: tuple[int, ...] = (0,)

    def __post_init__(self) -> None:
        if not self.ids or len(set(self.ids)) != len(self.ids):
            raise ValueError("name each shard once")
        if min(self.ids) < 0 or max(self.ids) >= self.count:
            raise ValueError(f"of {self.count} shards the last one is {self.count - 1}")

    def serve(self, guild_id: int) -> bool:
        return (guild_id >> TIMESTAMP_SHIFT) % self.count in self.ids

    def overlap(self, other: Shards) -> bool:
        """Return whether a server may belong to both, whatever the numbers of shards."""
        step = math.gcd(self.count, other.count)
        return bool({mine % step for mine in self.ids} & {theirs % step for theirs in other.ids})

    @property
    def all_here(self) -> bool:
        return len(self.ids) == self.count


ALL_SHARDS = Shards()


def parse_ids(text: str) -> tuple[int, ...]:
    """Return the ids of shards in a list such as ``0,2`` or ``0-3``; raises ValueError."""
    return tuple(number for part in text.split(",") for number in _numbers(part.strip()))


def _numbers(part: str) -> Iterator[int]:
    first, dash, last = part.partition("-")
    if not first.strip().isdecimal() or (dash and not last.strip().isdecimal()):
        raise ValueError("write the numbers like 0,1 or 0-3")
    low, high = int(first), int(last or first)
    # A typing error should not produce millions of ids.
    if not low <= high < low + 10_000:
        raise ValueError(f"{part} is not a range of shards")
    yield from range(low, high + 1)
