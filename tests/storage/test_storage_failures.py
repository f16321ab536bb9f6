"""A write that fails leaves everything as it was, says why, and can be tried again."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from databases import Where, content, migrated_file, raw
from kit import coded
from patience import PATIENCE
from sqlalchemy import Connection
from writes import MOVES, NEXT, WRITES, allow, commit, refuse, under_way

from bot.storage.database import Database
from bot.storage.errors import DatabaseUnusableError, StaleWriteError, StoreError, error_code
from bot.storage.games import open_games, open_lobbies
from bot.storage.opening import open_database
from bot.storage.sqlite import alone


async def test_a_refused_write_changes_nothing_then_succeeds(store: Database, where: Where) -> None:
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


async def test_a_locked_database_is_told_and_still_read(path: Path) -> None:
    store = await open_database(migrated_file(path), busy_timeout=0)
    await under_way(store)
    with raw(path) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("DELETE FROM game_events")
        with coded(StoreError, "locked"):
            await commit(store)
        (saved,) = await open_games(store)
        other.rollback()
    assert saved.recent[-1] == MOVES[9].events[-1]
    await commit(store)
    await store.close()


async def test_a_short_lock_of_another_process_is_waited_for(path: Path) -> None:
    store = await open_database(migrated_file(path), busy_timeout=PATIENCE)
    await under_way(store)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        waiting = asyncio.ensure_future(commit(store))
        await store.read(open_lobbies)
        assert not waiting.done()
        other.execute("ROLLBACK")
        await waiting
    (saved,) = await open_games(store)
    assert saved.state == NEXT.state
    await store.close()


def test_a_full_disk_has_a_short_code(tmp_path: Path) -> None:
    with raw(tmp_path / "x.db") as connection:
        connection.execute("PRAGMA max_page_count = 1")
        with pytest.raises(sqlite3.Error) as caught:
            connection.execute("CREATE TABLE t (x UNIQUE)")
    assert (error_code(caught.value), error_code(None)) == ("full", "failed")


def test_a_full_disk_is_told_also_where_its_rollback_makes_others_fail(path: Path) -> None:
    def fill(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA max_page_count = 1")
        try:
            connection.exec_driver_sql("CREATE TABLE t (x UNIQUE)")
        finally:
            # As Alembic does.
            connection.exec_driver_sql("DROP TABLE _alembic_tmp_t")

    with coded(DatabaseUnusableError, "full"), alone(path, busy_timeout=0) as connection:
        fill(connection)
