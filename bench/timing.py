"""Timing: a measured function and its floor alternate, so that both see the same machine load."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A row of the table: the seconds that an operation took, and its floor the least work."""

    name: str
    taken: Sequence[float]
    floor_name: str = ""
    floor: Sequence[float] = ()
    more: str = ""

    def cells(self) -> list[str]:
        """Name, median, 99th percentile, median of the floor, ratio, name of the floor, more."""
        ordered = sorted(self.taken)
        median = statistics.median(ordered)
        p99 = ordered[(len(ordered) - 1) * 99 // 100]
        least = statistics.median(self.floor) if self.floor else 0.0
        floor = (_time(least), f"{median / least:.2f}") if least else ("", "")
        return [self.name, _time(median), _time(p99), *floor, self.floor_name, self.more]


def _time(seconds: float) -> str:
    return f"{seconds * 1e3:,.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.3g} µs"


@contextmanager
def without_collector() -> Iterator[None]:
    """Collect garbage once, then disable collection in this context."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def in_turns(*runs: Callable[[], object], rounds: int) -> list[list[float]]:
    """The seconds of each run in each round; the runs alternate, after one warm-up."""
    taken: list[list[float]] = [[] for _ in runs]
    with without_collector():
        for number in range(-1, rounds):
            for run, times in zip(runs, taken, strict=True):
                began = time.perf_counter()
                if isinstance(made := run(), Awaitable):
                    await made
                if number >= 0:
                    times.append(time.perf_counter() - began)
    return taken
