"""Which of a bot's servers one process serves, when several processes share the work."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

TIMESTAMP_SHIFT = 22
"""Discord gives a server to the shard ``(guild_id >> 22) % shard_count``."""


@dataclass(frozen=True)
class Shards:
    """The shards of one process; without arguments there is but one, and it serves everybody.

    Attributes:
        count: how many shards all processes have together.
        ids: those of this process, from 0.

    Raises:
        ValueError: they do not fit together.
    """

    count: int = 1
    ids: tuple[int, ...] = (0,)

    def __post_init__(self) -> None:
        if not self.ids or len(set(self.ids)) != len(self.ids):
            raise ValueError("name each shard once")
        if min(self.ids) < 0 or max(self.ids) >= self.count:
            raise ValueError(f"of {self.count} shards the last one is {self.count - 1}")

    def serve(self, guild_id: int) -> bool:
        """Whether a server's games are this process's."""
        return (guild_id >> TIMESTAMP_SHIFT) % self.count in self.ids

    @property
    def all_here(self) -> bool:
        """Whether there is no other process."""
        return len(self.ids) == self.count


EVERYBODY = Shards()


def parse_ids(text: str) -> tuple[int, ...]:
    """The numbers of shards in a list such as ``0,2`` or ``0-3``.

    Raises:
        ValueError: it is no such list.
    """
    return tuple(number for part in text.split(",") for number in _numbers(part.strip()))


def _numbers(part: str) -> Iterator[int]:
    first, dash, last = part.partition("-")
    if not first.strip().isdecimal() or (dash and not last.strip().isdecimal()):
        raise ValueError("write the numbers like 0,1 or 0-3")
    low, high = int(first), int(last or first)
    # A slip of the finger should not make millions of numbers.
    if not low <= high < low + 10_000:
        raise ValueError(f"{part} is no range of shards")
    yield from range(low, high + 1)
