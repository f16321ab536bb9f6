"""An action of a running game, stored, next to SQLite's own driver writing the same bytes."""

from __future__ import annotations

import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random

from bot.cards import engine
from bot.cards.state import SNAPSHOTS
from bot.storage import games, results
from bot.storage.opening import open_database
from bot.tables import Change, Level, LiveGame, Occupant, Table

from .rules import PLAYERS, fresh_game
from .timing import Figure, in_turns

ROUNDS = 1500
_TABLES = """
PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;
CREATE TABLE games (id INTEGER PRIMARY KEY, state TEXT);
CREATE TABLE lines (n INTEGER PRIMARY KEY, line TEXT);
INSERT INTO games VALUES (1, '');
"""


async def figures() -> AsyncIterator[Figure]:
    """The figure of a stored action."""
    occupants = tuple(Occupant(name, number, Level.NORMAL) for number, name in enumerate(PLAYERS))
    table = Table("bench", 1, 1, 1, occupants, None, "en", 0.0, 0.0)
    state, rng, numbers = fresh_game(0), Random(4), count()

    async def act() -> None:
        nonlocal state
        step = engine.apply(state, rng.choice(engine.legal_actions(state).plain))
        await store.write(
            results.commit,
            Change(LiveGame(table, step.state), step.events),
            state.version,
            time.time(),
        )
        state = step.state

    def write() -> None:
        plain.execute("BEGIN IMMEDIATE")
        plain.execute("UPDATE games SET state = ? WHERE id = 1", (SNAPSHOTS.dumps(state),))
        plain.execute("INSERT INTO lines VALUES (?, ?)", (next(numbers), "x" * 60))
        plain.execute("COMMIT")

    with tempfile.TemporaryDirectory() as folder:
        store = await open_database(Path(folder) / "bench.db")
        try:
            with closing(sqlite3.connect(f"{folder}/floor.db", isolation_level=None)) as plain:
                plain.executescript(_TABLES)
                await store.write(games.begin, Change(LiveGame(table, state), ()))
                own, floor = await in_turns(act, write, rounds=ROUNDS)
        finally:
            await store.close()
    yield Figure("stored action", own, "sqlite3 itself", floor)
