"""Leaving no trace in an SQLite file after people were deleted."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from databases import raw
from people import BEN, BEN_S, COMPUTER, ME, NAME, everywhere, finished, table_of, traces, whom
from people import under_way as started

from bot.storage import store as storing
from bot.storage.database import Database
from bot.storage.errors import StoreError
from bot.storage.store import SqlStore

WAIT = 120  # seconds, for machines of any speed


@pytest.fixture(autouse=True)
def _soon_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try again at once, as a glance of these tests at the file can hold a wipe up."""
    monkeypatch.setattr(storing, "WIPE_PAUSE", 0.01)


@pytest.fixture
async def store(path: Path) -> AsyncIterator[SqlStore]:
    opened = await SqlStore.open(path, busy_timeout=0)
    yield opened
    await opened.close()


@pytest.fixture
def compactions(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One item for each time that a file was rewritten."""
    done: list[int] = []
    compact = Database.compact

    async def counted(database: Database) -> None:
        await compact(database)
        done.append(1)

    monkeypatch.setattr(Database, "compact", counted)
    return done


async def wiped(path: Path) -> None:
    """Wait for the store to rewrite the file."""
    async with asyncio.timeout(WAIT):
        while due(path):  # noqa: ASYNC110  # the store's task gets there
            await asyncio.sleep(0.01)


def due(path: Path) -> bool:
    with raw(path) as glance:
        return glance.execute("SELECT token FROM wipes").fetchone() is not None


async def test_a_deletion_is_wiped_out_of_the_file_by_itself(store: SqlStore, path: Path) -> None:
    await everywhere(store)
    assert traces(path)
    await store.forget(whom())
    await wiped(path)
    assert traces(path) == []


async def test_so_is_a_seat_that_was_given_another_name_before(store: SqlStore, path: Path) -> None:
    await started(store, "running", 1, (NAME, ME), BEN_S)
    await store.disown(table_of("running", 1, BEN, ("Juno", None), BEN_S), {0: "Juno"}, ME)
    assert due(path)
    assert not (await store.forget(whom())).anything
    await wiped(path)
    assert traces(path) == []


async def test_the_log_is_empty_and_the_file_is_sound(store: SqlStore, path: Path) -> None:
    await finished(store, "over", 1, (NAME, ME), BEN_S)
    log = path.with_name(f"{path.name}-wal")
    assert log.stat().st_size
    await store._database.compact()
    assert not log.stat().st_size
    with raw(path) as glance:
        assert glance.execute("PRAGMA integrity_check").fetchone() == ("ok",)


async def test_nothing_is_rewritten_where_nothing_was_deleted(
    store: SqlStore, path: Path, compactions: list[int]
) -> None:
    await started(store, "running", 1, BEN_S, COMPUTER)
    assert not (await store.forget(whom())).anything
    await store.wipe()
    assert not due(path)
    assert compactions == []


async def test_people_deleted_soon_after_another_are_wiped_together(
    store: SqlStore, path: Path, compactions: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storing, "WIPE_PAUSE", WAIT)
    await everywhere(store)
    await store.forget(whom())
    async with asyncio.timeout(WAIT):
        while not compactions:  # noqa: ASYNC110  # the store's task gets there
            await asyncio.sleep(0.01)
    await store.forget(whom(BEN))
    await asyncio.sleep(0.1)
    assert due(path)
    assert compactions == [1]


async def test_a_wipe_that_a_reader_held_up_is_still_due(store: SqlStore, path: Path) -> None:
    await everywhere(store)
    with raw(path) as glance:
        glance.execute("BEGIN")
        glance.execute("SELECT * FROM games").fetchone()
        assert (await store.forget(whom())).anything
        with pytest.raises(StoreError) as refused:
            await store.wipe()
        assert refused.value.code == "locked"
    assert traces(path)
    assert due(path)
    await store.wipe()
    assert not due(path)
    assert traces(path) == []


async def test_a_failed_wipe_is_tried_again_after_a_while(
    store: SqlStore, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await everywhere(store)
    with raw(path) as glance:
        glance.execute("BEGIN")
        glance.execute("SELECT * FROM games").fetchone()
        await store.forget(whom())
        async with asyncio.timeout(WAIT):
            while not caplog.records:  # noqa: ASYNC110  # the store's task gets there
                await asyncio.sleep(0.01)
    assert "what was deleted is not wiped yet: locked" in caplog.text
    await wiped(path)
    assert traces(path) == []


async def test_what_was_due_when_the_program_ended_is_wiped_at_the_next_start(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await SqlStore.open(path)
    await everywhere(store)
    monkeypatch.setattr(SqlStore, "_wipe_soon", lambda _self: None)
    await store.forget(whom())
    await store.close()
    assert due(path)
    monkeypatch.undo()
    again = await SqlStore.open(path)
    await wiped(path)
    assert traces(path) == []
    await again.close()


async def test_traces_that_an_earlier_version_left_are_wiped(path: Path) -> None:
    store = await SqlStore.open(path)
    await finished(store, "over0", 1, (NAME, ME), BEN_S)
    await finished(store, "over1", 1, ("Cyd", 5), BEN_S)
    await store.close()
    with raw(path) as glance:
        glance.execute("PRAGMA secure_delete=OFF")
        for table in ("result_seats", "results", "game_seats", "game_events", "games"):
            glance.execute(f"DELETE FROM {table} WHERE game_id = 'over0'")  # noqa: S608
    assert traces(path)
    store = await SqlStore.open(path)
    await store.forget(whom())
    await wiped(path)
    assert traces(path) == []
    await store.close()
