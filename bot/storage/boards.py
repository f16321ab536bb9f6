"""Leaderboards and champions, read from the totals.

Only games with other people count. Ties share a rank and are ordered like the index, by user id.
"""

from __future__ import annotations

from collections.abc import Iterator
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
    ranks,
)
from bot.systems import DEFAULT_SYSTEM, SYSTEMS_BY_NAME

from .schema import GUILD, is_named, member_names, page_bounds, totals

_COLUMNS = {
    By.RATING: "rating",
    By.WINS: "wins",
    By.WIN_RATE: "win_rate",
    By.POINTS: "points_a_hand",
    By.PHASES: "phases",
}


def leaderboard(  # noqa: PLR0913  # the parts of one question
    connection: Connection,
    now: float,
    query: BoardQuery,
    *,
    offset: int = 0,
    limit: int = 10,
    me: int | None = None,
) -> Board:
    """A page of a leaderboard, and the row of ``me`` on any page."""
    offset, limit = page_bounds(offset, limit)
    board = {
        "guild": query.guild_id,
        "edition": query.edition or DEFAULT_SYSTEM.traits.pooled_edition,
        "period": period_number(query.period, now),
    }
    order = query.by, query.is_ascending
    part = {"offset": offset, "limit": limit}
    rows = connection.execute(_PAGES[order], board | part).mappings().all()
    first = rows[0] if rows else {"value": None, "user_id": None}
    own = {"first": first["value"], "first_user": first["user_id"], "me": me}
    counts = connection.execute(_COUNTS[order], board | own).mappings().one()
    of_page = ranks((row["value"] for row in rows), offset, counts["tied"])
    return Board(
        query=query,
        offset=offset,
        rows=tuple(_row(rank, row) for rank, row in zip(of_page, rows, strict=True)),
        total=counts["total"],
        own=None if counts["value"] is None else _row(counts["before_own"] + 1, counts),
    )


def _row(rank: int, row: RowMapping) -> BoardRow:
    return BoardRow(
        rank, row["user_id"], row["name"] or "", row["value"], row["games"], row["wins"]
    )


# The cost of both statements grows with the places before the page and with the people ranked, so
# they pass over these in the index alone. Two counts are faster than one with a filter.


def _page(by: By, ascending: bool) -> Select[Any]:
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
        .join(member_names, is_named(places.c.user_id), isouter=True)
        .order_by(*_in_order(ascending, places.c.value, places.c.user_id))
    )


def _in_order(ascending: bool, *columns: ColumnElement[Any]) -> Iterator[ColumnElement[Any]]:
    return (column if ascending else column.desc() for column in columns)


def _counts(by: By, ascending: bool) -> Select[Any]:
    """The own row, how many people are ranked, and how many before the page equal its first row."""
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
        .join(member_names, is_named(own.c.user_id), isouter=True)
    )


def _on_board(table: FromClause) -> ColumnElement[bool]:
    return and_(
        table.c.guild_id == GUILD,
        table.c.edition == bindparam("edition", type_=String),
        table.c.period == bindparam("period", type_=Integer),
    )


# Only points are ordered in both directions: in the card game few are good.
_ORDERS = [*((by, False) for by in By), (By.POINTS, True)]
_PAGES = {order: _page(*order) for order in _ORDERS}
_COUNTS = {order: _counts(*order) for order in _ORDERS}


# ── champions ─────────────────────────────────────────────────────────────────────────────────


def champions(  # noqa: PLR0913  # the parts of one question
    connection: Connection,
    now: float,
    guild_id: int,
    system: str,
    *,
    offset: int = 0,
    limit: int = 10,
) -> Champions:
    """The champions of ``limit`` finished seasons after the newest ``offset`` ones."""
    offset, limit = page_bounds(offset, limit)
    before = totals.c.period < month_of(now)
    best = _best(guild_id, system).where(before)
    total = connection.scalar(select(func.count()).select_from(best.subquery())) or 0
    months = best.order_by(totals.c.period.desc()).offset(offset).limit(limit)
    return Champions(guild_id, system, offset, _champions(connection, guild_id, months), total)


def month_champions(connection: Connection, guild_id: int, month: int) -> list[Champions]:
    """The champions of a month in each game system that has any."""
    pages = []
    for name in SYSTEMS_BY_NAME:
        best = _best(guild_id, name).where(totals.c.period == month)
        pages.append(Champions(guild_id, name, 0, _champions(connection, guild_id, best), 1))
    return [page for page in pages if page.champions]


def _best(guild_id: int, system: str) -> Select[Any]:
    """The highest rating of each month in which a person played enough rated games."""
    return (
        select(totals.c.edition, totals.c.period, func.max(totals.c.rating).label("rating"))
        .where(
            totals.c.guild_id == guild_id,
            totals.c.edition == SYSTEMS_BY_NAME[system].traits.pooled_edition,
            totals.c.period != ALL_TIME,
            totals.c.games >= FEWEST_FOR_CHAMPION,
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
        totals.c.games >= FEWEST_FOR_CHAMPION,
    )
    of_person = and_(
        member_names.c.guild_id == totals.c.guild_id, member_names.c.user_id == totals.c.user_id
    )
    with_names = (
        select(totals, member_names.c.name)
        .join_from(top, totals, of_month)
        .join(member_names, of_person, isouter=True)
        .order_by(totals.c.period.desc(), totals.c.user_id.desc())
    )
    return tuple(
        Champion(row.period, row.user_id, row.name or "", row.rating, row.games)
        for row in connection.execute(with_names)
    )
