"""Long waits after a machine was suspended or its clock was set."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from fakes_table import FakeClock

from bot.seating import DAY
from bot.table.context import LONGEST_SLEEP
from bot.table.timing import Background, Timer

HOUR = 3600.0


class Rung:
    """A timer, and when it rang."""

    def __init__(self, delay: float) -> None:
        self.clock = FakeClock()
        self.timer = Timer(self.clock)
        self.at: list[float] = []
        self.due = self.clock.now() + delay
        self.timer.set(delay, self._ring)

    async def _ring(self) -> None:
        self.at.append(self.clock.now())

    async def suspended(self, seconds: float) -> None:
        """The clock goes on, but what sleeps does not."""
        await self.clock.settle()
        self.clock.time += seconds
        for task, (when, woken) in list(self.clock.sleepers.items()):
            self.clock.sleepers[task] = when + seconds, woken


async def test_what_waits_for_days_begins_in_time() -> None:
    rung = Rung(14 * DAY)
    await rung.clock.move(14 * DAY - 1)
    assert not rung.at
    await rung.clock.move(1)
    assert rung.at == [rung.due]


@pytest.mark.parametrize(
    ("seconds", "later"), [(2 * HOUR + 10, LONGEST_SLEEP), (HOUR, HOUR)], ids=["past", "before"]
)
async def test_after_a_suspension_the_clock_is_looked_at_within_minutes(
    seconds: float, later: float
) -> None:
    rung = Rung(2 * HOUR)
    await rung.suspended(seconds)
    await rung.clock.move(later)
    assert len(rung.at) == 1


async def when_told(rung: Rung) -> None:
    rung.clock.look_again()
    await asyncio.sleep(0)
    await rung.clock.settle()


async def test_a_connection_that_comes_back_lets_all_look_at_once() -> None:
    late = Rung(2 * HOUR)
    await late.suspended(2 * HOUR + 10)
    await when_told(late)
    assert late.at == [late.due + 10]
    early = Rung(2 * HOUR)
    await early.suspended(HOUR)
    await when_told(early)
    await when_told(early)
    assert not early.at
    await early.clock.move(HOUR)
    assert early.at == [early.due]


async def test_a_clock_that_was_set_back_is_followed() -> None:
    rung = Rung(2 * HOUR)
    await rung.suspended(-HOUR)
    await rung.clock.move(3 * HOUR - 1)
    assert not rung.at
    await rung.clock.move(1)
    assert rung.at == [rung.due]


@pytest.mark.parametrize("before", [True, False])
async def test_a_wait_that_is_cancelled_ends_although_it_is_woken(before: bool) -> None:
    rung = Rung(2 * HOUR)
    await rung.clock.settle()
    (waiting,) = rung.clock.sleepers
    ends: list[Callable[[], object]] = [rung.clock.look_again, rung.timer.cancel]
    for end in ends if before else reversed(ends):
        end()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await rung.clock.move(3 * HOUR)
    assert not rung.at


class Endless(Background):
    task: asyncio.Task[None] | None = None

    async def _run(self) -> None:
        self.task = asyncio.current_task()
        await asyncio.Event().wait()


async def test_a_task_in_the_background_has_ended_once_it_is_closed() -> None:
    background = Endless()
    await background.close()
    background.start()
    await asyncio.sleep(0)
    assert background.task is not None
    await background.close()
    assert background.task.cancelled()
