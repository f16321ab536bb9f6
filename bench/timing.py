"""Timing: a measured function and its floor alternate, so that both see the same machine load."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

Run = Callable[[], object]
MICRO, MILLI = 1e6, 1e3


@dataclass(frozen=True)
class Figure:
    """One line of the table: the times of an operation, or other numbers in one unit."""

    name: str
    unit: str
    median: float
    p99: float
    worst: float
    samples: int
    floor_name: str = ""
    """Empty without a floor."""
    floor: float | None = None
    """The median of the floor, in the same unit."""
    more: str = ""
    """Other figures, such as sizes."""

    @property
    def ratio(self) -> float | None:
        """The median divided by the floor."""
        return self.median / self.floor if self.floor else None


def figure(
    name: str,
    taken: list[float],
    *,
    unit: str = "ms",
    floor: tuple[str, list[float]] | None = None,
    more: str = "",
) -> Figure:
    """Make a figure from times in seconds."""
    scale = MICRO if unit == "µs" else MILLI
    ordered = sorted(taken)
    return Figure(
        name=name,
        unit=unit,
        median=statistics.median(ordered) * scale,
        p99=ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)] * scale,
        worst=ordered[-1] * scale,
        samples=len(ordered),
        floor_name=floor[0] if floor else "",
        floor=statistics.median(floor[1]) * scale if floor else None,
        more=more,
    )


@contextmanager
def without_collector() -> Iterator[None]:
    """Collect garbage once, then disable collection in this context."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def in_turns(*runs: Run, rounds: int) -> list[list[float]]:
    """The seconds of each run in each round; the runs alternate, after one warm-up."""
    taken: list[list[float]] = [[] for _ in runs]
    for run in runs:
        run()
    with without_collector():
        for _ in range(rounds):
            for run, times in zip(runs, taken, strict=True):
                began = time.perf_counter()
                run()
                times.append(time.perf_counter() - began)
    return taken


async def in_turns_async(*runs: Callable[[], Awaitable[object]], rounds: int) -> list[list[float]]:
    """Like :func:`in_turns`, for coroutines."""
    taken: list[list[float]] = [[] for _ in runs]
    for run in runs:
        await run()
    with without_collector():
        for _ in range(rounds):
            for run, times in zip(runs, taken, strict=True):
                began = time.perf_counter()
                await run()
                times.append(time.perf_counter() - began)
    return taken
