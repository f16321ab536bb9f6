"""The store: lobbies, games, their records, results and preferences in one database."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import nullcontext, suppress
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from bot.model import (
    EVERYBODY,
    Change,
    Forgotten,
    LiveGame,
    Lobby,
    PersonToForget,
    Shards,
    Table,
)
from bot.scores.results import Board, BoardQuery, Champions, MemberStats
from bot.systems import DEFAULT_SYSTEM

from . import (
    achievements,
    boards,
    daily,
    export,
    games,
    notices,
    people,
    results,
    reviews,
    stats,
)
from .database import Database, Watch
from .errors import ChannelTakenError, StoreError, problem
from .opening import BUSY_TIMEOUT, open_database

WIPE_PAUSE = 3600.0
"""Seconds between two rewrites of an SQLite file, and until one that failed is tried again."""
LONGEST_PENDING = 7 * 86_400
"""Seconds after which the end of a game is not shown any more."""
_AT_ONCE = 50
_log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")


def _read(
    work: Callable[Concatenate[Connection, P], T],
) -> Callable[Concatenate[SqlStore, P], Coroutine[Any, Any, T]]:
    """A method of the store that reads with this function of another module."""

    @wraps(work)
    async def method(store: SqlStore, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await store._database.read(work, *args, **kwargs)

    return method


def _write(
    work: Callable[Concatenate[Connection, P], T],
) -> Callable[Concatenate[SqlStore, P], Coroutine[Any, Any, T]]:
    """A method of the store that writes with this function of another module."""

    @wraps(work)
    async def method(store: SqlStore, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await store._database.write(work, *args, **kwargs)

    return method


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
        """Open the store of a database; see :func:`~bot.storage.opening.open_database`.

        ``now`` gives seconds since 1970.
        """
        store = cls(await open_database(where, busy_timeout, watch), now)
        try:
            await store.drop_daily_blocks()
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
        """Raise StoreError when the database does not answer."""
        await self._database.ask()

    # ── lobbies ───────────────────────────────────────────────────────────────────────────────

    put_lobby = _write(games.put_lobby)
    drop_lobby = _write(games.drop_lobby)
    open_lobbies = _read(games.open_lobbies)

    # ── games ─────────────────────────────────────────────────────────────────────────────────

    async def begin(self, change: Change, was: Lobby | None = None) -> None:
        """Store a new game: header line, events so far, snapshot; its lobby is deleted.

        Raises:
            StaleWriteError: another lobby than ``was`` is stored, or none.
            ChannelTakenError: another game is running in the channel.
            StoreError: with the code ``exists`` when there is such a game already.
        """
        try:
            await self._database.write(games.begin, change, was)
        except StoreError as error:
            if error.code != "exists":
                raise
            await self._make_room(change.game.table)
            await self._database.write(games.begin, change, was)

    async def _make_room(self, table: Table) -> None:
        """Put running games of a channel aside that cannot be restored.

        Raises:
            ChannelTakenError: one can.
        """
        here = await self._database.read(games.running_in, table.guild_id, table.channel_id)
        running = here - {table.game_id}
        restored = await self.open_games(channel_id=table.channel_id)
        if running & {each.table.game_id for each in restored}:
            raise ChannelTakenError(f"a game is on in channel {table.channel_id}")
        if running:
            _log.error("put aside for a new game, since it is lost: %s", " ".join(sorted(running)))
            await self._database.write(games.put_aside, running)

    async def commit(self, change: Change, was: int) -> None:
        """Append event lines and replace table and snapshot, if the stored version is ``was``.

        With a game's end its result, totals and ratings are stored.

        Raises:
            StaleWriteError: the stored version is another one, or the game is over or unknown.
        """
        await self._database.write(results.commit, change, was, self._now())

    put_table = _write(games.put_table)

    async def open_games(
        self, shards: Shards = EVERYBODY, channel_id: int | None = None
    ) -> list[LiveGame]:
        """Return the running games of these shards, or only one channel's, oldest first.

        Each comes with at most 60 events of its last hand. A game whose snapshot is damaged is
        rebuilt from its event lines. One that cannot be is logged and left out, and its rows stay
        as they are.
        """
        return await self._saved(await self._database.read(games.open_games, shards, channel_id))

    async def pending_ends(self, shards: Shards = EVERYBODY) -> list[LiveGame]:
        """Return the games of these shards that ended unseen by their channels, oldest first.

        They are restored as in :meth:`open_games`. Those that ended more than a week ago are given
        up: their channels cannot be reached.
        """
        since = self._now() - LONGEST_PENDING
        return await self._saved(await self._database.write(games.pending_ends, shards, since))

    drop_pending_end = _write(games.drop_pending_end)

    async def _saved(self, stored: Sequence[games.StoredGame]) -> list[LiveGame]:
        restored = await asyncio.to_thread(lambda: [_restored(each) for each in stored])
        saved = [
            game if game is not None else await self._rebuild(each)
            for each, game in zip(stored, restored, strict=True)
        ]
        return [game for game in saved if game is not None]

    async def _rebuild(self, stored: games.StoredGame) -> LiveGame | None:
        game_id = stored.row["game_id"]
        lines = await self._database.read(games.event_lines, game_id)
        try:
            game = await asyncio.to_thread(games.rebuilt, stored.row, lines)
        except ValueError as error:
            _log.error("game %s is lost (%s); its rows are kept", game_id, problem(error))
            return None
        _log.warning("game %s was rebuilt from its event lines", game_id)
        return game

    record = _read(games.finished_record)

    # ── results ───────────────────────────────────────────────────────────────────────────────

    async def leaderboard(
        self, query: BoardQuery, *, offset: int = 0, limit: int = 10, me: int | None = None
    ) -> Board:
        """Return a page of a leaderboard; see :func:`bot.storage.boards.leaderboard`."""
        return await self._database.read(
            boards.leaderboard, query, self._now(), offset=offset, limit=limit, me=me
        )

    history = _read(stats.history)
    past_game = _read(stats.past_game)
    earned_in = _read(achievements.earned_in)
    best_grades = _read(achievements.best_grades)
    achievements = _read(achievements.progress)

    stats_everywhere = _read(stats.everywhere)

    async def stats(
        self, guild_id: int, user_id: int, system: str = DEFAULT_SYSTEM.name
    ) -> MemberStats:
        """Return a person's statistics in a server; see :func:`bot.storage.stats.member`."""
        return await self._database.read(stats.member, guild_id, user_id, self._now(), system)

    servers_with_results = _read(results.servers)
    known_servers = _read(results.known_servers)
    add_results = _write(results.add_missing)

    recompute = _write(results.recount)

    # ── reviews ───────────────────────────────────────────────────────────────────────────────

    due_review = _read(reviews.due_review)
    put_review = _write(reviews.put_review)

    # ── seasons ───────────────────────────────────────────────────────────────────────────────

    async def champions(
        self, guild_id: int, system: str, *, offset: int = 0, limit: int = 10
    ) -> Champions:
        """Return champions of past seasons; see :func:`bot.storage.boards.champions`."""
        return await self._database.read(
            boards.champions, guild_id, system, self._now(), offset=offset, limit=limit
        )

    season_champions = _read(boards.month_champions)
    season_servers = _read(notices.season_servers)
    claim_announcement = _write(notices.claim_announcement)
    drop_announcement = _write(notices.drop_announcement)
    champion_roles = _read(notices.given_roles)
    roles_of_champion = _read(notices.roles_of_champion)
    put_champion_role = _write(notices.put_champion_role)
    drop_champion_role = _write(notices.drop_champion_role)

    # ── daily hands ───────────────────────────────────────────────────────────────────────────

    daily_key = _read(daily.daily_key)
    put_daily_key = _write(daily.put_daily_key)
    daily_day = _read(daily.daily_day)
    put_daily_day = _write(daily.put_daily_day)
    open_daily = _write(daily.open_daily)
    commit_daily = _write(daily.commit_daily)
    daily_attempt = _read(daily.daily_attempt)
    daily_dates = _read(daily.daily_dates)
    share_daily = _write(daily.share_daily)
    unshare_daily = _write(daily.unshare_daily)
    is_daily_shared = _read(daily.is_daily_shared)
    daily_board = _read(daily.daily_board)
    daily_sums = _read(daily.daily_sums)
    daily_streaks = _read(daily.daily_streaks)

    async def drop_daily_blocks(self) -> None:
        """Remove what blocks second attempts of people who were deleted, where it may go."""
        if await self._database.read(daily.has_old_blocks, self._now()):
            await self._database.write(daily.drop_blocks, self._now())

    # ── turn notices ──────────────────────────────────────────────────────────────────────────────

    sent_notices = _write(notices.sent_notices)
    claim_notice = _write(notices.claim_notice)
    put_notice = _write(notices.put_notice)
    drop_notice = _write(notices.drop_notice)

    # ── people ────────────────────────────────────────────────────────────────────────────────

    preferences = _read(people.preferences)
    put_preferences = _write(people.put_preferences)
    disown = _write(people.disown)

    async def personal_data(self, user_id: int, most: int) -> export.Json:
        """Return all that is stored about a person; see :mod:`bot.storage.export`."""
        found = await self._database.read(export.read, user_id, most)
        return await asyncio.to_thread(export.personal_data, found, self._now(), most)

    async def forget(self, whom: PersonToForget) -> Forgotten:
        """Delete a person, except from running games that another process keeps.

        Games that this process keeps in memory must have been disowned before. There are several
        transactions, some games at a time; after a failure, doing it again deletes the rest. An
        SQLite file is rewritten afterwards, see :meth:`wipe`.
        """
        found = await self._database.read(people.traces_of, whom)
        for first in range(0, len(found.game_ids), _AT_ONCE):
            batch = found.game_ids[first : first + _AT_ONCE]
            await self._database.write(people.leave_games, whom, batch)
        anything = bool(found.game_ids or found.lobby_ids or found.own)
        if anything:
            await self._database.write(people.delete_rows, whom.user_id, found, self._now())
        if await self._database.read(people.wipes_due):
            self._wipe_soon()
        return Forgotten(anything, tuple(sorted(found.elsewhere)))

    async def wipe(self) -> None:
        """Rewrite an SQLite file if something of a person was deleted since this was done last."""
        async with self._wipe_lock:
            if due := await self._database.read(people.wipes_due):
                await self._database.compact()
                await self._database.write(people.wiped, due)

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


def _restored(stored: games.StoredGame) -> LiveGame | None:
    try:
        return games.restored(stored)
    except ValueError as error:
        _log.warning("game %s is damaged (%s)", stored.row["game_id"], problem(error))
        return None
