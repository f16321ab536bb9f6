"""The store: lobbies, games and their records in one database."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path

from sqlalchemy import (
    Integer,
    bindparam,
    delete,
    func,
    insert,
    literal_column,
    select,
    update,
)
from sqlalchemy import Table as SqlTable

from bot.model import (
    EVERYBODY,
    Lobby,
    PersonalPreferences,
    SavedGame,
    ServerPreferences,
    Shards,
    Table,
)
from bot.rules import record
from bot.rules.events import Event
from bot.rules.state import Stage, State
from bot.scores.results import Board, BoardQuery, MemberStats, PastGame

from . import boards, records, results, rows, stats
from .database import BUSY_TIMEOUT, Database, Watch
from .errors import ChannelTakenError, DamagedSnapshotError, StaleWriteError, StoreError
from .fencing import dropping, putting, rows_of
from .personal import Json, personal_data
from .privacy import Forgotten, Privacy, Whom
from .reader import Query, Row, all_of, once
from .schema import (
    ASIDE,
    RUNNING,
    game_events,
    games,
    lobbies,
    personal_choices,
    server_choices,
)
from .writer import Step, prepare

RECENT = 60
_log = logging.getLogger(__name__)

_THIS_GAME = games.c.game_id == bindparam("this_game")
_PUT_LOBBY = prepare(insert(lobbies), *lobbies.c.keys())
_BEGIN = prepare(insert(games), *games.c.keys())
_ADVANCE = prepare(
    update(games)
    .where(
        _THIS_GAME,
        games.c.version == bindparam("was"),
        games.c.status == literal_column(f"'{RUNNING}'"),
    )
    .values(
        events=games.c.events + bindparam("added", type_=Integer),
        hand_from=func.coalesce(
            games.c.events + bindparam("deal_at", type_=Integer), games.c.hand_from
        ),
    ),
    *("version", "status", "ended_at", "seating", "snapshot", "events", "hand_from"),
)
_ON_HERE = prepare(
    select(games.c.game_id).where(
        games.c.guild_id == bindparam("guild_id"),
        games.c.channel_id == bindparam("channel_id"),
        games.c.status == literal_column(f"'{RUNNING}'"),
    )
)
_PUT_ASIDE = prepare(
    update(games)
    .where(_THIS_GAME, games.c.status == literal_column(f"'{RUNNING}'"))
    .values(status=literal_column(f"'{ASIDE}'"))
)
# The game's row is written first and counts the new lines: the last of them is `events` - 1.
_ADD_LINE = prepare(
    # Inline, since a RETURNING clause cannot be run for many rows at once.
    insert(game_events)
    .inline()
    .values(
        game_id=bindparam("this_game"),
        seq=select(games.c.events - bindparam("from_end", type_=Integer))
        .where(_THIS_GAME)
        .scalar_subquery(),
        kind=bindparam("type"),
        line=bindparam("text"),
    )
)
_REPLACE = {
    table.name: (
        prepare(delete(table).where(key == bindparam(key.name))),
        prepare(insert(table), *table.c.keys()),
    )
    for table in (server_choices, personal_choices)
    for key in table.primary_key
}
_CHOSEN = {
    table.name: prepare(select(table.c.choices).where(key == bindparam(key.name)))
    for table in (server_choices, personal_choices)
    for key in table.primary_key
}
_OPEN_LOBBIES = select(lobbies).order_by(lobbies.c.touched_at, lobbies.c.lobby_id)
_OPEN_GAMES = (
    select(games).where(games.c.status == RUNNING).order_by(games.c.started_at, games.c.game_id)
)
_RUNNING_LINES = (
    select(game_events.c.game_id, game_events.c.line)
    .join(games, games.c.game_id == game_events.c.game_id)
    .where(games.c.status == RUNNING)
    .order_by(game_events.c.game_id, game_events.c.seq)
)
_RECENT_LINES = _RUNNING_LINES.where(
    game_events.c.seq >= games.c.hand_from, game_events.c.seq >= games.c.events - RECENT
)
_SCORE_LINES = _RUNNING_LINES.where(game_events.c.kind == "hand_end")


class SqlStore:
    """Keeps lobbies, games, their records and results; each call is one transaction.

    Every method raises :class:`~bot.storage.errors.StoreError` when the database refuses; then
    nothing was changed. A cancelled caller's change is still made whole or not at all.
    """

    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        self._database = database
        self._now = now

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
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Disconnect; closing twice is no error."""
        await self._database.close()

    async def ask(self) -> None:
        """Learn whether the database answers. Raises StoreError when it does not."""
        await self._database.ask()

    async def put_lobby(self, lobby: Lobby, was: Lobby | None = None) -> None:
        """Keep a channel's lobby, new or changed.

        Raises:
            StaleWriteError: another one than ``was`` is stored, or none.
        """
        put = Step(_PUT_LOBBY, [rows.lobby_row(lobby)])
        await self._if_lobby_was(was, [dropping(lobby.lobby_id, was), put])

    async def drop_lobby(self, lobby_id: str, was: Lobby | None = None) -> None:
        """Forget a lobby; without ``was``, forgetting twice is no error.

        Raises:
            StaleWriteError: another one than ``was`` is stored, or none.
        """
        await self._if_lobby_was(was, [dropping(lobby_id, was)])

    async def begin(
        self, table: Table, state: State, events: Sequence[Event], was: Lobby | None = None
    ) -> None:
        """Keep a new game: header line, events so far, snapshot; its lobby is dropped.

        Raises:
            StaleWriteError: another lobby than ``was`` is stored, or none.
            ChannelTakenError: another game is on in the channel.
            StoreError: with the code ``exists`` when there is such a game already.
        """
        row = rows.new_game_row(table, state, events, self._now())
        drop, lines = dropping(table.game_id, was), _lines(table.game_id, events)
        steps = [drop, Step(_BEGIN, [row]), *lines]
        try:
            await self._if_lobby_was(was, steps)
        except StoreError as error:
            if error.code != "exists":
                raise
            await self._make_room(table)
            await self._if_lobby_was(was, steps)

    async def _make_room(self, table: Table) -> None:
        """Put games aside that are on in a channel as it is stored, and cannot be played on.

        Raises:
            ChannelTakenError: one can.
        """
        here = {"guild_id": table.guild_id, "channel_id": table.channel_id}
        found = await self._database.fetch(Query(_ON_HERE, here))
        on = {row["game_id"] for row in found} - {table.game_id}
        played = {each.table.game_id for each in await self.open_games(channel_id=table.channel_id)}
        if on & played:
            raise ChannelTakenError(f"a game is on in channel {table.channel_id}")
        if on:
            _log.error("put aside for a new game, since it is lost: %s", " ".join(sorted(on)))
            await self._database.transact([Step(_PUT_ASIDE, [{"this_game": each} for each in on])])

    async def _if_lobby_was(self, was: Lobby | None, steps: Sequence[Step]) -> None:
        if not await self._database.transact(steps):
            raise StaleWriteError(f"lobby {was.lobby_id if was else ''} is not as it was")

    async def commit(self, table: Table, state: State, events: Sequence[Event], was: int) -> None:
        """Append event lines and replace table and snapshot, if the stored version is ``was``.

        With a game's end goes what its server remembers of it: its result, totals and ratings.

        Raises:
            StaleWriteError: the stored version is another one, or the game is over or unknown.
        """
        now = self._now()
        changed = rows.changed_row(table, state, events, now)
        row = {**changed, "this_game": table.game_id, "was": was}
        steps = [Step(_ADVANCE, [row], must_match=True), *_lines(table.game_id, events)]
        result = None
        if state.stage is Stage.OVER:
            last = [record.event_line(event) for event in events]
            result = partial(
                results.end_game,
                table=table,
                rules=state.game.rules,
                last_lines=last,
                ended_at=now,
            )
        if not await self._database.transact(steps, result):
            raise StaleWriteError(f"game {table.game_id} is not at version {was}")

    async def put_table(self, table: Table, was: int | None = None) -> None:
        """Replace what is kept beside the game: message ids, occupants, who is ready.

        Raises:
            StaleWriteError: the stored version is not ``was``.
            StoreError: with the code ``unknown_game`` when there is no such game.
        """
        if await self._database.transact([putting(table, was)]):
            return
        if was is not None:
            raise StaleWriteError(f"game {table.game_id} is not at version {was}")
        raise StoreError(f"there is no game {table.game_id}", code="unknown_game")

    async def open_games(
        self, shards: Shards = EVERYBODY, channel_id: int | None = None
    ) -> list[SavedGame]:
        """The games of these shards that are not over, or only one channel's.

        They come oldest first, each with at most 60 events of its last hand.

        A game whose snapshot is damaged is rebuilt from its event lines. One that cannot be is
        logged and left out, and its rows stay as they are.
        """
        only = rows_of(games, shards, channel_id)
        queries = [once(each.where(*only)) for each in (_OPEN_GAMES, _RECENT_LINES, _SCORE_LINES)]
        found, recent, scored = await self._database.tell(lambda: all_of(queries))
        restored = await asyncio.to_thread(_restore_all, found, _by_game(recent), _by_game(scored))
        saved = [
            game if game is not None else await self._rebuild(row)
            for row, game in zip(found, restored, strict=True)
        ]
        return [game for game in saved if game is not None]

    async def open_lobbies(
        self, shards: Shards = EVERYBODY, channel_id: int | None = None
    ) -> list[Lobby]:
        """The lobbies of these shards, or only one channel's, oldest first.

        One whose row makes no sense is logged and left out.
        """
        found = []
        query = once(_OPEN_LOBBIES.where(*rows_of(lobbies, shards, channel_id)))
        for row in await self._database.fetch(query):
            try:
                found.append(rows.lobby_of(row))
            except ValueError as error:
                _log.error("lobby %s is damaged (%s)", row["lobby_id"], rows.problem(error))
        return found

    async def record(self, game_id: str) -> list[str] | None:
        """The record of a finished game as JSON lines, None for a running or unknown one."""
        return await self._database.tell(lambda: records.record(game_id))

    async def server_preferences(self, guild_id: int) -> ServerPreferences:
        """What a server chose; what was never chosen is as it is by default."""
        query = Query(_CHOSEN[server_choices.name], {"guild_id": guild_id})
        return _chosen(ServerPreferences, await self._database.fetch(query))

    async def put_server_preferences(self, guild_id: int, choices: ServerPreferences) -> None:
        """Keep what a server chose."""
        text = rows.choices_text(choices)
        await self._replace(server_choices, {"guild_id": guild_id, "choices": text})

    async def personal_preferences(self, user_id: int) -> PersonalPreferences:
        """What a person chose; what was never chosen is as it is by default."""
        query = Query(_CHOSEN[personal_choices.name], {"user_id": user_id})
        return _chosen(PersonalPreferences, await self._database.fetch(query))

    async def put_personal_preferences(self, user_id: int, choices: PersonalPreferences) -> None:
        """Keep what a person chose."""
        text = rows.choices_text(choices)
        await self._replace(personal_choices, {"user_id": user_id, "choices": text})

    async def disown(self, table: Table, names: Mapping[int, str], was: int | None = None) -> None:
        """Replace what is kept beside a game, and the names of seats in all that is kept of it.

        Raises:
            StaleWriteError: the stored version is not ``was``.
        """
        seating, first = rows.seating(table), [putting(table, was)]
        if not await Privacy(self._database).disown(table.game_id, seating, names, first):
            raise StaleWriteError(f"game {table.game_id} is not at version {was}")

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

    async def forget(self, whom: Whom) -> Forgotten:
        """Forget a person; see :meth:`bot.storage.privacy.Privacy.forget`. Several transactions."""
        return await Privacy(self._database).forget(whom)

    async def personal_data(self, user_id: int, most: int) -> Json:
        """All that is stored about a person; see :mod:`bot.storage.personal`."""
        return await personal_data(self._database, user_id, self._now(), most)

    async def _replace(self, table: SqlTable, row: Row) -> None:
        """Put a row in place of the one with its key, if there is one."""
        drop, put = _REPLACE[table.name]
        await self._database.transact([Step(drop, [row]), Step(put, [row])])

    async def _rebuild(self, row: Row) -> SavedGame | None:
        game_id = row["game_id"]
        lines = await self._database.tell(lambda: records.event_lines(game_id))
        try:
            game = await asyncio.to_thread(rows.rebuilt, row, lines, RECENT)
        except ValueError as error:
            _log.error("game %s is lost (%s); its rows are kept", game_id, rows.problem(error))
            return None
        _log.warning("game %s was rebuilt from its event lines", game_id)
        return game


def _lines(game_id: str, events: Sequence[Event]) -> list[Step]:
    """The step that appends the lines of events, if there are any."""
    return [Step(_ADD_LINE, rows.line_rows(game_id, events))] if events else []


def _by_game(found: Iterable[Row]) -> Mapping[str, Sequence[str]]:
    """Lines by the game they are of."""
    lines: defaultdict[str, list[str]] = defaultdict(list)
    for row in found:
        lines[row["game_id"]].append(row["line"])
    return lines


def _chosen(kind: type[rows.Preferences], found: Sequence[Row]) -> rows.Preferences:
    """What a row says was chosen; the defaults where there is no row, or a damaged one."""
    try:
        return rows.choices_of(kind, found[0]["choices"]) if found else kind()
    except ValueError as error:
        _log.error("choices are damaged (%s)", rows.problem(error))
        return kind()


def _restore_all(
    found: Sequence[Row], recent: Mapping[str, Sequence[str]], scored: Mapping[str, Sequence[str]]
) -> list[SavedGame | None]:
    """Each row's game, None where it is damaged."""
    restored: list[SavedGame | None] = []
    for row in found:
        try:
            game_id = row["game_id"]
            game = rows.restored(row, recent.get(game_id, ()), scored.get(game_id, ()))
            restored.append(game)
        except (DamagedSnapshotError, ValueError) as error:
            _log.warning("game %s is damaged (%s)", row["game_id"], rows.problem(error))
            restored.append(None)
    return restored
