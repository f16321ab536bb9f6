"""The ways into the database: functions that read a snapshot or write in one transaction."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest
from databases import Where, content, raw
from kit import coded
from patience import PATIENCE
from sqlalchemy import Connection, delete, func, insert, select
from stored import lobby

from bot.storage.database import Database, pauses
from bot.storage.errors import StaleWriteError, StoreError
from bot.storage.games import lobby_row
from bot.storage.opening import open_database
from bot.storage.schema import game_events, lobbies


@pytest.fixture
async def database(where: Where) -> AsyncIterator[Database]:
    opened = await open_database(where, busy_timeout=0)
    yield opened
    await opened.close()


def add(*lobby_ids: str) -> Callable[[Connection], None]:
    def work(connection: Connection) -> None:
        connection.execute(insert(lobbies), [dict(lobby_row(lobby(each))) for each in lobby_ids])

    return work


def count(connection: Connection) -> int:
    return connection.execute(select(func.count()).select_from(lobbies)).scalar_one()


def clear(connection: Connection) -> None:
    connection.execute(delete(lobbies))


def counts(changed: Callable[[], None]) -> Callable[[Connection], list[int]]:
    """How many lobbies there are, before and after something."""

    def work(connection: Connection) -> list[int]:
        before = count(connection)
        changed()
        return [before, count(connection)]

    return work


async def test_a_function_sees_one_moment(database: Database, where: Where) -> None:
    await database.write(add("a"))

    def add_more() -> None:
        with raw(where) as other:
            other.execute("UPDATE lobbies SET lobby_id = 'b'")
            row = lobby_row(lobby("c"))
            names, marks = ", ".join(row), ", ".join("?" for _ in row)
            other.execute(f"INSERT INTO lobbies ({names}) VALUES ({marks})", [*row.values()])  # noqa: S608

    assert await database.read(counts(add_more)) == [1, 1]
    assert await database.read(counts(lambda: None)) == [2, 2]
    with coded(StoreError, "readonly"):
        await database.read(clear)
    assert len(content(where)["lobbies"]) == 2


SLOW = """
WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2000000)
SELECT count(*) FROM numbers
"""


async def test_nobody_waits_for_a_query_that_takes_long(database: Database) -> None:
    slow = database.read(lambda connection: connection.exec_driver_sql(SLOW).scalar())
    reading = asyncio.ensure_future(slow)
    for _ in range(5):
        await database.read(count)
        await database.write(clear)
    assert not reading.done()
    assert await reading == 2_000_000


def test_a_program_that_does_not_close_a_file_ends(path: Path) -> None:
    program = f"""
import asyncio
from bot.storage.opening import open_database

database = asyncio.run(open_database({str(path)!r}))
"""
    subprocess.run([sys.executable, "-W", "ignore", "-c", program], check=True, timeout=PATIENCE)  # noqa: S603


async def test_closing_waits_for_what_is_read_and_written(database: Database, where: Where) -> None:
    def often(connection: Connection) -> int:
        return sum(count(connection) for _ in range(100))

    under_way = [asyncio.ensure_future(database.read(often)) for _ in range(2)]
    writing = asyncio.ensure_future(database.write(add("a")))
    await asyncio.sleep(0)
    await database.close()
    await asyncio.gather(*under_way, writing)
    assert len(content(where)["lobbies"]) == 1
    for attempt in (database.read(count), database.write(clear)):
        with coded(StoreError, "closed"):
            await attempt


async def test_what_a_cancelled_caller_began_is_done(database: Database, where: Where) -> None:
    for number in range(20):
        reading = asyncio.ensure_future(database.read(count))
        await asyncio.sleep(0)
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading
        writing = asyncio.ensure_future(database.write(add(str(number))))
        await asyncio.sleep(0)
        writing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await writing
    await database.close()
    assert len(content(where)["lobbies"]) == 20


def test_pauses_grow_until_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("bot.storage.database.time", SimpleNamespace(monotonic=lambda: now))
    taken: list[float] = []
    for pause in pauses(5.0):
        taken.append(pause)
        now += pause
        assert len(taken) < 50
    none, *grown, _rest = taken
    assert none == 0
    assert all(one < other or other == max(grown) for one, other in pairwise(grown))
    assert grown[1] < max(grown) < 1, "a try follows soon"
    assert now == pytest.approx(5.0)


async def test_a_function_that_raises_changes_nothing_nor_tells_values(database: Database) -> None:
    def work(connection: Connection) -> None:
        add("a")(connection)
        raise StaleWriteError("mine")

    with pytest.raises(StaleWriteError, match="mine"):
        await database.write(work)
    for work, code in ((add("secret", "secret"), "exists"), (add("secret\ud800"), "failed")):
        with pytest.raises(StoreError) as caught:
            await database.write(work)
        assert caught.value.code == code
        assert "secret" not in str(caught.value)
        assert "secret" not in str(caught.value.__cause__)
    assert await database.read(count) == 0


async def test_a_commit_that_fails_is_undone_before_the_next_write(path: Path) -> None:
    def orphaned(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA defer_foreign_keys=ON")
        add("a")(connection)
        line = {"game_id": "unknown", "seq": 0, "kind": "deal", "line": "{}"}
        connection.execute(insert(game_events), line)

    database = await open_database(path, busy_timeout=0)
    with pytest.raises(StoreError):
        await database.write(orphaned)
    assert await database.read(count) == 0
    await database.write(add("b"))
    assert await database.read(count) == 1
    await database.close()
