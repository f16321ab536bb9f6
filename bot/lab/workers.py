"""Run work in several processes, with results in the order of the tasks."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

_AHEAD = 4
"""Tasks submitted per process, so that no process waits for the slowest."""


def usual_jobs() -> int:
    """The number of processors of this machine."""
    return os.cpu_count() or 1


def spread(
    work: Callable[[Task], Result], tasks: Iterable[Task], jobs: int = 1
) -> Iterator[Result]:
    """Yield the results of the work, in the order of the tasks.

    Args:
        work: a function of one task; with several jobs it, the tasks and the results are pickled
            (processes are spawned on every system).
        tasks: consumed only a few ahead of the results.
        jobs: number of processes; 1 works in this one.

    Raises:
        BrokenProcessPool: a process was killed.
    """
    if jobs == 1:
        yield from map(work, tasks)
        return
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_begin)
    waiting: deque[Future[Result]] = deque()
    try:
        for task in tasks:
            waiting.append(pool.submit(work, task))
            if len(waiting) == jobs * _AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Leave Ctrl+C to the parent process, and exit when it has exited."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    # If the parent is killed, its processes would wait for the next task forever.
    parent = parent_process()
    assert parent is not None, "this runs in a worker process"
    parent.join()
    os._exit(1)
