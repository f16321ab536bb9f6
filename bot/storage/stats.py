"""The statistics of a person, in one server or in all, and the history of games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
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

from bot.rules.phases import TEN_PHASES
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
from bot.scores.reviews import means_of
from bot.systems import CARDS, SYSTEMS

from . import reviews
from .results import with_seats
from .schema import (
    SUMS,
    member_names,
    phase_totals,
    ratings,
    result_seats,
    results,
    rivals,
    totals,
)
from .statements import GUILD, MEMBER, is_named, page_bounds

MOST_RIVALS = 5
MOST_POINTS = 200
"""Games in a history of ratings."""
_POOLED = bindparam("pooled", type_=String)


# ── a person ──────────────────────────────────────────────────────────────────────────────────


def member(
    connection: Connection, guild_id: int, user_id: int, now: float, system: str = CARDS.name
) -> MemberStats:
    """Return a person's statistics in a server; ``now`` says which month is the current one."""
    game = next(each for each in SYSTEMS if each.name == system)
    who: dict[str, Any] = {
        "guild": guild_id,
        "member": user_id,
        "pooled": game.pooled_edition,
        "editions": list(game.editions),
        "month": month_of(now),
    }
    systems = _systems(connection.scalars(_PLAYED, who))
    none = MemberStats(user_id, system=system, systems=systems)
    summed = connection.execute(_TOTALS, who).one_or_none()
    if summed is None:
        return none
    rated = {
        (Kind(row.kind), row.period == ALL_TIME): rating_points(Skill(row.mu, row.sigma))
        for row in connection.execute(_RATINGS, who)
    }
    today = {kind: points for (kind, lifelong), points in rated.items() if lifelong}
    history = {kind: _points(connection, kind, who) for kind in today}
    return replace(
        _counted(none, summed, connection.execute(_PHASES, who)),
        name=summed.name or "",
        rivals=tuple(
            Rival(row.other_id, row.name or "", row.games, row.ahead, row.behind)
            for row in connection.execute(_RIVALS, who)
        ),
        rating=today.get(Kind.PEOPLE),
        computer_rating=today.get(Kind.COMPUTERS),
        season_rating=rated.get((Kind.PEOPLE, False)),
        rating_history=history.get(Kind.PEOPLE, ()),
        computer_rating_history=history.get(Kind.COMPUTERS, ()),
        reviews=means_of(reviews.of_person(connection, user_id, guild_id))
        if game is CARDS
        else None,
    )


def everywhere(connection: Connection, user_id: int, system: str = CARDS.name) -> MemberStats:
    """Return a person's statistics in all servers together, without name, ratings and rivals."""
    game = next(each for each in SYSTEMS if each.name == system)
    who = {"member": user_id, "pooled": game.pooled_edition}
    systems = _systems(connection.scalars(_EVER, who))
    none = MemberStats(user_id, system=system, systems=systems, everywhere=True)
    summed = connection.execute(_SUMMED, who).one()
    if not summed.games:
        return none
    return replace(
        _counted(none, summed, connection.execute(_ALL_PHASES, who)),
        reviews=means_of(reviews.of_person(connection, user_id)) if game is CARDS else None,
    )


def _systems(editions: Iterable[str]) -> tuple[str, ...]:
    """The systems whose games are summed under these editions."""
    played = set(editions)
    return tuple(each.name for each in SYSTEMS if each.pooled_edition in played)


def _counted(none: MemberStats, summed: Row[Any], phases: Iterable[Row[Any]]) -> MemberStats:
    """Add to a person's statistics what follows from sums and from counts of phases."""
    hands = summed.hands
    return replace(
        none,
        games=summed.games,
        wins=summed.wins,
        average_place=summed.places / summed.games,
        hands=hands,
        hands_won=summed.hands_won,
        points_a_hand=summed.points / hands if hands else None,
        phases=_in_order(phases),
    )


def _in_order(phases: Iterable[Row[Any]]) -> tuple[PhaseRate, ...]:
    """The usual ten phases in their order, then all others by their notation."""
    usual = {notation: place for place, notation in enumerate(TEN_PHASES)}
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


def _pooled(table: Table) -> ColumnElement[bool]:
    return and_(_of_member(table), table.c.edition == _POOLED)


_PLAYED = select(totals.c.edition).where(_of_member(totals), totals.c.period == ALL_TIME)
_TOTALS = (
    select(totals, member_names.c.name)
    .join_from(totals, member_names, is_named(totals.c.user_id), isouter=True)
    .where(_pooled(totals), totals.c.period == ALL_TIME)
)
_RATINGS = select(ratings).where(
    _pooled(ratings), ratings.c.period.in_([ALL_TIME, bindparam("month", type_=Integer)])
)
_PHASES = select(phase_totals).where(_pooled(phase_totals))
# Ties are ordered by id.
_RIVALS = (
    select(rivals, member_names.c.name)
    .join_from(rivals, member_names, is_named(rivals.c.other_id), isouter=True)
    .where(_pooled(rivals))
    .order_by(rivals.c.games.desc(), rivals.c.other_id)
    .limit(MOST_RIVALS)
)


_SERVERS = select(member_names.c.guild_id).where(member_names.c.user_id == MEMBER)


def _in_all(table: Table) -> ColumnElement[bool]:
    # Most indexes begin with the server.
    return and_(table.c.guild_id.in_(_SERVERS), table.c.user_id == MEMBER)


_EVER = select(totals.c.edition).where(_in_all(totals), totals.c.period == ALL_TIME).distinct()
_SUMMED: Select[Any] = select(*(func.sum(totals.c[each]).label(each) for each in SUMS)).where(
    _in_all(totals), totals.c.edition == _POOLED, totals.c.period == ALL_TIME
)
_ALL_PHASES = (
    select(
        phase_totals.c.phase,
        func.sum(phase_totals.c.tried).label("tried"),
        func.sum(phase_totals.c.completed).label("completed"),
    )
    .where(_in_all(phase_totals), phase_totals.c.edition == _POOLED)
    .group_by(phase_totals.c.phase)
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
    """Return a page of a server's finished games, newest first, and the number of all.

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
    """Return a finished game of any server; None for a running or unknown one."""
    return next(iter(with_seats(connection, _PAST_GAME, {"game": game_id})), None)


_PAST_GAME = select(results).where(results.c.game_id == bindparam("game", type_=String))
