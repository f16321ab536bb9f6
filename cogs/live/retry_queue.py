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
JobKey = tuple[str, *tuple[Hashable, ...]]  # the kind of message, and its channel, game or person
Job = tuple[JobKey, Work]


class _Entry:
    """A message that may be out of date: a try runs, or the next one waits for its time."""

    def __init__(self, key: JobKey, work: Work, clock: Clock) -> None:
        assert key[0] in ANNOUNCEMENTS, "its failures are counted from the start"
        self.key = key
        self.work = work
        self.timer = Timer(clock)
        self.task: asyncio.Task[None] | None = None
        # Whether there was a change since the last try began, which may not have shown it.
        self.changed = False
        # Since the last change.
        self.failures = 0
        self.error: Exception | None = None
        # Whether also a change has to wait for the time of the next try.
        self.held = False

    @property
    def running(self) -> bool:
        return self.task is not None and not self.task.done()


class RetryQueue:
    """Jobs by key; jobs with different keys never wait for each other.

    The work of a job shows the newest state. One try runs at a time; after changes meanwhile,
    however many, there is one more. After an error of Discord a timer tries again a few times, and
    so does the next change. :meth:`run` waits ``patience`` seconds at most.
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

    async def run(self, *jobs: Job) -> None:
        """Submit these jobs and wait for them. Never raises."""
        tasks = [self._submit(*job) for job in jobs]
        waited = [task for task in tasks if task is not None]
        if waited:
            await asyncio.wait(waited, timeout=self._patience)

    async def failure(self, key: JobKey) -> Exception | None:
        """Wait for the try of a job that runs, and return the error if it failed."""
        entry = self._entries.get(key)
        if entry is None or entry.task is None:
            return None
        await asyncio.wait([entry.task], timeout=self._patience)
        return entry.error if self._entries.get(key) is entry else None

    def submit_later(self, delay: float, job: Job) -> None:
        """Submit a job after ``delay`` seconds, in place of the one with its key that waits."""
        if not self._closed:
            timer = self._later.setdefault(job[0], Timer(self._clock))
            timer.set(delay, partial(self._submit_waiting, job))

    def cancel_later(self, key: JobKey) -> None:
        timer = self._later.pop(key, None)
        if timer is not None:
            timer.cancel()

    def note_failure(self, key: JobKey, work: Work, error: Exception) -> None:
        """Try a job again after a while whose work failed outside of this queue."""
        entry = self._entries.get(key)
        if entry is not None:
            entry.changed = True
        elif not self._closed:
            self._entries[key] = entry = _Entry(key, work, self._clock)
            self._put_off(entry, error)

    def release(self, key: JobKey) -> None:
        """Let the next change be tried at once, as it can be shown in another way."""
        entry = self._entries.get(key)
        if entry is not None:
            entry.held = False

    def retry_now(self, key: JobKey) -> None:
        """Retry a failed job at once; other jobs are left alone."""
        entry = self._entries.get(key)
        if entry is not None and not entry.running and not self._closed:
            self._start(entry)

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
        entry.changed = True
        entry.failures = 0
        return None if entry.running or entry.held else self._start(entry)

    def _start(self, entry: _Entry) -> asyncio.Task[None]:
        entry.timer.cancel()
        entry.held = False
        entry.task = asyncio.create_task(self._try(entry))
        return entry.task

    async def _try(self, entry: _Entry) -> None:
        entry.changed = True
        while entry.changed:
            entry.changed = False
            try:
                await entry.work()
            except DISCORD_ERRORS as error:
                self._put_off(entry, error)
                return
            except Exception:  # noqa: BLE001  # a failing message never affects a game
                _log.exception("a message could not be brought up to date")
                self._metrics.failed_announcements.labels(entry.key[0]).inc()
        self._entries.pop(entry.key, None)

    def _put_off(self, entry: _Entry, error: Exception) -> None:
        """Set the time of the next try; after the last one there is none."""
        _log.warning("%s not brought up to date: %s", entry.key[0], described(error))
        self._metrics.failed_announcements.labels(entry.key[0]).inc()
        entry.error = error
        if self._closed or entry.failures >= len(AGAIN_AFTER):
            self._entries.pop(entry.key, None)
            return
        entry.held = must_wait(error)
        if entry.held:
            # Trying again at once is of no use.
            entry.failures = max(entry.failures, 1)
        delay = max(AGAIN_AFTER[entry.failures], seconds_to_wait(error))
        entry.failures += 1
        entry.timer.set(delay, partial(self._on_time, entry))

    async def _on_time(self, entry: _Entry) -> None:
        # This is the timer's own task, which must not be cancelled.
        entry.timer.release()
        self._start(entry)
