"""Leaving no trace in an SQLite file after people were deleted."""

from __future__ import annotations

from pathlib import Path

import pytest
from databases import migrated_file, raw
from people import BEN_S, ME, NAME, everywhere, finished, traces, whom

from bot.storage import deletion
from bot.storage.opening import open_database


async def test_traces_that_were_not_overwritten_are_wiped(path: Path) -> None:
    store = await open_database(migrated_file(path))
    await finished(store, "over0", 1, (NAME, ME), BEN_S)
    await finished(store, "over1", 1, ("Cyd", 5), BEN_S)
    with raw(path) as glance:
        glance.execute("PRAGMA secure_delete=OFF")
        for table in ("result_seats", "results", "game_seats", "game_events", "games"):
            glance.execute(f"DELETE FROM {table} WHERE game_id = 'over0'")  # noqa: S608
    await deletion.forget(store, whom())
    assert traces(path)
    await store.compact()
    assert traces(path) == []
    assert not path.with_name(f"{path.name}-wal").stat().st_size
    with raw(path) as glance:
        assert glance.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    await store.close()


async def test_what_a_reader_held_up_is_wiped_after_the_next_deletion(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = await open_database(migrated_file(path), busy_timeout=0)
    await everywhere(store)
    with raw(path) as glance:
        glance.execute("BEGIN")
        glance.execute("SELECT * FROM games").fetchone()
        await deletion.forget(store, whom())
        await store.compact()
    assert "what was deleted is not wiped from the file: locked" in caplog.text
    assert traces(path)
    await store.compact()
    assert traces(path) == []
    await store.close()
