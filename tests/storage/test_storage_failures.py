"""A write that fails leaves everything as it was, says why, and can be tried again."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from databases import Where, content, migrated_file, raw
from stored import fresh, played
from writes import MOVES, NEXT, WRITES, allow, commit, refuse, under_way

from bot.storage.errors import StaleWriteError, StoreError, code_of
from bot.storage.store import SqlStore


@pytest.fixture
async def file_store(path: Path) -> AsyncIterator[SqlStore]:
    opened = await SqlStore.open(migrated_file(path), busy_timeout=0)
    yield opened
    await opened.close()


async def test_a_refused_write_changes_nothing_and_can_be_repeated(
    store: SqlStore, where: Where
) -> None:
    kinds = [(name, "ABORT") for name in WRITES]
    if isinstance(where, Path):
        kinds += [("commit, event line", "FAIL"), ("begin, lobby", "ROLLBACK")]
    await under_way(store)
    before = content(where)
    for name, kind in kinds:
        write, when = WRITES[name]
        with raw(where) as connection:
            refuse(where, connection, when, kind)
        with pytest.raises(StoreError) as caught:
            await write(store)
        assert caught.value.code == "failed"
        assert not isinstance(caught.value, StaleWriteError)
        assert content(where) == before, name
        with raw(where) as connection:
            allow(where, connection)
    for write in reversed(dict.fromkeys(write for write, _ in WRITES.values())):
        await write(store)
        assert content(where) != before
        before = content(where)


async def test_a_locked_database_is_told_and_still_read(file_store: SqlStore, path: Path) -> None:
    await under_way(file_store)
    with raw(path) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("DELETE FROM game_events")
        with pytest.raises(StoreError) as caught:
            await commit(file_store)
        assert caught.value.code == "locked"
        (saved,) = await file_store.open_games()
        other.rollback()
    assert saved.recent[-1] == MOVES[9].events[-1]
    await commit(file_store)


async def test_a_short_lock_of_another_process_is_waited_for(path: Path) -> None:
    store = await SqlStore.open(migrated_file(path), busy_timeout=30)
    await under_way(store)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        waiting = asyncio.ensure_future(commit(store))
        await store.open_lobbies()
        assert not waiting.done()
        other.execute("ROLLBACK")
        await waiting
    (saved,) = await store.open_games()
    assert saved.state == NEXT.state
    await store.close()


def test_what_sqlite_reports_has_a_short_code(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    with raw(path) as connection:
        connection.execute("CREATE TABLE t (x UNIQUE)")
        connection.execute("INSERT INTO t VALUES (1)")
        assert code_of(_failure(connection, "INSERT INTO t VALUES (1)")) == "exists"
        connection.execute("PRAGMA max_page_count = 1")
        fill = "INSERT INTO t VALUES (zeroblob(100000))"
        assert code_of(_failure(connection, fill)) == "full"
        assert code_of(_failure(connection, "nonsense")) == "failed"
    read_only = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    assert code_of(_failure(read_only, "DELETE FROM t")) == "readonly"
    read_only.close()
    assert code_of(None) == "failed"


def _failure(connection: sqlite3.Connection, sql: str) -> sqlite3.Error:
    with pytest.raises(sqlite3.Error) as caught:
        connection.execute(sql)
    return caught.value


PROGRAM = """
import asyncio, sys
from stored import fresh, played, seated
from bot.model import Change, LiveGame
from bot.storage.store import SqlStore

async def main():
    store = await SqlStore.open(sys.argv[1])
    start = fresh()
    await store.begin(Change(LiveGame(seated(start), start), ()))
    for move in played(start, 3000):
        game = LiveGame(seated(start), move.state)
        await store.commit(Change(game, move.events), move.state.version - 1)
        print(move.state.version, flush=True)

asyncio.run(main())
"""


async def test_a_killed_process_loses_no_accepted_action(schema: str) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-c", PROGRAM, schema),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    lines = [await process.stdout.readline() for _ in range(50)]
    process.send_signal(signal.SIGKILL)
    await process.communicate()
    store = await SqlStore.open(schema)
    (saved,) = await store.open_games()
    await store.close()
    assert saved.state.version >= int(lines[-1]) == 50
    moves = played(fresh(), saved.state.version)
    assert saved.state == moves[-1].state
    with raw(schema) as connection:
        (count,) = connection.execute("SELECT count(*) FROM game_events").fetchone()
    assert count == sum(len(move.events) for move in moves)
