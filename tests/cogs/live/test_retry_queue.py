from __future__ import annotations

import asyncio
import logging
from types import SimpleNamespace

import aiohttp
import discord
import pytest
from fakes_table import FakeClock

from cogs.live.retry_queue import AGAIN_AFTER, RetryQueue

KEY = ("table", 1)
OTHER = ("table", 2)


class Work:
    """Something to do, which fails as often as it is told."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)
        self.tries = 0
        self.gate: asyncio.Event | None = None

    async def __call__(self) -> None:
        self.tries += 1
        if self.gate is not None:
            await self.gate.wait()
        if self.errors:
            raise self.errors.pop(0)


def broken() -> Exception:
    return aiohttp.ServerDisconnectedError()


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


async def test_what_is_asked_meanwhile_is_done_once_more(clock: FakeClock) -> None:
    retry_queue, work = RetryQueue(clock), Work()
    work.gate = asyncio.Event()
    retry_queue.submit((KEY, work))
    await asyncio.sleep(0)
    for _ in range(50):
        retry_queue.submit((KEY, work))

    work.gate.set()
    await clock.settle()

    assert work.tries == 2


@pytest.mark.parametrize("afterwards", [False, True])
async def test_only_what_is_asked_after_the_state_was_read_is_done_once_more(
    clock: FakeClock, *, afterwards: bool
) -> None:
    retry_queue, gate, tries = RetryQueue(clock), asyncio.Event(), 0

    async def work() -> None:
        nonlocal tries
        tries += 1
        await gate.wait()
        retry_queue.reads_now(KEY)
        if afterwards and tries == 1:
            retry_queue.submit((KEY, work))

    retry_queue.submit((KEY, work))
    await asyncio.sleep(0)
    retry_queue.submit((KEY, work))
    gate.set()
    await clock.settle()

    assert tries == 1 + afterwards


async def test_a_failure_is_tried_again_by_itself_until_it_is_done(clock: FakeClock) -> None:
    retry_queue, work = RetryQueue(clock), Work(broken(), broken())
    await retry_queue.run((KEY, work))
    assert work.tries == 1
    await clock.move(AGAIN_AFTER[0])
    assert work.tries == 2
    await clock.move(AGAIN_AFTER[1])
    assert work.tries == 3

    await clock.move(10 * sum(AGAIN_AFTER))

    assert work.tries == 3


async def test_a_lost_connection_costs_a_second_and_a_refusal_is_not_repeated_so_soon(
    clock: FakeClock,
) -> None:
    retry_queue, lost = RetryQueue(clock), Work(broken())
    refused = Work(discord.Forbidden(SimpleNamespace(status=403, reason=""), ""))  # type: ignore[arg-type]
    await retry_queue.run((KEY, lost), (OTHER, refused))

    await clock.move(1)
    assert (lost.tries, refused.tries) == (2, 1)
    await clock.move(9)
    assert (lost.tries, refused.tries) == (2, 2)


async def test_a_change_tries_at_once(clock: FakeClock) -> None:
    retry_queue, work = RetryQueue(clock), Work(broken())
    await retry_queue.run((KEY, work))

    await retry_queue.run((KEY, work))

    assert work.tries == 2
    assert not clock.sleepers


async def test_a_mistake_is_logged_and_not_tried_again(
    clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    retry_queue, work = RetryQueue(clock), Work(ValueError("a bug"))

    await retry_queue.run((KEY, work))
    await clock.move(10 * sum(AGAIN_AFTER))

    assert work.tries == 1
    assert [each.levelno for each in caplog.records] == [logging.ERROR]


async def test_closing_waits_for_what_is_being_done(clock: FakeClock) -> None:
    retry_queue, work = RetryQueue(clock), Work()
    work.gate = asyncio.Event()
    retry_queue.submit((KEY, work))
    await asyncio.sleep(0)
    retry_queue.submit((KEY, work))
    closing = asyncio.create_task(retry_queue.close(60))
    for _ in range(5):
        await asyncio.sleep(0)
    assert not closing.done()

    work.gate.set()
    await closing

    assert work.tries == 2


async def test_closing_gives_up_what_hangs_and_tries_nothing_again(clock: FakeClock) -> None:
    retry_queue, hangs, failed = RetryQueue(clock), Work(), Work(broken())
    hangs.gate = asyncio.Event()
    retry_queue.submit((KEY, hangs))
    retry_queue.submit_later(10, (("table", 3), hangs))
    await retry_queue.run((OTHER, failed))

    await retry_queue.close(0)
    hangs.gate.set()
    retry_queue.submit((KEY, hangs))
    retry_queue.submit_later(10, (OTHER, hangs))
    await clock.settle()

    assert (hangs.tries, failed.tries) == (1, 1)
    assert not clock.sleepers


async def test_what_waits_for_its_time_is_replaced_or_cancelled_by_its_key(
    clock: FakeClock,
) -> None:
    retry_queue, first, second, other = RetryQueue(clock), Work(), Work(), Work()
    retry_queue.submit_later(5, (KEY, first))
    retry_queue.submit_later(10, (KEY, second))
    retry_queue.submit_later(10, (OTHER, other))
    retry_queue.cancel_later(OTHER)

    await clock.move(9)
    assert (first.tries, second.tries) == (0, 0)
    await clock.move(60)
    assert (first.tries, second.tries, other.tries) == (0, 1, 0)


async def test_what_waits_for_its_time_may_wait_again_when_its_time_has_come(
    clock: FakeClock,
) -> None:
    retry_queue, tries = RetryQueue(clock), 0

    async def work() -> None:
        nonlocal tries
        tries += 1
        retry_queue.cancel_later(KEY)
        await asyncio.sleep(0)
        retry_queue.submit_later(10, (KEY, work))

    retry_queue.submit_later(10, (KEY, work))
    await clock.move(10)
    assert tries == 1
    await clock.move(10)
    assert tries == 2
