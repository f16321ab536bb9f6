"""A queue of message updates: one at a time for each message, coalesced, retried after failures."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from functools import partial

from bot.table.context import Clock
from bot.table.timing import Timer
from bot.telemetry.metrics import ANNOUNCEMENTS, Metrics
from cogs.base.discord_errors import DISCORD_ERRORS, described, must_wait, seconds_to_wait

AGAIN_AFTER = (1.0, 10.0, 30.0, 120.0, 600.0, 1800.0)
"""Seconds until each further try; after the last one only a new change tries again."""
PATIENCE = 10.0
_log = logging.getLogger(__name__)
Work = Callable[[], Awaitable[None]]
JobKey = tuple[str, *tuple[Hashable, ...]]
"""The kind of message, and its channel, game or person."""
Job = tuple[JobKey, Work]


class _Entry:
    """A job that is running or waits for its next try."""

    def __init__(self, key: JobKey, work: Work, clock: Clock) -> None:
        assert key[0] in ANNOUNCEMENTS, "its failures are counted from the start"
        self.key = key
        self.work = work
        self.timer = Timer(clock)
        self.task: asyncio.Task[None] | None = None
        self.once_more = False
        self.failures = 0
        self.held = False

    @property
    def running(self) -> bool:
        return self.task is not None and not self.task.done()


class RetryQueue:
    """Jobs by key; jobs with different keys never wait for each other.

    A job runs once at a time. However often it is submitted meanwhile, it runs once more
    afterwards: its work reads the newest state. After an error of Discord it is retried by a timer
    a few times, and at the next change. :meth:`run` waits ``patience`` seconds at most.
    """

    def __init__(
        self, clock: Clock, metrics: Metrics | None = None, patience: float = PATIENCE
    ) -> None:
        self._clock = clock
        self._metrics = metrics or Metrics()
        self._patience = patience
        self._entries: dict[JobKey, _Entry] = {}
        self._later: dict[JobKey, Timer] = {}
        self._closed = False

    def submit(self, *jobs: Job) -> None:
        """Start these jobs concurrently, without waiting for them."""
        for job in jobs:
            self._submit(*job)

    def submit_later(self, delay: float, job: Job) -> None:
        """Submit a job after ``delay`` seconds, in place of the one with its key that waits."""
        if not self._closed:
            timer = self._later.setdefault(job[0], Timer(self._clock))
            timer.set(delay, partial(self._submit_waiting, job))

    def cancel_later(self, key: JobKey) -> None:
        timer = self._later.pop(key, None)
        if timer is not None:
            timer.cancel()

    async def run(self, *jobs: Job) -> None:
        """Submit these jobs and wait for them. Never raises."""
        tasks = [self._submit(*job) for job in jobs]
        waited = [task for task in tasks if task is not None]
        if waited:
            await asyncio.wait(waited, timeout=self._patience)

    def retry_now(self, key: JobKey) -> None:
        """Retry a failed job at once; other jobs are left alone."""
        entry = self._entries.get(key)
        if entry is not None and not entry.running and not self._closed:
            entry.held = False
            self._start(entry)

    def reads_now(self, key: JobKey) -> None:
        """Note that a job reads the state only now, so that it already shows what was submitted."""
        entry = self._entries.get(key)
        if entry is not None:
            entry.once_more = False

    def retry_later(self, key: JobKey, work: Work, error: Exception) -> None:
        """Retry a job after a while that failed outside of this queue."""
        if not self._closed and key not in self._entries:
            self._entries[key] = entry = _Entry(key, work, self._clock)
            self._failed(entry, error)

    async def close(self, patience: float) -> None:
        """Wait ``patience`` seconds for running jobs, then cancel them; nothing is retried."""
        self._closed = True
        for timer in (*self._later.values(), *(entry.timer for entry in self._entries.values())):
            timer.cancel()
        self._later.clear()
        tasks = [entry.task for entry in self._entries.values() if entry.task and entry.running]
        try:
            if tasks:
                await asyncio.wait(tasks, timeout=patience)
        finally:
            for task in tasks:
                task.cancel()
            self._entries.clear()

    async def _submit_waiting(self, job: Job) -> None:
        del self._later[job[0]]
        self.submit(job)

    def _submit(self, key: JobKey, work: Work) -> asyncio.Task[None] | None:
        """Start the job and return its task; None if it runs already or has to wait."""
        if self._closed:
            return None
        entry = self._entries.setdefault(key, _Entry(key, work, self._clock))
        entry.work = work
        if entry.running:
            entry.once_more = True
            return None
        if entry.held:
            return None
        entry.failures = 0
        return self._start(entry)

    def _start(self, entry: _Entry) -> asyncio.Task[None]:
        entry.timer.cancel()
        entry.task = asyncio.create_task(self._run(entry))
        return entry.task

    async def _run(self, entry: _Entry) -> None:
        entry.once_more = True
        while entry.once_more:
            entry.once_more = False
            try:
                await entry.work()
            except DISCORD_ERRORS as error:
                self._failed(entry, error)
                return
            except Exception:  # noqa: BLE001  # a failing message never affects a game
                _log.exception("a message could not be brought up to date")
                self._metrics.failed_announcements.labels(entry.key[0]).inc()
                break
            entry.failures = 0
        if self._entries.get(entry.key) is entry:
            del self._entries[entry.key]

    def _failed(self, entry: _Entry, error: Exception) -> None:
        _log.warning("%s not brought up to date: %s", entry.key[0], described(error))
        self._metrics.failed_announcements.labels(entry.key[0]).inc()
        if self._closed or entry.failures >= len(AGAIN_AFTER):
            self._entries.pop(entry.key, None)
            return
        if must_wait(error):
            # Discord asked to wait, or refuses for now: trying again at once is of no use.
            entry.failures = max(entry.failures, 1)
        delay = max(AGAIN_AFTER[entry.failures], seconds_to_wait(error))
        entry.failures += 1
        entry.held = must_wait(error)
        entry.timer.set(delay, partial(self._on_time, entry))

    async def _on_time(self, entry: _Entry) -> None:
        # This is the timer's own task: ``_start`` must not cancel it.
        entry.timer.release()
        if self._entries.get(entry.key) is entry:
            self.retry_now(entry.key)
