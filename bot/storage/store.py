"""The store: lobbies, games, their records, results and preferences in one database."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext, suppress
from functools import partial
from pathlib import Path

from sqlalchemy import Connection

from bot.model import (
    EVERYBODY,
    Forgotten,
    Lobby,
    PersonalPreferences,
    SavedGame,
    ServerPreferences,
    Shards,
    Table,
    Whom,
)
from bot.rules import record
from bot.rules.events import Event
from bot.rules.state import Stage, State
from bot.scores.results import Board, BoardQuery, MemberStats, PastGame

from . import boards, export, games, people, results, rows, stats
from .database import BUSY_TIMEOUT, Database, Watch
from .errors import ChannelTakenError, DamagedSnapshotError, StoreError

WIPE_PAUSE = 3600.0
"""Seconds between two rewrites of an SQLite file, and until one that failed is tried again."""
_AT_ONCE = 50
_log = logging.getLogger(__name__)


class SqlStore:
    """Keeps everything in one database; each call is one transaction unless it says otherwise.

    Every method raises :class:`~bot.storage.errors.StoreError` when the database refuses; then
    nothing was changed. A cancelled caller's change is still made whole or not at all.
    """

    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        self._database = database
        self._now = now
        self._wipe_lock = asyncio.Lock()
        self._wipe_wanted = False
        self._wiping: asyncio.Task[None] | None = None

    @classmethod
    async def open(
        cls,
        where: str | Path,
        *,
        now: Callable[[], float] = time.time,
        busy_timeout: float = BUSY_TIMEOUT,
        watch: Watch = nullcontext,
    ) -> SqlStore:
        """Open a database, made or brought up to date first.

        Args:
            where: a path, or an ``sqlite`` or ``postgresql`` URL.
            now: seconds since 1970, for when games end.
            busy_timeout: seconds to wait for another process that writes, or for a server.
            watch: entered for each transaction that writes.

        Raises:
            DatabaseUnusableError: it cannot be created, opened or written, or it is not ours.
            DatabaseNewerError: a newer program made it.
        """
        store = cls(await Database.open(where, busy_timeout, watch), now)
        try:
            await store.add_earlier_results()
            if await store._database.read(people.wipes_due):
                store._wipe_soon()
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Disconnect; closing twice is no error."""
        if self._wiping is not None:
            self._wiping.cancel()
            with suppress(asyncio.CancelledError):
                await self._wiping
        await self._database.close()

    async def ask(self) -> None:
        """Learn whether the database answers. Raises StoreError when it does not."""
        await self._database.ask()

    # ── lobbies ───────────────────────────────────────────────────────────────────────────────

    async def put_lobby(self, lobby: Lobby, was: Lobby | None = None) -> None:
        """Store a channel's lobby, new or changed.

        Raises:
            StaleWriteError: another one than ``was`` is stored, or none.
        """
        await self._database.write(partial(games.put_lobby, lobby=lobby, was=was))

    async def drop_lobby(self, lobby_id: str, was: Lobby | None = None) -> None:
        """Delete a lobby; without ``was``, deleting twice is no error.

        Raises:
            StaleWriteError: another one than ``was`` is stored, or none.
        """
        await self._database.write(partial(games.drop_lobby, lobby_id=lobby_id, was=was))

    async def open_lobbies(
        self, shards: Shards = EVERYBODY, channel_id: int | None = None
    ) -> list[Lobby]:
        """Return the lobbies of these shards, or only one channel's, oldest first.

        An invalid row is logged and left out.
        """
        return await self._database.read(
            partial(games.open_lobbies, shards=shards, channel_id=channel_id)
        )

    # ── games ─────────────────────────────────────────────────────────────────────────────────

    async def begin(
        self, table: Table, state: State, events: Sequence[Event], was: Lobby | None = None
    ) -> None:
        """Store a new game: header line, events so far, snapshot; its lobby is deleted.

        Raises:
            StaleWriteError: another lobby than ``was`` is stored, or none.
            ChannelTakenError: another game is running in the channel.
            StoreError: with the code ``exists`` when there is such a game already.
        """
        new = rows.GameUpdate(table, state, events, self._now())
        work = partial(games.begin, new=new, was=was)
        try:
            await self._database.write(work)
        except StoreError as error:
            if error.code != "exists":
                raise
            await self._make_room(table)
            await self._database.write(work)

    async def _make_room(self, table: Table) -> None:
        """Put running games of a channel aside that cannot be restored.

        Raises:
            ChannelTakenError: one can.
        """
        here = partial(games.running_in, guild_id=table.guild_id, channel_id=table.channel_id)
        running = await self._database.read(here) - {table.game_id}
        restored = await self.open_games(channel_id=table.channel_id)
        if running & {each.table.game_id for each in restored}:
            raise ChannelTakenError(f"a game is on in channel {table.channel_id}")
        if running:
            _log.error("put aside for a new game, since it is lost: %s", " ".join(sorted(running)))
            await self._database.write(partial(games.put_aside, game_ids=running))

    async def commit(self, table: Table, state: State, events: Sequence[Event], was: int) -> None:
        """Append event lines and replace table and snapshot, if the stored version is ``was``.

        With a game's end its result, totals and ratings are stored.

        Raises:
            StaleWriteError: the stored version is another one, or the game is over or unknown.
        """
        new = rows.GameUpdate(table, state, events, self._now())

        def work(connection: Connection) -> None:
            games.commit(connection, new, was)
            if state.stage is Stage.OVER:
                last = [record.event_line(event) for event in events]
                results.end_game(connection, table, state.game.rules, last, new.at)

        await self._database.write(work)

    async def put_table(self, table: Table, was: int | None = None) -> None:
        """Replace what is stored of a game besides its state: messages, occupants, who is ready.

        Raises:
            StaleWriteError: the stored version is not ``was``.
            StoreError: with the code ``unknown_game`` when there is no such game.
        """
        await self._database.write(partial(games.put_table, table=table, was=was))

    async def open_games(
        self, shards: Shards = EVERYBODY, channel_id: int | None = None
    ) -> list[SavedGame]:
        """Return the running games of these shards, or only one channel's, oldest first.

        Each comes with at most 60 events of its last hand. A game whose snapshot is damaged is
        rebuilt from its event lines. One that cannot be is logged and left out, and its rows stay
        as they are.
        """
        stored = await self._database.read(
            partial(games.open_games, shards=shards, channel_id=channel_id)
        )
        restored = await asyncio.to_thread(_restore_all, stored)
        saved = [
            game if game is not None else await self._rebuild(each)
            for each, game in zip(stored, restored, strict=True)
        ]
        return [game for game in saved if game is not None]

    async def _rebuild(self, stored: games.StoredGame) -> SavedGame | None:
        game_id = stored.row["game_id"]
        lines = await self._database.read(partial(games.event_lines, game_id=game_id))
        try:
            game = await asyncio.to_thread(rows.rebuilt, stored.row, lines, games.RECENT)
        except ValueError as error:
            _log.error("game %s is lost (%s); its rows are kept", game_id, rows.problem(error))
            return None
        _log.warning("game %s was rebuilt from its event lines", game_id)
        return game

    async def record(self, game_id: str) -> list[str] | None:
        """Return the record of a finished game as JSON lines, None for a running or unknown one."""
        return await self._database.read(partial(games.record, game_id=game_id))

    # ── results ───────────────────────────────────────────────────────────────────────────────

    async def leaderboard(
        self, query: BoardQuery, *, offset: int = 0, limit: int = 10, me: int | None = None
    ) -> Board:
        """Return a page of a leaderboard; see :func:`bot.storage.boards.page`."""
        page = partial(boards.page, query=query, now=self._now(), offset=offset, limit=limit, me=me)
        return await self._database.read(page)

    async def stats(self, guild_id: int, user_id: int) -> MemberStats:
        """Return a person's statistics in a server."""
        return await self._database.read(partial(stats.member, guild_id=guild_id, user_id=user_id))

    async def history(
        self, guild_id: int, member: int | None = None, *, offset: int = 0, limit: int = 10
    ) -> tuple[list[PastGame], int]:
        """Return finished games, newest first; see :func:`bot.storage.stats.history`."""
        return await self._database.read(
            partial(stats.history, guild_id=guild_id, user_id=member, offset=offset, limit=limit)
        )

    async def past_game(self, guild_id: int, game_id: str) -> PastGame | None:
        """Return a finished game; None for an unknown or running one, or another server's."""
        return await self._database.read(
            partial(stats.past_game, guild_id=guild_id, game_id=game_id)
        )

    async def servers_with_results(self) -> list[int]:
        """Return the ids of the servers that have results."""
        return await self._database.read(results.servers)

    async def recompute(self, guild_id: int) -> int:
        """Compute a server's totals and ratings again; return how many results it has."""
        return await self._database.write(partial(results.recount, guild_id=guild_id))

    async def add_results(self, guild_id: int, past: Sequence[PastGame]) -> int:
        """Add finished games of a server that are not stored yet; return how many."""
        return await self._database.write(
            partial(results.add_missing, guild_id=guild_id, past=past)
        )

    async def add_earlier_results(self) -> None:
        """Add the results of games that ended before results were stored."""
        if await self._database.read(results.without_result):
            await self._database.write(results.add_earlier)

    # ── people ────────────────────────────────────────────────────────────────────────────────

    async def server_preferences(self, guild_id: int) -> ServerPreferences:
        """Return the preferences of a server; defaults where nothing was chosen."""
        return await self._database.read(
            partial(people.preferences, kind=ServerPreferences, owner_id=guild_id)
        )

    async def put_server_preferences(self, guild_id: int, choices: ServerPreferences) -> None:
        """Store the preferences of a server."""
        await self._database.write(
            partial(people.put_preferences, owner_id=guild_id, chosen=choices)
        )

    async def personal_preferences(self, user_id: int) -> PersonalPreferences:
        """Return the preferences of a person; defaults where nothing was chosen."""
        return await self._database.read(
            partial(people.preferences, kind=PersonalPreferences, owner_id=user_id)
        )

    async def put_personal_preferences(self, user_id: int, choices: PersonalPreferences) -> None:
        """Store the preferences of a person."""
        await self._database.write(
            partial(people.put_preferences, owner_id=user_id, chosen=choices)
        )

    async def personal_data(self, user_id: int, most: int) -> export.Json:
        """Return all that is stored about a person; see :mod:`bot.storage.export`."""
        found = await self._database.read(partial(export.read, user_id=user_id, most=most))
        return await asyncio.to_thread(export.personal_data, found, self._now(), most)

    async def disown(self, table: Table, names: Mapping[int, str], was: int | None = None) -> None:
        """As :meth:`put_table`, and give these seats new names in all that is stored of the game.

        The old names are wiped out of an SQLite file with the next person who is deleted.

        Raises:
            StaleWriteError: the stored version is not ``was``.
        """

        def work(connection: Connection) -> None:
            games.put_table(connection, table, was)
            people.disown(connection, table, names)

        await self._database.write(work)

    async def forget(self, whom: Whom) -> Forgotten:
        """Delete a person, except from running games that another process keeps.

        Games that this process keeps in memory must have been disowned before. There are several
        transactions, some games at a time; after a failure, doing it again deletes the rest. An
        SQLite file is rewritten afterwards, see :meth:`wipe`.
        """
        found = await self._database.read(partial(people.places, whom=whom))
        for first in range(0, len(found.game_ids), _AT_ONCE):
            batch = found.game_ids[first : first + _AT_ONCE]
            await self._database.write(partial(people.leave_games, whom=whom, game_ids=batch))
        anything = bool(found.game_ids or found.lobby_ids or found.own)
        if anything:
            delete = partial(people.delete_rows, user_id=whom.user_id, found=found)
            await self._database.write(delete)
        if await self._database.read(people.wipes_due):
            self._wipe_soon()
        return Forgotten(anything, tuple(sorted(found.elsewhere)))

    async def wipe(self) -> None:
        """Rewrite an SQLite file if something of a person was deleted since this was done last."""
        async with self._wipe_lock:
            if due := await self._database.read(people.wipes_due):
                await self._database.compact()
                await self._database.write(partial(people.wiped, due=due))

    def _wipe_soon(self) -> None:
        self._wipe_wanted = True
        if self._wiping is None or self._wiping.done():
            self._wiping = asyncio.ensure_future(self._keep_wiping())

    async def _keep_wiping(self) -> None:
        while self._wipe_wanted:
            self._wipe_wanted = False
            try:
                await self.wipe()
            except StoreError as error:
                _log.warning("what was deleted is not wiped yet: %s", error.code)
                self._wipe_wanted = True
            # Others who are deleted meanwhile are wiped together.
            await asyncio.sleep(WIPE_PAUSE)


def _restore_all(stored: Iterable[games.StoredGame]) -> list[SavedGame | None]:
    """The games of rows, None where one is damaged."""
    restored: list[SavedGame | None] = []
    for each in stored:
        try:
            restored.append(rows.restored(each.row, each.recent, each.scored))
        except (DamagedSnapshotError, ValueError) as error:
            _log.warning("game %s is damaged (%s)", each.row["game_id"], rows.problem(error))
            restored.append(None)
    return restored
