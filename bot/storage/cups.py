"""Cups: the lines of their events, and their games."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from itertools import count
from typing import Any

from sqlalchemy import Connection, Select, and_, delete, func, insert, or_, select, update

from bot.core import records
from bot.cups.engine import replayed
from bot.cups.record import header_line, opened, renumbered
from bot.cups.standings import season_standings, standings
from bot.cups.state import (
    CUP_EVENTS,
    Cup,
    CupEvent,
    CupGame,
    CupStatus,
    Joined,
    LiveCup,
    PastCup,
    RoundStarted,
)
from bot.results.standings import Board, BoardQuery, BoardRow, By, CupSeason, ranks
from bot.shards import ALL_SHARDS, PersonToForget, Shards, Stay

from .errors import StaleWriteError, problem
from .games import served
from .members import holds_place, shown_name
from .record_names import rename_seat
from .schema import (
    Row,
    cup_events,
    cup_people,
    cup_tables,
    cups,
    games,
    insert_new,
    page_bounds,
)

# Columns that are no data about people.
_OF_BOT = {"shown", "due", "next_at", "message_id", "host_id"}
LONGEST_UNSHOWN = 7 * 86_400  # seconds after which the end of a cup is no longer shown
MOST_SEASONS = 25  # that can be chosen
FEWEST_FOR_MEDAL = 4  # people in a cup whose winner has the medal
_OVER = (CupStatus.FINISHED.value, CupStatus.CANCELLED.value)
_log = logging.getLogger(__name__)


def put_cup(connection: Connection, new: LiveCup) -> None:
    row = {
        "cup_id": new.cup.cup_id,
        "guild_id": new.guild_id,
        "channel_id": new.channel_id,
        "host_id": new.host_id,
        "locale": new.locale,
        "header": records.dumps(header_line(new.cup)),
        "shown": 0,
        "series": new.series,
    }
    connection.execute(insert(cups), {**row, **_changing(new)})
    if new.host_id is not None:
        insert_new(connection, cup_people, {"user_id": new.host_id, "cup_id": new.cup.cup_id})


def advance_cup(
    connection: Connection, new: LiveCup, event: CupEvent, following: LiveCup | None = None
) -> None:
    """Store an event and what follows from it; raises StaleWriteError.

    With the end of a cup the ``following`` one is stored, so that it is opened once.
    """
    cup_id = new.cup.cup_id
    seq = new.events - 1
    was = and_(cups.c.cup_id == cup_id, cups.c.events == seq, cups.c.status.not_in(_OVER))
    if not connection.execute(update(cups).where(was).values(_changing(new))).rowcount:
        raise StaleWriteError(f"cup {cup_id} is not at event {seq}")
    line = {"cup_id": cup_id, "seq": seq, "line": records.dumps(CUP_EVENTS.line(event))}
    connection.execute(insert(cup_events), line)
    match event:
        case Joined():
            insert_new(connection, cup_people, {"user_id": event.person, "cup_id": cup_id})
        case RoundStarted():
            of_round = {"cup_id": cup_id, "round": len(new.cup.rounds) - 1}
            rows = [
                {"game_id": game.game_id, "place": place, "channel_id": game.channel_id, **of_round}
                for place, game in enumerate(new.games)
            ]
            connection.execute(insert(cup_tables), rows)
    if new.cup.over:
        ended = update(cups).where(cups.c.cup_id == cup_id)
        connection.execute(ended.values(ended_at=event.at))
    if following is not None:
        put_cup(connection, following)


def note_cup(connection: Connection, cup_id: str, columns: Row) -> None:
    """Store some columns of a cup that no event changes."""
    connection.execute(update(cups).where(cups.c.cup_id == cup_id).values(columns))


def note_thread(connection: Connection, game_id: str, channel_id: int) -> None:
    of_game = update(cup_tables).where(cup_tables.c.game_id == game_id)
    connection.execute(of_game.values(channel_id=channel_id))


def _changing(new: LiveCup) -> Row:
    columns = {"status": new.cup.status.value, "events": new.events, "next_at": new.next_at}
    return {**columns, "due": new.due, "cancelling": new.cancelling}


def open_cups(connection: Connection, now: float, shards: Shards = ALL_SHARDS) -> list[LiveCup]:
    """The cups of these shards whose end is not shown yet, and then those that are not over."""
    unshown = and_(cups.c.shown < cups.c.events, cups.c.ended_at > now - LONGEST_UNSHOWN)
    shown = or_(cups.c.status.not_in(_OVER), unshown)
    wanted = select(cups).where(shown, *served(cups, shards, None))
    in_order = wanted.order_by(cups.c.ended_at.is_(None), cups.c.ended_at)
    restored = (_restored(connection, row) for row in connection.execute(in_order).mappings().all())
    return [cup for cup in restored if cup is not None]


def stored_cup(connection: Connection, cup_id: str) -> LiveCup | None:
    """A cup, also one that is over; None if there is none, or it is damaged."""
    row = connection.execute(select(cups).where(cups.c.cup_id == cup_id)).mappings().one_or_none()
    return None if row is None else _restored(connection, row)


def cup_before(connection: Connection, live: LiveCup) -> LiveCup | None:
    """The newest cup of a series that was over before this one; None if it is the first."""
    of_series = cups.c.series == live.series, cups.c.cup_id != live.cup.cup_id
    ended = select(cups).where(*of_series, cups.c.ended_at.is_not(None))
    return next(
        (cup for cup, _ in _past(connection, ended.order_by(cups.c.ended_at.desc()).limit(1))), None
    )


def people_to_call(connection: Connection, live: LiveCup) -> list[int]:
    """The people of the cup before this one, without those who left it or were deleted."""
    before = cup_before(connection, live)
    if before is None:
        return []
    stored = select(cup_people.c.user_id).where(cup_people.c.cup_id == before.cup.cup_id)
    known = {*connection.scalars(stored)}
    return [
        one.person
        for one in before.cup.participants
        if one.person in known and (one.absent or not one.left)
    ]


def past_cups(connection: Connection, guild_id: int, limit: int) -> list[PastCup]:
    """The newest cups of a server that were played to their end."""
    past = []
    newest = _finished(guild_id).order_by(cups.c.ended_at.desc(), cups.c.cup_id).limit(limit)
    for stored, at in _past(connection, newest):
        cup = stored.cup
        winner = standings(cup)[0].person
        best = cup.participant(winner)
        name = shown_name(connection, guild_id, winner, best.name if best else "")
        past.append(PastCup(cup.cup_id, cup.name, at, len(cup.participants), winner, name))
    return past


def cups_won(connection: Connection, guild_id: int, user_id: int) -> list[tuple[str, float]]:
    """The cups of a server that gave a person a medal, oldest first; games for fun give none."""
    mine = (
        _finished(guild_id)
        .join(cup_people, cup_people.c.cup_id == cups.c.cup_id)
        .where(cup_people.c.user_id == user_id)
        .order_by(cups.c.ended_at, cups.c.cup_id.desc())
    )
    return [
        (stored.cup.cup_id, at)
        for stored, at in _past(connection, mine)
        if len(stored.cup.participants) >= FEWEST_FOR_MEDAL
        and not stored.cup.rules.for_fun
        and standings(stored.cup)[0].person == user_id
    ]


def season_board(
    connection: Connection,
    query: BoardQuery,
    offset: int = 0,
    limit: int = 10,
    *,
    me: int | None = None,
) -> Board:
    """A page of the season of a query, and the row of ``me`` on any page."""
    offset, limit = page_bounds(offset, limit)
    guild_id = query.guild_id
    seasons = _seasons(connection, guild_id)
    series = None if query.season is None else query.season.series
    season = next((each for each in seasons if each.series == series), next(iter(seasons), None))
    query = BoardQuery(guild_id, By.CUPS, season=season)
    if season is None:
        return Board(query, offset, (), 0)
    of_season = cups.c.series == season.series
    user_id = cup_people.c.user_id
    held = select(user_id).join_from(cup_people, cups)
    people = {*connection.scalars(held.where(of_season, holds_place(guild_id, user_id)))}
    past = _past(connection, _finished(guild_id).where(of_season).order_by(cups.c.ended_at))
    sums = season_standings((stored.cup for stored, _ in past), people)
    rows = [
        BoardRow(rank, each.person, each.name, each.points, each.cups, each.won)
        for rank, each in zip(ranks(each.key for each in sums), sums, strict=True)
    ]

    def named(row: BoardRow) -> BoardRow:
        return replace(row, name=shown_name(connection, guild_id, row.user_id, row.name))

    own = next((place for place, row in enumerate(rows, 1) if row.user_id == me), None)
    return Board(
        query=query,
        offset=offset,
        rows=tuple(map(named, rows[offset : offset + limit])),
        total=len(rows),
        own=None if own is None else named(rows[own - 1]),
        own_place=own,
        seasons=tuple(seasons),
    )


def _seasons(connection: Connection, guild_id: int) -> list[CupSeason]:
    """The seasons of a server, that of the newest cup first."""
    counted = (
        select(cups.c.series, func.count().label("cups"))
        .where(cups.c.guild_id == guild_id, cups.c.status == CupStatus.FINISHED.value)
        .where(cups.c.series.is_not(None))
        .group_by(cups.c.series)
        .order_by(func.max(cups.c.ended_at).desc(), cups.c.series)
        .limit(MOST_SEASONS)
    )
    seasons = []
    for row in connection.execute(counted).all():
        newest = _finished(guild_id).where(cups.c.series == row.series)
        for stored, _ in _past(connection, newest.order_by(cups.c.ended_at.desc()).limit(1)):
            seasons.append(CupSeason(row.series, stored.cup.name, row.cups))
    return seasons


def _finished(guild_id: int) -> Select[Any]:
    finished = cups.c.status == CupStatus.FINISHED.value
    return select(cups).where(cups.c.guild_id == guild_id, finished)


def _past(connection: Connection, finished: Select[Any]) -> list[tuple[LiveCup, float]]:
    """The cups of a query that are not damaged, and when they ended."""
    rows = connection.execute(finished).mappings().all()
    past = ((_restored(connection, row), row["ended_at"]) for row in rows)
    return [(stored, at) for stored, at in past if stored is not None]


def _restored(connection: Connection, row: Mapping[Any, Any]) -> LiveCup | None:
    try:
        events = [event for _, event in load_cup_events(connection, row["cup_id"])]
        cup = replayed(opened(records.loads(row["header"])), events)
    except ValueError as error:
        _log.error("cup %s is damaged (%s)", row["cup_id"], problem(error))
        return None
    tables = (
        select(*cup_tables.c["game_id", "channel_id"], games.c.game_id.is_not(None).label("begun"))
        .join_from(cup_tables, games, cup_tables.c.game_id == games.c.game_id, isouter=True)
        .where(cup_tables.c.cup_id == cup.cup_id, cup_tables.c.round == len(cup.rounds) - 1)
        .order_by(cup_tables.c.place)
    )
    rows = connection.execute(tables)
    names = ("guild_id", "channel_id", "host_id", "locale", "events", "due", "cancelling")
    return LiveCup(
        cup=cup,
        games=tuple(CupGame(row.game_id, row.channel_id, row.begun) for row in rows),
        **{name: row[name] for name in (*names, "message_id", "shown", "series", "next_at")},
    )


def load_cup_events(connection: Connection, cup_id: str) -> list[tuple[int, CupEvent]]:
    """The events of a cup with their numbers, in order; raises ValueError for a damaged line."""
    of_cup = select(*cup_events.c["seq", "line"]).where(cup_events.c.cup_id == cup_id)
    events: list[tuple[int, CupEvent]] = []
    for seq, line in connection.execute(of_cup.order_by(cup_events.c.seq)):
        events.append((seq, CUP_EVENTS.read(records.loads(line))))
    return events


# ── people who are deleted, and their data ────────────────────────────────────────────────────────


def stays(connection: Connection, user_id: int) -> list[Stay]:
    """The cups of which a person is or was, or which they opened."""
    query = select(*cups.c["cup_id", "guild_id", "ended_at"]).join_from(cups, cup_people)
    rows = connection.execute(query.where(cup_people.c.user_id == user_id))
    return [Stay(row.cup_id, row.guild_id, over=bool(row.ended_at)) for row in rows]


def leave(connection: Connection, person: PersonToForget, cup_id: str) -> None:
    """Give a person another number and name in a cup and in the records of all its games."""
    of_cup = cups.c.cup_id == cup_id
    connection.execute(select(cups.c.cup_id).where(of_cup).with_for_update())
    mine = update(cups).where(of_cup, cups.c.host_id == person.user_id)
    connection.execute(mine.values(host_id=None))
    stored = stored_cup(connection, cup_id)
    if stored is not None:
        _renumber(connection, stored.cup, person)
    of_person = cup_people.c.user_id == person.user_id, cup_people.c.cup_id == cup_id
    connection.execute(delete(cup_people).where(*of_person))


def _renumber(connection: Connection, cup: Cup, person: PersonToForget) -> None:
    events = load_cup_events(connection, cup.cup_id)
    joined = [event for _, event in events if isinstance(event, Joined)]
    if all(event.person != person.user_id for event in joined):
        return
    taken = {event.person for event in joined} | {event.name for event in joined}
    number = next(n for n in count(1) if not {n, f"{person.names[0]} {n}"} & taken)
    name = f"{person.names[0]} {number}"
    for seq, event in events:
        new = event
        if isinstance(event, Joined) and event.person == person.user_id:
            new = replace(event, name=name)
        new = renumbered(new, {person.user_id: number})
        if new != event:
            of_line = cup_events.c.cup_id == cup.cup_id, cup_events.c.seq == seq
            line = records.dumps(CUP_EVENTS.line(new))
            connection.execute(update(cup_events).where(*of_line).values(line=line))
    of_cup = select(cup_tables).where(cup_tables.c.cup_id == cup.cup_id)
    for row in connection.execute(of_cup).all():
        seats = cup.rounds[row.round].tables[row.place].seats
        if person.user_id in seats:
            rename_seat(connection, row.game_id, seats.index(person.user_id), name)


def own_data(connection: Connection, user_id: int) -> list[dict[str, Any]]:
    """What is stored about a person's cups."""
    columns = (column for column in cups.c if column.name not in _OF_BOT)
    query = (
        select(*columns, (cups.c.host_id == user_id).label("host"))
        .join_from(cups, cup_people)
        .where(cup_people.c.user_id == user_id)
        .order_by(cups.c.cup_id)
    )
    return [{**row} for row in connection.execute(query).mappings()]
