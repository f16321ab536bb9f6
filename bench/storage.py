"""Stored actions next to SQLite's own driver writing the same bytes, and writes in a deletion."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random

from bot.cards import engine
from bot.cards.state import SNAPSHOTS
from bot.lab.demo import season
from bot.players import computer_names
from bot.preferences import ServerPreferences
from bot.seating import Change, Level, LiveGame, Occupant, Table
from bot.shards import PersonToForget
from bot.storage import games, results
from bot.storage.deletion import forget
from bot.storage.opening import open_database
from bot.storage.preferences import put_preferences
from bot.storage.products import PRODUCTS

from .rules import PLAYERS, fresh_game
from .timing import Figure, in_turns

ROUNDS = 1500
GAMES = int(os.environ.get("BENCH_GAMES", "5000"))  # before a person is deleted
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
    state = fresh_game(0)
    rng = Random(4)
    numbers = count()

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
    with tempfile.TemporaryDirectory() as folder:
        yield await _write_during_deletion(Path(folder) / "bench.db")


async def _write_during_deletion(path: Path) -> Figure:
    """How long a small write takes while the person with the most results is deleted."""
    store = await open_database(path)
    now = time.time()
    past = list(season(1, GAMES, 1, now))
    seats = Counter(seat.user_id for game in past for seat in game.seats if seat.user_id)
    ((user_id, number),) = seats.most_common(1)
    await store.write(results.add_missing, 1, past)
    taken = []
    person = PersonToForget(user_id, computer_names, now)
    deleting = asyncio.create_task(forget(store, person, PRODUCTS))
    while not deleting.done():
        began = time.perf_counter()
        await store.write(put_preferences, 1, ServerPreferences())
        taken.append(time.perf_counter() - began)
    await store.close()
    more = f"longest {max(taken) * 1e3:.0f} ms, {number:,} results of the person"
    return Figure("write while a person is deleted", taken, more=more)
