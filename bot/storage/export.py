"""Everything that is stored about a person, as JSON data with readable keys."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, Table, select

from bot.results.standings import period_name

from .database import Database
from .deletion import in_game, in_lobby
from .games import finished_record
from .products import Product
from .schema import (
    RUNNING,
    challenge_games,
    daily_attempts,
    daily_boards,
    game_seats,
    games,
    lobbies,
    members,
    personal_preferences,
    ratings,
    result_seats,
    results,
    turn_notices,
)

FORMAT = "phase10-personal-data"
VERSION = 2
Json = dict[str, Any]
Records = dict[str, list[str] | None]
"""Records by game id, newest first; None for those that certainly do not fit into the file."""
_INTERNAL = {"number", "user_id", "notations", "month"}
_ALL_EDITIONS = "all"
_OVERHEAD = 60  # characters of a record in the file besides its lines
# By their keys in the file.
_TABLES = {
    table.name: table
    for table in (ratings, members, daily_attempts, daily_boards, challenge_games, turn_notices)
}


async def personal_data(
    database: Database, user_id: int, most: int, now: float, products: Sequence[Product]
) -> Json:
    """All that is stored about a person, in about ``most`` bytes of JSON.

    Ids are texts, moments in ISO form. It names the seats of running games, but no card.
    ``records`` contains the records of finished games by id, newest first; ``records_left_out`` the
    ids of those that do not fit.
    """
    data, records = await database.read(_read, user_id, most, products)
    head = {"format": FORMAT, "version": VERSION, "user_id": str(user_id)}
    head["exported_at"] = _moment(now)
    return await asyncio.to_thread(_with_records, head | data, records, most)


def _read(
    connection: Connection, user_id: int, most: int, products: Sequence[Product]
) -> tuple[Json, Records]:
    data: Json = {"choices": _choices(connection, user_id)}
    for key, table in _TABLES.items():
        of_person = select(table).where(table.c.user_id == user_id)
        data[key] = _all(connection, of_person.order_by(*table.primary_key))
    data["results"] = _all(connection, _results(user_id))
    for product in products:
        data[product.name] = [*map(_as_json, product.own_data(connection, user_id))]
    data["lobbies"] = _seats(connection, _lobbies(user_id), user_id, "seats")
    data["running_games"] = _seats(connection, _running(user_id), user_id, "seating")
    return data, _records(connection, user_id, most)


def is_empty(data: Mapping[str, Any]) -> bool:
    """Whether nothing is stored about the person."""
    head = {"format", "version", "user_id", "exported_at"}
    return not any(value for key, value in data.items() if key not in head)


def _choices(connection: Connection, user_id: int) -> Json | None:
    table = personal_preferences.c
    text = connection.scalar(select(table.choices).where(table.user_id == user_id))
    return None if text is None else _parsed(text)


def _results(user_id: int) -> Select[Any]:
    columns = [
        *_columns_but(results, *_INTERNAL),
        *_columns_but(result_seats, *_INTERNAL, "game_id", "guild_id", "ended_at", "edition"),
    ]
    return (
        select(*columns)
        .join(results, results.c.game_id == result_seats.c.game_id)
        .where(result_seats.c.user_id == user_id)
        .order_by(results.c.ended_at, results.c.game_id)
    )


def _columns_but(table: Table, *names: str) -> list[ColumnElement[Any]]:
    return [column for column in table.c if column.name not in names]


def _lobbies(user_id: int) -> Select[Any]:
    place = [lobbies.c.lobby_id, lobbies.c.guild_id, lobbies.c.channel_id, lobbies.c.host_id]
    columns = *place, lobbies.c.begins_at, lobbies.c.seats, lobbies.c.guests
    return select(*columns).where(in_lobby(user_id)).order_by(lobbies.c.lobby_id)


def _running(user_id: int) -> Select[Any]:
    place = [games.c.game_id, games.c.guild_id, games.c.channel_id, games.c.edition]
    return (
        select(*place, games.c.started_at, games.c.seating)
        .where(in_game(user_id), games.c.status == RUNNING)
        .order_by(games.c.started_at, games.c.game_id)
    )


def _seats(connection: Connection, query: Select[Any], user_id: int, text: str) -> list[Json]:
    """A person's seats, requests and invitations in the tables of a query, one object for each."""
    seats: list[Json] = []
    for row in connection.execute(query).mappings():
        columns = dict(row)
        stored = _parsed(columns.pop(text))
        guests = _parsed(columns.pop("guests", "[]"))
        host_id = columns.pop("host_id", None) or _of(stored, "host_id")
        occupants = _of(stored, "occupants") if isinstance(stored, dict) else stored
        place = _as_json(columns) | {"host": host_id == user_id}
        own: list[Json] = []
        for seat, who in _of_person(occupants, user_id):
            own.append({"seat": seat, "name": who["name"], "left": who["left"]})
        for _, request in _of_person(_of(stored, "requests"), user_id):
            own.append({"asks_for_seat": True, "name": request["name"]})
        for _, guest in _of_person(guests, user_id):
            until = _moment(guest["until"])
            own.append({"name": guest["name"], "invited_until": until, "out": guest["out"]})
        seats += [place | seat for seat in own] or [place]
    return seats


def _of_person(stored: object, user_id: int) -> Iterator[tuple[int, Json]]:
    """The objects of a stored list that are about a person, with their places."""
    for place, item in enumerate(stored if isinstance(stored, list) else ()):
        if _of(item, "user_id") == user_id:
            yield place, item


def _records(connection: Connection, user_id: int, most: int) -> Records:
    newest = (
        select(games.c.game_id)
        .join_from(games, game_seats)
        .where(game_seats.c.user_id == user_id, games.c.status != RUNNING)
        .order_by(games.c.ended_at.desc(), games.c.game_id)
    )
    records: Records = {}
    for game_id in connection.scalars(newest).all():
        lines = finished_record(connection, game_id) if most > 0 else None
        most -= _size(lines or ())
        records[game_id] = lines
    return records


def _size(lines: Iterable[str]) -> int:
    return _OVERHEAD + sum(len(line.encode()) + 1 for line in lines)


def _with_records(data: Json, records: Records, most: int) -> Json:
    """The data with the records that fit, and with the ids of the others."""
    most -= len(json.dumps(data, indent=2))
    kept: dict[str, list[Any]] = {}
    left_out: list[str] = []
    for game_id, lines in records.items():
        most -= _size(lines or ())
        if left_out or lines is None or most < 0:
            left_out.append(game_id)
        else:
            kept[game_id] = [_parsed(line) for line in lines]
    return data | {"records": kept, "records_left_out": left_out}


def _all(connection: Connection, query: Select[Any]) -> list[Json]:
    return [_as_json(dict(row)) for row in connection.execute(query).mappings()]


def _as_json(row: Mapping[str, Any]) -> Json:
    """A row's columns as JSON; ids are texts, since JSON numbers are too short for them."""
    return {name: _value(name, value) for name, value in row.items() if name not in _INTERNAL}


def _value(name: str, value: Any) -> Any:  # noqa: ANN401  # whatever a column holds
    if name.endswith("_at") and value is not None:
        return _moment(value)
    if name.endswith("_id") and isinstance(value, int):
        return str(value)
    match name:
        case "period":
            return period_name(value)
        case "edition":
            return value or _ALL_EDITIONS
        case "snapshot" | "header":
            return _parsed(value)
    return value


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def _parsed(text: str) -> Any:  # noqa: ANN401  # whatever JSON holds
    """Stored JSON, or the text itself if it is damaged."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _of(value: object, key: str) -> Any:  # noqa: ANN401  # whatever JSON holds
    return value.get(key) if isinstance(value, dict) else None
