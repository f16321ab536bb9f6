"""A few threads that draw pictures, the most urgent first."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from enum import IntEnum
from heapq import heappop, heappush
from itertools import count
from typing import TypeVar

T = TypeVar("T")
THREADS = max(1, min(4, (os.cpu_count() or 1) - 1))
"""Number of threads; one processor is left to the event loop."""


class Urgency(IntEnum):
    """Who waits: someone who clicked, another player, everybody, or nobody."""

    ANSWER = 0
    HAND = 1
    TABLE = 2
    ANIMATION = 3


class DrawQueue:
    """Draws pictures in threads.

    The most urgent drawing is next, among equals the one that has waited longest: however many
    drawings wait, an answer to a click waits only for other answers. A message that shows the
    newest state waits for its turn before it reads the state: changes during the wait need no
    picture of their own.
    """

    def __init__(self, threads: int = THREADS) -> None:
        self._threads = ThreadPoolExecutor(threads, "drawing")
        self._free = threads
        self._waiting: list[tuple[Urgency, int, asyncio.Future[None]]] = []
        self._numbers = count()
        self._closed = False

    @asynccontextmanager
    async def turn(self, urgency: Urgency) -> AsyncIterator[None]:
        """Wait for a free thread, and keep it for as long as the context lasts."""
        await self._acquire(urgency)
        try:
            yield
        finally:
            self._release()

    async def draw(self, work: Callable[[], T]) -> T:
        """Call ``work`` in a thread and return its result; exceptions pass through.

        Raises:
            CancelledError: the queue is closed.
        """
        if self._closed:
            raise asyncio.CancelledError
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def close(self) -> None:
        """Refuse further work and cancel waiting turns; drawings in progress are finished."""
        self._closed = True
        for *_, future in self._waiting:
            future.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _acquire(self, urgency: Urgency) -> None:
        if self._free:
            self._free -= 1
            return
        future = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (urgency, next(self._numbers), future))
        try:
            await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self._release()
            raise

    def _release(self) -> None:
        while self._waiting:
            *_, future = heappop(self._waiting)
            if not future.done():
                future.set_result(None)
                return
        self._free += 1
