"""Other names for the seats of people who are deleted, in stored games and their records."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from sqlalchemy import Connection, delete, func, select, update

from bot.core import records
from bot.core.chance import commitment, is_named, stream_secret
from bot.core.events import TakeoverReason
from bot.seating import NOBODY, Renamed

from .games import parse_seating, seating
from .schema import game_events, game_seats, games

DAMAGED = "{}"


def rename_seat(connection: Connection, game_id: str, seat: int, name: str) -> None:
    """Give the person of a seat who is deleted this name, in the record as well."""
    of_game = select(games.c.seating).where(games.c.game_id == game_id)
    old = connection.scalar(of_game.with_for_update())
    if old is None:
        # The game has not begun yet.
        return
    new = old
    with suppress(ValueError, IndexError):
        table = parse_seating(old)
        user_id = table.occupants[seat].user_id
        occupants = [*table.occupants]
        if user_id is not None:
            table, _ = table.without_person(user_id, [name])
            mine = game_seats.c.game_id == game_id, game_seats.c.user_id == user_id
            connection.execute(delete(game_seats).where(*mine))
        occupants[seat] = replace(table.occupants[seat], name=name)
        new = seating(replace(table, occupants=tuple(occupants)))
    # The game of a cup has no beacon that could name the person.
    rename_in_record(connection, game_id, NOBODY, {seat: name}, new)


def rename_in_record(
    connection: Connection, game_id: str, user_id: int, names: Renamed, seats: str
) -> None:
    """Store a game's new seating, rename seats in its record, and remove a person's id there."""
    of_game = games.c.game_id == game_id
    stored = connection.execute(select(games.c.header, games.c.secret).where(of_game)).one()
    header, secret = _line_without(user_id, names, *stored)
    connection.execute(update(games).where(of_game).values(header=header, seating=seats))
    if secret != stored.secret:
        # Where the game is over, snapshot and last line reveal it.
        snapshot = func.replace(games.c.snapshot, stored.secret, secret)
        connection.execute(update(games).where(of_game).values(secret=secret, snapshot=snapshot))
        is_last = game_events.c.game_id == game_id, game_events.c.kind == "game_end"
        last = update(game_events).where(*is_last)
        line = func.replace(game_events.c.line, stored.secret, secret)
        connection.execute(last.values(line=line))
    lines = game_events.c.game_id == game_id
    takeovers = select(*game_events.c["seq", "line"]).where(lines, game_events.c.kind == "takeover")
    for seq, line in connection.execute(takeovers).all():
        renamed = update(game_events).where(lines, game_events.c.seq == seq)
        connection.execute(renamed.values(line=_renamed_line(line, names)))


def _line_without(user_id: int, names: Renamed, header: str, secret: str) -> tuple[str, str]:
    """The first line of a record with other names and without a person, and the game's secret.

    A beacon that names the person becomes part of the secret, as in ``states.without_beacon``. An
    invalid line is replaced.
    """
    try:
        line = records.loads(header)
        for seat, name in names.items():
            line["players"][seat] = name
        if is_named(user_id, line.get("beacon", "")):
            new = stream_secret(bytes.fromhex(secret), line.pop("beacon"))
            line["commitment"] = commitment(new)
            secret = new.hex()
    except (ValueError, LookupError, TypeError, AttributeError):
        return DAMAGED, secret
    return records.dumps(line), secret


def _renamed_line(line: str, names: Renamed) -> str:
    """A line by which a person took a seat, with the seat's new name."""
    try:
        data = records.loads(line)
        name = names.get(data["seat"])
        if name is None or not TakeoverReason(data["reason"]).to_person:
            return line
        return records.dumps(data | {"by": name})
    except (ValueError, LookupError, TypeError):
        return DAMAGED
