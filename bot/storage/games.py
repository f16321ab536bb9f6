"""Lobbies and games: each function runs in a transaction of its caller.

Normally each server belongs to one process. But a process that stood still for a while may wake
after another took its games over: a change names what it was made of, and nothing is written where
something newer is stored.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
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

from bot.model import NOBODY, TIMESTAMP_SHIFT, Lobby, Shards, Table

from . import rows
from .errors import StaleWriteError, StoreError
from .schema import ASIDE, RUNNING, game_events, game_seats, games, lobbies

RECENT = 60
"""Events of its last hand that a game comes with, at most."""
_log = logging.getLogger(__name__)

_ADVANCE = (
    update(games)
    .where(
        games.c.game_id == bindparam("this_game"),
        games.c.version == bindparam("was"),
        games.c.status == RUNNING,
    )
    .values(
        events=games.c.events + bindparam("added", type_=Integer),
        hand_from=func.coalesce(
            games.c.events + bindparam("deal_at", type_=Integer), games.c.hand_from
        ),
    )
)
# The game's row is written first and counts the new lines: the last of them is `events` - 1.
_ADD_LINE = (
    # Inline, since a RETURNING clause cannot be run for many rows at once.
    insert(game_events)
    .inline()
    .values(
        game_id=bindparam("this_game"),
        seq=select(games.c.events - bindparam("from_end", type_=Integer))
        .where(games.c.game_id == bindparam("this_game"))
        .scalar_subquery(),
        kind=bindparam("type"),
        line=bindparam("text"),
    )
)


# ── lobbies ───────────────────────────────────────────────────────────────────────────────────


def put_lobby(connection: Connection, lobby: Lobby, was: Lobby | None = None) -> None:
    """Store a channel's lobby, new or changed.

    Raises:
        StaleWriteError: another one than ``was`` is stored, or none.
    """
    drop_lobby(connection, lobby.lobby_id, was)
    connection.execute(insert(lobbies), rows.lobby_row(lobby))


def drop_lobby(connection: Connection, lobby_id: str, was: Lobby | None = None) -> None:
    """Delete a lobby, if there is one.

    Raises:
        StaleWriteError: another one than ``was`` is stored, or none.
    """
    drop = delete(lobbies).where(lobbies.c.lobby_id == lobby_id)
    if was is None:
        connection.execute(drop)
    # Each change of a lobby touches it, so that the time identifies its state.
    elif not connection.execute(drop.where(lobbies.c.touched_at == was.touched_at)).rowcount:
        raise StaleWriteError(f"lobby {lobby_id} was changed")


def open_lobbies(connection: Connection, shards: Shards, channel_id: int | None) -> list[Lobby]:
    """Return the lobbies of these shards, or only one channel's, oldest first.

    An invalid row is logged and left out.
    """
    found: list[Lobby] = []
    every = (
        select(lobbies)
        .where(*_served(lobbies, shards, channel_id))
        .order_by(lobbies.c.touched_at, lobbies.c.lobby_id)
    )
    for row in connection.execute(every).mappings():
        try:
            found.append(rows.lobby_of(dict(row)))
        except ValueError as error:
            _log.error("lobby %s is damaged (%s)", row["lobby_id"], rows.problem(error))
    return found


# ── games ─────────────────────────────────────────────────────────────────────────────────────


def begin(connection: Connection, new: rows.GameUpdate, was: Lobby | None = None) -> None:
    """Store a new game, and delete its lobby.

    Raises:
        StaleWriteError: another lobby than ``was`` is stored, or none.
        StoreError: ``exists``; there is such a game, or another one is running in the channel.
    """
    drop_lobby(connection, new.table.game_id, was)
    connection.execute(insert(games), rows.new_game_row(new))
    _put_seats(connection, new.table)
    _add_lines(connection, new)


def commit(connection: Connection, new: rows.GameUpdate, was: int) -> None:
    """Append event lines and replace table and snapshot.

    Raises:
        StaleWriteError: the stored version is not ``was``, or the game is over or unknown.
    """
    game_id = new.table.game_id
    row = {**rows.changed_row(new), "this_game": game_id, "was": was}
    if not connection.execute(_ADVANCE, row).rowcount:
        raise StaleWriteError(f"game {game_id} is not at version {was}")
    _add_lines(connection, new)


def put_table(connection: Connection, table: Table, was: int | None = None) -> None:
    """Replace what is stored of a game besides its state: message ids, occupants, who is ready.

    Raises:
        StaleWriteError: the stored version is not ``was``.
        StoreError: ``unknown_game``; there is no such game.
    """
    put = update(games).where(games.c.game_id == table.game_id).values(seating=rows.seating(table))
    if was is not None:
        put = put.where(games.c.version == was)
    if connection.execute(put).rowcount:
        return
    if was is not None:
        raise StaleWriteError(f"game {table.game_id} is not at version {was}")
    raise StoreError(f"there is no game {table.game_id}", code="unknown_game")


def running_in(connection: Connection, guild_id: int, channel_id: int) -> set[str]:
    """Return the ids of the games that are stored as running in a channel."""
    here = (games.c.guild_id == guild_id, games.c.channel_id == channel_id)
    return set(connection.scalars(select(games.c.game_id).where(*here, games.c.status == RUNNING)))


def put_aside(connection: Connection, game_ids: Collection[str]) -> None:
    """Let running games make room in their channel, since they cannot be continued."""
    lost = update(games).where(games.c.game_id.in_(game_ids), games.c.status == RUNNING)
    connection.execute(lost.values(status=ASIDE))


def _put_seats(connection: Connection, table: Table) -> None:
    people = {table.host_id, *(each.user_id for each in table.occupants)} - {None, NOBODY}
    seats = [{"game_id": table.game_id, "user_id": each} for each in people]
    if seats:
        connection.execute(insert(game_seats), seats)


def _add_lines(connection: Connection, new: rows.GameUpdate) -> None:
    if new.events:
        connection.execute(_ADD_LINE, rows.line_rows(new.table.game_id, new.events))


# ── reading games ─────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class StoredGame:
    """A running game's row, its newest event lines, and those that ended hands."""

    row: rows.Row
    recent: Sequence[str]
    scored: Sequence[str]


def open_games(connection: Connection, shards: Shards, channel_id: int | None) -> list[StoredGame]:
    """Return the running games of these shards, or only one channel's, oldest first."""
    running = [games.c.status == RUNNING, *_served(games, shards, channel_id)]
    found = connection.execute(
        select(games).where(*running).order_by(games.c.started_at, games.c.game_id)
    ).mappings()
    lines = (
        select(game_events.c.game_id, game_events.c.line)
        .join(games, games.c.game_id == game_events.c.game_id)
        .where(*running)
        .order_by(game_events.c.game_id, game_events.c.seq)
    )
    newest = lines.where(
        game_events.c.seq >= games.c.hand_from, game_events.c.seq >= games.c.events - RECENT
    )
    stored = [dict(row) for row in found]
    recent = _by_game(connection, newest)
    scored = _by_game(connection, lines.where(game_events.c.kind == "hand_end"))
    return [StoredGame(row, recent[row["game_id"]], scored[row["game_id"]]) for row in stored]


def _by_game(connection: Connection, lines: Select[Any]) -> Mapping[str, list[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for row in connection.execute(lines):
        found[row.game_id].append(row.line)
    return found


def event_lines(connection: Connection, game_id: str) -> list[str]:
    """Return all lines of a game's record but the first."""
    of_game = select(game_events.c.line).where(game_events.c.game_id == game_id)
    return list(connection.scalars(of_game.order_by(game_events.c.seq)))


def record(connection: Connection, game_id: str) -> list[str] | None:
    """Return all lines of the record of a game that is over; None for a running or unknown one."""
    over = select(games.c.header).where(games.c.game_id == game_id, games.c.status != RUNNING)
    header = connection.scalar(over)
    return None if header is None else [header, *event_lines(connection, game_id)]


def _served(
    table: SqlTable, shards: Shards, channel_id: int | None
) -> Iterable[ColumnElement[bool]]:
    """The conditions for the rows of some shards, and of one channel where one is named."""
    if channel_id is not None:
        yield table.c.channel_id == channel_id
    if not shards.all_here:
        # Bound, the number would be as large as the column, and PostgreSQL shifts by small ones.
        shift: ColumnElement[Any] = literal_column(str(TIMESTAMP_SHIFT))
        yield (table.c.guild_id.bitwise_rshift(shift) % shards.count).in_(shards.ids)
