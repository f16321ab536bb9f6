"""Leaving no trace in an SQLite file: what is looked for, and what is built anew for it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from databases import raw
from people import BEN_S, ME, NAME, finished, whom

from bot.storage import wiping
from bot.storage.store import SqlStore
from bot.storage.wiping import Wiper, traces_of


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is built anew, in order."""
    did: list[str] = []
    index, build = wiping._index_anew, wiping._build_anew

    def index_anew(connection: object, table: str) -> None:
        did.append(table)
        index(connection, table)  # type: ignore[arg-type]

    def build_anew(connection: object) -> None:
        did.append("file")
        build(connection)  # type: ignore[arg-type]

    monkeypatch.setattr(wiping, "_index_anew", index_anew)
    monkeypatch.setattr(wiping, "_build_anew", build_anew)
    return did


def finding(monkeypatch: pytest.MonkeyPatch, *answers: bool) -> None:
    """Have the file be looked through with these outcomes."""
    left = list(answers)
    monkeypatch.setattr(Wiper, "_holds", lambda _self, _traces: left.pop(0))


async def forgetting(path: Path) -> None:
    store = await SqlStore.open(path)
    await finished(store, "over", 1, (NAME, ME), BEN_S)
    await store.forget(whom())
    await store.close()


async def test_nothing_is_built_anew_where_nothing_is_found(path: Path, done: list[str]) -> None:
    await forgetting(path)
    assert done == []


@pytest.mark.parametrize("left", [False, True])
async def test_the_file_is_built_anew_only_where_indexes_were_not_enough(
    path: Path, done: list[str], monkeypatch: pytest.MonkeyPatch, left: bool
) -> None:
    finding(monkeypatch, True, left)
    await forgetting(path)
    assert {"totals", "rivals", "result_seats", "lobbies"} <= set(done)
    assert "game_events" not in done
    assert ("file" in done) is left


async def test_a_name_that_others_bear_is_not_looked_for(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Sequence[bytes]] = []

    def holds(_self: Wiper, traces: Sequence[bytes]) -> bool:
        asked.append(traces)
        return False

    monkeypatch.setattr(Wiper, "_holds", holds)
    store = await SqlStore.open(path)
    await finished(store, "over", 1, ("Ben", ME), BEN_S)
    await store.forget(whom(name=NAME))
    await store.close()
    (traces,) = asked
    assert set(traces) == set(traces_of(ME, [NAME]))


@pytest.mark.parametrize("at", [0, 5, 7, 8, 15, 30])
def test_traces_are_found_across_the_parts_that_are_read(
    path: Path, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    monkeypatch.setattr(wiping, "CHUNK", 8)
    path.write_bytes(b"." * at + b"trace" + b"." * (40 - at))
    wiper = Wiper(path)
    assert wiper._holds([b"trace", b"other"])
    assert not wiper._holds([b"other", b"traces", b""])
    wiper.close()


async def test_the_log_is_empty_afterwards(path: Path) -> None:
    store = await SqlStore.open(path)
    await finished(store, "over", 1, (NAME, ME), BEN_S)
    log = path.with_name(f"{path.name}-wal")
    assert log.stat().st_size
    await store.forget(whom())
    assert not log.stat().st_size
    with raw(path) as glance:
        assert glance.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    await store.close()
