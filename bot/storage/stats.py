"""The statistics of a person, in one server or in all, and the history of games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    Row,
    Select,
    String,
    Table,
    and_,
    bindparam,
    func,
    select,
)

from bot.games.system import GameSystem
from bot.scores.ratings import Kind, Skill, rating_points
from bot.scores.results import (
    ALL_TIME,
    MemberStats,
    PastGame,
    PhaseRate,
    RatingPoint,
    Rival,
    SeatReview,
    means_of,
    month_of,
)
from bot.systems import DEFAULT_SYSTEM, SYSTEMS, SYSTEMS_BY_NAME

from .results import with_seats
from .schema import (
    GUILD,
    MEMBER,
    SUMS,
    is_named,
    member_names,
    page_bounds,
    phase_totals,
    ratings,
    result_seats,
    results,
    rivals,
    seat_reviews,
    totals,
)

_USUAL_PHASES = next(iter(DEFAULT_SYSTEM.editions.values())).phases
MOST_RIVALS = 5
MOST_POINTS = 200
"""Games in a history of ratings."""
MOST_REVIEWS = 1000
"""Newest games that count in the means of reviews."""
_POOLED = bindparam("pooled", type_=String)


# ── a person ──────────────────────────────────────────────────────────────────────────────────


def member(
    connection: Connection,
    now: float,
    guild_id: int,
    user_id: int,
    system: str = DEFAULT_SYSTEM.name,
) -> MemberStats:
    """A person's statistics in a server; ``now`` says which month is the current one."""
    game = SYSTEMS_BY_NAME[system]
    who: dict[str, Any] = {
        "guild": guild_id,
        "member": user_id,
        "pooled": game.traits.pooled_edition,
        "editions": list(game.editions),
        "month": month_of(now),
    }
    stats = _counted(connection, _IN_SERVER, who, game)
    if not stats.games:
        return stats
    rated = {
        (Kind(row.kind), row.period == ALL_TIME): rating_points(Skill(row.mu, row.sigma))
        for row in connection.execute(_RATINGS, who)
    }
    today = {kind: points for (kind, lifelong), points in rated.items() if lifelong}
    history = {kind: _points(connection, kind, who) for kind in today}
    return replace(
        stats,
        name=connection.scalar(_NAME, who) or "",
        rivals=tuple(
            Rival(row.other_id, row.name or "", row.games, row.ahead, row.behind)
            for row in connection.execute(_RIVALS, who)
        ),
        rating=today.get(Kind.PEOPLE),
        computer_rating=today.get(Kind.COMPUTERS),
        season_rating=rated.get((Kind.PEOPLE, False)),
        rating_history=history.get(Kind.PEOPLE, ()),
        computer_rating_history=history.get(Kind.COMPUTERS, ()),
    )


def everywhere(
    connection: Connection, user_id: int, system: str = DEFAULT_SYSTEM.name
) -> MemberStats:
    """A person's statistics in all servers together, without name, ratings and rivals."""
    game = SYSTEMS_BY_NAME[system]
    who = {"member": user_id, "pooled": game.traits.pooled_edition}
    return replace(_counted(connection, _EVERYWHERE, who, game), everywhere=True)


def _counted(
    connection: Connection, statements: _Statements, who: Mapping[str, Any], game: GameSystem
) -> MemberStats:
    """A person's statistics as far as they are sums, and the means of their reviews."""
    played = set(connection.scalars(statements.editions, who))
    systems = tuple(system.name for system in SYSTEMS if system.traits.pooled_edition in played)
    stats = MemberStats(who["member"], system=game.name, systems=systems)
    sums = connection.execute(statements.sums, who).one()
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
        phases=_in_order(connection.execute(statements.phases, who)),
        reviews=means_of([SeatReview(*row) for row in connection.execute(statements.reviews, who)])
        if game.traits.reviewed
        else None,
    )


def _in_order(phases: Iterable[Row[Any]]) -> tuple[PhaseRate, ...]:
    """The usual phases in their order, then all others by their notation."""
    usual = {notation: place for place, notation in enumerate(_USUAL_PHASES)}
    rates = [PhaseRate(row.phase, row.tried, row.completed) for row in phases]
    return tuple(sorted(rates, key=lambda rate: (usual.get(rate.phase, len(usual)), rate.phase)))


def _points(connection: Connection, kind: Kind, who: Mapping[str, Any]) -> tuple[RatingPoint, ...]:
    """The ratings after the newest games, oldest first."""
    newest_first = connection.execute(_POINTS[kind], who).all()
    return tuple(
        RatingPoint(row.ended_at, rating_points(Skill(row.mu, row.sigma)))
        for row in reversed(newest_first)
    )


def _of_member(table: Table) -> ColumnElement[bool]:
    return and_(table.c.guild_id == GUILD, table.c.user_id == MEMBER)


def _in_all_servers(table: Table) -> ColumnElement[bool]:
    # Most indexes begin with the server.
    servers = select(member_names.c.guild_id).where(member_names.c.user_id == MEMBER)
    return and_(table.c.guild_id.in_(servers), table.c.user_id == MEMBER)


class _Statements:
    """The editions that a person played, the sums of their games and phases, and their reviews."""

    def __init__(self, of_person: Callable[[Table], ColumnElement[bool]]) -> None:
        in_totals = and_(of_person(totals), totals.c.period == ALL_TIME)
        self.editions = select(totals.c.edition).where(in_totals).distinct()
        self.sums: Select[Any] = select(
            *(func.sum(totals.c[name]).label(name) for name in SUMS)
        ).where(in_totals, totals.c.edition == _POOLED)
        self.phases = (
            select(
                phase_totals.c.phase,
                func.sum(phase_totals.c.tried).label("tried"),
                func.sum(phase_totals.c.completed).label("completed"),
            )
            .where(of_person(phase_totals), phase_totals.c.edition == _POOLED)
            .group_by(phase_totals.c.phase)
        )
        self.reviews = (
            select(*(seat_reviews.c[field.name] for field in fields(SeatReview)))
            .where(of_person(seat_reviews), seat_reviews.c.deals.is_not(None))
            .order_by(seat_reviews.c.ended_at.desc())
            .limit(MOST_REVIEWS)
        )


_IN_SERVER = _Statements(_of_member)
_EVERYWHERE = _Statements(_in_all_servers)
_NAME = select(member_names.c.name).where(is_named(MEMBER))
_RATINGS = select(ratings).where(
    _of_member(ratings),
    ratings.c.edition == _POOLED,
    ratings.c.period.in_([ALL_TIME, bindparam("month", type_=Integer)]),
)
# Ties are ordered by id.
_RIVALS = (
    select(rivals, member_names.c.name)
    .join_from(rivals, member_names, is_named(rivals.c.other_id), isouter=True)
    .where(_of_member(rivals), rivals.c.edition == _POOLED)
    .order_by(rivals.c.games.desc(), rivals.c.other_id)
    .limit(MOST_RIVALS)
)


def _points_of(kind: Kind) -> Select[Any]:
    mu = result_seats.c[f"{kind}_mu_after"]
    return (
        select(
            result_seats.c.ended_at,
            mu.label("mu"),
            result_seats.c[f"{kind}_sigma_after"].label("sigma"),
        )
        .join_from(result_seats, results, results.c.game_id == result_seats.c.game_id)
        .where(
            _of_member(result_seats),
            mu.is_not(None),
            results.c.edition.in_(bindparam("editions", expanding=True)),
        )
        .order_by(result_seats.c.ended_at.desc(), result_seats.c.number.desc())
        .limit(MOST_POINTS)
    )


_POINTS = {kind: _points_of(kind) for kind in Kind}


# ── games ─────────────────────────────────────────────────────────────────────────────────────


def history(
    connection: Connection,
    guild_id: int,
    user_id: int | None = None,
    *,
    offset: int = 0,
    limit: int = 10,
) -> tuple[list[PastGame], int]:
    """A page of a server's finished games, newest first, and the number of all.

    With ``user_id`` only the games of that person count.
    """
    offset, limit = page_bounds(offset, limit)
    table = results if user_id is None else result_seats
    which = [table.c.guild_id == guild_id]
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
