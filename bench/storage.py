"""Storing an action, next to the database's own driver writing the same bytes.

PostgreSQL is measured where ``PHASE10_TEST_POSTGRES`` names a server, for instance one of its own:
``python tests/postgres_server.py make bench ARGS=storage``.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import asyncpg  # type: ignore[import-untyped]  # has annotations, but does not say so

from bot.model import Change, Level, LiveGame, Occupant, Table
from bot.rules import engine
from bot.rules.state import SNAPSHOTS, Stage
from bot.storage.store import SqlStore

from .rules import PLAYERS, fresh_game
from .timing import Figure, figure, in_turns_async

ROUNDS = 1500
SERVER = "PHASE10_TEST_POSTGRES"
_TABLES = (
    "CREATE TABLE floor_games (id INTEGER PRIMARY KEY, state TEXT)",
    "CREATE TABLE floor_lines (n INTEGER PRIMARY KEY, line TEXT)",
    "INSERT INTO floor_games VALUES (1, '')",
)
_COPY = """
CREATE TEMPORARY TABLE copy AS SELECT * FROM games;
UPDATE copy SET game_id = 'floor';
INSERT INTO games SELECT * FROM copy;
"""
_ADVANCE = """
UPDATE games SET snapshot = $1, version = $2, events = events + 1
WHERE game_id = 'floor' AND status = 'running'
"""
_ADD_LINE = "INSERT INTO game_events (game_id, seq, kind, line) VALUES ('floor', $1, 'draw', $2)"


async def figures() -> Iterator[Figure]:
    """Every figure of the storage."""
    with tempfile.TemporaryDirectory() as folder:
        measured = [await stored_action(Path(folder))]
    server = os.environ.get(SERVER)
    return iter([*measured, await stored_action_on(server)] if server else measured)


async def stored_action(folder: Path) -> Figure:
    """One action of a running game, committed."""
    store = await SqlStore.open(folder / "bench.db")
    try:
        with closing(sqlite3.connect(folder / "floor.db", isolation_level=None)) as floor_db:
            own, floor = await _taken(store, floor_db)
    finally:
        await store.close()
    return figure("stored action", own, floor=("sqlite3 itself", floor))


async def stored_action_on(server: str) -> Figure:
    """The same on PostgreSQL, in a schema that is made and dropped."""
    driver = await asyncpg.connect(server)
    schema = f"bench_{os.getpid()}"
    await driver.execute(f"CREATE SCHEMA {schema}; SET search_path = {schema}")
    try:
        store = await SqlStore.open(f"{server}{'&' if '?' in server else '?'}search_path={schema}")
        try:
            own, floor = await _taken_on(store, driver)
        finally:
            await store.close()
    finally:
        await driver.execute(f"DROP SCHEMA {schema} CASCADE")
        await driver.close()
    return figure("stored action, PostgreSQL", own, floor=("asyncpg itself", floor))


class _Game:
    """A game at random that is stored action by action."""

    def __init__(self, store: SqlStore) -> None:
        occupants = tuple(
            Occupant(name, number, Level.NORMAL) for number, name in enumerate(PLAYERS)
        )
        self._store = store
        self._table = Table("bench", 1, 1, 1, occupants, None, "en", 0.0, 0.0)
        self._rng = Random(4)
        self.state = fresh_game(0)

    async def begin(self) -> None:
        await self._store.begin(Change(LiveGame(self._table, self.state), ()))

    async def act(self) -> None:
        legal = engine.legal_actions(self.state)
        step = engine.apply(self.state, self._rng.choice(legal.plain))
        assert step.state.stage is not Stage.OVER, "random play without laying does not end"
        await self._store.commit(
            Change(LiveGame(self._table, step.state), step.events), self.state.version
        )
        self.state = step.state


async def _taken(store: SqlStore, floor_db: sqlite3.Connection) -> list[list[float]]:
    game, numbers = _Game(store), count()
    await game.begin()
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL"):
        floor_db.execute(f"PRAGMA {pragma}")
    for table in _TABLES:
        floor_db.execute(table)

    async def floor() -> None:
        text = SNAPSHOTS.dumps(game.state)
        floor_db.execute("BEGIN IMMEDIATE")
        floor_db.execute("UPDATE floor_games SET state = ? WHERE id = 1", (text,))
        floor_db.execute("INSERT INTO floor_lines VALUES (?, ?)", (next(numbers), "x" * 60))
        floor_db.execute("COMMIT")

    return await in_turns_async(game.act, floor, rounds=ROUNDS)


async def _taken_on(store: SqlStore, driver: Any) -> list[list[float]]:  # noqa: ANN401  # asyncpg
    game, numbers = _Game(store), count()
    await game.begin()
    # The same tables, and so the same indexes and references.
    await driver.execute(_COPY)

    async def floor() -> None:
        text = SNAPSHOTS.dumps(game.state)
        await driver.execute("BEGIN")
        await driver.execute(_ADVANCE, text, game.state.version)
        await driver.execute(_ADD_LINE, next(numbers), "x" * 60)
        await driver.execute("COMMIT")

    return await in_turns_async(game.act, floor, rounds=ROUNDS)
