"""Forgetting a person: out of games that stay, and with everything that is theirs alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Table,
    bindparam,
    delete,
    literal_column,
    or_,
    select,
    update,
)

from bot.rules.events import TakeoverReason

from .database import Database
from .reader import Query, Reading, Row, once
from .schema import (
    RUNNING,
    game_events,
    games,
    lobbies,
    member_names,
    metadata,
    result_seats,
    server_results,
)
from .wiping import traces_of
from .writer import Prepared, Step, Values, prepare

NOBODY = 0
"""The host of a game whose host was forgotten, where no other person is left."""
_DAMAGED = "{}"
_AT_ONCE = 50


def _of_person(table: Table, column: ColumnElement[Any]) -> list[ColumnElement[bool]]:
    """The condition for one person's rows; in one server, since most indexes begin with it."""
    mine = [column == bindparam("this_user")]
    if "guild_id" in table.c:
        mine.insert(0, table.c.guild_id == bindparam("this_guild"))
    return mine


# Rows that tell of one person alone, in every table that has such.
_THEIR_OWN = [
    (table, table.c[name])
    for table in metadata.sorted_tables
    for name in ("user_id", "other_id")
    if name in table.c and not table.c[name].nullable
]
_PERSONAL = [*_THEIR_OWN, (result_seats, result_seats.c.user_id)]
_DROP_OWN = [
    (table, prepare(delete(table).where(*_of_person(table, column))))
    for table, column in _THEIR_OWN
]
_CLEAR_SEATS = prepare(
    update(result_seats).where(*_of_person(result_seats, result_seats.c.user_id)),
    "user_id",
    "name",
)
# Who is about to add a result there has read what is dropped here, and must begin again.
_COUNT_ANEW = prepare(
    update(server_results)
    .where(server_results.c.guild_id == bindparam("this_guild"))
    .values(newest=server_results.c.newest + literal_column("1"))
)
_DROP_LOBBY = prepare(delete(lobbies).where(lobbies.c.lobby_id == bindparam("this_lobby")))
_PUT_NAMES = prepare(
    update(games).where(games.c.game_id == bindparam("this_game")), "header", "seating"
)
_PUT_LINE = prepare(
    update(game_events).where(
        game_events.c.game_id == bindparam("this_game"), game_events.c.seq == bindparam("this_seq")
    ),
    "line",
)
_NAMES = prepare(
    select(games.c.game_id, games.c.header, games.c.seating).where(
        games.c.game_id == bindparam("this_game")
    )
)
_TAKEOVERS = prepare(
    select(game_events.c.game_id, game_events.c.seq, game_events.c.line).where(
        game_events.c.game_id == bindparam("this_game"), game_events.c.kind == "takeover"
    )
)
# Where rows stand that are somebody's alone: server and name, as far as a table has them.
_OWN = [
    prepare(
        select(*([table.c[name] for name in ("guild_id", "name") if name in table.c] or [column]))
        .where(column == bindparam("this_user"))
        .distinct()
    )
    for table, column in _PERSONAL
]


@dataclass(frozen=True)
class Whom:
    """Who is to be forgotten.

    Attributes:
        user_id: the person.
        name: what they are called now.
        names: neutral names, more than a table has seats.
        before: games and lobbies begun later are a new player's; in seconds since 1970.
        here: whether this process keeps the running games of a server.
    """

    user_id: int
    name: str
    names: Sequence[str]
    before: float
    here: Callable[[int], bool] = lambda _guild_id: True


@dataclass(frozen=True)
class Forgotten:
    """What was stored of somebody who is forgotten now.

    Attributes:
        anything: whether there was anything at all.
        elsewhere: servers whose running games name them still, since another process of this bot
            keeps these: it must be asked there.
    """

    anything: bool = False
    elsewhere: tuple[int, ...] = ()


class Privacy:
    """Forgets people in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def disown(
        self, game_id: str, seating: str, names: Mapping[int, str], first: Sequence[Step] = ()
    ) -> bool:
        """Give seats of a game new names in all that is stored of it, in one transaction.

        Args:
            game_id: the game, to which nothing is added meanwhile.
            seating: what is kept beside it from now on.
            names: the new name of each seat.
            first: what to do first in the same transaction.

        Returns:
            Whether it was done; not when one of the first steps must match and does not.

        Raises:
            StoreError: the database refused; nothing was changed.
        """
        found, lines = await self._database.tell(lambda: _named([game_id]))
        rows = [
            {"this_game": game_id, "header": _with_names(row["header"], names), "seating": seating}
            for row in found
        ]
        steps = [
            *first,
            *_step(_PUT_NAMES, rows),
            *_step(_PUT_LINE, _renamed_lines(lines, {game_id: names})),
        ]
        return await self._database.transact(steps)

    async def forget(self, whom: Whom) -> Forgotten:
        """Forget a person, except in running games that another process keeps.

        Games that this process keeps in memory must have been disowned before. Games come first
        here, some at a time; what failed midway is gone on with when it is done again.

        Raises:
            StoreError: the database refused. Everything may be forgotten by then but for bytes in
                the free parts of its file, which are wiped the next time.
        """
        found = await self._games_of(whom)
        mine = [row["game_id"] for row in found if _is_mine(row, whom)]
        gone = {whom.name}
        for first in range(0, len(mine), _AT_ONCE):
            gone |= await self._rename(whom, mine[first : first + _AT_ONCE])
        waiting = await self._lobbies_of(whom)
        dropped = [row["lobby_id"] for row in waiting if whom.here(row["guild_id"])]
        own = await self._database.tell(lambda: _own(whom.user_id))
        await self._drop(whom.user_id, own, dropped)
        gone |= {row["name"] for row in own if "name" in row}
        await self._wipe(whom.user_id, gone)
        elsewhere = [row for row in found if not _is_mine(row, whom)]
        elsewhere += [row for row in waiting if not whom.here(row["guild_id"])]
        return Forgotten(
            anything=bool(mine or dropped or own),
            elsewhere=tuple(sorted({row["guild_id"] for row in elsewhere})),
        )

    async def _wipe(self, user_id: int, gone: Iterable[str]) -> None:
        """Leave no trace of an id, nor of names that nobody else bears."""
        if self._database.in_file:
            names = [name for name in gone if not await self._is_borne(name)]
            await self._database.wipe(traces_of(user_id, names))

    async def _is_borne(self, name: str) -> bool:
        places = (games.c.header, lobbies.c.seats, member_names.c.name)
        found = [
            await self._database.fetch(
                once(select(text).where(text.contains(name, autoescape=True)).limit(1))
            )
            for text in places
        ]
        return any(found)

    async def _games_of(self, whom: Whom) -> list[Row]:
        """The games in which somebody sits or sat, or whose host they are."""
        found = select(games.c.game_id, games.c.guild_id, games.c.status).where(
            sits_in(games.c.seating, whom.user_id, "user_id", "host_id"),
            games.c.started_at <= whom.before,
        )
        return await self._database.fetch(once(found))

    async def _lobbies_of(self, whom: Whom) -> list[Row]:
        seated = sits_in(lobbies.c.seats, whom.user_id, "user_id")
        found = select(lobbies.c.lobby_id, lobbies.c.guild_id).where(
            or_(seated, lobbies.c.host_id == whom.user_id),
            lobbies.c.touched_at <= whom.before,
        )
        return await self._database.fetch(once(found))

    async def _rename(self, whom: Whom, game_ids: Sequence[str]) -> set[str]:
        """Take a person out of some games; the names they had there."""
        changed: list[Values] = []
        seats: dict[str, Mapping[int, str]] = {}
        gone: set[str] = set()
        found, lines = await self._database.tell(lambda: _named(game_ids))
        for row in found:
            seating, names, old = _without(row["seating"], whom)
            gone |= old
            seats[row["game_id"]] = names
            header = _with_names(row["header"], names)
            changed.append({"this_game": row["game_id"], "header": header, "seating": seating})
        steps = [*_step(_PUT_NAMES, changed), *_step(_PUT_LINE, _renamed_lines(lines, seats))]
        await self._database.transact(steps)
        return gone

    async def _drop(self, user_id: int, own: Sequence[Row], dropped: Sequence[str]) -> None:
        """Drop rows of one person's own, and lobbies."""
        guilds = sorted({row["guild_id"] for row in own if "guild_id" in row})
        each = [{"this_user": user_id, "this_guild": guild} for guild in guilds]
        once = [{"this_user": user_id}]
        cleared = [{**row, "user_id": None, "name": ""} for row in each]
        steps = [
            *_step(_COUNT_ANEW, [{"this_guild": guild} for guild in guilds]),
            *_step(_CLEAR_SEATS, cleared),
            *_step(_DROP_LOBBY, [{"this_lobby": lobby_id} for lobby_id in dropped]),
        ]
        for table, statement in _DROP_OWN:
            steps += _step(statement, each if "guild_id" in table.c else once)
        await self._database.transact(steps)


def _named(game_ids: Iterable[str]) -> Reading[tuple[list[Row], list[Row]]]:
    """What names people in some games: the rows of these, and lines that say who plays."""
    found: list[Row] = []
    lines: list[Row] = []
    for game_id in game_ids:
        game = {"this_game": game_id}
        found += yield Query(_NAMES, game)
        lines += yield Query(_TAKEOVERS, game)
    return found, lines


def _own(user_id: int) -> Reading[list[Row]]:
    """Where rows stand that are somebody's alone."""
    found: list[Row] = []
    for each in _OWN:
        found += yield Query(each, {"this_user": user_id})
    return found


def sits_in(text: ColumnElement[str], user_id: int, *keys: str) -> ColumnElement[bool]:
    """Whether a stored JSON text gives one of these keys, not the last of its object, this id."""
    return or_(*(text.contains(f'"{key}":{user_id},', autoescape=True) for key in keys))


def _is_mine(row: Row, whom: Whom) -> bool:
    """Whether a game may be changed by this process: it is over, or this one keeps it."""
    return row["status"] != RUNNING or whom.here(row["guild_id"])


def _step(statement: Prepared, rows: Sequence[Values]) -> list[Step]:
    return [Step(statement, rows)] if rows else []


def _without(seating: str, whom: Whom) -> tuple[str, dict[int, str], set[str]]:
    """A game's seating without a person, their seats with new names, and their old names.

    What makes no sense is given up: nobody could play it any more.
    """
    try:
        table = json.loads(seating)
        who = table["occupants"]
        seats = [seat for seat, each in enumerate(who) if each["user_id"] == whom.user_id]
        taken = {each["name"] for each in who}
        free = (name for name in whom.names if name not in taken)
        names = dict(zip(seats, free, strict=False))
        gone = {who[seat]["name"] for seat in seats}
        for seat, name in names.items():
            who[seat] |= {"name": name, "user_id": None, "left": True, "away": False}
        if table["host_id"] == whom.user_id:
            table["host_id"] = _heir(who)
    except (ValueError, LookupError, TypeError):
        return _DAMAGED, {}, set()
    return json.dumps(table, ensure_ascii=False, separators=(",", ":")), names, gone


def _heir(who: Iterable[Mapping[str, Any]]) -> int:
    staying = (each["user_id"] for each in who if not each["left"])
    return next((user_id for user_id in staying if user_id is not None), NOBODY)


def _with_names(header: str, names: Mapping[int, str]) -> str:
    """The first line of a record with other names; one that makes no sense is given up."""
    try:
        line = json.loads(header)
        for seat, name in names.items():
            line["players"][seat] = name
    except (ValueError, LookupError, TypeError):
        return _DAMAGED
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def _renamed_lines(
    lines: Iterable[Row], games_seats: Mapping[str, Mapping[int, str]]
) -> list[Values]:
    """The lines by which these seats came back to who played them, with other names."""
    changed: list[Values] = []
    for row in lines:
        try:
            line = json.loads(row["line"])
            name = games_seats[row["game_id"]].get(line["seat"])
            if name is None or line["reason"] != TakeoverReason.RETURNED:
                continue
            text = json.dumps(line | {"by": name}, ensure_ascii=False, separators=(",", ":"))
        except (ValueError, LookupError, TypeError):
            text = _DAMAGED
        changed.append({"this_game": row["game_id"], "this_seq": row["seq"], "line": text})
    return changed
