"""All that is stored about one person, as plain JSON data with keys that can be read."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, Table, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from .database import Database
from .privacy import sits_in
from .schema import (
    RUNNING,
    game_events,
    games,
    lobbies,
    member_names,
    personal_choices,
    phase_totals,
    ratings,
    result_seats,
    results,
    rivals,
    totals,
)

FORMAT = "phase10-personal-data"
VERSION = 1
Json = dict[str, Any]
_INTERNAL = {"number", "user_id", "notations"}
_PLACE = 60
"""Characters that a record takes in the file besides its lines."""
# By the key under which their rows stand in the file.
_KEPT = {
    "names": member_names,
    "ratings": ratings,
    "totals": totals,
    "phases": phase_totals,
    "opponents": rivals,
}


async def personal_data(database: Database, user_id: int, now: float, most: int) -> Json:
    """All that is stored about a person, in every server; ids are texts, moments in ISO form.

    Of running games it tells who sits there under which name, and no card. ``records`` holds the
    records of finished games by id, the newest first; the ids of those for which the file would
    be too large are in ``records_left_out``.

    Args:
        database: where.
        user_id: the person.
        now: in seconds since 1970.
        most: bytes that the file may have, about; only records are left out for it.

    Raises:
        StoreError: the database refused.
    """
    async with database.reading() as connection:
        data: Json = {
            "format": FORMAT,
            "version": VERSION,
            "user_id": str(user_id),
            "exported_at": _moment(now),
            "choices": await _choices(connection, user_id),
        }
        for key, table in _KEPT.items():
            mine = select(table).where(table.c.user_id == user_id)
            data[key] = await _all(connection, mine.order_by(*table.primary_key))
        data["results"] = await _all(connection, _results(user_id))
        data["lobbies"] = await _seats(connection, _lobbies(user_id), user_id, "seats")
        data["running_games"] = await _seats(
            connection, _games(user_id, games.c.status == RUNNING), user_id, "seating"
        )
        rest = await asyncio.to_thread(lambda: len(json.dumps(data, indent=2)))
        data |= await _records(connection, user_id, most - rest)
    return data


def is_empty(data: Mapping[str, Any]) -> bool:
    """Whether nothing is stored about the person that the data are of."""
    told = {"format", "version", "user_id", "exported_at"}
    return not any(value for key, value in data.items() if key not in told)


async def _choices(connection: AsyncConnection, user_id: int) -> Json | None:
    found = select(personal_choices.c.choices).where(personal_choices.c.user_id == user_id)
    text = (await connection.execute(found)).scalar()
    return None if text is None else _parsed(text)


def _results(user_id: int) -> Select[Any]:
    shown = [
        *_but(results, *_INTERNAL),
        *_but(result_seats, *_INTERNAL, "game_id", "guild_id", "ended_at"),
    ]
    return (
        select(*shown)
        .join(results, results.c.game_id == result_seats.c.game_id)
        .where(result_seats.c.user_id == user_id)
        .order_by(results.c.ended_at, results.c.game_id)
    )


def _but(table: Table, *names: str) -> list[ColumnElement[Any]]:
    return [column for column in table.c if column.name not in names]


def _lobbies(user_id: int) -> Select[Any]:
    shown = [lobbies.c.lobby_id, lobbies.c.guild_id, lobbies.c.channel_id, lobbies.c.host_id]
    mine = or_(sits_in(lobbies.c.seats, user_id, "user_id"), lobbies.c.host_id == user_id)
    return select(*shown, lobbies.c.seats).where(mine).order_by(lobbies.c.lobby_id)


def _games(user_id: int, *that: ColumnElement[bool]) -> Select[Any]:
    shown = [games.c.game_id, games.c.guild_id, games.c.channel_id, games.c.edition]
    mine = sits_in(games.c.seating, user_id, "user_id", "host_id")
    return (
        select(*shown, games.c.started_at, games.c.seating)
        .where(mine, *that)
        .order_by(games.c.started_at, games.c.game_id)
    )


async def _seats(
    connection: AsyncConnection, query: Select[Any], user_id: int, text: str
) -> list[Json]:
    """Where somebody sits: the server, the channel, since when, in which seat, under which name."""
    found = []
    for row in await connection.execute(query):
        told = row._asdict()
        stored = _parsed(told.pop(text))
        host_id = told.pop("host_id", None) or _of(stored, "host_id")
        occupants = _of(stored, "occupants") if isinstance(stored, dict) else stored
        told = _told(told) | {"host": host_id == user_id}
        found += [told | seat for seat in _own_seats(occupants, user_id)] or [told]
    return found


def _own_seats(occupants: object, user_id: int) -> list[Json]:
    return [
        {"seat": seat, "name": who["name"], "left": who["left"]}
        for seat, who in enumerate(occupants if isinstance(occupants, list) else ())
        if _of(who, "user_id") == user_id
    ]


async def _records(connection: AsyncConnection, user_id: int, most: int) -> Json:
    """The records of finished games, and the ids of those that do not fit any more."""
    over = (games.c.status != RUNNING, sits_in(games.c.seating, user_id, "user_id"))
    newest = select(games.c.game_id).where(*over).order_by(games.c.ended_at.desc(), games.c.game_id)
    kept: dict[str, list[Any]] = {}
    left_out: list[str] = []
    for game_id in (await connection.execute(newest)).scalars().all():
        lines = [] if left_out else await _record(connection, game_id)
        most -= _PLACE + sum(len(line.encode()) + 1 for line in lines)
        if left_out or most < 0:
            left_out.append(game_id)
        else:
            kept[game_id] = [_parsed(line) for line in lines]
    return {"records": kept, "records_left_out": left_out}


async def _record(connection: AsyncConnection, game_id: str) -> list[str]:
    header = select(games.c.header).where(games.c.game_id == game_id)
    lines = select(game_events.c.line).where(game_events.c.game_id == game_id)
    found = (await connection.execute(lines.order_by(game_events.c.seq))).scalars()
    return [*(await connection.execute(header)).scalars(), *found]


async def _all(connection: AsyncConnection, query: Select[Any]) -> list[Json]:
    return [_shown(row) for row in await connection.execute(query)]


def _shown(row: Row[Any]) -> Json:
    return _told({name: value for name, value in row._asdict().items() if name not in _INTERNAL})


def _told(row: Mapping[str, Any]) -> Json:
    """A row's columns as JSON: what ends in ``_at`` is a moment, large ids are no JSON numbers."""
    told: Json = {}
    for name, value in row.items():
        if name.endswith("_at") and value is not None:
            told[name] = _moment(value)
        elif name.endswith("_id") and isinstance(value, int):
            told[name] = str(value)
        else:
            told[name] = value
    return told


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def _parsed(text: str) -> Any:  # noqa: ANN401  # whatever JSON holds
    """Stored JSON, or the text itself where it is damaged."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _of(value: object, key: str) -> Any:  # noqa: ANN401  # whatever JSON holds
    return value.get(key) if isinstance(value, dict) else None
