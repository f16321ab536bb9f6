"""Worker processes: order, laziness, errors, and no process left behind."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import time
from multiprocessing import active_children

import pytest

from bot.workers import Worker, spread, usual_jobs

KILLED = """
import os
from bot.workers import spread
for session in spread(os.getsid, [0] * 100, 2):
    print(session, flush=True)
    os.kill(os.getpid(), 9)
"""


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_the_tasks(jobs: int) -> None:
    assert list(spread(math.factorial, range(30), jobs)) == [math.factorial(n) for n in range(30)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_of_the_work_is_raised_where_its_result_was_due(jobs: int) -> None:
    results = spread(math.sqrt, [4.0, -1.0, 9.0], jobs)
    assert next(results) == 2
    with pytest.raises(ValueError, match=r"math domain|nonnegative"):
        next(results)


def test_a_process_that_dies_is_an_error() -> None:
    with pytest.raises(EOFError):
        list(spread(os._exit, [3], 2))


def test_no_process_is_left_when_the_results_have_been_read_or_are_not_wanted() -> None:
    results = spread(math.factorial, range(30), 2)
    next(results)
    assert active_children()
    results.close()  # type: ignore[attr-defined]  # it is a generator
    assert not active_children()


async def test_a_process_that_hangs_is_killed() -> None:
    worker = Worker(time.sleep, "sleeper", patience=100, longest=0.01)
    with pytest.raises(TimeoutError):
        await worker.ask(1000)
    assert not active_children()
    worker.close()


def test_there_is_at_least_one_job() -> None:
    assert usual_jobs() >= 1


def test_no_process_outlives_a_killed_one() -> None:
    # Those left behind would hold the pipe open, and reading it would never end.
    done = subprocess.run(  # noqa: S603  # our own words
        [
            sys.executable,
            "-c",
            KILLED,
        ],
        stdout=subprocess.PIPE,
        timeout=180,
        check=False,
    )
    assert done.returncode == -signal.SIGKILL
    assert done.stdout
