"""Leaderboards, read from the totals: a page, one's own row, and how many are ranked.

Ratings are of games between people, so whoever only met computer players has no rank by rating;
games won, points and phases count every finished game. Who is level shares a rank, and stands there
in the order of the index, which is that of user ids.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Integer,
    Select,
    String,
    and_,
    bindparam,
    func,
    select,
    true,
)

from bot.scores import periods
from bot.scores.results import Board, BoardQuery, BoardRow, By, Period
from bot.scores.tallies import EVERY_EDITION

from .reader import Query, Reading, Row
from .schema import member_names, results, server_results, totals
from .writer import Prepared, prepare

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
_GUILD = bindparam("guild", type_=BigInteger)
# When the first of the games ended that are in the totals of the last 30 days.
_OLDEST = (
    select(func.min(results.c.ended_at))
    .where(
        results.c.guild_id == server_results.c.guild_id,
        results.c.ended_at > server_results.c.recent_from,
    )
    .correlate(server_results)
    .scalar_subquery()
)


@dataclass(frozen=True)
class _Order:
    """The statements for one order.

    Their costs grow with the places left out and with the people ranked, so they pass over these
    in the index, and once.
    """

    page: Prepared
    standing: Prepared


def _order(by: By) -> _Order:
    return _Order(prepare(_page(by)), prepare(_standing(by)))


def _page(by: By) -> Select[Any]:
    """Some rows, the first first; what is left out before them is read from the index alone."""
    value = totals.c[_COLUMNS[by]]
    places = (
        select(value.label("value"), totals.c.user_id)
        .where(_here(totals.c), value.is_not(None))
        .order_by(*_in_order(by, value, totals.c.user_id))
        .limit(bindparam("limit", type_=Integer))
        .offset(bindparam("offset", type_=Integer))
        .subquery()
    )
    sums = totals.alias("sums")
    return (
        select(places, sums.c.games, sums.c.wins, member_names.c.name)
        .join_from(places, sums, and_(_here(sums.c), sums.c.user_id == places.c.user_id))
        .join(member_names, _named(places.c.user_id), isouter=True)
        .order_by(*_in_order(by, places.c.value, places.c.user_id))
    )


def _in_order(by: By, *columns: ColumnElement[Any]) -> Iterator[ColumnElement[Any]]:
    """Few points are best, and much of all else."""
    return (column if by is By.POINTS else column.desc() for column in columns)


def _standing(by: By) -> Select[Any]:
    """How many are ranked, who is level with the first of a page, and the own row."""
    value = totals.c[_COLUMNS[by]]
    first, first_user = (
        bindparam("first", type_=value.type),
        bindparam("first_user", type_=BigInteger),
    )
    own = totals.alias("own")
    own_value = own.c[_COLUMNS[by]]
    is_own = and_(own.c.user_id == bindparam("me", type_=BigInteger), _here(own.c))
    mine = select(own_value).where(is_own).scalar_subquery()
    few = by is By.POINTS
    ranked = (
        select(
            func.count().label("total"),
            func.count().filter(value < mine if few else value > mine).label("before_own"),
        )
        .where(_here(totals.c), value.is_not(None))
        .subquery()
    )
    level = select(func.count()).where(
        _here(totals.c),
        value == first,
        totals.c.user_id < first_user if few else totals.c.user_id > first_user,
    )
    return (
        select(
            ranked.c.total,
            ranked.c.before_own,
            level.scalar_subquery().label("level"),
            own.c.user_id,
            own_value.label("value"),
            own.c.games,
            own.c.wins,
            member_names.c.name,
            _OLDEST.label("oldest"),
        )
        .join_from(server_results, ranked, true())
        .join(own, is_own, isouter=True)
        .join(member_names, _named(own.c.user_id), isouter=True)
        .where(server_results.c.guild_id == _GUILD)
    )


def _here(columns: Any) -> ColumnElement[bool]:  # noqa: ANN401  # a collection of columns
    return and_(
        columns.guild_id == _GUILD,
        columns.edition == bindparam("edition", type_=String),
        columns.period == bindparam("period", type_=Integer),
    )


def _named(user_id: ColumnElement[Any]) -> ColumnElement[bool]:
    return and_(member_names.c.guild_id == _GUILD, member_names.c.user_id == user_id)


_NO_FIRST = {"first": None, "first_user": None}
_ORDERS = {by: _order(by) for by in By}


@dataclass(frozen=True)
class Asked:
    """Which part of which leaderboard.

    Attributes:
        query: which leaderboard.
        now: in seconds since 1970.
        offset: how many rows to leave out.
        limit: how many rows to give.
        me: who asks; None for nobody.
    """

    query: BoardQuery
    now: float
    offset: int
    limit: int
    me: int | None

    @property
    def since(self) -> float | None:
        """What ended then or before does not count; None where all does that is counted."""
        recent = self.query.period is Period.DAYS_30
        return self.now - periods.RECENT_SECONDS if recent else None


def board(asked: Asked) -> Reading[Board | None]:
    """A page of a leaderboard; None when games must be taken out of the last 30 days first."""
    query = asked.query
    offset, limit = max(0, min(asked.offset, LAST_ROW)), max(1, min(asked.limit, MOST_ROWS))
    order = _ORDERS[query.by]
    where = {
        "guild": query.guild_id,
        "edition": query.edition or EVERY_EDITION,
        "period": periods.number_of(query.period, asked.now),
    }
    page = yield Query(order.page, where | {"offset": offset, "limit": limit})
    first = {"first": page[0]["value"], "first_user": page[0]["user_id"]} if page else _NO_FIRST
    found = yield Query(order.standing, where | first | {"me": asked.me})
    if not found:
        return Board(query, offset, (), 0)
    (standing,) = found
    oldest = standing["oldest"]
    if asked.since is not None and oldest is not None and oldest <= asked.since:
        return None
    rows = tuple(_ranked(page, offset, offset - standing["level"]))
    return Board(query, offset, rows, standing["total"], _own(standing))


def _ranked(page: Sequence[Row], offset: int, before: int) -> Iterator[BoardRow]:
    rank, value = before + 1, None
    for place, row in enumerate(page, offset + 1):
        if value is not None and row["value"] != value:
            rank = place
        value = row["value"]
        yield _row(rank, row)


def _own(standing: Row) -> BoardRow | None:
    if standing["value"] is None:
        return None
    return _row(standing["before_own"] + 1, standing)


def _row(rank: int, row: Row) -> BoardRow:
    return BoardRow(
        rank=rank,
        user_id=row["user_id"],
        name=row["name"] or "",
        value=row["value"],
        games=row["games"],
        wins=row["wins"],
    )
