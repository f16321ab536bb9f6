"""Leaderboards and champions, from games with other people; ties are ordered by user id."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Double,
    Integer,
    Select,
    and_,
    case,
    cast,
    func,
    or_,
    select,
)

from bot.core.game_type import AnyGameType
from bot.game_types import GAME_TYPES, GAME_TYPES_BY_NAME
from bot.results.ratings import Kind
from bot.results.standings import (
    FEWEST_FOR_CHAMPION,
    FEWEST_FOR_RATE,
    Board,
    BoardQuery,
    BoardRow,
    By,
    Champion,
    Champions,
    Period,
    month_number,
    period_number,
    week_start,
)

from .members import holds_place
from .schema import newest_name, page_bounds, ratings, result_seats

_SEATS = result_seats.c
_GAMES = func.count()
_WINS = func.sum(case((_SEATS.place == 1, 1), else_=0))
_HANDS = func.sum(_SEATS.hands)
_ENOUGH = _GAMES >= FEWEST_FOR_RATE
_FIGURES: dict[By, ColumnElement[Any]] = {
    By.WINS: _WINS,
    By.WIN_RATE: case((_ENOUGH, cast(_WINS, Double) / cast(_GAMES, Double))),
    By.POINTS: case(
        (and_(_ENOUGH, _HANDS > 0), cast(func.sum(_SEATS.total), Double) / cast(_HANDS, Double))
    ),
    By.PHASES: func.sum(_SEATS.phases),
}
# As bot.results.ratings.rating_points.
_RATING = cast(func.round(1000.0 + 40.0 * (ratings.c.mu - 3.0 * ratings.c.sigma)), Integer)


def leaderboard(  # noqa: PLR0913  # the parts of one question
    connection: Connection,
    query: BoardQuery,
    now: float,
    offset: int = 0,
    limit: int = 10,
    *,
    me: int | None = None,
) -> Board:
    """A page of a leaderboard, and the row of ``me`` on any page."""
    offset, limit = page_bounds(offset, limit)
    each = _people(query, now).subquery().c
    columns = each.value, each.user_id
    best_first = [column if query.is_ascending else column.desc() for column in columns]
    ranked = (
        select(
            *each,
            func.rank().over(order_by=best_first[0]).label("rank"),
            func.row_number().over(order_by=best_first).label("place"),
            func.count().over().label("people"),
        )
        .where(each.value.is_not(None))
        .subquery()
    )
    place = ranked.c.place
    # The first row is read for the number of people, which a page after the last one needs, too.
    wanted = or_(place == 1, place.between(offset + 1, offset + limit), ranked.c.user_id == me)
    with_names = select(ranked, newest_name(query.guild_id, ranked.c.user_id))
    found = connection.execute(with_names.where(wanted).order_by(place)).all()
    rows = {
        row.place: BoardRow(row.rank, row.user_id, row.name, row.value, row.games, row.wins)
        for row in found
    }
    own = next((row.place for row in found if row.user_id == me), None)
    return Board(
        query=query,
        offset=offset,
        rows=tuple(rows[row] for row in rows if offset < row <= offset + limit),
        total=found[0].people if found else 0,
        own=None if own is None else rows[own],
        own_place=own,
    )


def _people(query: BoardQuery, now: float) -> Select[Any]:
    """The people on a leaderboard, with their value, games and wins."""
    pooled = query.game_type.all_editions_key
    edition = pooled if query.edition is None else query.edition
    counted = [_on_board(query.guild_id, query.game_type)]
    if edition != pooled:
        counted.append(_SEATS.edition == edition)
    if query.period is Period.WEEK:
        start = week_start(now)
        # A week is in two months at most, for each of which there is an index.
        counted += [_SEATS.month >= month_number(start), _SEATS.ended_at >= start]
    elif query.period is not Period.ALL:
        counted.append(_SEATS.month == period_number(query.period, now))
    value = _FIGURES.get(query.by, _GAMES).label("value")
    columns = _SEATS.user_id, value, _GAMES.label("games"), _WINS.label("wins")
    sums = select(*columns).where(*counted).group_by(_SEATS.user_id)
    if query.by is not By.RATING:
        return sums
    played = sums.subquery()
    rated = _rated(query.guild_id, played.c.user_id, edition, period_number(query.period, now))
    value = _RATING.label("value")
    with_ratings = select(played.c.user_id, value, played.c.games, played.c.wins)
    return with_ratings.join_from(played, ratings, rated)


def _on_board(guild_id: int, game_type: AnyGameType) -> ColumnElement[bool]:
    """The condition for the seats of people who hold a place, in games with other people."""
    rated = and_(_SEATS.people_mu_after.is_not(None), _SEATS.user_id.is_not(None))
    here = and_(_SEATS.guild_id == guild_id, holds_place(guild_id, _SEATS.user_id))
    return and_(here, rated, _SEATS.edition.in_(game_type.editions))


def _rated(
    guild_id: int, user_id: ColumnElement[Any], edition: str, period: ColumnElement[int] | int
) -> ColumnElement[bool]:
    return and_(
        ratings.c.guild_id == guild_id,
        ratings.c.user_id == user_id,
        ratings.c.edition == edition,
        ratings.c.kind == Kind.PEOPLE.value,
        ratings.c.period == period,
    )


def champions(  # noqa: PLR0913  # the parts of one question
    connection: Connection,
    guild_id: int,
    game_type: str,
    now: float,
    *,
    offset: int = 0,
    limit: int = 10,
) -> Champions:
    """The champions of ``limit`` finished seasons after the newest ``offset`` ones."""
    offset, limit = page_bounds(offset, limit)
    found = _champions(connection, guild_id, game_type, _SEATS.month < month_number(now))
    months = list(dict.fromkeys(champion.month for champion in found))
    page = months[offset : offset + limit]
    shown = tuple(champion for champion in found if champion.month in page)
    return Champions(guild_id, game_type, offset, shown, len(months))


def month_champions(connection: Connection, guild_id: int, month: int) -> list[Champions]:
    """The champions of a month of each type of game that has any."""
    pages = [
        Champions(
            guild_id,
            game_type.name,
            0,
            tuple(_champions(connection, guild_id, game_type.name, _SEATS.month == month)),
            1,
        )
        for game_type in GAME_TYPES
    ]
    return [page for page in pages if page.champions]


def _champions(
    connection: Connection, guild_id: int, game_type: str, months: ColumnElement[bool]
) -> list[Champion]:
    """The people with the highest rating of each month who played enough, newest month first."""
    game = GAME_TYPES_BY_NAME[game_type]
    played = (
        select(_SEATS.month, _SEATS.user_id, _GAMES.label("games"))
        .where(_on_board(guild_id, game), months)
        .group_by(_SEATS.month, _SEATS.user_id)
        .having(_GAMES >= FEWEST_FOR_CHAMPION)
        .subquery()
    )
    rated = _rated(guild_id, played.c.user_id, game.all_editions_key, played.c.month)
    best_first = func.rank().over(partition_by=played.c.month, order_by=_RATING.desc())
    columns = played, _RATING.label("rating"), best_first.label("rank")
    people = select(*columns).join_from(played, ratings, rated).subquery()
    best = (
        select(people, newest_name(guild_id, people.c.user_id))
        .where(people.c.rank == 1)
        .order_by(people.c.month.desc(), people.c.user_id.desc())
    )
    rows = connection.execute(best)
    return [Champion(row.month, row.user_id, row.name, row.rating, row.games) for row in rows]
