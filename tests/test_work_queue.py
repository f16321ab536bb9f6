"""Turns to work: few at once, the most urgent first, none lost."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from random import Random

import pytest
from patience import PATIENCE

from bot import work_queue
from bot.work_queue import SupersededError, Urgency, WorkQueue

ADA, BEN = 1, 2


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


class Turns:
    """Turns of a queue, which last until ``end`` is set."""

    def __init__(self, threads: int) -> None:
        self.queue, self.end = WorkQueue(threads), asyncio.Event()
        self.begun: list[str] = []
        self.superseded: list[str] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, name: str, urgency: Urgency, person: int | None = None) -> None:
        self.tasks[name] = asyncio.create_task(self._take(name, urgency, person))
        await settled()

    async def _take(self, name: str, urgency: Urgency, person: int | None) -> None:
        try:
            async with self.queue.turn(urgency, person):
                self.begun.append(name)
                await self.end.wait()
        except SupersededError:
            self.superseded.append(name)

    async def finish(self) -> None:
        self.end.set()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)


async def test_the_most_urgent_comes_first_and_then_who_asked_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(work_queue, "AGING", PATIENCE)
    turns = Turns(threads=1)
    for name in ("begun", "animation", "table", "hint", "hand", "answer", "move"):
        await turns.ask(name, Urgency.TABLE if name == "begun" else Urgency[name.upper()])
    await turns.ask("later answer", Urgency.ANSWER)
    await turns.finish()

    order = ["begun", "move", "answer", "later answer", "hand", "hint", "table", "animation"]
    assert turns.begun == order


@pytest.mark.parametrize("waiting", [Urgency.COMPUTER, Urgency.TABLE, Urgency.AHEAD])
async def test_what_has_waited_long_comes_before_newer_answers(
    waiting: Urgency, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work_queue, "AGING", 0.0)
    turns = Turns(threads=2)
    for name in ("first answer", "second answer"):
        await turns.ask(name, Urgency.ANSWER)
    await turns.ask("waiting", waiting)
    await turns.ask("third answer", Urgency.ANSWER)
    await turns.finish()
    assert turns.begun[2:] == ["waiting", "third answer"]


def test_tables_and_computer_players_begin_within_two_seconds_of_answers() -> None:
    assert (max(Urgency.TABLE, Urgency.COMPUTER) - Urgency.ANSWER) * work_queue.AGING < 2


@pytest.mark.parametrize("long", [Urgency.HINT, Urgency.COMPUTER, Urgency.AHEAD])
async def test_long_work_never_has_all_threads(long: Urgency) -> None:
    turns = Turns(threads=2)
    for name in ("first", "second"):
        await turns.ask(name, long)
    assert turns.begun == ["first"]
    await turns.ask("animation", Urgency.ANIMATION)
    assert turns.begun == ["first", "animation"]
    await turns.ask("third", Urgency.ANIMATION)
    await turns.finish()
    assert sorted(turns.begun) == ["animation", "first", "second", "third"]


async def test_of_a_person_the_newest_turn_of_each_urgency_waits() -> None:
    turns = Turns(threads=1)
    await turns.ask("begun", Urgency.ANSWER, ADA)
    for name in ("hint", "answer", "newer answer", "newer hint"):
        await turns.ask(name, Urgency[name.removeprefix("newer ").upper()], ADA)
    await turns.ask("other", Urgency.HINT, BEN)

    assert turns.superseded == ["answer", "hint"]
    await turns.finish()
    assert turns.begun == ["begun", "newer answer", "newer hint", "other"]
    await turns.ask("afterwards", Urgency.HINT, ADA)
    assert turns.begun[-1] == "afterwards"


async def test_within_a_turn_there_is_nothing_to_wait_for() -> None:
    queue = WorkQueue(threads=1)
    async with asyncio.timeout(PATIENCE), queue.turn(Urgency.HAND, ADA):
        assert await queue.run(lambda: "drawn", Urgency.ANIMATION, ADA) == "drawn"
        # Another task has no part in it.
        other = asyncio.create_task(queue.run(lambda: "other", Urgency.MOVE))
        await settled()
        assert not other.done()
    assert await other == "other"


async def test_who_goes_away_gives_the_turn_on() -> None:
    turns = Turns(threads=1)
    for name in ("first", "waiting", "given"):
        await turns.ask(name, Urgency.HAND)
    turns.tasks["waiting"].cancel()
    await settled()
    turns.end.set()
    await turns.tasks["first"]
    # It was this one's turn at the moment at which it was called off.
    turns.tasks["given"].cancel()
    await turns.finish()

    async with asyncio.timeout(PATIENCE), turns.queue.turn(Urgency.TABLE):
        pass


async def test_a_turn_that_fails_is_over() -> None:
    queue = WorkQueue(threads=1)
    with pytest.raises(ValueError, match="ink"):
        async with queue.turn(Urgency.TABLE):
            raise ValueError("no ink")
    async with asyncio.timeout(PATIENCE), queue.turn(Urgency.TABLE):
        pass


async def test_a_closed_queue_refuses_work_and_lets_nobody_wait() -> None:
    turns = Turns(threads=1)
    thread = await turns.queue.run(threading.current_thread, Urgency.ANSWER)
    assert thread.name.startswith("work")
    await turns.ask("begun", Urgency.HAND)
    await turns.ask("waits", Urgency.HAND)

    turns.queue.close()

    with suppress(asyncio.CancelledError):
        await turns.tasks["waits"]
    assert turns.begun == ["begun"]
    await turns.finish()
    with pytest.raises(asyncio.CancelledError):
        await turns.queue.run(threading.current_thread, Urgency.ANSWER)


class LongWork:
    """Work in threads that ends when it is told, or fails then."""

    def __init__(self) -> None:
        self.queue = WorkQueue(threads=3)
        self.asked: list[tuple[asyncio.Task[None], threading.Event]] = []

    def begin(self, urgency: Urgency, *, fails: bool = False) -> None:
        end = threading.Event()

        def work() -> None:
            end.wait()
            if fails:
                raise ValueError("given up long ago")

        self.asked.append((asyncio.create_task(self.queue.run(work, urgency)), end))

    async def answer(self) -> None:
        async with asyncio.timeout(PATIENCE):
            await self.queue.run(lambda: None, Urgency.ANSWER)

    async def finish(self) -> None:
        for _, end in self.asked:
            end.set()
        await asyncio.gather(*(task for task, _ in self.asked), return_exceptions=True)


@pytest.mark.parametrize("seed", range(3))
async def test_of_a_hundred_cancellations_none_lets_long_work_have_all_threads(seed: int) -> None:
    rng, long = Random(seed), LongWork()
    for _ in range(100):
        urgency = rng.choice([Urgency.HINT, Urgency.COMPUTER, Urgency.AHEAD])
        long.begin(urgency, fails=rng.random() < 0.3)
        await settled()
        rng.choice(long.asked)[0].cancel()
        if rng.random() < 0.2:
            rng.choice(long.asked)[1].set()
        await long.answer()
    await long.finish()
    # The last ones end in their threads, and give their turns back.
    async with asyncio.timeout(PATIENCE):
        for _ in range(5):
            await long.queue.run(lambda: None, Urgency.HINT)


async def test_work_that_was_given_up_may_end_after_closing() -> None:
    long = LongWork()
    long.begin(Urgency.HINT, fails=True)
    await settled()
    long.asked[0][0].cancel()
    await settled()
    long.queue.close()
    await long.finish()
    long.queue._threads.shutdown()
    await settled()
    with pytest.raises(asyncio.CancelledError):
        await long.queue.run(lambda: None, Urgency.ANSWER)
