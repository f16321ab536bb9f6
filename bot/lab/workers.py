"""Work spread over processes, with the same results in the same order however many there are."""

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
"""Tasks handed out for each process, so that none waits for the slowest."""


def usual_jobs() -> int:
    """How many processes this machine can run at once."""
    return os.cpu_count() or 1


def spread(
    work: Callable[[Task], Result], tasks: Iterable[Task], jobs: int = 1
) -> Iterator[Result]:
    """The results of some work, in the order of the tasks.

    Args:
        work: a function of its task alone; with several jobs it, the tasks and the results are
            pickled (processes are spawned, so this is the same on every system).
        tasks: what to work on; taken no further ahead than needed.
        jobs: how many processes; 1 works in this one.

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
    """Let only the process that asked for the work answer Ctrl+C, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    # Whoever asked may be killed; its processes would wait for the next task for ever.
    parent = parent_process()
    assert parent is not None, "this runs in a process of the pool"
    parent.join()
    os._exit(1)
