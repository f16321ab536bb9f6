"""Daily hands: key and dates, attempts, blocks after deleting, boards as a naive count gives."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import date, timedelta
from itertools import product
from random import Random

import pytest
from databases import Where, content
from patience import PATIENCE

from bot.daily.calendar import begins, closes, month_bounds, opens_until
from bot.results.daily import DailyBoard, DailyResult, DailyRow, DailySum, score
from bot.shards import PersonToForget
from bot.storage import daily
from bot.storage.database import Database
from bot.storage.deletion import forget
from bot.storage.errors import StaleWriteError
from bot.storage.export import personal_data
from bot.storage.opening import open_database
from bot.storage.products import PRODUCTS

DAY = date(2026, 11, 25)
KEY = bytes(range(32))
ADA, BEN, CYD = 1001, 1002, 1003
HERE, THERE = 7, 8
ONE = timedelta(days=1)
NOW = opens_until(DAY - ONE) + 60


@pytest.fixture
async def store(store: Database) -> Database:
    await store.write(daily.put_daily_key, KEY)
    return store


def opened(user_id: int, day: date = DAY) -> daily.StoredAttempt:
    return daily.StoredAttempt(user_id, day, 0, "{}", begins(day) + 1)


def over(user_id: int, day: date, turns: int | None, points: int | None) -> daily.StoredAttempt:
    done = begins(day) + user_id
    return replace(opened(user_id, day), version=9, done_at=done, turns=turns, points=points)


async def finish(store: Database, attempt: daily.StoredAttempt, *guilds: int) -> None:
    new = replace(attempt, version=0, done_at=None, turns=None, points=None)
    for guild_id in guilds:
        name = f"P{attempt.user_id}"
        await store.write(daily.open_daily, new, guild_id, name)
        await store.write(daily.share_daily, guild_id, attempt.user_id, attempt.date, name)
    await store.write(daily.commit_daily, attempt, 0)


async def test_processes_agree_on_keys_dates_and_attempts(store: Database, where: Where) -> None:
    other = await open_database(where, PATIENCE)
    first = store.write(daily.put_daily_key, bytes(32))
    keys = await asyncio.gather(first, other.write(daily.put_daily_key, b"x" * 32))
    assert [*keys, await other.read(daily.daily_key)] == [KEY] * 3
    mine, theirs = (daily.StoredDay(DAY, n, 5) for n in (1, 2))
    first = store.write(daily.put_daily_day, mine, 0.0)
    agreed = await asyncio.gather(first, other.write(daily.put_daily_day, theirs, 0.0))
    assert agreed[0] == agreed[1] == await other.read(daily.daily_day, DAY)
    assert agreed[0] in {mine, theirs}
    assert await store.read(daily.daily_day, DAY + ONE) is None
    people = range(1, 21)
    tries = product(people, (store, other))
    opening = (each.write(daily.open_daily, opened(n), HERE, "") for n, each in tries)
    made = await asyncio.gather(*opening)
    assert [each for each in made if each] == [opened(n) for n in people for _ in range(2)]
    assert len(content(where)["daily_attempts"]) == len(people)
    step = replace(opened(1), version=1, snapshot="[]")
    committing = (each.write(daily.commit_daily, step, 0) for each in (store, other))
    both = await asyncio.gather(*committing, return_exceptions=True)
    assert {type(each) for each in both} == {type(None), StaleWriteError}
    assert await other.read(daily.daily_attempt, 1, DAY) == step
    await other.close()


async def test_a_deleted_attempt_is_not_made_again_meanwhile(store: Database, where: Where) -> None:
    await store.write(daily.open_daily, opened(ADA, DAY - ONE), HERE, "Ada")
    await store.write(daily.open_daily, opened(ADA), HERE, "Ada")
    exported = await personal_data(store, ADA, 0, NOW, PRODUCTS)
    assert [each["date"] for each in exported["daily_attempts"]] == ["2026-11-24", "2026-11-25"]
    assert exported["daily_attempts"][0]["snapshot"] == {}
    assert [each["name"] for each in exported["daily_boards"]] == ["Ada", "Ada"]

    assert (await forget(store, PersonToForget(ADA, (), NOW), PRODUCTS)).anything
    assert await store.read(daily.daily_dates, ADA) == []
    assert await store.write(daily.open_daily, opened(ADA), HERE, "Ada") is None
    assert await store.write(daily.open_daily, opened(BEN), HERE, "Ben") == opened(BEN)
    assert await store.write(daily.open_daily, opened(ADA, DAY + ONE), HERE, "Ada") is not None
    assert len(content(where)["daily_blocks"]) == 2
    assert "1001" not in str(content(where)["daily_blocks"])

    await store.write(daily.put_daily_day, daily.StoredDay(DAY + ONE, 0, 5), closes(DAY) - 1)
    assert [day for day, _ in content(where)["daily_blocks"]] == ["2026-11-25"]
    await store.write(daily.drop_blocks, closes(DAY))
    assert content(where)["daily_blocks"] == []


async def test_results_are_seen_by_who_has_finished_and_later_by_all(store: Database) -> None:
    for attempt in (over(1, DAY, 6, 5), over(2, DAY, 4, 9), over(3, DAY, 6, 5)):
        await finish(store, attempt, HERE)
    await finish(store, over(4, DAY, None, None), HERE)
    await finish(store, over(5, DAY, 3, 0), THERE)
    await store.write(daily.open_daily, opened(ADA), HERE, "Ada")

    hidden = DailyBoard(DAY, 5, 4, visible=False)
    for reader in (ADA, BEN, None):
        # A reader who still plays is not told that somebody does.
        told = replace(hidden, people=4) if reader == ADA else hidden
        assert await store.read(daily.daily_board, HERE, DAY, NOW, reader) == told
    laid = DailyRow(1, 2, "P2", 4, 9), DailyRow(2, 1, "P1", 6, 5), DailyRow(2, 3, "P3", 6, 5)
    rows = (*laid, DailyRow(0, 4, "P4", None, None))
    seen = DailyBoard(DAY, 5, 4, visible=True, rows=rows, own=rows[2], beaten=1)
    assert await store.read(daily.daily_board, HERE, DAY, NOW, 3) == seen
    # Also those who finished in another server.
    of_nobody = replace(seen, own=None, beaten=0)
    assert await store.read(daily.daily_board, HERE, DAY, NOW, 5) == of_nobody
    assert await store.read(daily.daily_board, HERE, DAY, closes(DAY), None) == of_nobody


async def test_the_board_of_a_month_is_what_a_naive_count_gives(store: Database) -> None:
    rng = Random(5)
    results: dict[tuple[int, date], tuple[int | None, int | None]] = {}
    for user_id in range(1, 9):
        for day in (DAY - n * ONE for n in range(28)):
            if rng.random() < 0.3:
                turns = rng.choice([None, *range(3, 9)])
                results[user_id, day] = turns, None if turns is None else rng.randrange(3)
                guilds = (HERE,) if user_id < 8 else (THERE,)
                await finish(store, over(user_id, day, *results[user_id, day]), *guilds)

    first = DAY.replace(day=1)
    for me in (1, 2, 99):
        seen = {
            (user_id, day): found
            for (user_id, day), found in results.items()
            if user_id < 8 and day >= first and (day <= DAY - 2 * ONE or (me, day) in results)
        }
        board = await store.read(daily.daily_sums, HERE, month_bounds(DAY), NOW, me)
        expected = []
        for user_id in {user_id for user_id, _ in seen}:
            mine = [found for (who, _), found in seen.items() if who == user_id]
            total, points = sum(score(t) for t, _ in mine), sum(p or 0 for _, p in mine)
            expected.append((user_id, total, sum(t is not None for t, _ in mine), points))
        found = [(each.user_id, each.score, each.laid, each.points) for each in board.rows]
        assert sorted(found) == sorted(expected)
        keys = sorted((-total, points) for _, total, _, points in expected)
        assert [(-each.score, each.points) for each in board.rows] == keys
        assert [each.rank for each in board.rows] == [1 + keys.index(key) for key in keys]
        assert all(each.name == f"P{each.user_id}" for each in board.rows)
        assert board.people == len(expected)
        assert isinstance(board.own, DailySum) is (me < 99)


async def test_what_was_shared_is_in_order_and_says_which_streaks_ended(store: Database) -> None:
    await store.write(daily.open_daily, opened(ADA), 0, "Ada")
    assert (await store.read(daily.daily_board, 0, DAY, 0.0, ADA)).people == 0
    assert not await store.read(daily.is_daily_shared, HERE, ADA, DAY)
    for guild_id, new in ((HERE, True), (HERE, False), (THERE, True)):
        assert await store.write(daily.share_daily, guild_id, ADA, DAY, "Ada") == new
        assert await store.read(daily.is_daily_shared, guild_id, ADA, DAY)
    assert (await store.read(daily.daily_board, THERE, DAY, 0.0, None)).people == 1
    await store.write(daily.unshare_daily, HERE, ADA, DAY)
    await store.write(daily.unshare_daily, THERE, ADA, DAY)
    for attempt in (over(1, DAY, 6, 5), over(2, DAY, 4, 9), over(3, DAY, None, None)):
        await finish(store, attempt, HERE)
    for day in range(4, 9):  # five dates in a row, the last four days before
        await finish(store, over(2, DAY - day * ONE, 5, 0), HERE)
    await finish(store, over(1, DAY - ONE, 5, 0), HERE)
    await store.write(daily.unshare_daily, HERE, 2, DAY)
    shared = await store.read(daily.shared_dailies, HERE, DAY, NOW)
    assert [result.name for result in shared] == ["P1", "P3"]
    assert await store.write(daily.share_daily, HERE, 2, DAY, "P2")
    assert await store.read(daily.shared_dailies, HERE, DAY, NOW) == [
        DailyResult("P2", 4, 1, 5),
        DailyResult("P1", 6, 2, 0),
        DailyResult("P3", None, 1, 0),
    ]
    assert await store.read(daily.shared_dailies, THERE, DAY, NOW) == []
