"""Reviews in the background: one after another, and what fails is given up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
from fakes_table import FakeClock
from past_games import record

from bot.model import ALL_SHARDS, Shards
from bot.rules.editions import EDITIONS, varied
from bot.scores.results import DueReview, SeatReview
from bot.storage.errors import StoreError
from bot.table.past_games import LOOK_AGAIN, BackgroundReviews
from bot.workers import Worker, WorkError

FOUND = SeatReview(0.1, 0.1, -0.3, 0.0, 0.1, 5)


@dataclass
class FakeReviews:
    """A store of what is due; fails once where it should."""

    due: list[DueReview]
    lines: list[str] = field(default_factory=list)
    found: list[tuple[DueReview, SeatReview | None]] = field(default_factory=list)
    fails: bool = False

    async def due_review(self, _shards: Shards) -> DueReview | None:
        if self.fails:
            self.fails = False
            raise StoreError("busy")
        return self.due[0] if self.due else None

    async def record(self, _game_id: str) -> list[str]:
        return self.lines

    async def put_review(self, due: DueReview, found: SeatReview | None) -> None:
        self.due.remove(due)
        self.found.append((due, found))


def due(seat: int) -> DueReview:
    return DueReview(7, 100 + seat, "g", seat)


@asynccontextmanager
async def reviewing(store: FakeReviews) -> AsyncIterator[tuple[BackgroundReviews, FakeClock]]:
    clock = FakeClock()
    reviews = BackgroundReviews(store, clock, ALL_SHARDS)  # type: ignore[arg-type]  # what it needs
    try:
        yield reviews, clock
    finally:
        await reviews.close()


async def test_each_seat_is_reviewed_in_a_process_and_the_same_each_time() -> None:
    # With save piles luck alone is reviewed, which is quick.
    rules = varied(EDITIONS["masters"], "phases=1")
    store = FakeReviews([due(0), due(1), due(0)], record(rules=rules))

    async with reviewing(store) as (reviews, _):
        assert await reviews.review_due() == 3

    (_, one), (_, other), (_, again) = store.found
    assert one is not None
    assert one == again != other
    assert one.deals


async def test_what_cannot_be_reviewed_is_given_up_and_a_process_that_ended_starts_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    outcomes = [WorkError("RecordError"), EOFError(), FOUND, TimeoutError(), OSError()]

    async def fails(_worker: Worker[object, object], *_task: object) -> SeatReview:
        outcome = outcomes.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    monkeypatch.setattr(Worker, "ask", fails)
    store = FakeReviews([due(0), due(1), due(2)])

    async with reviewing(store) as (reviews, _):
        assert await reviews.review_due() == 3

    assert [found for _, found in store.found] == [None, FOUND, None]
    assert not outcomes


async def test_it_looks_again_also_after_the_database_failed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def answers(_worker: Worker[object, object], *_task: object) -> SeatReview:
        await asyncio.sleep(0)
        return FOUND

    monkeypatch.setattr(Worker, "ask", answers)
    store = FakeReviews([due(0)], fails=True)

    async with reviewing(store) as (reviews, clock):
        reviews.start()
        await clock.settle()
        assert not store.found
        await clock.move(LOOK_AGAIN)
        assert len(store.found) == 1
        store.due.append(due(1))
        await clock.move(LOOK_AGAIN)
        assert len(store.found) == 2
