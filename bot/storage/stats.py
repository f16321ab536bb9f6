"""The statistics of a person, in one server or in all, and the history of games."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Integer,
    Row,
    Select,
    String,
    Table,
    and_,
    bindparam,
    case,
    exists,
    func,
    select,
)

from bot.games.system import GameSystem
from bot.model import boards_for
from bot.scores.ratings import Kind, Skill, rating_points
from bot.scores.results import (
    ALL_TIME,
    MemberStats,
    PastGame,
    PhaseRate,
    RatingPoint,
    Rival,
    month_of,
)
from bot.systems import DEFAULT_SYSTEM, SYSTEMS, SYSTEMS_BY_NAME

from .results import with_seats
from .schema import (
    MEMBER,
    member_names,
    page_bounds,
    phase_totals,
    ratings,
    result_seats,
    results,
    rivals,
)

_USUAL_PHASES = next(iter(DEFAULT_SYSTEM.editions.values())).phases
MOST_RIVALS = 5
MOST_POINTS = 200
"""Games in a history of ratings."""
_POOLED = bindparam("pooled", type_=String)
_BOARDS = bindparam("boards", expanding=True, type_=BigInteger)
_IN_SYSTEM = bindparam("editions", expanding=True, type_=String)


# ── a person ──────────────────────────────────────────────────────────────────────────────────


def member(  # noqa: PLR0913  # whose, where, and for whom
    connection: Connection,
    now: float,
    guild_id: int,
    user_id: int,
    system: str = DEFAULT_SYSTEM.name,
    *,
    reader: int | None = None,
) -> MemberStats:
    """A person's statistics in a server, with solo games only where they are the reader's.

    ``now`` says which month is the current one.
    """
    game = SYSTEMS_BY_NAME[system]
    who = _who(boards_for(guild_id, reader), user_id, game) | {"month": month_of(now)}
    stats = _counted(connection, who, game)
    if not stats.games:
        return stats
    rated = {
        (row.guild_id, Kind(row.kind), row.period == ALL_TIME): rating_points(
            Skill(row.mu, row.sigma)
        )
        for row in connection.execute(_RATINGS, who)
    }
    history = {kind: _points(connection, kind, who) for kind in {kind for _, kind, _ in rated}}
    today = {kind: rated.get((board, kind, True)) for kind, (board, _) in history.items()}
    season = (points for (_, kind, lifelong), points in rated.items() if not lifelong)
    nothing = None, ()
    return replace(
        stats,
        name=connection.scalar(_NAME, who) or "",
        rivals=tuple(
            Rival(row.other_id, row.name or "", row.games, row.ahead, row.behind)
            for row in connection.execute(_RIVALS, who)
        ),
        rating=today.get(Kind.PEOPLE),
        computer_rating=today.get(Kind.COMPUTERS),
        season_rating=next(season, None),
        rating_history=history.get(Kind.PEOPLE, nothing)[1],
        computer_rating_history=history.get(Kind.COMPUTERS, nothing)[1],
    )


def everywhere(
    connection: Connection, user_id: int, system: str = DEFAULT_SYSTEM.name
) -> MemberStats:
    """A person's statistics on all boards together, without name, ratings and rivals."""
    game = SYSTEMS_BY_NAME[system]
    of_person = select(member_names.c.guild_id).where(member_names.c.user_id == user_id)
    who = _who(connection.scalars(of_person).all(), user_id, game)
    return replace(_counted(connection, who, game), everywhere=True)


def _who(boards: Collection[int], user_id: int, game: GameSystem) -> dict[str, Any]:
    return {
        "boards": list(boards),
        "member": user_id,
        "pooled": game.traits.pooled_edition,
        "editions": list(game.editions),
    }


def _counted(connection: Connection, who: Mapping[str, Any], game: GameSystem) -> MemberStats:
    """A person's statistics as far as they are sums."""
    played = set(connection.scalars(_EDITIONS, who))
    systems = tuple(system.name for system in SYSTEMS if not played.isdisjoint(system.editions))
    stats = MemberStats(who["member"], system=game.name, systems=systems)
    sums = connection.execute(_SUMS, who).one()
    if not sums.games:
        return stats
    return replace(
        stats,
        games=sums.games,
        wins=sums.wins,
        average_place=sums.places / sums.games,
        hands=sums.hands,
        hands_won=sums.hands_won,
        points_a_hand=sums.points / sums.hands if sums.hands else None,
        phases=_in_order(connection.execute(_PHASES, who)),
    )


def _in_order(phases: Iterable[Row[Any]]) -> tuple[PhaseRate, ...]:
    """The usual phases in their order, then all others by their notation."""
    usual = {notation: place for place, notation in enumerate(_USUAL_PHASES)}
    rates = [PhaseRate(row.phase, row.tried, row.completed) for row in phases]
    return tuple(sorted(rates, key=lambda rate: (usual.get(rate.phase, len(usual)), rate.phase)))


def _points(
    connection: Connection, kind: Kind, who: Mapping[str, Any]
) -> tuple[int | None, tuple[RatingPoint, ...]]:
    """The board of the newest rated game, and the ratings after the games there, oldest first."""
    newest_first = connection.execute(_POINTS[kind], who).all()
    board = newest_first[0].guild_id if newest_first else None
    return board, tuple(
        RatingPoint(row.ended_at, rating_points(Skill(row.mu, row.sigma)))
        for row in reversed(newest_first)
        if row.guild_id == board
    )


def _of_member(table: Table) -> ColumnElement[bool]:
    return and_(table.c.guild_id.in_(_BOARDS), table.c.user_id == MEMBER)


# The games in which a person counts, as in PastGame.members.
_SECOND = result_seats.alias("second")
_COUNTED = and_(
    _of_member(result_seats),
    result_seats.c.level.is_(None),
    results.c.abandoned.is_(False),
    exists().where(_SECOND.c.game_id == result_seats.c.game_id, _SECOND.c.seat == 1),
)
_EDITIONS = select(results.c.edition).join(result_seats).where(_COUNTED).distinct()
_SUMS = (
    select(
        func.count().label("games"),
        func.sum(case((result_seats.c.place == 1, 1), else_=0)).label("wins"),
        func.sum(result_seats.c.place).label("places"),
        func.sum(result_seats.c.hands).label("hands"),
        func.sum(result_seats.c.hands_won).label("hands_won"),
        func.sum(result_seats.c.total).label("points"),
    )
    .join_from(results, result_seats)
    .where(_COUNTED, results.c.edition.in_(_IN_SYSTEM))
)
_PHASES = (
    select(
        phase_totals.c.phase,
        func.sum(phase_totals.c.tried).label("tried"),
        func.sum(phase_totals.c.completed).label("completed"),
    )
    .where(_of_member(phase_totals), phase_totals.c.edition == _POOLED)
    .group_by(phase_totals.c.phase)
)
_NAME = select(member_names.c.name).where(_of_member(member_names)).limit(1)
_RATINGS = select(ratings).where(
    _of_member(ratings),
    ratings.c.edition == _POOLED,
    ratings.c.period.in_([ALL_TIME, bindparam("month", type_=Integer)]),
)
_IS_RIVAL = and_(
    member_names.c.guild_id == rivals.c.guild_id, member_names.c.user_id == rivals.c.other_id
)
# Ties are ordered by id.
_RIVALS = (
    select(rivals, member_names.c.name)
    .join_from(rivals, member_names, _IS_RIVAL, isouter=True)
    .where(_of_member(rivals), rivals.c.edition == _POOLED)
    .order_by(rivals.c.games.desc(), rivals.c.other_id)
    .limit(MOST_RIVALS)
)


def _points_of(kind: Kind) -> Select[Any]:
    mu = result_seats.c[f"{kind}_mu_after"]
    return (
        select(
            result_seats.c.guild_id,
            result_seats.c.ended_at,
            mu.label("mu"),
            result_seats.c[f"{kind}_sigma_after"].label("sigma"),
        )
        .join_from(result_seats, results, results.c.game_id == result_seats.c.game_id)
        .where(_of_member(result_seats), mu.is_not(None), results.c.edition.in_(_IN_SYSTEM))
        .order_by(result_seats.c.ended_at.desc(), result_seats.c.number.desc())
        .limit(MOST_POINTS)
    )


_POINTS = {kind: _points_of(kind) for kind in Kind}


# ── games ─────────────────────────────────────────────────────────────────────────────────────


def history(  # noqa: PLR0913  # the parts of one question
    connection: Connection,
    guild_id: int,
    user_id: int | None = None,
    *,
    offset: int = 0,
    limit: int = 10,
    reader: int | None = None,
) -> tuple[list[PastGame], int]:
    """A page of a server's finished games, newest first, and the number of all.

    Solo games are among them only where they are the reader's.

    With ``user_id`` only the games of that person count.
    """
    offset, limit = page_bounds(offset, limit)
    table = results if user_id is None else result_seats
    which: list[ColumnElement[bool]] = [table.c.guild_id.in_(boards_for(guild_id, reader))]
    if user_id is not None:
        which.append(result_seats.c.user_id == user_id)
    total = connection.scalar(select(func.count()).select_from(table).where(*which)) or 0
    newest = (
        select(table.c.game_id)
        .where(*which)
        .order_by(table.c.ended_at.desc(), table.c.number.desc())
        .offset(offset)
        .limit(limit)
    )
    page = (
        select(results)
        .where(results.c.game_id.in_(newest))
        .order_by(results.c.ended_at.desc(), results.c.number.desc())
    )
    return with_seats(connection, page), total


def past_game(connection: Connection, game_id: str) -> PastGame | None:
    """A finished game of any server; None for a running or unknown one."""
    return next(iter(with_seats(connection, _PAST_GAME, {"game": game_id})), None)


_PAST_GAME = select(results).where(results.c.game_id == bindparam("game", type_=String))
