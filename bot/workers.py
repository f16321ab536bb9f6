"""Worker processes: one that answers a bot, or several that share a list of tasks."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from typing import Any, Generic, TypeVar, TypeVarTuple

Given = TypeVarTuple("Given")
Task = TypeVar("Task")
Result = TypeVar("Result")


class WorkError(Exception):
    """The work failed; the argument is the name of the exception."""


class Worker(Generic[*Given, Result]):
    """One worker process, started when it is first asked and again after it has ended.

    It does one task at a time, and ends with this process, even if this one is killed. The work is
    a function of a module; it, its arguments and the results are pickled. After ``patience``
    seconds :meth:`ask` gives up; after ``longest`` seconds a task counts as hanging, and the
    process is killed. ``nice`` is its niceness, from 0 to 19.
    """

    def __init__(
        self,
        work: Callable[[*Given], Result],
        name: str,
        patience: float,
        longest: float,
        nice: int = 0,
    ) -> None:
        self._process: _Process[Result] = _Process(partial(_without_message, work), name, nice)
        self._patience, self._longest = patience, longest
        self._asking = ThreadPoolExecutor(1, name)
        self._closed = False

    async def ask(self, *args: *Given) -> Result:
        """Return what the work returns.

        Raises:
            WorkError: the work failed.
            TimeoutError: there was no result in time.
            OSError, EOFError: the process could not be started, or has ended.
        """
        async with asyncio.timeout(self._patience):
            asked = self._asking.submit(self._process.do, args, self._longest)
            return await asyncio.wrap_future(asked)

    def rest(self) -> None:
        """End the process when it has done its tasks, until it is asked again."""
        if not self._closed:
            self._asking.submit(self._process.end)

    def close(self) -> None:
        """End the process; its task fails."""
        self._closed = True
        self._asking.shutdown(wait=False, cancel_futures=True)
        self._process.close()


def usual_jobs() -> int:
    """The number of processors of this machine."""
    return os.cpu_count() or 1


def spread(
    work: Callable[[Task], Result], tasks: Iterable[Task], jobs: int = 1
) -> Iterator[Result]:
    """Yield the results of the work, in the order of the tasks.

    With several jobs, ``work`` runs in as many processes, the function, the tasks and the results
    are pickled, and EOFError says that a process was killed.
    """
    if jobs == 1:
        yield from map(work, tasks)
        return
    processes: list[_Process[Result]] = [_Process(work, "worker") for _ in range(jobs)]
    idle = SimpleQueue[_Process[Result]]()
    for process in processes:
        idle.put(process)

    def done(task: Task) -> Result:
        process = idle.get()
        try:
            return process.do((task,))
        finally:
            idle.put(process)

    threads = ThreadPoolExecutor(jobs)
    try:
        yield from threads.map(done, tasks)
    finally:
        threads.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.close()
        threads.shutdown()
        for process in processes:
            process.end()


class _Process(Generic[Result]):
    """A spawned process that does one task at a time; :meth:`close` may come from any thread."""

    def __init__(self, work: Callable[..., Result], name: str, nice: int = 0) -> None:
        self._work, self._name, self._nice = work, name, nice
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._closed = False

    def do(self, args: tuple[Any, ...], longest: float | None = None) -> Result:
        """Return what the work returns, or raise what it raises; see also :meth:`Worker.ask`."""
        try:
            pipe = self._pipe or self._started()
            pipe.send(args)
            if not pipe.poll(longest):
                raise TimeoutError
            result: Result
            result, error = pipe.recv()
        except ConnectionError as ended:
            self.end()
            raise EOFError from ended
        except (OSError, EOFError):
            self.end()
            raise
        if error is not None:
            raise error
        return result

    def end(self) -> None:
        """End the process until the next task."""
        if self._pipe is not None:
            self._pipe.close()
        if process := self._killed():
            process.join()
        self._pipe = self._process = None

    def close(self) -> None:
        """Kill the process for good; its task fails."""
        self._closed = True
        self._killed()

    def _started(self) -> Connection:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(theirs, self._work, self._nice), name=self._name, daemon=True
        )
        self._process.start()
        # Reading fails when the process has ended, as no other holds its end of the pipe.
        theirs.close()
        if self._closed:
            raise EOFError
        return self._pipe

    def _killed(self) -> BaseProcess | None:
        process = self._process
        if process is None or process.pid is None:
            return None
        process.kill()
        return process


def _serve(pipe: Connection, work: Callable[..., Any], nice: int) -> None:
    """Do tasks until the other end of the pipe is closed; leave Ctrl+C to the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if nice and hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, 0, nice)
    try:
        while True:
            pipe.send(_outcome(work, pipe.recv()))
    except (OSError, EOFError):
        return


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None, "this runs in a worker process"
    parent.join()
    os._exit(1)


def _outcome(work: Callable[..., Any], args: tuple[Any, ...]) -> tuple[Any, Exception | None]:
    try:
        return work(*args), None
    except Exception as error:  # noqa: BLE001  # raised again in the process that asked
        error.add_note(traceback.format_exc())
        return None, error


def _without_message(work: Callable[..., Result], *args: object) -> Result:
    """Do the work of a bot, where the message of an exception could name hidden cards."""
    try:
        return work(*args)
    except Exception as error:  # noqa: BLE001  # whatever failed, the next task is done
        raise WorkError(type(error).__name__) from None
