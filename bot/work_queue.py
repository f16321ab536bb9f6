"""A few threads for pictures, searches and decisions: the most urgent first."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from enum import IntEnum
from functools import partial
from heapq import heappop, heappush
from itertools import count
from typing import Any, NamedTuple, TypeVar

_log = logging.getLogger(__name__)
T = TypeVar("T")
THREADS = max(2, min(4, (os.cpu_count() or 1) - 1))
"""Number of threads; one processor is left to the event loop."""


class Urgency(IntEnum):
    """The kinds of work, the most urgent first."""

    MOVE = 0  # the search that a player's own move needs
    ANSWER = 1  # the answer to a click
    HAND = 2  # another player's hand
    HINT = 3  # a hint, or another answer that takes long
    TABLE = 4  # a message for everybody
    COMPUTER = 5  # the decision of a computer player
    ANIMATION = 6  # a piece of an animation
    AHEAD = 7  # work that may be needed later


AGING = 0.4  # seconds of waiting that make up for one level of urgency: nothing waits for ever
_LONG = {Urgency.HINT, Urgency.COMPUTER, Urgency.AHEAD}
"""Work of up to a second, which never has all threads, so that other work need not wait."""


class _Waiting(NamedTuple):
    """A turn that waits; the smallest is next."""

    rank: float  # the time of arrival, later by ``AGING`` for each level of urgency
    number: int  # in the order of arrival, so that futures are never compared
    urgency: Urgency
    begun: asyncio.Future[None]


class SupersededError(Exception):
    """A newer request of the same person replaces this one."""


class WorkQueue:
    """Does work in threads, in turns.

    The most urgent turn is next, among equals the one that has waited longest, so an answer to a
    click waits only for other answers. A message that shows the newest state waits for its turn
    before it reads the state, so changes during the wait need no picture of their own. Of a
    ``person`` only the newest turn of each urgency waits.
    """

    def __init__(self, threads: int = THREADS) -> None:
        self._threads = ThreadPoolExecutor(threads, "work")
        self._free = threads
        self._free_for_long = max(threads - 1, 1)
        self._short: list[_Waiting] = []  # heaps
        self._long: list[_Waiting] = []
        self._newest: dict[tuple[int, Urgency], _Waiting] = {}
        self._numbers = count()
        # What the thread of each turn does, by the task whose turn it is.
        self._turns: dict[asyncio.Task[Any] | None, asyncio.Future[Any] | None] = {}
        self._closed = False

    @asynccontextmanager
    async def turn(self, urgency: Urgency, person: int | None = None) -> AsyncIterator[None]:
        """Wait for a free thread, and keep it for as long as the context and its work last.

        A turn within a turn of the same task begins at once. Raises SupersededError if a newer turn
        of this person and urgency waits instead, or CancelledError once the queue is closed.
        """
        task = asyncio.current_task()
        if task in self._turns:
            yield
            return
        await self._acquire(urgency, person)
        self._turns[task] = None
        try:
            yield
        finally:
            work = self._turns.pop(task)
            if work is None or work.done():
                self._release(urgency)
            else:
                work.add_done_callback(partial(self._abandoned, urgency))

    async def run(self, work: Callable[[], T], urgency: Urgency, person: int | None = None) -> T:
        """Call ``work`` in a turn of its own and return its result; raises as :meth:`turn` does."""
        async with self.turn(urgency, person):
            return await self.in_thread(work)

    def in_thread(self, work: Callable[[], T]) -> asyncio.Future[T]:
        """Call ``work`` in the thread of this task's turn; raises CancelledError once closed."""
        if self._closed:
            raise asyncio.CancelledError
        task = asyncio.current_task()
        before = self._turns[task]
        assert before is None or before.done(), "the thread of this turn is busy"
        running = asyncio.get_running_loop().run_in_executor(self._threads, work)
        self._turns[task] = running
        # A thread cannot be interrupted: its work goes on after its caller is cancelled.
        return asyncio.shield(running)

    def close(self) -> None:
        """Refuse further work and cancel waiting turns; work in progress is finished."""
        self._closed = True
        for waiting in (*self._short, *self._long):
            waiting.begun.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _acquire(self, urgency: Urgency, person: int | None) -> None:
        older = None if person is None else self._newest.pop((person, urgency), None)
        if older is not None and not older.begun.done():
            older.begun.set_exception(SupersededError())
        if self._free and (self._free_for_long or urgency not in _LONG):
            self._begin(urgency)
            return
        loop = asyncio.get_running_loop()
        begun = loop.create_future()
        mine = _Waiting(loop.time() + urgency * AGING, next(self._numbers), urgency, begun)
        heappush(self._long if urgency in _LONG else self._short, mine)
        if person is not None:
            self._newest[person, urgency] = mine
        try:
            await begun
        except asyncio.CancelledError:
            began = begun.done() and not begun.cancelled() and begun.exception() is None
            if began:
                self._release(urgency)
            raise
        finally:
            if person is not None and self._newest.get((person, urgency)) is mine:
                del self._newest[person, urgency]

    def _abandoned(self, urgency: Urgency, work: asyncio.Future[Any]) -> None:
        self._release(urgency)
        if not work.cancelled() and (error := work.exception()) is not None:
            _log.warning("work that nobody waited for failed: %s", type(error).__name__)

    def _begin(self, urgency: Urgency) -> None:
        self._free -= 1
        if urgency in _LONG:
            self._free_for_long -= 1

    def _release(self, urgency: Urgency) -> None:
        self._free += 1
        if urgency in _LONG:
            self._free_for_long += 1
        while queue := self._next_queue():
            waiting = heappop(queue)
            if not waiting.begun.done():
                self._begin(waiting.urgency)
                waiting.begun.set_result(None)

    def _next_queue(self) -> list[_Waiting] | None:
        """The queue of the turn that begins now, if one waits and a thread is free for it."""
        queues = [self._short, self._long] if self._free_for_long else [self._short]
        able = [queue for queue in queues if queue and self._free]
        return min(able, key=lambda queue: queue[0], default=None)
