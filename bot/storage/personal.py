"""All that is stored about one person, as plain JSON data with keys that can be read."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, Table, or_, select

from bot.scores import periods

from .database import Database
from .privacy import sits_in
from .reader import Reading, Row, once
from .records import record
from .schema import (
    RUNNING,
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
    told: Json = {
        "format": FORMAT,
        "version": VERSION,
        "user_id": str(user_id),
        "exported_at": _moment(now),
    }
    data, found = await database.tell(lambda: _stored(user_id, most))
    return await asyncio.to_thread(_with_records, told | data, found, most)


def is_empty(data: Mapping[str, Any]) -> bool:
    """Whether nothing is stored about the person that the data are of."""
    told = {"format", "version", "user_id", "exported_at"}
    return not any(value for key, value in data.items() if key not in told)


def _stored(user_id: int, most: int) -> Reading[tuple[Json, Records]]:
    """All but the records, and these by id, the newest first."""
    data: Json = {"choices": (yield from _choices(user_id))}
    for key, table in _KEPT.items():
        mine = select(table).where(table.c.user_id == user_id)
        data[key] = yield from _all(mine.order_by(*table.primary_key))
    data["results"] = yield from _all(_results(user_id))
    data["lobbies"] = yield from _seats(_lobbies(user_id), user_id, "seats")
    running = _games(user_id, games.c.status == RUNNING)
    data["running_games"] = yield from _seats(running, user_id, "seating")
    return data, (yield from _records(user_id, most))


def _choices(user_id: int) -> Reading[Json | None]:
    found = yield once(
        select(personal_choices.c.choices).where(personal_choices.c.user_id == user_id)
    )
    return _parsed(found[0]["choices"]) if found else None


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


def _seats(query: Select[Any], user_id: int, text: str) -> Reading[list[Json]]:
    """Where somebody sits: the server, the channel, since when, in which seat, under which name."""
    found: list[Json] = []
    for row in (yield once(query)):
        told = dict(row)
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


def _records(user_id: int, most: int) -> Reading[Records]:
    """The records of finished games; None instead of those for which there is no place at all."""
    over = (games.c.status != RUNNING, sits_in(games.c.seating, user_id, "user_id"))
    newest = select(games.c.game_id).where(*over).order_by(games.c.ended_at.desc(), games.c.game_id)
    records: Records = {}
    for row in (yield once(newest)):
        lines = (yield from record(row["game_id"])) if most >= 0 else None
        most -= _size(lines or ())
        records[row["game_id"]] = lines
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


def _all(query: Select[Any]) -> Reading[list[Json]]:
    return [_shown(row) for row in (yield once(query))]


def _shown(row: Row) -> Json:
    return _told({name: value for name, value in row.items() if name not in _INTERNAL})


def _told(row: Mapping[str, Any]) -> Json:
    """A row's columns as JSON: what ends in ``_at`` is a moment, large ids are no JSON numbers.

    Periods have names, and so have all editions together.
    """
    told: Json = {}
    for name, value in row.items():
        if name.endswith("_at") and value is not None:
            told[name] = _moment(value)
        elif name.endswith("_id") and isinstance(value, int):
            told[name] = str(value)
        elif name == "period":
            told[name] = periods.named(value)
        elif name == "edition":
            told[name] = value or _EVERY
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
