"""The store: lobbies, games, their records, results and preferences in one database."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import nullcontext
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from cachetools import TTLCache
from sqlalchemy import Connection

from bot.results.standings import Board, BoardQuery, BoardRow
from bot.shards import ALL_SHARDS, Forgotten, PersonToForget, Shards
from bot.tables import Change, LiveGame, Lobby, Table

from . import (
    achievements,
    boards,
    cups,
    daily,
    export,
    games,
    notices,
    people,
    processes,
    results,
    sheets,
    stats,
)
from .database import Database, Watch
from .errors import ChannelTakenError, StoreError, problem
from .opening import BUSY_TIMEOUT, open_database

LONGEST_PENDING = 7 * 86_400
"""Seconds after which the end of a game is no longer shown."""
_AT_ONCE = 50
_RANKINGS = 16
_log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")
_StoreMethod = Callable[Concatenate["SqlStore", P], Coroutine[Any, Any, T]]


def _read(work: Callable[Concatenate[Connection, P], T]) -> _StoreMethod[P, T]:
    """A method of the store that reads with this function."""

    @wraps(work)
    async def method(store: SqlStore, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await store._database.read(work, *args, **kwargs)

    return method


def _write(work: Callable[Concatenate[Connection, P], T]) -> _StoreMethod[P, T]:
    """A method of the store that writes with this function."""

    @wraps(work)
    async def method(store: SqlStore, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await store._database.write(work, *args, **kwargs)

    return method


def _read_now(work: Callable[Concatenate[Connection, float, P], T]) -> _StoreMethod[P, T]:
    """As :func:`_read`, for a function that takes the time in seconds since 1970."""

    @wraps(work)
    async def method(store: SqlStore, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await store._database.read(work, store._now(), *args, **kwargs)

    return method


def _write_now(work: Callable[Concatenate[Connection, float, P], T]) -> _StoreMethod[P, T]:
    """As :func:`_write`, for a function that takes the time in seconds since 1970."""

    @wraps(work)
    async def method(store: SqlStore, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await store._database.write(work, store._now(), *args, **kwargs)

    return method


class SqlStore:
    """The database; each call is one transaction unless it says otherwise.

    Every method raises :class:`~bot.storage.errors.StoreError` when the database refuses; then
    nothing was changed. The change of a caller that is cancelled is made as a whole or not at all.
    """

    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        self._database = database
        self._now = now
        self._rankings: TTLCache[BoardQuery, list[BoardRow]] = TTLCache(_RANKINGS, 60)

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
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Disconnect; closing twice is no error."""
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
        """Put aside the running games of a channel, or raise ChannelTakenError for a sound one."""
        here = await self._database.read(games.running_in, table.guild_id, table.channel_id)
        running = here - {table.game_id}
        restored = await self.open_games(channel_id=table.channel_id)
        if running & {game.table.game_id for game in restored}:
            raise ChannelTakenError(f"a game is on in channel {table.channel_id}")
        if running:
            _log.error("put aside for a new game, since it is lost: %s", " ".join(sorted(running)))
            await self._database.write(games.put_aside, running)

    commit = _write_now(results.commit)
    put_table = _write(games.put_table)

    async def open_games(
        self, shards: Shards = ALL_SHARDS, channel_id: int | None = None
    ) -> list[LiveGame]:
        """The running games of these shards or of a channel, oldest first.

        They have at most 60 events of the last hand. A game with a damaged snapshot is rebuilt from
        its event lines; if they are damaged too, it is logged and left out, and its rows are kept.
        """
        return await self._saved(await self._database.read(games.open_games, shards, channel_id))

    async def pending_ends(self, shards: Shards = ALL_SHARDS) -> list[LiveGame]:
        """The games of these shards whose end is not shown in their channel, oldest first.

        They are restored as in :meth:`open_games`. After a week a channel is given up.
        """
        since = self._now() - LONGEST_PENDING
        return await self._saved(await self._database.write(games.pending_ends, shards, since))

    drop_pending_end = _write(games.drop_pending_end)

    async def _saved(self, stored: Sequence[games.StoredGame]) -> list[LiveGame]:
        restored = await asyncio.to_thread(lambda: [*map(_restored, stored)])
        rebuilt = [
            live or await self._rebuild(game) for game, live in zip(stored, restored, strict=True)
        ]
        return [game for game in rebuilt if game is not None]

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
        """A page of a leaderboard, and the row of ``me``; one of many people is a minute old."""
        people = self._rankings.get(query)
        if people is None:
            people = await self._database.read(boards.ranking, self._now(), query)
            if len(people) >= boards.MANY:
                self._rankings[query] = people
        return await self._database.read(
            boards.page, query, people, offset=offset, limit=limit, me=me
        )

    history = _read(stats.history)
    past_game = _read(stats.past_game)
    earned_in = _read(achievements.earned_in)
    best_grades = _read(achievements.best_grades)
    achievements = _read(achievements.progress)
    stats_everywhere = _read(stats.everywhere)
    stats = _read_now(stats.member)
    known_servers = _read(results.known_servers)
    add_results = _write(results.add_missing)
    put_costliest = _write(results.put_costliest)

    # ── seasons ───────────────────────────────────────────────────────────────────────────────

    champions = _read_now(boards.champions)
    season_champions = _read(boards.month_champions)
    season_servers = _read(notices.season_servers)
    announced = _read(notices.announcement)
    put_announced = _write(notices.put_announced)

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
    shared_dailies = _read(daily.shared_dailies)
    daily_board = _read(daily.daily_board)
    daily_sums = _read(daily.daily_sums)
    drop_daily_blocks = _write_now(daily.drop_blocks)

    # ── cups ──────────────────────────────────────────────────────────────────────────────────────

    put_cup = _write(cups.put_cup)
    advance_cup = _write(cups.advance_cup)
    note_cup = _write(cups.note_cup)
    note_thread = _write(cups.note_thread)
    open_cups = _read_now(cups.open_cups)
    stored_cup = _read(cups.stored_cup)
    past_cups = _read(cups.past_cups)

    # ── score sheets ──────────────────────────────────────────────────────────────────────────────

    add_sheet = _write(sheets.add_sheet)
    put_sheet = _write(sheets.put_sheet)
    drop_sheet = _write(sheets.drop_sheet)
    stored_sheet = _read(sheets.stored_sheet)
    past_sheets = _read(sheets.past_sheets)

    # ── turn notices ──────────────────────────────────────────────────────────────────────────────

    sent_notices = _write(notices.sent_notices)
    put_notice = _write(notices.put_notice)
    drop_notice = _write(notices.drop_notice)

    renew_process = _write_now(processes.renew_process)

    # ── people ────────────────────────────────────────────────────────────────────────────────

    preferences = _read(people.preferences)
    put_preferences = _write(people.put_preferences)
    disown = _write(people.disown)

    async def personal_data(self, user_id: int, most: int) -> export.Json:
        """All that is stored about a person; see :mod:`bot.storage.export`."""
        stored = await self._database.read(export.read, user_id, most)
        return await asyncio.to_thread(export.personal_data, stored, self._now(), most)

    async def forget(self, person: PersonToForget) -> Forgotten:
        """Delete a person, except from running games that another process keeps.

        Games that this process keeps in memory must have been disowned before. This takes several
        transactions; after a failure, calling it again deletes the rest. Deleted content is
        overwritten in an SQLite file; :meth:`compact` removes the rest of it.
        """
        self._rankings.clear()
        traces = await self._database.read(people.traces_of, person)
        for cup_id in traces.cup_ids:
            await self._database.write(cups.leave_cup, person, cup_id)
        for first in range(0, len(traces.game_ids), _AT_ONCE):
            batch = traces.game_ids[first : first + _AT_ONCE]
            await self._database.write(people.leave_games, person, batch)
        anything = bool(traces.game_ids or traces.lobby_ids or traces.cup_ids or traces.own)
        if anything:
            await self._database.write(people.delete_rows, person.user_id, traces, self._now())
        return Forgotten(anything, tuple(sorted(traces.elsewhere)))

    async def compact(self) -> None:
        """Rewrite an SQLite file, so that deleted content is in no page and not in the log.

        Where that fails, it is logged, and done after the next deletion.
        """
        try:
            await self._database.compact()
        except StoreError as error:
            _log.warning("what was deleted is not wiped from the file: %s", error.code)


def _restored(stored: games.StoredGame) -> LiveGame | None:
    try:
        return games.restored(stored)
    except ValueError as error:
        _log.warning("game %s is damaged (%s)", stored.row["game_id"], problem(error))
        return None
