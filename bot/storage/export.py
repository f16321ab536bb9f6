"""All that is stored about one person, as plain JSON data with keys that can be read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, Table, select

from bot.scores.results import period_name

from .games import finished_record
from .people import in_game, in_lobby
from .schema import (
    RUNNING,
    achievements,
    champion_roles,
    daily_attempts,
    daily_boards,
    feat_totals,
    game_seats,
    games,
    lobbies,
    member_names,
    personal_choices,
    phase_totals,
    ratings,
    result_seats,
    results,
    rivals,
    seat_reviews,
    totals,
    turn_notices,
)

FORMAT = "phase10-personal-data"
VERSION = 1
Json = dict[str, Any]
Records = dict[str, list[str] | None]
"""Lines by game."""
_INTERNAL = {"number", "user_id", "notations"}
_EVERY = "all"
"""Stands for the editions that totals and ratings of all editions are of."""
_PLACE = 60
"""Characters that a record takes in the file besides its lines."""
# By the key under which their rows stand in the file.
_KEPT = {
    "names": member_names,
    "ratings": ratings,
    "totals": totals,
    "phases": phase_totals,
    "opponents": rivals,
    "champion_roles": champion_roles,
    "feats": feat_totals,
    "achievements": achievements,
    "daily_attempts": daily_attempts,
    "daily_boards": daily_boards,
    "turn_notices": turn_notices,
    "reviews": seat_reviews,
}


@dataclass(frozen=True)
class StoredAboutPerson:
    """What is stored about a person.

    Attributes:
        user_id: the person.
        data: all but the records.
        records: the lines of finished games by id, the newest first; None for games for which
            there is certainly no room.
    """

    user_id: int
    data: Json
    records: Records


def read(connection: Connection, user_id: int, most: int) -> StoredAboutPerson:
    """Read all that is stored about a person, in every server.

    Args:
        connection: on a snapshot.
        user_id: the person.
        most: bytes of records to read, about.
    """
    data: Json = {"choices": _choices(connection, user_id)}
    for key, table in _KEPT.items():
        mine = select(table).where(table.c.user_id == user_id)
        data[key] = _all(connection, mine.order_by(*table.primary_key))
    data["results"] = _all(connection, _results(user_id))
    data["lobbies"] = _seats(connection, _lobbies(user_id), user_id, "seats")
    data["running_games"] = _seats(connection, _running(user_id), user_id, "seating")
    return StoredAboutPerson(user_id, data, _records(connection, user_id, most))


def personal_data(found: StoredAboutPerson, now: float, most: int) -> Json:
    """Return all that is stored about a person; ids are texts, moments in ISO form.

    Of running games it names the seat and no card. ``records`` holds the records of finished games
    by id, the newest first; the ids of those for which the file would be too large are in
    ``records_left_out``.

    Args:
        found: what is stored.
        now: in seconds since 1970.
        most: bytes that the file may have, about; only records are left out for it.
    """
    head: Json = {
        "format": FORMAT,
        "version": VERSION,
        "user_id": str(found.user_id),
        "exported_at": _moment(now),
    }
    return _with_records(head | found.data, found.records, most)


def is_empty(data: Mapping[str, Any]) -> bool:
    """Return whether nothing is stored about the person."""
    head = {"format", "version", "user_id", "exported_at"}
    return not any(value for key, value in data.items() if key not in head)


def _choices(connection: Connection, user_id: int) -> Json | None:
    mine = select(personal_choices.c.choices).where(personal_choices.c.user_id == user_id)
    text = connection.scalar(mine)
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
    return select(*shown, lobbies.c.seats).where(in_lobby(user_id)).order_by(lobbies.c.lobby_id)


def _running(user_id: int) -> Select[Any]:
    shown = [games.c.game_id, games.c.guild_id, games.c.channel_id, games.c.edition]
    return (
        select(*shown, games.c.started_at, games.c.seating)
        .where(in_game(user_id), games.c.status == RUNNING)
        .order_by(games.c.started_at, games.c.game_id)
    )


def _seats(connection: Connection, query: Select[Any], user_id: int, text: str) -> list[Json]:
    """Where a person sits: the server, the channel, since when, in which seat, which name."""
    found: list[Json] = []
    for row in connection.execute(query).mappings():
        columns = dict(row)
        stored = _parsed(columns.pop(text))
        host_id = columns.pop("host_id", None) or _of(stored, "host_id")
        occupants = _of(stored, "occupants") if isinstance(stored, dict) else stored
        place = _as_json(columns) | {"host": host_id == user_id}
        own = [*_own_seats(occupants, user_id), *_own_requests(stored, user_id)]
        found += [place | each for each in own] or [place]
    return found


def _own_requests(stored: object, user_id: int) -> list[Json]:
    requests = _of(stored, "requests")
    return [
        {"asks_for_seat": True, "name": each["name"]}
        for each in (requests if isinstance(requests, list) else ())
        if _of(each, "user_id") == user_id
    ]


def _own_seats(occupants: object, user_id: int) -> list[Json]:
    return [
        {"seat": seat, "name": who["name"], "left": who["left"]}
        for seat, who in enumerate(occupants if isinstance(occupants, list) else ())
        if _of(who, "user_id") == user_id
    ]


def _records(connection: Connection, user_id: int, most: int) -> Records:
    newest = (
        select(games.c.game_id)
        .join_from(games, game_seats)
        .where(game_seats.c.user_id == user_id, games.c.status != RUNNING)
        .order_by(games.c.ended_at.desc(), games.c.game_id)
    )
    records: Records = {}
    for game_id in connection.scalars(newest).all():
        lines = finished_record(connection, game_id) if most >= 0 else None
        most -= _size(lines or ())
        records[game_id] = lines
    return records


def _size(lines: Iterable[str]) -> int:
    return _PLACE + sum(len(line.encode()) + 1 for line in lines)


def _with_records(data: Json, found: Records, most: int) -> Json:
    """The data with the records for which there is place, and the ids of those that do not fit."""
    most -= len(json.dumps(data, indent=2))
    kept: dict[str, list[Any]] = {}
    left_out: list[str] = []
    for game_id, lines in found.items():
        most -= _size(lines or ())
        if left_out or lines is None or most < 0:
            left_out.append(game_id)
        else:
            kept[game_id] = [_parsed(line) for line in lines]
    return data | {"records": kept, "records_left_out": left_out}


def _all(connection: Connection, query: Select[Any]) -> list[Json]:
    found = connection.execute(query).mappings()
    return [
        _as_json({name: value for name, value in row.items() if name not in _INTERNAL})
        for row in found
    ]


def _as_json(row: Mapping[str, Any]) -> Json:
    """A row's columns as JSON: what ends in ``_at`` is a moment, large ids are no JSON numbers.

    Periods have names, and so have all editions together. Snapshots are parsed.
    """
    shown: Json = {}
    for name, value in row.items():
        if name.endswith("_at") and value is not None:
            shown[name] = _moment(value)
        elif name.endswith("_id") and isinstance(value, int):
            shown[name] = str(value)
        elif name == "period":
            shown[name] = period_name(value)
        elif name == "edition":
            shown[name] = value or _EVERY
        elif name == "snapshot":
            shown[name] = _parsed(value)
        else:
            shown[name] = value
    return shown


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
