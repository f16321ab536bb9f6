"""A queue of message updates: one at a time for each message, coalesced, retried after failures."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from enum import Enum
from functools import partial

from bot.table.context import Clock
from bot.table.timing import Timer
from bot.telemetry.metrics import ANNOUNCEMENTS, Metrics
from cogs.base.discord_errors import DISCORD_ERRORS, described, must_wait, seconds_to_wait

AGAIN_AFTER = (1.0, 10.0, 30.0, 120.0, 600.0, 1800.0)
"""Seconds until each further try; after the last one only a new change tries again."""
PATIENCE = 10.0  # seconds
_log = logging.getLogger(__name__)
Work = Callable[[], Awaitable[None]]
JobKey = tuple[str, *tuple[Hashable, ...]]  # the kind of message, and its channel, game or person
Job = tuple[JobKey, Work]


class JobState(Enum):
    """What a job does at the moment; :class:`RetryQueue` has the table of all changes."""

    REST = "rest"  # the message is up to date, or its job was given up: there is no entry
    WAITING = "waiting"  # the next try has a time; a change is tried at once
    HELD = "held"  # the next try has a time, and a change waits for it, too
    TRYING = "trying"  # a try runs
    OUTDATED = "outdated"  # a try runs, and may not show a change that came since it began


class _Entry:
    """A job that is not at rest."""

    def __init__(self, key: JobKey, work: Work, clock: Clock) -> None:
        assert key[0] in ANNOUNCEMENTS, "its failures are counted from the start"
        self.key = key
        self.work = work
        self.state = JobState.REST
        self.timer = Timer(clock)  # of the next try
        self.task: asyncio.Task[None] | None = None  # of the try that runs, or ran last
        self.failures: int  # failed tries since the last change, which sets it to 0
        self.error: Exception | None = None  # of the last try, if it failed

    @property
    def running(self) -> bool:
        return self.state in {JobState.TRYING, JobState.OUTDATED}


class RetryQueue:
    """Jobs by key; jobs with different keys never wait for each other.

    The work of a job shows the newest state of its message. A job is in one of five states, see
    :class:`JobState`. A job that keeps failing is given up after the pauses of ``AGAIN_AFTER``,
    three quarters of an hour after its last change; the next change begins again.

    No error of Discord is final here, not even that a channel is gone: a work lets it through while
    there is something left to do, such as to end the channel's game once its server is known. A
    work with nothing left to do ends without an error.

    A row of the table is an event, a cell the state after it; ``-`` cannot happen. The tests read
    the table here and walk each cell::

        event           rest      waiting   held      trying    outdated
        change          trying    trying    held      outdated  outdated
        failed outside  waiting   waiting   held      outdated  outdated
        release         rest      waiting   waiting   trying    outdated
        retry now       rest      trying    trying    trying    outdated
        time            -         trying    trying    -         -
        success         -         -         -         rest      trying
        mistake         -         -         -         rest      trying
        error           -         -         -         waiting   waiting
        refusal         -         -         -         held      held
        last error      -         -         -         rest      -
        close           rest      rest      rest      rest      rest

    - *change*: :meth:`submit`, :meth:`run`, or the time of :meth:`submit_later`. It takes the place
      of the job's work, and its failed tries are counted from 0.
    - *failed outside*: :meth:`note_failure`, a change whose first try was made by the caller. At
      rest and while waiting it is put off as after an *error*, or a *refusal*.
    - *time*: the time of the next try has come.
    - *success*, *mistake*: the work has ended, or raised an exception that is a mistake of this
      program. A mistake is logged and counted, and not tried again without a change.
    - *error*: the work raised one of DISCORD_ERRORS, which is logged and counted. The next try
      begins after the next pause of ``AGAIN_AFTER``, or after the seconds that Discord asks for.
    - *refusal*: an error after which also a change must wait (``must_wait``), as another try is
      useless or forbidden. It leaves out the first pause.
    - *last error*: an error or a refusal after all pauses since the last change, or any in a
      closed queue. The job is given up.
    - *close*: :meth:`close` ends what waits at once, and lets tries go on for some seconds. A
      closed queue ignores *change*, *failed outside* and *retry now*.
    """

    def __init__(
        self, clock: Clock, metrics: Metrics | None = None, patience: float = PATIENCE
    ) -> None:
        self._clock = clock
        self._metrics = metrics or Metrics()
        self._patience = patience
        self._entries: dict[JobKey, _Entry] = {}
        # What will be a change at its time: not among the states of its job.
        self._later: dict[JobKey, Timer] = {}
        self._closed = False

    def state(self, key: JobKey) -> JobState:
        entry = self._entries.get(key)
        return JobState.REST if entry is None else entry.state

    # -- events from outside ---------------------------------------------------------------

    def submit(self, *jobs: Job) -> None:
        """Start these jobs concurrently, without waiting for them."""
        for job in jobs:
            self._change(*job)

    async def run(self, *jobs: Job) -> None:
        """Submit these jobs and wait ``patience`` seconds for them at most. Never raises."""
        tasks = [self._change(*job) for job in jobs]
        waited = [task for task in tasks if task is not None]
        if waited:
            await asyncio.wait(waited, timeout=self._patience)

    async def failure(self, key: JobKey) -> Exception | None:
        """Wait ``patience`` seconds for a job's try at most, and return the error if it failed."""
        entry = self._entries.get(key)
        if entry is None or entry.task is None:
            return None
        await asyncio.wait([entry.task], timeout=self._patience)
        return entry.error

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
        if self._closed:
            return
        entry = self._changed(key, work)
        match entry.state:
            case JobState.REST | JobState.WAITING:
                self._put_off(entry, error)
            case JobState.HELD:
                pass  # the next try shows this change, too
            case JobState.TRYING | JobState.OUTDATED:
                entry.state = JobState.OUTDATED

    def release(self, key: JobKey) -> None:
        """Let the next change be tried at once, as it can be shown in another way."""
        entry = self._entries.get(key)
        if entry is not None and entry.state is JobState.HELD:
            entry.state = JobState.WAITING

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

    def _change(self, key: JobKey, work: Work) -> asyncio.Task[None] | None:
        """Start the job and return its task; None if it runs already or has to wait."""
        if self._closed:
            return None
        entry = self._changed(key, work)
        match entry.state:
            case JobState.REST | JobState.WAITING:
                return self._start(entry)
            case JobState.HELD:
                pass  # the next try shows this change, too
            case JobState.TRYING | JobState.OUTDATED:
                entry.state = JobState.OUTDATED
        return None

    def _changed(self, key: JobKey, work: Work) -> _Entry:
        """Return the entry of a job that has a change, with its newest work."""
        entry = self._entries.setdefault(key, _Entry(key, work, self._clock))
        entry.work = work
        entry.failures = 0
        return entry

    # -- tries and their ends --------------------------------------------------------------

    def _start(self, entry: _Entry) -> asyncio.Task[None]:
        entry.timer.cancel()
        entry.error = None
        entry.state = JobState.TRYING
        entry.task = asyncio.create_task(self._try(entry))
        return entry.task

    async def _on_time(self, entry: _Entry) -> None:
        # This is the timer's own task, which must not be cancelled.
        entry.timer.release()
        self._start(entry)

    async def _try(self, entry: _Entry) -> None:
        """Try until the message is up to date, or an error puts the next try off."""
        outdated = True
        while outdated:
            # Changes until now are shown by this try.
            entry.state = JobState.TRYING
            try:
                await entry.work()
            except DISCORD_ERRORS as error:
                self._put_off(entry, error)
                return
            except Exception:  # noqa: BLE001  # a failing message never affects a game
                _log.exception("a message could not be brought up to date")
                self._metrics.failed_announcements.labels(entry.key[0]).inc()
            outdated = self.state(entry.key) is JobState.OUTDATED
        self._rest(entry)

    def _put_off(self, entry: _Entry, error: Exception) -> None:
        """Log and count an error, and set the time of the next try unless it was the last one."""
        _log.warning("%s not brought up to date: %s", entry.key[0], described(error))
        self._metrics.failed_announcements.labels(entry.key[0]).inc()
        entry.error = error
        if self._was_last(entry):
            self._rest(entry)
            return
        pause = entry.failures
        if must_wait(error):
            entry.state = JobState.HELD
            pause = max(pause, 1)
        else:
            entry.state = JobState.WAITING
        entry.failures = pause + 1
        delay = max(AGAIN_AFTER[pause], seconds_to_wait(error))
        entry.timer.set(delay, partial(self._on_time, entry))

    def _was_last(self, entry: _Entry) -> bool:
        """Return whether the job of a failed try is given up: the row *last error*."""
        return self._closed or entry.failures >= len(AGAIN_AFTER)

    def _rest(self, entry: _Entry) -> None:
        entry.timer.cancel()
        self._entries.pop(entry.key, None)
