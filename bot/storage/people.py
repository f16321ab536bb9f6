"""What is stored about one person: their preferences, and deleting all of it.

Each function runs in a transaction of its caller. Games stay when a person who played them is
deleted: their seats get the names of computer players.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast
from uuid import uuid4

from pydantic import TypeAdapter
from sqlalchemy import (
    Connection,
    bindparam,
    delete,
    insert,
    or_,
    select,
    update,
)

from bot.games.events import TakeoverReason
from bot.model import (
    NOBODY,
    PersonalPreferences,
    PersonToForget,
    ServerPreferences,
    Table,
    private_channel,
)

from . import daily, results
from .errors import problem
from .games import people_at, put_table, seating
from .schema import (
    RUNNING,
    game_events,
    game_seats,
    games,
    lobbies,
    metadata,
    personal_choices,
    result_seats,
    server_choices,
    wipes,
)

_DAMAGED = "{}"
PreferencesKind = TypeVar("PreferencesKind", ServerPreferences, PersonalPreferences)
_ADAPTERS = {kind: TypeAdapter(kind) for kind in (ServerPreferences, PersonalPreferences)}
_STORED_IN = {ServerPreferences: server_choices, PersonalPreferences: personal_choices}
_log = logging.getLogger(__name__)

# Rows about one person alone, in every table that has such.
_OWN = [
    (table, table.c[name])
    for table in metadata.sorted_tables
    for name in ("user_id", "other_id")
    if name in table.c and not table.c[name].nullable and table is not game_seats
]


# ── preferences ───────────────────────────────────────────────────────────────────────────────


def preferences(
    connection: Connection, kind: type[PreferencesKind], owner_id: int
) -> PreferencesKind:
    """Return the preferences of a server or a person; defaults where nothing was chosen."""
    table = _STORED_IN[kind]
    (key,) = table.primary_key
    text = connection.scalar(select(table.c.choices).where(key == owner_id))
    return kind() if text is None else _parsed(kind, text)


def _parsed(kind: type[PreferencesKind], text: str) -> PreferencesKind:
    try:
        return cast("PreferencesKind", _ADAPTERS[kind].validate_json(text))
    except ValueError as error:
        _log.error("choices are damaged (%s)", problem(error))
        return kind()


def server_preferences(connection: Connection) -> dict[int, ServerPreferences]:
    """Return the preferences of all servers that chose any."""
    return {
        row.guild_id: _parsed(ServerPreferences, row.choices)
        for row in connection.execute(select(server_choices))
    }


def put_preferences(
    connection: Connection, owner_id: int, chosen: ServerPreferences | PersonalPreferences
) -> None:
    """Store the preferences of a server or a person."""
    table = _STORED_IN[type(chosen)]
    (key,) = table.primary_key
    text = _ADAPTERS[type(chosen)].dump_json(chosen).decode()
    connection.execute(delete(table).where(key == owner_id))
    connection.execute(insert(table).values({key.name: owner_id, "choices": text}))


# ── deleting a person ─────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class TracesOfPerson:
    """Where a person is stored.

    Attributes:
        game_ids: games that this process may change.
        lobby_ids: lobbies that this process may delete.
        guild_ids: servers with rows about the person alone.
        own: whether there are any such rows, in a server or not.
        elsewhere: servers of other processes with a running game or a lobby of the person.
    """

    game_ids: Sequence[str]
    lobby_ids: Sequence[str]
    guild_ids: Sequence[int]
    own: bool
    elsewhere: Collection[int]


def traces_of(connection: Connection, whom: PersonToForget) -> TracesOfPerson:
    """Find a person in everything that is stored."""
    played = connection.execute(
        select(games.c.game_id, games.c.guild_id, games.c.status).where(
            in_game(whom.user_id), games.c.started_at <= whom.before
        )
    ).all()
    waiting = connection.execute(
        select(lobbies.c.lobby_id, lobbies.c.guild_id).where(
            in_lobby(whom.user_id), lobbies.c.touched_at <= whom.before
        )
    ).all()
    guild_ids, own = _own_rows(connection, whom.user_id)
    mine = [game for game in played if game.status != RUNNING or whom.here(game.guild_id)]
    here = [lobby for lobby in waiting if whom.here(lobby.guild_id)]
    elsewhere = {*played, *waiting} - {*mine, *here}
    return TracesOfPerson(
        [game.game_id for game in mine],
        [lobby.lobby_id for lobby in here],
        sorted(guild_ids),
        own,
        {row.guild_id for row in elsewhere},
    )


def _own_rows(connection: Connection, user_id: int) -> tuple[set[int], bool]:
    """The servers with rows about one person alone, and whether there are any such rows."""
    guild_ids: set[int] = set()
    own = False
    for table, column in [*_OWN, (result_seats, result_seats.c.user_id)]:
        where = table.c.guild_id if "guild_id" in table.c else column
        found = connection.scalars(select(where).where(column == user_id).distinct()).all()
        own = own or bool(found)
        if where is not column:
            guild_ids.update(found)
    return guild_ids, own


def in_game(user_id: int) -> Any:  # noqa: ANN401  # a condition of SQLAlchemy
    """The condition for the games of a person, and those in which they ask for a seat."""
    seated = select(game_seats.c.game_id).where(game_seats.c.user_id == user_id)
    # As in a lobby, a comma ends the number.
    named = games.c.seating.contains(f'"user_id":{user_id},', autoescape=True)
    asking = select(games.c.game_id).where(games.c.status == RUNNING, named)
    return games.c.game_id.in_(seated.union(asking))


def in_lobby(user_id: int) -> Any:  # noqa: ANN401  # a condition of SQLAlchemy
    """The condition for the lobbies of a person."""
    # The comma ends the number, so that longer ones do not match: other keys always follow.
    seated = lobbies.c.seats.contains(f'"user_id":{user_id},', autoescape=True)
    return or_(seated, lobbies.c.host_id == user_id)


def leave_games(connection: Connection, whom: PersonToForget, game_ids: Collection[str]) -> None:
    """Take a person out of games: their seats get other names, in the records too."""
    found = connection.execute(
        select(games.c.game_id, games.c.header, games.c.seating)
        .where(games.c.game_id.in_(game_ids))
        .with_for_update()
    )
    for game_id, header, old in found.all():
        new, names = _without(old, whom)
        _rename(connection, game_id, _with_names(header, names), new, names)
    # The channel of a private table is its owner's id.
    private = games.c.channel_id == private_channel(whom.user_id)
    connection.execute(
        update(games)
        .where(games.c.game_id.in_(game_ids), private)
        .values(channel_id=private_channel(NOBODY))
    )
    connection.execute(
        delete(game_seats).where(
            game_seats.c.game_id.in_(game_ids), game_seats.c.user_id == whom.user_id
        )
    )
    _make_wipe_due(connection)


def disown(
    connection: Connection, table: Table, names: Mapping[int, str], was: int | None = None
) -> None:
    """Replace a game's table as :func:`put_table` does, and rename seats, in its record too.

    In an SQLite file traces of the old names are left until it is rewritten.

    Args:
        connection: in a transaction.
        table: without the person whose seats they were.
        names: the new name of each seat.
        was: the version of the stored game.
    """
    put_table(connection, table, was)
    of_game = games.c.game_id == table.game_id
    connection.execute(update(games).where(of_game).values(channel_id=table.channel_id))
    header = connection.scalars(select(games.c.header).where(of_game)).one()
    _rename(connection, table.game_id, _with_names(header, names), seating(table), names)
    connection.execute(
        delete(game_seats).where(
            game_seats.c.game_id == table.game_id, game_seats.c.user_id.not_in(people_at(table))
        )
    )
    _make_wipe_due(connection)


def delete_rows(connection: Connection, user_id: int, found: TracesOfPerson, now: float) -> None:
    """Delete the rows about one person alone, and lobbies.

    Who deletes an attempt at a daily hand cannot make another one (``now`` in seconds since 1970).
    """
    daily.block(connection, user_id, now)
    for guild_id in found.guild_ids:
        # A game that ends meanwhile must not add to the totals that are deleted here.
        results.lock(connection, guild_id)
        connection.execute(
            update(result_seats)
            .where(result_seats.c.guild_id == guild_id, result_seats.c.user_id == user_id)
            .values(user_id=None, name="")
        )
    for table, column in _OWN:
        mine = delete(table).where(column == user_id)
        if "guild_id" in table.c:
            # Most indexes begin with the server.
            mine = mine.where(table.c.guild_id.in_(found.guild_ids))
        connection.execute(mine)
    # Where the results of private tables outside of servers count, they are nobody else's.
    results.drop(connection, private_channel(user_id))
    connection.execute(delete(lobbies).where(lobbies.c.lobby_id.in_(found.lobby_ids)))
    _make_wipe_due(connection)


def _rename(
    connection: Connection, game_id: str, header: str, seats: str, names: Mapping[int, str]
) -> None:
    """Store a game's new header and seating, and new names in the lines that name a player."""
    of_game = update(games).where(games.c.game_id == game_id)
    connection.execute(of_game.values(header=header, seating=seats))
    takeovers = connection.execute(
        select(game_events.c.seq, game_events.c.line).where(
            game_events.c.game_id == game_id, game_events.c.kind == "takeover"
        )
    )
    changed = [
        {"this_seq": seq, "line": new}
        for seq, line in takeovers
        if (new := _renamed_line(line, names)) != line
    ]
    if changed:
        of_line = (game_events.c.game_id == game_id, game_events.c.seq == bindparam("this_seq"))
        connection.execute(update(game_events).where(*of_line), changed)


def _without(old: str, whom: PersonToForget) -> tuple[str, dict[int, str]]:
    """A game's seating without a person, and their seats with new names.

    Invalid JSON is replaced: nobody could continue the game any more.
    """
    try:
        table = json.loads(old)
        who = table["occupants"]
        seats = [seat for seat, each in enumerate(who) if each["user_id"] == whom.user_id]
        taken = {each["name"] for each in who}
        free = (name for name in whom.names if name not in taken)
        names = dict(zip(seats, free, strict=False))
        for seat, name in names.items():
            who[seat] |= {"name": name, "user_id": None, "left": True, "away": False}
        asking = table.get("requests", ())
        table["requests"] = [each for each in asking if each["user_id"] != whom.user_id]
        if table["host_id"] == whom.user_id:
            table["host_id"] = _heir(who)
        if table["channel_id"] == private_channel(whom.user_id):
            table["channel_id"] = private_channel(NOBODY)
    except (ValueError, LookupError, TypeError):
        return _DAMAGED, {}
    return _compact(table), names


def _heir(who: Iterable[Mapping[str, Any]]) -> int:
    staying = (each["user_id"] for each in who if not each["left"])
    return next((user_id for user_id in staying if user_id is not None), NOBODY)


def _with_names(header: str, names: Mapping[int, str]) -> str:
    """The first line of a record with other names; an invalid one is replaced."""
    try:
        line = json.loads(header)
        for seat, name in names.items():
            line["players"][seat] = name
    except (ValueError, LookupError, TypeError):
        return _DAMAGED
    return _compact(line)


def _renamed_line(line: str, names: Mapping[int, str]) -> str:
    """The line by which a seat came to its player, with the seat's new name."""
    try:
        data = json.loads(line)
        name = names.get(data["seat"])
        if name is None or not TakeoverReason(data["reason"]).to_person:
            return line
        return _compact(data | {"by": name})
    except (ValueError, LookupError, TypeError):
        return _DAMAGED


def _compact(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


# ── wiping ────────────────────────────────────────────────────────────────────────────────────
# SQLite overwrites what is deleted, but leaves old bytes behind in pages that it once split or
# joined. So a wipe is due after a deletion: the file is rewritten.


def wipes_due(connection: Connection) -> Sequence[str]:
    """Return a token for each deletion after which the file was not rewritten yet."""
    return connection.scalars(select(wipes.c.token)).all()


def wiped(connection: Connection, due: Collection[str]) -> None:
    """Note that the file was rewritten after these deletions."""
    connection.execute(delete(wipes).where(wipes.c.token.in_(due)))


def _make_wipe_due(connection: Connection) -> None:
    connection.execute(insert(wipes).values(token=uuid4().hex))
