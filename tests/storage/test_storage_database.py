"""The ways into the database: transactions that write, queries and readings."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from databases import Where, content, raw
from sqlalchemy import Connection, delete, func, insert, literal, select
from stored import lobby

from bot.storage.database import Database
from bot.storage.errors import StaleWriteError, StoreError
from bot.storage.reader import Query, Reading, all_of, once
from bot.storage.rows import lobby_row
from bot.storage.schema import game_events, lobbies, results
from bot.storage.writer import Step, prepare

ADD_LOBBY = prepare(insert(lobbies), *lobbies.c.keys())
ADD_LINE = prepare(insert(game_events), *game_events.c.keys())
ADD_RESULT = prepare(insert(results), *results.c.keys())
DROP_LOBBIES = prepare(delete(lobbies))
COUNT = Query(prepare(select(func.count().label("lobbies")).select_from(lobbies)))


@pytest.fixture
async def database(where: Where) -> AsyncIterator[Database]:
    opened = await Database.open(where, busy_timeout=0)
    yield opened
    await opened.close()


def adding(*lobby_ids: str) -> Step:
    return Step(ADD_LOBBY, [lobby_row(lobby(each)) for each in lobby_ids])


def counted(changed: Callable[[], None]) -> Reading[list[int]]:
    """How many lobbies there are, before and after something."""
    before = yield COUNT
    changed()
    after = yield COUNT
    return [rows[0]["lobbies"] for rows in (before, after)]


async def test_a_reading_sees_one_moment(database: Database, where: Where) -> None:
    await database.transact([adding("a")])

    def add_more() -> None:
        with raw(where) as other:
            other.execute("UPDATE lobbies SET lobby_id = 'b'")
            row = lobby_row(lobby("c"))
            names, marks = ", ".join(row), ", ".join("?" for _ in row)
            other.execute(f"INSERT INTO lobbies ({names}) VALUES ({marks})", [*row.values()])  # noqa: S608

    assert await database.tell(lambda: counted(add_more)) == [1, 1]
    assert await database.tell(lambda: counted(lambda: None)) == [2, 2]
    assert await database.fetch(COUNT) == [{"lobbies": 2}]


async def test_who_reads_cannot_write(database: Database, where: Where) -> None:
    await database.transact([adding("a")])
    drop = Query(prepare(delete(lobbies)))
    for attempt in (database.tell(lambda: all_of([drop])), database.fetch(drop)):
        with pytest.raises(StoreError) as caught:
            await attempt
        assert caught.value.code == "readonly"
    assert len(content(where)["lobbies"]) == 1
    assert await database.tell(lambda: all_of([COUNT])) == [[{"lobbies": 1}]]


async def test_what_a_reading_raises_passes_through(database: Database) -> None:
    def failing() -> Reading[None]:
        yield COUNT
        raise ValueError("mine")

    with pytest.raises(ValueError, match="mine"):
        await database.tell(failing)
    assert await database.fetch(COUNT) == [{"lobbies": 0}]


async def test_readings_do_not_wait_for_one_that_takes_long(path: Path) -> None:
    database = await Database.open(path)
    go_on = threading.Event()

    def long() -> Reading[int]:
        yield COUNT
        assert go_on.wait(60)
        return len((yield COUNT))

    reading = asyncio.ensure_future(database.tell(long))
    for _ in range(10):
        await database.tell(lambda: all_of([COUNT]))
        await database.transact([Step(DROP_LOBBIES, [{}])])
    assert not reading.done()
    go_on.set()
    assert await reading == 1
    await database.close()


async def test_a_cancelled_reading_holds_nobody_up(database: Database) -> None:
    for _ in range(50):
        reading = asyncio.ensure_future(database.tell(lambda: all_of([COUNT] * 5)))
        await asyncio.sleep(0)
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading
    assert await database.tell(lambda: all_of([COUNT])) == [[{"lobbies": 0}]]


async def test_many_read_at_once(database: Database) -> None:
    found = await asyncio.gather(*(database.tell(lambda: all_of([COUNT] * 2)) for _ in range(100)))
    assert found == [[[{"lobbies": 0}]] * 2] * 100


async def test_closing_waits_for_what_is_read(database: Database) -> None:
    reading = asyncio.ensure_future(database.tell(lambda: all_of([COUNT] * 100)))
    await asyncio.sleep(0)
    await database.close()
    assert len(await reading) == 100
    with pytest.raises(StoreError) as caught:
        await database.fetch(COUNT)
    assert caught.value.code == "closed"


async def test_values_that_cannot_be_asked_for_are_refused(database: Database) -> None:
    query = once(select(lobbies.c.lobby_id).where(lobbies.c.lobby_id == "\ud800"))
    with pytest.raises(StoreError) as caught:
        await database.fetch(query)
    assert caught.value.code == "failed"
    assert await database.fetch(COUNT) == [{"lobbies": 0}]


async def test_both_databases_give_the_same_rows(database: Database) -> None:
    row = {"game_id": "g", "guild_id": 2**62, "number": 1, "abandoned": True, "started_at": 1.0}
    texts = {"edition": "classic", "variation": "", "notations": "S3"}
    more = {"ended_at": 2.5, "hands": 3}
    await database.transact([Step(ADD_RESULT, [row | texts | more])])
    query = once(select(results).where(results.c.game_id.in_([literal("g"), literal("h")])))
    (found,) = await database.fetch(query)
    assert found == row | texts | more
    assert found["abandoned"] is True


# ── plain functions ───────────────────────────────────────────────────────────────────────────


def add(*lobby_ids: str) -> Callable[[Connection], None]:
    def work(connection: Connection) -> None:
        connection.execute(insert(lobbies), [dict(lobby_row(lobby(each))) for each in lobby_ids])

    return work


def count(connection: Connection) -> int:
    return connection.execute(select(func.count()).select_from(lobbies)).scalar_one()


async def test_a_function_that_returns_is_committed_whole(database: Database) -> None:
    def work(connection: Connection) -> int:
        add("a")(connection)
        add("b", "c")(connection)
        return count(connection)

    assert await database.write(work) == 3
    assert await database.read(count) == 3


async def test_a_function_that_raises_changes_nothing(database: Database) -> None:
    def work(connection: Connection) -> None:
        add("a")(connection)
        raise StaleWriteError("mine")

    with pytest.raises(StaleWriteError, match="mine"):
        await database.write(work)
    assert await database.read(count) == 0
    await database.write(add("a"))
    assert await database.read(count) == 1


async def test_what_the_database_refuses_is_a_store_error(database: Database) -> None:
    for work, code in ((add("a", "a"), "exists"), (add("\ud800"), "failed")):
        with pytest.raises(StoreError) as caught:
            await database.write(work)
        assert caught.value.code == code
        assert "INSERT" not in str(caught.value)
    with pytest.raises(StoreError) as caught:
        await database.read(add("a"))
    assert caught.value.code == "readonly"
    assert await database.read(count) == 0


async def test_a_cancelled_caller_waits_until_its_function_has_ended(database: Database) -> None:
    for number in range(20):
        writing = asyncio.ensure_future(database.write(add(str(number))))
        await asyncio.sleep(0)
        writing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await writing
        assert await database.read(count) == number + 1


# ── steps and readings ────────────────────────────────────────────────────────────────────────


async def test_a_step_that_must_match_undoes_those_before_it(
    database: Database, where: Where
) -> None:
    gone = Step(prepare(delete(game_events)), [{}], must_match=True)
    assert not await database.transact([adding("a"), gone])
    assert content(where)["lobbies"] == []
    assert await database.transact([adding("a"), replace(gone, must_match=False)])
    assert len(content(where)["lobbies"]) == 1


async def test_a_line_belongs_to_a_game(database: Database, where: Where) -> None:
    stray = Step(ADD_LINE, [{"game_id": "nowhere", "seq": 0, "kind": "x", "line": "{}"}])
    with pytest.raises(StoreError):
        await database.transact([stray])
    assert content(where)["game_events"] == []


async def test_what_was_wrong_is_told_without_the_values(database: Database) -> None:
    with pytest.raises(StoreError) as caught:
        await database.transact([adding("secret", "secret")])
    assert caught.value.code == "exists"
    assert "secret" not in str(caught.value)
    with pytest.raises(StoreError) as caught:
        await database.fetch(Query(ADD_LOBBY, lobby_row(lobby("secret"))))
    assert "secret" not in str(caught.value)
    assert "secret" not in str(caught.value.__cause__)
