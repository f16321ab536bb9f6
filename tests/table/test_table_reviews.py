"""Reviews are made in a worker process, once, and only a few at a time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing import active_children

import pytest
from past_games import FakeMemories, record

from bot.rules.editions import CLASSIC, varied
from bot.table.errors import TableError
from bot.table.replays import Replays
from bot.table.reviews import MOST_WAITING, Reviews
from bot.workers import Worker

MINUTES = 100.0


@asynccontextmanager
async def reviewing(lines: list[str], patience: float = MINUTES) -> AsyncIterator[Reviews]:
    games = {f"g{number}": lines for number in range(MOST_WAITING + 1)}
    reviews = Reviews(Replays(FakeMemories(records=games)), patience)
    try:
        yield reviews
    finally:
        reviews.close()


def short() -> list[str]:
    return list(record(rules=varied(CLASSIC, "S2")))


async def test_a_process_makes_a_review_and_ends_with_its_work() -> None:
    async with reviewing(short()) as reviews:
        found = await reviews.of("g0")
        assert sum(found.course.chances[-1]) == pytest.approx(1)
        assert await reviews.of("g0") is found
        # The worker waits for its process in a thread of its own, which may be the first to know.
        async with asyncio.timeout(MINUTES):
            while active_children():
                await asyncio.to_thread(time.sleep, 0.01)


async def test_a_running_game_gets_none_and_says_no_card(caplog: pytest.LogCaptureFixture) -> None:
    async with reviewing(short()[:8]) as reviews:
        with pytest.raises(TableError) as refused:
            await reviews.of("g0")
    assert refused.value.code == "no_review"
    assert "RecordError" in caplog.text


async def test_only_a_few_wait_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    never = asyncio.Event()

    async def waits(_worker: Worker[object, object], *_task: object) -> None:
        await never.wait()

    monkeypatch.setattr(Worker, "ask", waits)
    async with reviewing(short()) as reviews:
        asked = [asyncio.create_task(reviews.of(f"g{n}")) for n in range(MOST_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(TableError) as refused:
            await reviews.of(f"g{MOST_WAITING}")
        assert refused.value.code == "reviews_busy"
        never.set()
        await asyncio.gather(*asked)
        await reviews.of(f"g{MOST_WAITING}")


async def test_nobody_waits_for_ever() -> None:
    async with reviewing(short(), patience=0) as reviews:
        with pytest.raises(TableError) as refused:
            await reviews.of("g0")
    assert refused.value.code == "reviews_busy"
