"""Leaving no trace in an SQLite file after people were deleted."""

from __future__ import annotations

from pathlib import Path

import pytest
from databases import migrated_file, raw
from people import BEN_S, ME, NAME, finished, traces, whom
from sqlalchemy import delete
from stored import bytes_of

from bot.storage.deletion import forget
from bot.storage.opening import open_database
from bot.storage.schema import games, result_seats


async def test_what_was_not_overwritten_is_wiped_after_a_deletion_that_no_reader_holds_up(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = await open_database(migrated_file(path), busy_timeout=0)
    await finished(store, "over0", 1, (NAME, ME), BEN_S)
    await finished(store, "over1", 1, ("Cyd", 5), BEN_S)
    with raw(path) as glance:
        glance.execute("PRAGMA secure_delete=OFF")
        for table in ("result_seats", "results", "game_seats", "game_events", "games"):
            glance.execute(f"DELETE FROM {table} WHERE game_id = 'over0'")  # noqa: S608
    with raw(path) as glance:
        glance.execute("BEGIN")
        glance.execute("SELECT * FROM games").fetchone()
        await forget(store, whom())
        await store.compact()
    assert "what was deleted is not wiped from the file: locked" in caplog.text
    assert traces(path)
    await store.compact()
    assert traces(path) == []
    assert not path.with_name(f"{path.name}-wal").stat().st_size
    with raw(path) as glance:
        assert glance.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    await store.close()


async def test_what_is_deleted_is_overwritten(path: Path) -> None:
    store = await open_database(migrated_file(path))
    await finished(store, "over0", 1, (NAME, ME), BEN_S)
    await store.write(lambda connection: connection.execute(delete(games)))
    await store.write(lambda connection: connection.execute(delete(result_seats)))
    await store.close()
    assert NAME.encode() not in bytes_of(path)
