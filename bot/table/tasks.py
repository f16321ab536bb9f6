"""Tasks that begin with a change and end with it: timers and whole writes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from .ports import Clock

_T = TypeVar("_T")
Call = Callable[[], Awaitable[None]]


async def unbroken(work: Coroutine[Any, Any, _T]) -> _T:
    """Do this to its end, also when the caller is cancelled meanwhile."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise


class Timer:
    """One thing to do later; setting it anew replaces what was set before."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._task: asyncio.Task[None] | None = None
        # The event loop itself holds tasks weakly.
        self._alive: set[asyncio.Task[None]] = set()

    def set(self, delay: float, call: Call) -> None:
        """Call this in so many seconds, at once (in a task) when there are none left."""
        self.cancel()
        self._task = asyncio.create_task(self._run(delay, call))
        self._alive.add(self._task)
        self._task.add_done_callback(self._alive.discard)

    def cancel(self) -> None:
        """Forget what was set."""
        if self._task is not None:
            self._task.cancel()
        self._task = None

    def release(self) -> None:
        """Let what was set run to its end: cancelling comes too late for it."""
        self._task = None

    async def _run(self, delay: float, call: Call) -> None:
        if delay > 0:
            await self._clock.sleep(delay)
        await call()
