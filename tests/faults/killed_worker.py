"""A program to be killed: many tables play at once, and each accepted action is written down.

``python killed_worker.py DATABASE ACCEPTED SEED TABLES``: ACCEPTED is appended one line for each
action, by one write to the operating system, after the table said that the action counts.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from bot.cards import record
from bot.cards.actions import Action
from bot.cards.rulesets import EDITIONS
from bot.cards.views import Highlight
from bot.core import records
from bot.seating import Change, Level, Lobby, Person
from bot.storage import results
from bot.storage.database import Database
from bot.storage.opening import open_database
from bot.table import lobbies
from bot.table.context import Context, Pace, TableConfig
from bot.table.errors import TableError
from bot.table.manager import GameManager
from bot.table.registry import GameRegistry

PEOPLE = (Person(101, "Ada"), Person(102, "Ben"), Person(103, "Cyd"))
GUILD = 7


class NoAnnouncer:
    """A Discord that nobody looks at."""

    def lobby(self, channel_id: int) -> None: ...
    def table(self, channel_id: int) -> None: ...
    def highlight(self, channel_id: int, highlight: Highlight) -> None: ...
    def remind(self, channel_id: int, turn_at: float) -> None: ...
    def begun(self, lobby: Lobby) -> None: ...
    def gone(self, lobby: Lobby) -> None: ...


class Accepting:
    """The store, which remembers what the newest commit of each game added."""

    def __init__(self, store: Database) -> None:
        self._store = store
        self.newest: dict[str, tuple[int, list[str]]] = {}

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)

    async def write(self, work: Callable[..., Any], *args: Any) -> Any:
        written = await self._store.write(work, *args)
        if work is not results.commit:
            return written
        change: Change = args[0]
        lines = [records.dumps(record.RECORDS.event_line(event)) for event in change.events]
        self.newest[change.game.table.game_id] = change.game.state.version, lines
        return written


class Worker:
    """Everybody who sits at the tables."""

    def __init__(self, store: Database, accepted: int, seed: int) -> None:
        self.rng = Random(seed)
        self.accepted = accepted
        self.store = Accepting(store)
        config = TableConfig(pace=Pace(pause=0.0, hand_pause=0.01, retry=0.05))
        self.context = Context(store=self.store, announcer=NoAnnouncer(), config=config)  # type: ignore[arg-type]
        self.registry = GameRegistry(self.context)

    async def run(self, tables: int) -> None:
        await self.registry.resume()
        channels = range(1_000, 1_000 + tables)
        managers = [self.registry.for_channel(channel, GUILD) for channel in channels]
        # All games have begun before the first action is written down.
        await asyncio.gather(*map(self._sit_down, managers), return_exceptions=True)
        await asyncio.gather(*map(self._play_at, managers))

    async def _play_at(self, manager: GameManager) -> None:
        """Play at one table for ever, clicking twice now and then."""
        while True:
            with suppress(TableError):
                await self._sit_down(manager)
                await self._clicks(manager)
            await asyncio.sleep(0)

    async def _sit_down(self, manager: GameManager) -> None:
        """Begin a game, unless one is played."""
        if manager.running:
            return
        rules = self.rng.choice([rules for rules in EDITIONS.values() if rules.max_players > 4])
        if manager.lobby is None:
            await manager.open_lobby(PEOPLE[0], rules, None, "en")
        for person in PEOPLE[1:]:
            with suppress(TableError):
                await manager.change_lobby(lobbies.joined, person)
        with suppress(TableError):
            await manager.change_lobby(lobbies.with_computer, PEOPLE[0].user_id, Level.EASY)
        await manager.change_lobby(lobbies.with_take_back, PEOPLE[0].user_id, allowed=True)
        await manager.start(PEOPLE[0].user_id, 1)

    async def _clicks(self, manager: GameManager) -> None:
        for person in PEOPLE:
            legal = list(manager.game.legal(person.user_id))
            if not legal:
                continue
            click = self._click(manager, person, self.rng.choice(legal))
            # A second click of the same moment must never count.
            twice = self._click(manager, person, self.rng.choice(legal))
            await asyncio.gather(click, twice, return_exceptions=True)
            if self.rng.random() < 0.2:  # often enough, and games go on
                undo = (self._take_back(manager, person) for _ in range(2))
                await asyncio.gather(*undo, return_exceptions=True)

    async def _click(self, manager: GameManager, person: Person, action: Action) -> None:
        game_id, version = manager.view(None).game_id, manager.version
        await manager.act(person.user_id, version, action)
        self._write_down(game_id, version)

    async def _take_back(self, manager: GameManager, person: Person) -> None:
        game_id, version = manager.view(None).game_id, manager.version
        await manager.take_back(person.user_id, version)
        self._write_down(game_id, version)

    def _write_down(self, game_id: str, version: int) -> None:
        # No other click of this table comes between: nothing was awaited since it was accepted
        # but what accepting itself awaits, and the newest commit may be a computer player's.
        now, lines = self.store.newest[game_id]
        if now == version + 1:
            told = {"game": game_id, "version": now, "lines": lines}
            os.write(self.accepted, (json.dumps(told) + "\n").encode())


async def _main(database: str, accepted: str, seed: str, tables: str) -> None:
    file = os.open(accepted, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    where = database if "://" in database else Path(database)
    worker = Worker(await open_database(where), file, int(seed))
    await worker.run(int(tables))


if __name__ == "__main__":
    asyncio.run(_main(*sys.argv[1:]))
