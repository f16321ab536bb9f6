"""Storing an action, next to sqlite3 itself writing the same bytes."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random

from bot.model import Level, Occupant, Table
from bot.rules import engine
from bot.rules.state import Stage
from bot.storage import snapshot
from bot.storage.store import SqlStore

from .rules import PLAYERS, fresh_game
from .timing import Figure, figure, in_turns_async

ROUNDS = 1500


async def figures() -> Iterator[Figure]:
    """Every figure of the storage."""
    with tempfile.TemporaryDirectory() as folder:
        return iter([await stored_action(Path(folder))])


async def stored_action(folder: Path) -> Figure:
    """One action of a running game, committed."""
    store = await SqlStore.open(folder / "bench.db")
    try:
        with closing(sqlite3.connect(folder / "floor.db", isolation_level=None)) as floor_db:
            own, floor = await _taken(store, floor_db)
    finally:
        await store.close()
    return figure("stored action", own, floor=("sqlite3 itself", floor))


async def _taken(store: SqlStore, floor_db: sqlite3.Connection) -> list[list[float]]:
    rng = Random(4)
    occupants = tuple(Occupant(name, number, Level.NORMAL) for number, name in enumerate(PLAYERS))
    table = Table("bench", 1, 1, 1, occupants, None, "en", 0.0, 0.0)
    state = fresh_game(0)
    await store.begin(table, state, ())

    async def action() -> None:
        nonlocal state
        legal = engine.legal_actions(state)
        step = engine.apply(state, rng.choice(legal.plain))
        assert step.state.stage is not Stage.OVER, "random play without laying does not end"
        await store.commit(table, step.state, step.events, state.version)
        state = step.state

    for pragma in ("journal_mode=WAL", "synchronous=NORMAL"):
        floor_db.execute(f"PRAGMA {pragma}")
    floor_db.execute("CREATE TABLE games (id INTEGER PRIMARY KEY, state TEXT)")
    floor_db.execute("CREATE TABLE lines (n INTEGER PRIMARY KEY, line TEXT)")
    floor_db.execute("INSERT INTO games VALUES (1, '')")
    numbers = count()

    async def floor() -> None:
        floor_db.execute("BEGIN IMMEDIATE")
        floor_db.execute("UPDATE games SET state = ? WHERE id = 1", (snapshot.dumps(state),))
        floor_db.execute("INSERT INTO lines VALUES (?, ?)", (next(numbers), "x" * 60))
        floor_db.execute("COMMIT")

    return await in_turns_async(action, floor, rounds=ROUNDS)
