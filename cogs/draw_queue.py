"""Threads that draw: few, so that clicks are answered meanwhile, and the most urgent first."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from enum import Enum
from heapq import heappop, heappush
from itertools import count
from typing import TypeVar

T = TypeVar("T")
THREADS = max(1, min(4, (os.cpu_count() or 1) - 1))
"""Threads that draw: one processor is left to the event loop."""


class Urgency(float, Enum):
    """How many seconds something may wait for what was asked for after it."""

    ANSWER = 0.0
    HAND = 0.5
    TABLE = 1.0


class DrawQueue:
    """Draws, so many pictures at once at most.

    What shows a state that moves on takes its turn first and reads the state then: however long it
    waited, it shows the newest, and what came meanwhile is one picture.
    """

    def __init__(self, threads: int = THREADS) -> None:
        self._threads = ThreadPoolExecutor(threads, "drawing")
        self._free = threads
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = count()
        self._closed = False

    @asynccontextmanager
    async def turn(self, urgency: Urgency) -> AsyncIterator[None]:
        """Wait until it is one's turn to draw; others wait until this ends."""
        await self._begin(urgency)
        try:
            yield
        finally:
            self._end()

    async def draw(self, work: Callable[[], T]) -> T:
        """What this gives, made in a thread. What it raises passes through.

        Raises:
            CancelledError: nothing is drawn any more.
        """
        if self._closed:
            raise asyncio.CancelledError
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def close(self) -> None:
        """Draw no more; what is being drawn is finished, and who still waits is cancelled."""
        self._closed = True
        for *_, waits in self._waiting:
            waits.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _begin(self, urgency: Urgency) -> None:
        if self._free:
            self._free -= 1
            return
        loop = asyncio.get_running_loop()
        mine = loop.create_future()
        heappush(self._waiting, (loop.time() + urgency, next(self._numbers), mine))
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self._end()
            raise

    def _end(self) -> None:
        while self._waiting:
            *_, waits = heappop(self._waiting)
            if not waits.done():
                waits.set_result(None)
                return
        self._free += 1
