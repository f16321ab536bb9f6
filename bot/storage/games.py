"""Lobbies and games: their rows, and the statements that write and read them.

Normally each server belongs to one process, but a process that was suspended may continue after
another one took over its games. So a write names the stored state that it replaces, and is refused
if another one is stored.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import (
    ColumnElement,
    Connection,
    Delete,
    Integer,
    Select,
    bindparam,
    delete,
    exists,
    func,
    insert,
    literal_column,
    select,
    update,
)
from sqlalchemy import Table as SqlTable

from bot.core import records
from bot.core.events import AnyEvent, EndReason, TakenOver, TakeoverReason
from bot.core.game_type import AnyGameType
from bot.core.states import AnyHeader, AnyState
from bot.game_types import GAME_TYPES, game_type_for
from bot.seating import (
    NOBODY,
    Change,
    Guest,
    LiveGame,
    Lobby,
    LobbyEnd,
    Occupant,
    Table,
    is_private,
)
from bot.shards import ALL_SHARDS, TIMESTAMP_SHIFT, Shards

from .database import Database
from .errors import ChannelTakenError, StaleWriteError, problem
from .schema import (
    ABANDONED,
    FINISHED,
    QUARANTINED,
    RUNNING,
    Row,
    game_events,
    game_seats,
    games,
    lobbies,
    unshown_ends,
)

MOST_DESERTED = 25  # games that were ended early, among which deserted ones are looked for
RECENT = 60  # events of the last hand that are loaded with a game
LONGEST_PENDING = 7 * 86_400  # seconds after which the end of a game is no longer shown
_SCORE_LINES = [
    game_type.records.events.types[event] for game_type in GAME_TYPES for event in game_type.scores
]
_TABLE = TypeAdapter(Table)
_SEATS = TypeAdapter(tuple[Occupant, ...])
_GUESTS = TypeAdapter(tuple[Guest, ...])
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
    .returning(games.c.events)
)


# ── lobbies ───────────────────────────────────────────────────────────────────────────────────


def put_lobby(connection: Connection, lobby: Lobby, was: Lobby | None = None) -> None:
    """Store a lobby in place of ``was``; raises StaleWriteError if another one is stored."""
    drop_lobby(connection, lobby.lobby_id, was)
    connection.execute(insert(lobbies), lobby_row(lobby))


def drop_lobby(connection: Connection, lobby_id: str, was: Lobby | None = None) -> None:
    """Delete a lobby; raises StaleWriteError unless it is stored as ``was``, if that is given."""
    drop = delete(lobbies).where(lobbies.c.lobby_id == lobby_id)
    if was is None:
        connection.execute(drop)
    # Each change updates ``touched_at``, which therefore identifies the state of a lobby.
    elif not connection.execute(drop.where(lobbies.c.touched_at == was.touched_at)).rowcount:
        raise StaleWriteError(f"lobby {lobby_id} was changed")


def open_lobbies(
    connection: Connection, shards: Shards = ALL_SHARDS, channel_id: int | None = None
) -> list[Lobby]:
    """The lobbies of these shards or of a channel, oldest first, without damaged ones."""
    here = served(lobbies, shards, channel_id)
    return _lobbies(connection, lobbies.c.ended.is_(None), *here)


def ended_lobbies(connection: Connection, now: float, shards: Shards) -> list[Lobby]:
    """The lobbies of these shards whose end some messages do not show yet, oldest first.

    Those that ended more than a week ago are deleted.
    """
    old = lobbies.c.ended.is_not(None), lobbies.c.touched_at < now - LONGEST_PENDING
    connection.execute(delete(lobbies).where(*old))
    here = served(lobbies, shards, None)
    return _lobbies(connection, lobbies.c.ended.is_not(None), *here)


def _lobbies(connection: Connection, *which: ColumnElement[bool]) -> list[Lobby]:
    loaded: list[Lobby] = []
    oldest_first = select(lobbies).where(*which).order_by(lobbies.c.touched_at, lobbies.c.lobby_id)
    for row in connection.execute(oldest_first).mappings():
        try:
            loaded.append(_parse_lobby(dict(row)))
        except ValueError as error:
            _log.error("lobby %s is damaged (%s)", row["lobby_id"], problem(error))
    return loaded


def channels_in_use(connection: Connection) -> set[tuple[int, int]]:
    """The servers and channels with a running game or an open lobby, without private tables."""
    return {
        (row.guild_id, row.channel_id)
        for query in (
            select(games.c.guild_id, games.c.channel_id).where(games.c.status == RUNNING),
            select(lobbies.c.guild_id, lobbies.c.channel_id).where(lobbies.c.ended.is_(None)),
        )
        for row in connection.execute(query)
        if row.guild_id and not is_private(row.channel_id)
    }


def lobby_row(lobby: Lobby) -> Row:
    return {column.name: getattr(lobby, column.name) for column in lobbies.c} | {
        "rules": records.dumps(game_type_for(lobby.rules.edition).rules_json(lobby.rules)),
        "seats": _SEATS.dump_json(lobby.seats).decode(),
        "guests": _GUESTS.dump_json(lobby.guests).decode(),
        "secret": lobby.secret.hex(),
        "ended": lobby.ended,
    }


def _parse_lobby(columns: dict[str, Any]) -> Lobby:
    rules = records.loads(columns["rules"])
    columns["rules"] = game_type_for(str(rules.get("edition"))).parse_rules(rules)
    columns["seats"] = _SEATS.validate_json(columns["seats"], strict=True)
    columns["guests"] = _GUESTS.validate_json(columns["guests"], strict=True)
    columns["secret"] = bytes.fromhex(columns["secret"])
    columns["ended"] = LobbyEnd(columns["ended"]) if columns["ended"] else None
    return Lobby(**columns)


# ── writing games ─────────────────────────────────────────────────────────────────────────────


def begin(connection: Connection, change: Change, was: Lobby | None = None) -> None:
    """Store a new game, end its lobby, and delete the pending end of an earlier game there.

    Raises StaleWriteError if the lobby is not stored as ``was``, ChannelTakenError, or StoreError
    ``exists``.
    """
    table = change.game.table
    game = change.game.state.game
    if was is not None and was.is_told_elsewhere:
        ended = replace(was, ended=LobbyEnd.BEGUN, touched_at=table.started_at)
        put_lobby(connection, ended, was)
    else:
        drop_lobby(connection, table.game_id, was)
    _make_room(connection, table)
    connection.execute(_drop_pending(*_at(table.guild_id, table.channel_id)))
    row = {
        "game_id": game.game_id,
        "guild_id": table.guild_id,
        "channel_id": table.channel_id,
        "edition": game.rules.edition,
        "started_at": table.started_at,
        "events": len(change.events),
        "hand_from": _last_deal(change) or 0,
        "header": records.dumps(change.game.game_type.records.header_line(game)),
        "secret": game.secret.hex(),
    }
    connection.execute(insert(games), {**row, **_changing_columns(change.game, table.started_at)})
    _add_people(connection, table.game_id, people_at(table))
    _add_lines(connection, change, 0)


def advance(connection: Connection, change: Change, was: int, at: float) -> None:
    """Append event lines and replace table and snapshot."""
    game = change.game
    game_id = change.game.table.game_id
    values = {"this_game": game_id, "was": was, **_changing_columns(game, at)}
    values |= {"added": len(change.events), "deal_at": _last_deal(change)}
    events = connection.scalar(_ADVANCE, values)
    if events is None:
        raise StaleWriteError(f"game {game_id} is not at version {was}")
    _add_lines(connection, change, events - len(change.events))
    takeovers = [event for event in change.events if isinstance(event, TakenOver)]
    if any(event.reason is TakeoverReason.JOINED for event in takeovers):
        _name_newcomers(connection, game)
    if game.state.over:
        connection.execute(insert(unshown_ends), {"game_id": game_id})


def _name_newcomers(connection: Connection, game: LiveGame) -> None:
    """Store people who have taken seats: in the first line of the record, and as its people."""
    game_id = game.table.game_id
    header = records.dumps(game.game_type.records.header_line(game.state.game))
    connection.execute(update(games).where(games.c.game_id == game_id).values(header=header))
    of_game = select(game_seats.c.user_id).where(game_seats.c.game_id == game_id)
    _add_people(connection, game_id, people_at(game.table) - set(connection.scalars(of_game)))


def _add_people(connection: Connection, game_id: str, people: Collection[int]) -> None:
    if people:
        seats = [{"game_id": game_id, "user_id": user_id} for user_id in people]
        connection.execute(insert(game_seats), seats)


def drop_pending_end(connection: Connection, game_id: str) -> None:
    """Store that a game's end is shown in its channel, or never will be."""
    connection.execute(delete(unshown_ends).where(unshown_ends.c.game_id == game_id))


def _drop_pending(*which: ColumnElement[bool]) -> Delete:
    # Correlated, so that only the games of these few rows are read.
    of_game = games.c.game_id == unshown_ends.c.game_id
    return delete(unshown_ends).where(exists().where(of_game, *which))


def put_table(connection: Connection, table: Table, was: int) -> None:
    """Replace a game's table, not its state; raises StaleWriteError unless that is at ``was``."""
    put = update(games).where(games.c.game_id == table.game_id, games.c.version == was)
    if not connection.execute(put.values(seating=seating(table))).rowcount:
        raise StaleWriteError(f"game {table.game_id} is not at version {was}")


def _at(guild_id: int, channel_id: int) -> Iterable[ColumnElement[bool]]:
    """The conditions for the games of a channel, or of a private table in any server."""
    yield games.c.channel_id == channel_id
    if not is_private(channel_id):
        yield games.c.guild_id == guild_id


def _make_room(connection: Connection, table: Table) -> None:
    """End a channel's running games that are lost; raises ChannelTakenError for one that is not."""
    here = _at(table.guild_id, table.channel_id)
    running = *here, games.c.status == RUNNING, games.c.game_id != table.game_id
    for stored in _stored(connection, *running):
        game_id = stored.row["game_id"]
        if _restored(stored) or _rebuilt(stored.row, _event_lines(connection, game_id)):
            raise ChannelTakenError(f"a game is on in channel {table.channel_id}")
        _log.error("game %s is lost, and in the way of a new game", game_id)
        lost = update(games).where(games.c.game_id == game_id)
        connection.execute(lost.values(status=QUARANTINED))


def seating(table: Table) -> str:
    return _TABLE.dump_json(table).decode()


def parse_seating(text: str) -> Table:
    """A table from JSON. Raises ValueError."""
    return _TABLE.validate_json(text, strict=True)


def people_at(table: Table) -> set[int]:
    """The ids of a table's host and of the people in its seats."""
    user_ids = (table.host_id, *(who.user_id for who in table.occupants))
    return {user_id for user_id in user_ids if user_id is not None and user_id != NOBODY}


def _changing_columns(game: LiveGame, at: float) -> Row:
    """The columns that every action writes."""
    return {
        "status": _status(game.state),
        "ended_at": at if game.state.over else None,
        "version": game.state.version,
        "seating": seating(game.table),
        "snapshot": game.game_type.snapshots.dumps(game.state),
    }


def _status(state: AnyState) -> str:
    if state.result is None:
        return RUNNING
    return ABANDONED if state.result.reason is EndReason.ABANDONED else FINISHED


def _last_deal(change: Change) -> int | None:
    """The position of the newest deal among the events of a change."""
    kinds = change.game.game_type.deals
    deals = [place for place, event in enumerate(change.events) if isinstance(event, kinds)]
    return deals[-1] if deals else None


def _add_lines(connection: Connection, change: Change, first: int) -> None:
    """Add the lines of a change's events, numbered from ``first`` on."""
    lines = map(change.game.game_type.records.event_line, change.events)
    game_id = change.game.table.game_id
    rows = [
        {"game_id": game_id, "seq": seq, "kind": line["type"], "line": records.dumps(line)}
        for seq, line in enumerate(lines, first)
    ]
    if rows:
        connection.execute(insert(game_events), rows)


# ── reading games ─────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class StoredGame:
    """A game's row, its newest event lines, and the lines that ended hands."""

    row: Row
    recent: Sequence[str]
    scored: Sequence[str]


async def open_games(
    database: Database, shards: Shards = ALL_SHARDS, channel_id: int | None = None
) -> list[LiveGame]:
    """The running games of these shards or of a channel, oldest first.

    They have at most 60 events of the last hand. A game with a damaged snapshot is rebuilt from its
    event lines; if they are damaged too, it is logged and left out, and its rows are kept.
    """
    running = games.c.status == RUNNING, *served(games, shards, channel_id)
    return await _live_games(database, await database.read(_stored, *running))


async def pending_ends(
    database: Database, now: float, shards: Shards = ALL_SHARDS
) -> list[LiveGame]:
    """The games of these shards whose end is not shown in their channel, oldest first.

    They are restored as in :func:`open_games`. After a week a channel is given up.
    """
    return await _live_games(database, await database.write(_pending_ends, now, shards))


def _pending_ends(connection: Connection, now: float, shards: Shards) -> list[StoredGame]:
    connection.execute(_drop_pending(games.c.ended_at < now - LONGEST_PENDING))
    pending = games.c.game_id.in_(select(unshown_ends.c.game_id))
    return _stored(connection, pending, *served(games, shards, None))


def _stored(connection: Connection, *which: ColumnElement[bool]) -> list[StoredGame]:
    oldest_first = select(games).where(*which).order_by(games.c.started_at, games.c.game_id)
    rows = connection.execute(oldest_first).mappings()
    lines = (
        select(game_events.c.game_id, game_events.c.line)
        .join(games, games.c.game_id == game_events.c.game_id)
        .where(*which)
        .order_by(game_events.c.game_id, game_events.c.seq)
    )
    seq = game_events.c.seq
    newest = lines.where(seq >= games.c.hand_from, seq >= games.c.events - RECENT)
    stored = [dict(row) for row in rows]
    if not stored:
        return []
    recent = _by_game(connection, newest)
    scored = _by_game(connection, lines.where(game_events.c.kind.in_(_SCORE_LINES)))
    return [StoredGame(row, recent[row["game_id"]], scored[row["game_id"]]) for row in stored]


def _by_game(connection: Connection, lines: Select[Any]) -> Mapping[str, list[str]]:
    by_game: defaultdict[str, list[str]] = defaultdict(list)
    for row in connection.execute(lines):
        by_game[row.game_id].append(row.line)
    return by_game


def _event_lines(connection: Connection, game_id: str) -> list[str]:
    """All lines of a game's record but the first."""
    of_game = select(game_events.c.line).where(game_events.c.game_id == game_id)
    return list(connection.scalars(of_game.order_by(game_events.c.seq)))


def finished_record(connection: Connection, game_id: str) -> list[str] | None:
    """All lines of a finished game's record; None for a running or unknown game."""
    return _record(connection, game_id, games.c.status != RUNNING)


def deserted(connection: Connection, user_id: int, since: float) -> list[tuple[Table, float]]:
    """A person's newest games that ended after ``since`` because nobody acted, and when."""
    query = (
        select(games.c.seating, games.c.ended_at)
        .join(game_seats, game_seats.c.game_id == games.c.game_id)
        .where(
            game_seats.c.user_id == user_id,
            games.c.status == ABANDONED,
            games.c.ended_at >= since,
        )
        .order_by(games.c.ended_at.desc())
        .limit(MOST_DESERTED)
    )
    ended = [(parse_seating(row.seating), row.ended_at) for row in connection.execute(query)]
    return [each for each in ended if each[0].deserted]


def running_record(connection: Connection, game_id: str, version: int) -> list[str] | None:
    """All lines of a running game's record, which hold hidden cards; None for another version."""
    return _record(connection, game_id, games.c.version == version, games.c.status == RUNNING)


def _record(connection: Connection, game_id: str, *which: ColumnElement[bool]) -> list[str] | None:
    header = connection.scalar(select(games.c.header).where(games.c.game_id == game_id, *which))
    return None if header is None else [header, *_event_lines(connection, game_id)]


def served(
    table: SqlTable, shards: Shards, channel_id: int | None
) -> Iterable[ColumnElement[bool]]:
    """The conditions for the rows of some shards, and of a channel if one is given."""
    if channel_id is not None:
        yield table.c.channel_id == channel_id
    if not shards.all_here:
        # A bound value would get the column's type, and PostgreSQL shifts by integers only.
        shift: ColumnElement[Any] = literal_column(str(TIMESTAMP_SHIFT))
        yield (table.c.guild_id.bitwise_rshift(shift) % shards.count).in_(shards.ids)


# ── rows as games ─────────────────────────────────────────────────────────────────────────────


async def _live_games(database: Database, stored: Sequence[StoredGame]) -> list[LiveGame]:
    """The games of some rows, restored in a thread, since it takes long."""
    restored = await asyncio.to_thread(lambda: [*map(_restored, stored)])
    live: list[LiveGame] = []
    for each, game in zip(stored, restored, strict=True):
        if game is not None:
            live.append(game)
            continue
        lines = await database.read(_event_lines, each.row["game_id"])
        rebuilt = await asyncio.to_thread(_rebuilt, each.row, lines)
        live += [] if rebuilt is None else [rebuilt]
    return live


def _restored(stored: StoredGame) -> LiveGame | None:
    """A game from its snapshot; None if it is damaged."""
    try:
        game_type, game = _game(stored.row)
        state = game_type.snapshots.loads(stored.row["snapshot"], game)
        return _live_game(stored.row, state, stored.recent, stored.scored)
    except ValueError as error:
        _log.warning("game %s is damaged (%s)", stored.row["game_id"], problem(error))
        return None


def _rebuilt(row: Row, lines: Sequence[str]) -> LiveGame | None:
    """A game from its event lines; None if they are damaged or incomplete."""
    try:
        game_type, game = _game(row)
        state = next(game_type.records.verify([row["header"], *lines])).state
        newest = lines[max(row["hand_from"], len(lines) - RECENT) :]
        rebuilt = _live_game(row, replace(state, game=game), newest, lines)
    except ValueError as error:
        _log.error("game %s is lost (%s); its rows are kept", row["game_id"], problem(error))
        return None
    _log.warning("game %s was rebuilt from its event lines", row["game_id"])
    return rebuilt


def _live_game(row: Row, state: AnyState, recent: Sequence[str], scored: Sequence[str]) -> LiveGame:
    if state.version != row["version"]:
        raise ValueError(f"version {state.version} in a row of {row['version']}")
    table = parse_seating(row["seating"])
    if table.game_id != row["game_id"]:
        raise ValueError("the table is of another game")
    game_type = game_type_for(row["edition"])
    game = state.game
    with_scores = _events(game_type, game, scored)
    scores = tuple(event for event in with_scores if isinstance(event, game_type.scores))
    newest = game_type.records.without_undone(_events(game_type, game, recent))
    return LiveGame(table, state, newest, scores)


def _game(row: Row) -> tuple[AnyGameType, AnyHeader]:
    game_type = game_type_for(row["edition"])
    header = records.loads(row["header"])
    secret = bytes.fromhex(row["secret"])
    return game_type, game_type.records.game_with_secret(header, secret)


def _events(game_type: AnyGameType, game: AnyHeader, lines: Sequence[str]) -> tuple[AnyEvent, ...]:
    """The events of some lines; none if one is damaged, since events are only shown."""
    phases = game.rules.parsed_phases
    try:
        return tuple(game_type.records.parse_event(records.loads(line), phases) for line in lines)
    except ValueError as error:
        _log.warning("game %s: an event line is damaged (%s)", game.game_id, problem(error))
        return ()
