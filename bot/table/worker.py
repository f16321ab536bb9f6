"""A worker process for work that would keep this one from everything else."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Generic, TypeVar

Given = TypeVar("Given")
Output = TypeVar("Output")


class WorkError(Exception):
    """The work failed; the argument is the name of the exception."""


class Worker(Generic[Given, Output]):
    """One worker process, started when it is first asked and again after it has ended.

    It does one task at a time. It ends with this process, however that ends.

    Args:
        work: a function of a module; it, the tasks and the results are pickled.
        name: of the process.
        patience: seconds until nobody waits for the result any more.
        longest: seconds without a result after which the process is taken to hang.
        nice: its niceness, from 0 to 19: how far other processes have the processor first.
    """

    def __init__(
        self,
        work: Callable[[Given], Output],
        name: str,
        patience: float,
        longest: float,
        nice: int = 0,
    ) -> None:
        self._work, self._name, self._nice = work, name, nice
        self._patience, self._longest = patience, longest
        self._asking = ThreadPoolExecutor(1, name)
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._closed = False

    async def ask(self, task: Given) -> Output:
        """The result of a task.

        Raises:
            WorkError: the work failed.
            TimeoutError: there was no result in time.
            OSError, EOFError: the process could not be started, or has ended.
        """
        async with asyncio.timeout(self._patience):
            return await asyncio.wrap_future(self._asking.submit(self._ask, task))

    def rest(self) -> None:
        """End the process once it has done what it was asked, until it is asked again."""
        if not self._closed:
            self._asking.submit(self._end)

    def close(self) -> None:
        """End the process; what it does fails."""
        self._closed = True
        self._asking.shutdown(wait=False, cancel_futures=True)
        self._kill()

    def _ask(self, task: Given) -> Output:
        try:
            pipe = self._pipe or self._started()
            pipe.send(task)
            if not pipe.poll(self._longest):
                raise TimeoutError
            result: Output | WorkError = pipe.recv()
        except (OSError, EOFError):
            self._end()
            raise
        if isinstance(result, WorkError):
            raise result
        return result

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

    def _end(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
        if process := self._kill():
            process.join()
        self._pipe = self._process = None

    def _kill(self) -> BaseProcess | None:
        """Kill the process, and return it, if there is one that has been started."""
        process = self._process
        if process is None or process.pid is None:
            return None
        process.kill()
        return process


def _serve(pipe: Connection, work: Callable[[Any], Any], nice: int) -> None:
    """Do tasks until the other end of the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if nice and hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, 0, nice)
    try:
        while True:
            pipe.send(_done(work, pipe.recv()))
    except (OSError, EOFError):
        return


def _done(work: Callable[[Given], Output], task: Given) -> Output | WorkError:
    try:
        return work(task)
    except Exception as error:  # noqa: BLE001  # whatever failed, the next task is done
        # The message could name hidden cards.
        return WorkError(type(error).__name__)
