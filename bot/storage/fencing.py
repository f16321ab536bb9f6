"""Keeping processes apart that share a database: whose rows are whose, and who wrote last.

Normally each server belongs to one process. But one that stood still for a while may wake after
another took its games over: what it writes then must not replace what is newer.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, bindparam, delete, literal, literal_column, update
from sqlalchemy import Table as SqlTable

from bot.model import TIMESTAMP_SHIFT, Lobby, Shards, Table

from . import rows
from .schema import games, lobbies
from .writer import Step, prepare

_THIS_GAME = games.c.game_id == bindparam("this_game")
_DROP_LOBBY = prepare(delete(lobbies).where(lobbies.c.lobby_id == bindparam("this_lobby")))
_DROP_LOBBY_AS_IT_WAS = prepare(
    delete(lobbies).where(
        lobbies.c.lobby_id == bindparam("this_lobby"), lobbies.c.touched_at == bindparam("was")
    )
)
_PUT_TABLE = prepare(update(games).where(_THIS_GAME), "seating")
_PUT_TABLE_AS_IT_WAS = prepare(
    update(games).where(_THIS_GAME, games.c.version == bindparam("was")), "seating"
)


def dropping(lobby_id: str, was: Lobby | None) -> Step:
    """The step that drops a lobby; it must be as it was, where that is known.

    Each change of a lobby touches it, so that the time tells one from another.
    """
    row = {"this_lobby": lobby_id, "was": was.touched_at if was else None}
    if was is None:
        return Step(_DROP_LOBBY, [row])
    return Step(_DROP_LOBBY_AS_IT_WAS, [row], must_match=True)


def putting(table: Table, was: int | None) -> Step:
    """The step that replaces what is kept beside a game, at this version where one is named."""
    row = {"this_game": table.game_id, "seating": rows.seating(table), "was": was}
    return Step(_PUT_TABLE if was is None else _PUT_TABLE_AS_IT_WAS, [row], must_match=True)


def rows_of(table: SqlTable, shards: Shards, channel_id: int | None) -> list[ColumnElement[bool]]:
    """The conditions for the rows of some shards, and of one channel where one is named."""
    only = [] if channel_id is None else [table.c.channel_id == channel_id]
    if not shards.all_here:
        # Bound, the number would be as large as the column, and PostgreSQL shifts by small ones.
        shift: ColumnElement[int] = literal_column(str(TIMESTAMP_SHIFT))
        shard = table.c.guild_id.bitwise_rshift(shift) % shards.count
        only.append(shard.in_([literal(each) for each in shards.ids]))
    return only
