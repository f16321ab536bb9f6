"""Leaderboards and champions, read from the totals.

Ratings are of games between people, so people who only met computer players have no rank by rating;
games won, points and phases count every finished game. Ties share a rank and are ordered like the
index, by user id.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    FromClause,
    Integer,
    RowMapping,
    Select,
    String,
    and_,
    bindparam,
    func,
    select,
)

from bot.scores.results import (
    ALL_TIME,
    FEWEST_FOR_CHAMPION,
    Board,
    BoardQuery,
    BoardRow,
    By,
    Champion,
    Champions,
    month_of,
    period_number,
)
from bot.systems import CARDS, SYSTEMS

from .schema import member_names, totals

MOST_ROWS = 50
"""The longest page."""
LAST_ROW = 2**31 - 1

_COLUMNS = {
    By.RATING: "rating",
    By.WINS: "wins",
    By.WIN_RATE: "win_rate",
    By.POINTS: "points_a_hand",
    By.PHASES: "phases",
}
_POOLED = {system.name: system.pooled_edition for system in SYSTEMS}
GUILD = bindparam("guild", type_=BigInteger)
"""The server that a statement is about."""


def leaderboard(  # noqa: PLR0913  # the parts of one question
    connection: Connection,
    query: BoardQuery,
    now: float,
    *,
    offset: int = 0,
    limit: int = 10,
    me: int | None = None,
) -> Board:
    """Return a page of a leaderboard, and the row of ``me`` on any page.

    Args:
        connection: in a transaction.
        query: which leaderboard.
        now: in seconds since 1970.
        offset: how many rows to leave out.
        limit: how many rows to return, 50 at most.
        me: the person asking; None for nobody.
    """
    offset, limit = max(0, min(offset, LAST_ROW)), max(1, min(limit, MOST_ROWS))
    board = {
        "guild": query.guild_id,
        "edition": query.edition or CARDS.pooled_edition,
        "period": period_number(query.period, now),
    }
    part = {"offset": offset, "limit": limit}
    order = query.by, query.is_ascending
    found = connection.execute(_PAGES[order], board | part).mappings().all()
    first = found[0] if found else {"value": None, "user_id": None}
    own = {"first": first["value"], "first_user": first["user_id"], "me": me}
    counts = connection.execute(_COUNTS[order], board | own).mappings().one()
    return Board(
        query=query,
        offset=offset,
        rows=tuple(_ranked(found, offset, offset - counts["tied"])),
        total=counts["total"],
        own=None if counts["value"] is None else _row(counts["before_own"] + 1, counts),
    )


def _ranked(found: Sequence[RowMapping], offset: int, before: int) -> Iterator[BoardRow]:
    """Yield the rows with their ranks; ``before`` people are ranked higher than the first."""
    rank, value = before + 1, None
    for place, row in enumerate(found, offset + 1):
        if value is not None and row["value"] != value:
            rank = place
        value = row["value"]
        yield _row(rank, row)


def _row(rank: int, row: RowMapping) -> BoardRow:
    return BoardRow(
        rank=rank,
        user_id=row["user_id"],
        name=row["name"] or "",
        value=row["value"],
        games=row["games"],
        wins=row["wins"],
    )


# ── statements ────────────────────────────────────────────────────────────────────────────────
# Their cost grows with the places before the page and with the people ranked, so they pass over
# these in the index alone. Two counts are faster than one with a filter.


def _page(by: By, ascending: bool) -> Select[Any]:  # a key of statements
    """A page in order; rows before it are skipped in the index alone."""
    value = totals.c[_COLUMNS[by]]
    places = (
        select(value.label("value"), totals.c.user_id)
        .where(_on_board(totals), value.is_not(None))
        .order_by(*_in_order(ascending, value, totals.c.user_id))
        .limit(bindparam("limit", type_=Integer))
        .offset(bindparam("offset", type_=Integer))
        .subquery()
    )
    sums = totals.alias("sums")
    return (
        select(places, sums.c.games, sums.c.wins, member_names.c.name)
        .join_from(places, sums, and_(_on_board(sums), sums.c.user_id == places.c.user_id))
        .join(member_names, named(places.c.user_id), isouter=True)
        .order_by(*_in_order(ascending, places.c.value, places.c.user_id))
    )


def _in_order(
    ascending: bool,
    *columns: ColumnElement[Any],
) -> Iterator[ColumnElement[Any]]:
    return (column if ascending else column.desc() for column in columns)


def _counts(by: By, ascending: bool) -> Select[Any]:
    """How many are ranked, how many are tied with the page's first row before it; the own row."""
    value = totals.c[_COLUMNS[by]]
    own = totals.alias("own")
    own_value = own.c[_COLUMNS[by]]
    is_own = and_(own.c.user_id == bindparam("me", type_=BigInteger), _on_board(own))
    mine = select(own_value).where(is_own).scalar_subquery()
    ranked = (
        select(func.count().label("total")).where(_on_board(totals), value.is_not(None)).subquery()
    )
    before_own = select(func.count()).where(
        _on_board(totals), value < mine if ascending else value > mine
    )
    first_user = bindparam("first_user", type_=BigInteger)
    tied = select(func.count()).where(
        _on_board(totals),
        value == bindparam("first", type_=value.type),
        totals.c.user_id < first_user if ascending else totals.c.user_id > first_user,
    )
    return (
        select(
            ranked,
            before_own.scalar_subquery().label("before_own"),
            tied.scalar_subquery().label("tied"),
            own.c.user_id,
            own_value.label("value"),
            own.c.games,
            own.c.wins,
            member_names.c.name,
        )
        .join_from(ranked, own, is_own, isouter=True)
        .join(member_names, named(own.c.user_id), isouter=True)
    )


def _on_board(table: FromClause) -> ColumnElement[bool]:
    return and_(
        table.c.guild_id == GUILD,
        table.c.edition == bindparam("edition", type_=String),
        table.c.period == bindparam("period", type_=Integer),
    )


def named(user_id: ColumnElement[Any]) -> ColumnElement[bool]:
    """Return the condition for the name of a person in the server."""
    return and_(member_names.c.guild_id == GUILD, member_names.c.user_id == user_id)


_ORDERS = [(by, ascending) for by in By for ascending in (False, True)]
_PAGES = {order: _page(*order) for order in _ORDERS}
_COUNTS = {order: _counts(*order) for order in _ORDERS}


# ── champions ─────────────────────────────────────────────────────────────────────────────────


def champions(  # noqa: PLR0913  # the parts of one question
    connection: Connection,
    guild_id: int,
    system: str,
    now: float,
    *,
    offset: int = 0,
    limit: int = 10,
) -> Champions:
    """Return the champions of finished seasons, the newest first.

    Args:
        connection: in a transaction.
        guild_id: the server.
        system: the name of the game system.
        now: in seconds since 1970.
        offset: how many seasons to leave out.
        limit: how many seasons to return, 50 at most.
    """
    offset, limit = max(0, min(offset, LAST_ROW)), max(1, min(limit, MOST_ROWS))
    before = totals.c.period < month_of(now)
    best = _best(guild_id, system).where(before)
    total = connection.scalar(select(func.count()).select_from(best.subquery())) or 0
    months = best.order_by(totals.c.period.desc()).offset(offset).limit(limit)
    return Champions(guild_id, system, offset, _champions(connection, guild_id, months), total)


def month_champions(connection: Connection, guild_id: int, month: int) -> list[Champions]:
    """Return the champions of a month in each game system that has any."""
    found = {
        name: _champions(
            connection, guild_id, _best(guild_id, name).where(totals.c.period == month)
        )
        for name in _POOLED
    }
    return [Champions(guild_id, name, 0, each, 1) for name, each in found.items() if each]


def _best(guild_id: int, system: str) -> Select[Any]:
    """The edition, and the highest rating of each month in which somebody could be champion."""
    return (
        select(totals.c.edition, totals.c.period, func.max(totals.c.rating).label("rating"))
        .where(
            totals.c.guild_id == guild_id,
            totals.c.edition == _POOLED[system],
            totals.c.period != ALL_TIME,
            totals.c.rated >= FEWEST_FOR_CHAMPION,
        )
        .group_by(totals.c.edition, totals.c.period)
    )


def _champions(connection: Connection, guild_id: int, best: Select[Any]) -> tuple[Champion, ...]:
    top = best.subquery()
    of_month = and_(
        totals.c.guild_id == guild_id,
        totals.c.edition == top.c.edition,
        totals.c.period == top.c.period,
        totals.c.rating == top.c.rating,
        totals.c.rated >= FEWEST_FOR_CHAMPION,
    )
    of_person = and_(
        member_names.c.guild_id == totals.c.guild_id, member_names.c.user_id == totals.c.user_id
    )
    found = (
        select(totals, member_names.c.name)
        .join_from(top, totals, of_month)
        .join(member_names, of_person, isouter=True)
        .order_by(totals.c.period.desc(), totals.c.user_id.desc())
    )
    return tuple(
        Champion(row.period, row.user_id, row.name or "", row.rating, row.rated)
        for row in connection.execute(found)
    )
