from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Iterator
from itertools import product
from types import SimpleNamespace

import aiohttp
import discord
import pytest
from fake_discord import refusal
from fakes_table import FakeClock
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from bot.telemetry.metrics import Metrics
from cogs.base.discord_errors import UnreachableError
from cogs.live.retry_queue import AGAIN_AFTER, JobState, RetryQueue

KEY = ("table", 1)
OTHER = ("table", 2)


class Work:
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


def refused() -> Exception:
    return refusal(403, 50013)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


class _Clock(FakeClock):
    async def settle(self) -> None:
        """Let everything go on; a try may be waiting for its result."""
        for _ in range(20):
            await asyncio.sleep(0)


def _cells() -> Iterator[tuple[str, JobState, JobState | None]]:
    """Yield the table of the class: event, state before, state after; None if it cannot happen."""
    lines = (RetryQueue.__doc__ or "").splitlines()
    first = next(at for at, line in enumerate(lines) if line.split()[:1] == ["event"])
    end = lines.index("", first)
    _, *names = lines[first].split()
    for line in lines[first + 1 : end]:
        event, *cells = re.split(r"  +", line.strip())
        for name, cell in zip(names, cells, strict=True):
            yield event, JobState(name), None if cell == "-" else JobState(cell)


CELLS = list(_cells())


class _Job:
    """A job whose tries end as its test says, in a queue of its own."""

    def __init__(self) -> None:
        self.clock = _Clock()
        self.metrics = Metrics()
        self.queue = RetryQueue(self.clock, self.metrics)
        self.ends = asyncio.get_running_loop().create_future()

    @property
    def state(self) -> JobState:
        return self.queue.state(KEY)

    async def _work(self) -> None:
        self.ends = asyncio.get_running_loop().create_future()
        await self.ends

    async def change(self) -> None:
        self.queue.submit((KEY, self._work))
        await self.clock.settle()

    async def end(self, error: Exception | None = None) -> None:
        if error is None:
            self.ends.set_result(None)
        else:
            self.ends.set_exception(error)
        await self.clock.settle()

    async def go_to(self, state: JobState) -> None:
        if state is not JobState.REST:
            await self.change()
        if state is JobState.WAITING:
            await self.end(broken())
        elif state is JobState.HELD:
            await self.end(refused())
        elif state is JobState.OUTDATED:
            await self.change()
        assert self.state is state

    async def cause(self, event: str) -> None:
        causes: dict[str, Callable[[], Awaitable[None] | None]] = {
            "change": self.change,
            "failed outside": lambda: self.queue.note_failure(KEY, self._work, broken()),
            "release": lambda: self.queue.release(KEY),
            "retry now": lambda: self.queue.retry_now(KEY),
            "time": lambda: self.clock.move(AGAIN_AFTER[1]),
            "success": self.end,
            "mistake": lambda: self.end(ValueError("a bug")),
            "error": lambda: self.end(broken()),
            "refusal": lambda: self.end(refused()),
            "last error": self.fail_to_the_end,
            "close": lambda: self.queue.close(0),
        }
        caused = causes[event]()
        if caused is not None:
            await caused
        await self.clock.settle()

    async def fail_to_the_end(self) -> None:
        for pause in AGAIN_AFTER:
            await self.end(broken())
            await self.clock.move(pause)
            assert self.state is JobState.TRYING
        await self.end(broken())


def test_the_table_has_each_state() -> None:
    events = [event for event, before, _ in CELLS if before is JobState.REST]
    assert [(event, state) for event, state, _ in CELLS] == list(product(events, JobState))


@pytest.mark.parametrize(
    ("event", "before", "after"),
    [
        pytest.param(event, before, after, id=f"{event} {before.value}")
        for event, before, after in CELLS
        if after is not None
    ],
)
async def test_each_cell_of_the_table(event: str, before: JobState, after: JobState) -> None:
    job = _Job()
    await job.go_to(before)
    await job.cause(event)
    assert job.state is after
    await job.queue.close(0)


@pytest.mark.parametrize(
    ("event", "failures"),
    [
        ("success", 0),
        ("mistake", 1),
        ("error", 1),
        ("refusal", 1),
        ("last error", len(AGAIN_AFTER) + 1),
    ],
)
async def test_each_failure_is_counted_by_its_kind(event: str, failures: int) -> None:
    job = _Job()
    await job.change()
    await job.cause(event)
    counted = f'phase10_failed_announcements_total{{what="{KEY[0]}"}} {failures:.1f}\n'
    assert counted in job.metrics.exposition().decode()
    await job.queue.close(0)


async def test_an_error_outside_begins_the_pauses_again() -> None:
    job = _Job()
    await job.change()
    for pause in AGAIN_AFTER[:-1]:
        await job.end(broken())
        await job.clock.move(pause)
    await job.end(broken())
    await job.cause("failed outside")
    for pause in AGAIN_AFTER:
        await job.clock.move(pause)
        assert job.state is JobState.TRYING
        await job.end(broken())
    assert job.state is JobState.REST


async def test_a_closed_queue_ignores_what_is_new() -> None:
    job = _Job()
    await job.queue.close(0)
    for event in ("change", "failed outside", "retry now"):
        await job.cause(event)
        assert job.state is JobState.REST
    assert not job.clock.sleepers


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


async def test_the_error_of_a_try_is_told_also_when_it_was_the_last() -> None:
    tries = len(AGAIN_AFTER) + 1
    clock = _Clock()
    retry_queue, work = RetryQueue(clock), Work(*(broken() for _ in range(tries)))
    await retry_queue.run((KEY, work))
    for pause in AGAIN_AFTER[:-1]:
        await clock.move(pause)
    work.gate = asyncio.Event()
    await clock.move(AGAIN_AFTER[-1])
    told = asyncio.create_task(retry_queue.failure(KEY))
    await asyncio.sleep(0)
    work.gate.set()
    assert isinstance(await told, aiohttp.ServerDisconnectedError)
    assert work.tries == tries
    assert retry_queue.state(KEY) is JobState.REST


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


async def test_a_refusal_is_not_waited_out_by_a_change_that_can_be_shown_in_another_way(
    clock: FakeClock,
) -> None:
    refused = discord.Forbidden(SimpleNamespace(status=403, reason=""), "")  # type: ignore[arg-type]
    retry_queue, work = RetryQueue(clock), Work(refused)
    await retry_queue.run((KEY, work))
    await retry_queue.run((KEY, work))
    assert work.tries == 1
    retry_queue.release(KEY)
    await retry_queue.run((KEY, work))
    assert work.tries == 2


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


FAILURES = {
    "unreachable": UnreachableError,
    "forbidden": lambda: refusal(403, 50013),
    "too many": lambda: refusal(429, 0),
    "a mistake": lambda: ValueError("a picture"),
}
METRICS = Metrics()


class NewestShown(RuleBasedStateMachine):
    """A message whose state changes, and the tries to show it, which end as Discord likes."""

    def __init__(self) -> None:
        super().__init__()
        self.runner, self.clock = asyncio.Runner(), _Clock()
        self.queue = RetryQueue(self.clock, METRICS)
        self.newest = self.shown = 0
        # The state that a try has read, and its result.
        self.trying: tuple[int, asyncio.Future[None]] | None = None
        # The tries of the newest state that have failed, and whether the last one ended the tries.
        self.failed, self.given_up = 0, False
        self.closing: asyncio.Task[None] | None = None

    async def _work(self) -> None:
        assert self.trying is None, "one try at a time"
        read, ended = self.newest, asyncio.get_running_loop().create_future()
        self.trying = read, ended
        try:
            await ended
        finally:
            self.trying = None
        self.shown = read

    def _go_on(self, seconds: float = 0.0) -> None:
        self.runner.run(self.clock.move(seconds))

    def _end(self, error: Exception | None = None) -> None:
        assert self.trying is not None
        read, ended = self.trying
        if error is None:
            ended.set_result(None)
        else:
            ended.set_exception(error)
        if isinstance(error, ValueError):
            self.given_up = read == self.newest
        elif error is not None:
            self.failed += read == self.newest
            # A refusal leaves out the first pause; closing ends the tries.
            self.given_up = self.failed >= len(AGAIN_AFTER) or self.closing is not None
        self._go_on()

    @precondition(lambda self: self.closing is None)
    @rule(outside=st.booleans())
    def change(self, *, outside: bool) -> None:
        self.newest += 1
        self.failed, self.given_up = 0, False

        async def submit() -> None:
            if outside:
                # As a click does, which tries by itself first.
                self.queue.note_failure(KEY, self._work, UnreachableError())
            else:
                self.queue.submit((KEY, self._work))

        self.runner.run(submit())
        self._go_on()

    @precondition(lambda self: self.trying is not None)
    @rule()
    def succeed(self) -> None:
        self._end()

    @precondition(lambda self: self.trying is not None)
    @rule(kind=st.sampled_from(sorted(FAILURES)))
    def fail(self, kind: str) -> None:
        self._end(FAILURES[kind]())

    @rule(seconds=st.sampled_from([1.0, 60.0, *AGAIN_AFTER[-2:]]))
    def wait(self, seconds: float) -> None:
        self._go_on(seconds)

    @precondition(lambda self: self.trying is None)
    @rule()
    def retry(self) -> None:
        async def retry_now() -> None:
            self.queue.retry_now(KEY)

        self.runner.run(retry_now())
        self._go_on()

    @precondition(lambda self: self.closing is None)
    @rule()
    def close(self) -> None:
        async def close() -> None:
            self.closing = asyncio.create_task(self.queue.close(3600))

        self.given_up = self.given_up or self.trying is None
        self.runner.run(close())
        self._go_on()

    def teardown(self) -> None:
        try:
            for _ in range(3):
                while self.trying is not None:
                    self._end()
                self._go_on(AGAIN_AFTER[-1])
            assert self.given_up or self.shown == self.newest
            assert not self.clock.sleepers
            assert self.closing is None or self.closing.done()
        finally:
            self.runner.close()


TestNewestShown = NewestShown.TestCase
TestNewestShown.settings = settings(max_examples=100, stateful_step_count=20)
