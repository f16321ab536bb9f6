"""Deleting everything that is stored about a person, or for a server.

The games of a person who is deleted stay: their seats get the names of computer players.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, delete, or_, select, update

from bot.seating import NOBODY, Renamed, Table, private_channel
from bot.shards import Forgotten, PersonToForget, Stay

from . import daily, results
from .database import Database
from .games import parse_seating, people_at, put_table, seating
from .products import Product
from .record_names import DAMAGED, rename_in_record
from .schema import (
    RUNNING,
    cup_people,
    game_seats,
    games,
    lobbies,
    metadata,
    result_seats,
    server_results,
    sheet_people,
    sheets,
)
from .schema import results as results_table

_GAMES_AT_ONCE = 10
_SEATS_AT_ONCE = 100
"""Games from which a person is removed in one transaction, and seats of results."""
# The columns of people, in the tables whose rows are about one person alone.
_OWN = [
    (table, table.c.user_id)
    for table in metadata.sorted_tables
    if "user_id" in table.c
    and not table.c.user_id.nullable
    and table not in (game_seats, cup_people, sheet_people)
]


async def forget(
    database: Database, person: PersonToForget, products: Sequence[Product]
) -> Forgotten:
    """Delete a person, except from running games that another process keeps.

    After a failure, calling it again deletes the rest. Games in memory must have been disowned.
    """
    traces = await database.read(find_traces, person, products)
    for product, stay in traces.stays:
        await database.write(product.leave, person, stay.id)
    for first in range(0, len(traces.game_ids), _GAMES_AT_ONCE):
        await database.write(leave_games, person, traces.game_ids[first : first + _GAMES_AT_ONCE])
    anything = bool(traces.game_ids or traces.lobby_ids or traces.stays or traces.own)
    if anything:
        # Results of private tables are the person's alone.
        await database.write_in_pieces(results.drop, private_channel(person.user_id))
        for guild_id in traces.guild_ids:
            await database.write_in_pieces(leave_results, person.user_id, guild_id)
        await database.write(delete_rows, person, traces)
    return Forgotten(anything, tuple(sorted(traces.elsewhere)))


# The tables with rows of one server that nothing else deletes.
_OF_SERVER = [
    table
    for table in metadata.sorted_tables
    if "guild_id" in table.c and table not in (games, server_results, results_table, result_seats)
]


async def forget_server(database: Database, guild_id: int) -> bool:
    """Delete all that is stored for a server; return whether there was anything.

    Solo games that began there are of their players, and stay. After a failure, calling it again
    deletes the rest. A process must not have tables of the server in memory.
    """
    anything = await database.read(_knows_server, guild_id)
    await database.write_in_pieces(_drop_games, guild_id)
    await database.write_in_pieces(results.drop, guild_id)
    await database.write(_drop_rows, guild_id)
    return anything


def _knows_server(connection: Connection, guild_id: int) -> bool:
    here = [select(table.c.guild_id).where(table.c.guild_id == guild_id) for table in _OF_SERVER]
    here += [select(games.c.guild_id).where(*_games_of(guild_id))]
    here += [select(server_results.c.guild_id).where(server_results.c.guild_id == guild_id)]
    here += [select(sheets.c.sheet_id).where(_sheet_of(guild_id))]
    return any(connection.execute(rows.limit(1)).first() is not None for rows in here)


def _games_of(guild_id: int) -> tuple[ColumnElement[bool], ...]:
    # Private tables have negative channels.
    return games.c.guild_id == guild_id, games.c.channel_id >= 0


def _sheet_of(guild_id: int) -> ColumnElement[bool]:
    # As in a lobby, a comma ends the number.
    return sheets.c.content.contains(f'"guild_id":{guild_id},', autoescape=True)


def _drop_games(connection: Connection, guild_id: int) -> bool:
    """Delete some games of a server with their records."""
    some = select(games.c.game_id).where(*_games_of(guild_id)).limit(_GAMES_AT_ONCE)
    return bool(connection.execute(delete(games).where(games.c.game_id.in_(some))).rowcount)


def _drop_rows(connection: Connection, guild_id: int) -> None:
    for table in _OF_SERVER:
        connection.execute(delete(table).where(table.c.guild_id == guild_id))
    connection.execute(delete(sheets).where(_sheet_of(guild_id)))


@dataclass(frozen=True)
class TracesOfPerson:
    """The games, lobbies and servers in which a person is stored."""

    # Games, lobbies, and stays in cups and the like, that this process may change.
    game_ids: Sequence[str]
    lobby_ids: Sequence[str]
    stays: Sequence[tuple[Product, Stay]]
    # Servers with rows about the person alone, and whether there are any such rows at all.
    guild_ids: Sequence[int]
    own: bool
    # Servers of other processes with a running game, a lobby or a stay of the person.
    elsewhere: Collection[int]


def find_traces(
    connection: Connection, person: PersonToForget, products: Sequence[Product]
) -> TracesOfPerson:
    user_id = person.user_id
    before = person.before
    query = select(*games.c["game_id", "guild_id", "status"]).where(in_game(user_id))
    played = connection.execute(query.where(games.c.started_at <= before)).all()
    query = select(*lobbies.c["lobby_id", "guild_id"]).where(in_lobby(user_id))
    waiting = connection.execute(query.where(lobbies.c.touched_at <= before)).all()
    stays = [(each, stay) for each in products for stay in each.stays(connection, user_id)]
    guild_ids, own = _own_rows(connection, user_id)
    mine = [game for game in played if game.status != RUNNING or person.here(game.guild_id)]
    here = [lobby for lobby in waiting if person.here(lobby.guild_id)]
    left = [(each, stay) for each, stay in stays if stay.over or person.here(stay.guild_id)]
    elsewhere = {row.guild_id for row in {*played, *waiting} - {*mine, *here}}
    elsewhere |= {stay.guild_id for each, stay in stays if (each, stay) not in left}
    return TracesOfPerson(
        [game.game_id for game in mine],
        [lobby.lobby_id for lobby in here],
        left,
        sorted(guild_ids - {private_channel(person.user_id)}),
        own,
        elsewhere,
    )


def _own_rows(connection: Connection, user_id: int) -> tuple[set[int], bool]:
    """The servers with rows about one person alone, and whether there are any such rows."""
    guild_ids: set[int] = set()
    own = False
    for table, column in [*_OWN, (result_seats, result_seats.c.user_id)]:
        where = table.c.guild_id if "guild_id" in table.c else column
        ids = connection.scalars(select(where).where(column == user_id).distinct()).all()
        own = own or bool(ids)
        if where is not column:
            guild_ids.update(ids)
    return guild_ids, own


def in_game(user_id: int) -> ColumnElement[bool]:
    """The condition for the games in which a person has, had or requests a seat."""
    seated = select(game_seats.c.game_id).where(game_seats.c.user_id == user_id)
    # As in a lobby, a comma ends the number.
    named = games.c.seating.contains(f'"user_id":{user_id},', autoescape=True)
    asking = select(games.c.game_id).where(games.c.status == RUNNING, named)
    return games.c.game_id.in_(seated.union(asking))


def in_lobby(user_id: int) -> ColumnElement[bool]:
    # The comma ends the number, so that longer ones do not match: other keys always follow.
    columns = lobbies.c.seats, lobbies.c.guests
    named = (each.contains(f'"user_id":{user_id},', autoescape=True) for each in columns)
    return or_(*named, lobbies.c.host_id == user_id)


def leave_games(connection: Connection, person: PersonToForget, game_ids: Collection[str]) -> None:
    """Remove a person from games: their seats get other names, in the records as well."""
    these = games.c.game_id.in_(game_ids)
    rows = connection.execute(select(*games.c["game_id", "seating"]).where(these).with_for_update())
    for game_id, old in rows.all():
        new, names = _without(old, person)
        rename_in_record(connection, game_id, person.user_id, names, new)
    # The channel of a private table is its owner's id.
    private = update(games).where(these, games.c.channel_id == private_channel(person.user_id))
    connection.execute(private.values(channel_id=private_channel(NOBODY)))
    mine = game_seats.c.game_id.in_(game_ids), game_seats.c.user_id == person.user_id
    connection.execute(delete(game_seats).where(*mine))


def disown(connection: Connection, table: Table, names: Renamed, user_id: int, was: int) -> None:
    """Replace a game's table as :func:`put_table` does, and remove a person from its record."""
    put_table(connection, table, was)
    of_game = games.c.game_id == table.game_id
    connection.execute(update(games).where(of_game).values(channel_id=table.channel_id))
    rename_in_record(connection, table.game_id, user_id, names, seating(table))
    gone = game_seats.c.user_id.not_in(people_at(table))
    connection.execute(delete(game_seats).where(game_seats.c.game_id == table.game_id, gone))


def leave_results(connection: Connection, user_id: int, guild_id: int) -> bool:
    """Take a person out of some results of a server."""
    results.lock(connection, guild_id)
    mine = result_seats.c.guild_id == guild_id, result_seats.c.user_id == user_id
    some = select(result_seats.c.game_id).where(*mine).limit(_SEATS_AT_ONCE)
    seats = update(result_seats).where(*mine, result_seats.c.game_id.in_(some))
    return bool(connection.execute(seats.values(user_id=None, name="")).rowcount)


def delete_rows(connection: Connection, person: PersonToForget, traces: TracesOfPerson) -> None:
    """Delete the rows about one person alone, and lobbies; block a second try at daily hands."""
    user_id = person.user_id
    daily.block(connection, user_id, person.before)
    for guild_id in traces.guild_ids:
        # A game that ends meanwhile must not add to the ratings that are deleted here.
        results.lock(connection, guild_id)
    for table, column in _OWN:
        connection.execute(delete(table).where(column == user_id))
    connection.execute(delete(lobbies).where(lobbies.c.lobby_id.in_(traces.lobby_ids)))


def _without(old: str, person: PersonToForget) -> tuple[str, Renamed]:
    """A seating without a person, and new names of their seats; an invalid one is replaced."""
    try:
        table, names = parse_seating(old).without_person(person.user_id, person.names)
    except ValueError:
        return DAMAGED, {}
    return seating(table), names
