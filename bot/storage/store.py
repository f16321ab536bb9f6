"""The store: lobbies, games and their records in one database."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Integer,
    Select,
    bindparam,
    delete,
    func,
    insert,
    literal_column,
    select,
    update,
)
from sqlalchemy import Table as SqlTable

from bot.model import Lobby, PersonalChoices, SavedGame, ServerChoices, Table
from bot.rules.events import Event
from bot.rules.state import State

from . import rows
from .database import BUSY_TIMEOUT, Database
from .errors import DamagedSnapshotError, StaleWriteError, StoreError
from .rows import Row
from .schema import (
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
_DROP_LOBBY = prepare(delete(lobbies).where(lobbies.c.lobby_id == bindparam("this_lobby")))
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
_PUT_TABLE = prepare(update(games).where(_THIS_GAME), "seating")
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
    """Keeps lobbies, games and their records; each call is one transaction.

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
    ) -> SqlStore:
        """Open a database file, made or brought up to date first.

        Args:
            where: a path or an ``sqlite`` URL.
            now: seconds since 1970, for when games end.
            busy_timeout: seconds to wait for another process that writes.

        Raises:
            DatabaseUnusableError: it cannot be created, opened or written, or it is not ours.
            DatabaseNewerError: a newer program made it.
        """
        return cls(await Database.open(where, busy_timeout), now)

    async def close(self) -> None:
        """Disconnect; closing twice is no error."""
        await self._database.close()

    async def put_lobby(self, lobby: Lobby) -> None:
        """Keep a channel's lobby, new or changed."""
        await self._database.transact(
            [
                Step(_DROP_LOBBY, [{"this_lobby": lobby.lobby_id}]),
                Step(_PUT_LOBBY, [rows.lobby_row(lobby)]),
            ]
        )

    async def drop_lobby(self, lobby_id: str) -> None:
        """Forget a lobby; forgetting twice is no error."""
        await self._database.transact([Step(_DROP_LOBBY, [{"this_lobby": lobby_id}])])

    async def begin(self, table: Table, state: State, events: Sequence[Event]) -> None:
        """Keep a new game: header line, events so far, snapshot; its lobby is dropped.

        Raises:
            StoreError: with the code ``exists`` when there is such a game already.
        """
        await self._database.transact(
            [
                Step(_BEGIN, [rows.new_game_row(table, state, events, self._now())]),
                *_lines(table.game_id, events),
                Step(_DROP_LOBBY, [{"this_lobby": table.game_id}]),
            ]
        )

    async def commit(self, table: Table, state: State, events: Sequence[Event], was: int) -> None:
        """Append event lines and replace table and snapshot, if the stored version is ``was``.

        Raises:
            StaleWriteError: the stored version is another one, or the game is over or unknown.
        """
        changed = rows.changed_row(table, state, events, self._now())
        row = {**changed, "this_game": table.game_id, "was": was}
        advance = Step(_ADVANCE, [row], must_match=True)
        if not await self._database.transact([advance, *_lines(table.game_id, events)]):
            raise StaleWriteError(f"game {table.game_id} is not at version {was}")

    async def put_table(self, table: Table) -> None:
        """Replace what is kept beside the game: message ids, occupants, who is ready.

        Raises:
            StoreError: with the code ``unknown_game`` when there is no such game.
        """
        row = {"this_game": table.game_id, "seating": rows.seating(table)}
        if not await self._database.transact([Step(_PUT_TABLE, [row], must_match=True)]):
            raise StoreError(f"there is no game {table.game_id}", code="unknown_game")

    async def open_games(self) -> list[SavedGame]:
        """Every game that is not over, oldest first, with at most 60 events of its last hand.

        A game whose snapshot is damaged is rebuilt from its event lines. One that cannot be is
        logged and left out, and its rows stay as they are.
        """
        async with self._database.reading() as connection:
            found = [row._asdict() for row in await connection.execute(_OPEN_GAMES)]
            recent = _by_game(await connection.execute(_RECENT_LINES))
            scored = _by_game(await connection.execute(_SCORE_LINES))
        restored = await asyncio.to_thread(_restore_all, found, recent, scored)
        saved = [
            game if game is not None else await self._rebuild(row)
            for row, game in zip(found, restored, strict=True)
        ]
        return [game for game in saved if game is not None]

    async def open_lobbies(self) -> list[Lobby]:
        """Every lobby, oldest first; one whose row makes no sense is logged and left out."""
        found = []
        for row in await self._rows(_OPEN_LOBBIES):
            try:
                found.append(rows.lobby_of(row))
            except ValueError as error:
                _log.error("lobby %s is damaged (%s)", row["lobby_id"], rows.problem(error))
        return found

    async def record(self, game_id: str) -> list[str] | None:
        """The record of a finished game as JSON lines, None for a running or unknown one."""
        over = select(games.c.header).where(games.c.game_id == game_id, games.c.status != RUNNING)
        headers = await self._rows(over)
        if not headers:
            return None
        return [headers[0]["header"], *await self._lines(game_id)]

    async def server_choices(self, guild_id: int) -> ServerChoices:
        """What a server chose; what was never chosen is as it is by default."""
        found = select(server_choices.c.choices).where(server_choices.c.guild_id == guild_id)
        return _chosen(ServerChoices, await self._rows(found))

    async def put_server_choices(self, guild_id: int, choices: ServerChoices) -> None:
        """Keep what a server chose."""
        text = rows.choices_text(choices)
        await self._replace(server_choices, {"guild_id": guild_id, "choices": text})

    async def personal_choices(self, user_id: int) -> PersonalChoices:
        """What a person chose; what was never chosen is as it is by default."""
        found = select(personal_choices.c.choices).where(personal_choices.c.user_id == user_id)
        return _chosen(PersonalChoices, await self._rows(found))

    async def put_personal_choices(self, user_id: int, choices: PersonalChoices) -> None:
        """Keep what a person chose."""
        text = rows.choices_text(choices)
        await self._replace(personal_choices, {"user_id": user_id, "choices": text})

    async def _replace(self, table: SqlTable, row: Row) -> None:
        """Put a row in place of the one with its key, if there is one."""
        drop, put = _REPLACE[table.name]
        await self._database.transact([Step(drop, [row]), Step(put, [row])])

    async def _rows(self, query: Select[Any]) -> Sequence[Row]:
        async with self._database.reading() as connection:
            return [row._asdict() for row in await connection.execute(query)]

    async def _lines(self, game_id: str, *that: ColumnElement[bool]) -> list[str]:
        lines = select(game_events.c.line).where(game_events.c.game_id == game_id, *that)
        return [row["line"] for row in await self._rows(lines.order_by(game_events.c.seq))]

    async def _rebuild(self, row: Row) -> SavedGame | None:
        game_id = row["game_id"]
        lines = await self._lines(game_id)
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


def _by_game(found: Iterable[Any]) -> Mapping[str, Sequence[str]]:
    """Lines by the game they are of."""
    lines: defaultdict[str, list[str]] = defaultdict(list)
    for game_id, line in found:
        lines[game_id].append(line)
    return lines


def _chosen(kind: type[rows.Choices], found: Sequence[Row]) -> rows.Choices:
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
