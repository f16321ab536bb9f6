"""Messages kept up to date one job at a time each; what failed is tried again after a while."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from functools import partial
from typing import TYPE_CHECKING

from bot.table.tasks import Timer
from bot.telemetry.metrics import Metrics

from .discord_errors import DISCORD_ERRORS, described, must_wait, seconds_to_wait

if TYPE_CHECKING:
    from bot.table.ports import Clock

AGAIN_AFTER = (10.0, 30.0, 120.0, 600.0, 1800.0)
"""Seconds until each further try; after the last one the next change is waited for."""
PATIENCE = 10.0
_log = logging.getLogger(__name__)
Work = Callable[[], Awaitable[None]]
Key = tuple[str, *tuple[Hashable, ...]]
"""What it is, and of which channel, game or person."""
Asked = tuple[Key, Work]


class _Job:
    """Something that is being done, or is to be tried again."""

    def __init__(self, key: Key, work: Work, clock: Clock) -> None:
        self.key = key
        self.work = work
        self.timer = Timer(clock)
        self.task: asyncio.Task[None] | None = None
        self.once_more = False
        self.failures = 0
        self.held = False

    @property
    def busy(self) -> bool:
        """Whether it is being done."""
        return self.task is not None and not self.task.done()


class RetryQueue:
    """Jobs by what they keep up to date; none waits for another.

    A job is done once at a time. What is asked for meanwhile is done once more afterwards, however
    often it was asked: work reads the newest state. A job that meets Discord's troubles is tried
    again by a timer, a few times, and at the next change.

    Args:
        clock: time.
        metrics: counts what failed.
        patience: seconds that :meth:`do` waits at most.
    """

    def __init__(
        self, clock: Clock, metrics: Metrics | None = None, patience: float = PATIENCE
    ) -> None:
        self._clock = clock
        self._metrics = metrics or Metrics()
        self._patience = patience
        self._jobs: dict[Key, _Job] = {}
        self._closed = False

    def ask(self, *asked: Asked) -> None:
        """Do these, side by side, and wait for none of them."""
        for key, work in asked:
            self._ask(key, work)

    async def do(self, *asked: Asked) -> None:
        """Do these now; returns when all are done or take too long. Never raises."""
        tasks = [self._ask(key, work) for key, work in asked]
        waited = [task for task in tasks if task is not None]
        if waited:
            await asyncio.wait(waited, timeout=self._patience)

    def again(self, key: Key) -> None:
        """Try at once what failed; nothing where nothing did."""
        job = self._jobs.get(key)
        if job is not None and not job.busy and not self._closed:
            job.held = False
            self._start(job)

    def later(self, key: Key, work: Work, error: Exception) -> None:
        """Try again after a while what somebody tried in vain beside this."""
        if not self._closed and key not in self._jobs:
            self._jobs[key] = job = _Job(key, work, self._clock)
            self._failed(job, error)

    async def close(self, patience: float) -> None:
        """Wait so many seconds for what is being done, then give up; nothing is tried again."""
        self._closed = True
        for job in self._jobs.values():
            job.timer.cancel()
        tasks = [job.task for job in self._jobs.values() if job.task is not None and job.busy]
        try:
            if tasks:
                await asyncio.wait(tasks, timeout=patience)
        finally:
            for task in tasks:
                task.cancel()
            self._jobs.clear()

    def _ask(self, key: Key, work: Work) -> asyncio.Task[None] | None:
        """The task that does it; None where it is not to be waited for."""
        if self._closed:
            return None
        job = self._jobs.setdefault(key, _Job(key, work, self._clock))
        job.work = work
        if job.busy:
            job.once_more = True
            return None
        if job.held:
            return None
        job.failures = 0
        return self._start(job)

    def _start(self, job: _Job) -> asyncio.Task[None]:
        job.timer.cancel()
        job.task = asyncio.create_task(self._run(job))
        return job.task

    async def _run(self, job: _Job) -> None:
        job.once_more = True
        while job.once_more:
            job.once_more = False
            try:
                await job.work()
            except DISCORD_ERRORS as error:
                self._failed(job, error)
                return
            except Exception:  # noqa: BLE001  # Discord's troubles never touch a game
                _log.exception("a message could not be brought up to date")
                self._metrics.not_announced(job.key[0])
                break
            job.failures = 0
        if self._jobs.get(job.key) is job:
            del self._jobs[job.key]

    def _failed(self, job: _Job, error: Exception) -> None:
        _log.warning("%s not brought up to date: %s", job.key[0], described(error))
        self._metrics.not_announced(job.key[0])
        if self._closed or job.failures >= len(AGAIN_AFTER):
            self._jobs.pop(job.key, None)
            return
        delay = max(AGAIN_AFTER[job.failures], seconds_to_wait(error))
        job.failures += 1
        job.held = must_wait(error)
        job.timer.set(delay, partial(self._on_time, job))

    async def _on_time(self, job: _Job) -> None:
        # This is the timer's own task: it is not to cancel itself on its way.
        job.timer.release()
        if self._jobs.get(job.key) is job and not job.busy and not self._closed:
            job.held = False
            self._start(job)
