"""Other processes on the same shards: told while they run, and never because of one that died."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from databases import migrated_file
from fakes_table import FakeClock

from bot.service.processes import GONE_AFTER, INTERVAL, OtherProcesses
from bot.shards import ALL_SHARDS, Shards
from bot.storage.database import Database
from bot.storage.errors import StoreError
from bot.storage.opening import open_database
from bot.storage.processes import KEPT, Process, renew_process


@dataclass
class Machine:
    """A machine whose processes share a database and the time."""

    store: Database
    clock: FakeClock

    def start(self, shards: Shards = ALL_SHARDS) -> OtherProcesses:
        async def opened() -> Database:
            return self.store

        process = OtherProcesses(shards, self.clock, opened)
        process.start()
        return process


@pytest.fixture
async def machine(tmp_path: Path) -> AsyncIterator[Machine]:
    clock = FakeClock()
    store = await open_database(migrated_file(tmp_path / "phase10.db"))
    yield Machine(store, clock)
    await store.close()


async def test_both_say_it_once_and_no_longer_when_one_is_gone(
    machine: Machine, caplog: pytest.LogCaptureFixture
) -> None:
    first = machine.start()
    await machine.clock.move(INTERVAL * 2.5)
    second = machine.start(Shards(2, (1,)))
    await machine.clock.move(INTERVAL)
    assert (len(first), len(second)) == (1, 1)
    assert "since 1970-01-12 13:47 UTC" in first.warning()
    assert "shards 1 of 2" in first.warning()
    assert "shards 0 of 1" in second.warning()
    await machine.clock.move(INTERVAL * 9)
    assert [record.levelno for record in caplog.records] == [logging.WARNING] * 2
    await second.close()
    await machine.clock.move(GONE_AFTER + INTERVAL)
    assert (len(first), first.warning()) == (0, "")
    await first.close()


async def test_the_row_of_a_process_that_died_says_nothing(
    machine: Machine, caplog: pytest.LogCaptureFixture
) -> None:
    await machine.start().close()
    dead = machine.start()
    await machine.clock.move(1)
    await dead.close()
    again = machine.start()
    for _ in range(6):
        await machine.clock.move(INTERVAL)
        assert len(again) == 0
    assert caplog.records == []
    await again.close()


async def test_processes_with_other_shards_are_as_they_should_be(machine: Machine) -> None:
    started = [machine.start(Shards(3, (shard,))) for shard in range(3)]
    await machine.clock.move(INTERVAL * 3)
    assert [len(process) for process in started] == [0, 0, 0]
    for process in started:
        await process.close()


async def test_a_database_that_refuses_is_asked_again(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = machine.start(), machine.start()

    def refused(*_: object) -> None:
        raise StoreError(code="locked")

    with monkeypatch.context() as patch:
        patch.setattr("bot.service.processes.renew_process", refused)
        await machine.clock.move(INTERVAL * 2)
        assert (len(first), len(second)) == (0, 0)
    await machine.clock.move(INTERVAL * 2)
    assert (len(first), len(second)) == (1, 1)
    for process in (first, second):
        await process.close()


async def test_rows_of_processes_are_kept_for_a_day(machine: Machine) -> None:
    old = Process("old", "here, process 1", Shards(4, (0, 1)), 0.5)
    new = Process("new", "there, process 2", Shards(4, (1, 2)), 0.5)
    assert await machine.store.write(renew_process, old, 100.5) == []
    expected = [replace(old, renewed_at=100.5)]
    assert await machine.store.write(renew_process, new, 100.5 + KEPT) == expected
    assert await machine.store.write(renew_process, new, 101.5 + KEPT) == []
