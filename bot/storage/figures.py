"""One person's figures in one server, and the games that were played there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ratings import Kind, Skill, shown
from bot.results import MemberStats, PhaseRate, RatingPoint, Rival
from bot.rules.phases import TEN_PHASES

from . import periods
from .outcomes import EndedGame
from .result_rows import games_of
from .schema import (
    member_names,
    phase_totals,
    ratings,
    result_seats,
    results,
    rivals,
    totals,
)
from .tallies import EVERY_EDITION

MOST_RIVALS = 5
MOST_POINTS = 200
MOST_GAMES = 50
"""The longest page of the history."""


async def stats(connection: AsyncConnection, guild_id: int, user_id: int) -> MemberStats:
    """What is known of a person in a server."""
    summed = (await connection.execute(_totals(guild_id, user_id))).first()
    if summed is None:
        return MemberStats(user_id)
    skills = (await connection.execute(_ratings(guild_id, user_id))).all()
    today = {each.kind: shown(Skill(each.mu, each.sigma)) for each in skills}
    phases = (await connection.execute(_phases(guild_id, user_id))).all()
    met = (await connection.execute(_rivals(guild_id, user_id))).all()
    courses = {
        kind: (await connection.execute(_course(guild_id, user_id, kind))).all()
        for kind in Kind
        if kind in today
    }
    return MemberStats(
        user_id=user_id,
        name=summed.name or "",
        games=summed.games,
        wins=summed.wins,
        average_place=summed.places / summed.games,
        hands=summed.hands,
        hands_won=summed.hands_won,
        points_a_hand=summed.points / summed.hands if summed.hands else None,
        phases=_usual_first(phases),
        rivals=tuple(
            Rival(each.other_id, each.name or "", each.games, each.ahead, each.behind)
            for each in met
        ),
        rating=today.get(Kind.PEOPLE),
        computer_rating=today.get(Kind.COMPUTERS),
        ratings=_told(courses.get(Kind.PEOPLE, ())),
        computer_ratings=_told(courses.get(Kind.COMPUTERS, ())),
    )


def _usual_first(phases: Sequence[Row[Any]]) -> tuple[PhaseRate, ...]:
    """The usual ten in their order, then all others by their notation."""
    usual = {notation: place for place, notation in enumerate(TEN_PHASES)}
    ordered = sorted(phases, key=lambda each: (usual.get(each.phase, len(usual)), each.phase))
    return tuple(PhaseRate(each.phase, each.tried, each.completed) for each in ordered)


def _told(course: Sequence[Row[Any]]) -> tuple[RatingPoint, ...]:
    """Points in time, oldest first, from rows that have the newest first."""
    return tuple(
        RatingPoint(each.ended_at, shown(Skill(each.mu, each.sigma))) for each in reversed(course)
    )


def _totals(guild_id: int, user_id: int) -> Select[Any]:
    named = and_(
        member_names.c.guild_id == totals.c.guild_id, member_names.c.user_id == totals.c.user_id
    )
    return (
        select(totals, member_names.c.name)
        .join_from(totals, member_names, named, isouter=True)
        .where(
            totals.c.guild_id == guild_id,
            totals.c.user_id == user_id,
            totals.c.edition == EVERY_EDITION,
            totals.c.period == periods.ALL,
        )
    )


def _ratings(guild_id: int, user_id: int) -> Select[Any]:
    return select(ratings.c.kind, ratings.c.mu, ratings.c.sigma).where(
        ratings.c.guild_id == guild_id,
        ratings.c.user_id == user_id,
        ratings.c.edition == EVERY_EDITION,
    )


def _phases(guild_id: int, user_id: int) -> Select[Any]:
    return select(phase_totals).where(
        phase_totals.c.guild_id == guild_id, phase_totals.c.user_id == user_id
    )


def _rivals(guild_id: int, user_id: int) -> Select[Any]:
    """The people most often met; who is level, in the order of their ids."""
    named = and_(
        member_names.c.guild_id == rivals.c.guild_id, member_names.c.user_id == rivals.c.other_id
    )
    return (
        select(rivals, member_names.c.name)
        .join_from(rivals, member_names, named, isouter=True)
        .where(rivals.c.guild_id == guild_id, rivals.c.user_id == user_id)
        .order_by(rivals.c.games.desc(), rivals.c.other_id)
        .limit(MOST_RIVALS)
    )


def _course(guild_id: int, user_id: int, kind: Kind) -> Select[Any]:
    """The ratings after the newest games, newest first."""
    mu = result_seats.c[f"{kind}_mu_after"]
    return (
        select(
            result_seats.c.ended_at,
            mu.label("mu"),
            result_seats.c[f"{kind}_sigma_after"].label("sigma"),
        )
        .where(
            result_seats.c.guild_id == guild_id,
            result_seats.c.user_id == user_id,
            mu.is_not(None),
        )
        .order_by(result_seats.c.ended_at.desc(), result_seats.c.number.desc())
        .limit(MOST_POINTS)
    )


async def history(
    connection: AsyncConnection, guild_id: int, member: int | None, *, offset: int, limit: int
) -> tuple[list[EndedGame], int]:
    """Games that are over, newest first, and how many there are; all, or a person's."""
    offset, limit = max(0, min(offset, 2**31 - 1)), max(1, min(limit, MOST_GAMES))
    table, here = _played(guild_id, member)
    total = await connection.scalar(select(func.count()).select_from(table).where(*here))
    newest = (
        select(table.c.game_id)
        .where(*here)
        .order_by(table.c.ended_at.desc(), table.c.number.desc())
        .offset(offset)
        .limit(limit)
    )
    ids = (await connection.scalars(newest)).all()
    return await games(connection, results.c.game_id.in_(ids)), total or 0


def _played(guild_id: int, member: int | None) -> tuple[Any, tuple[ColumnElement[bool], ...]]:
    if member is None:
        return results, (results.c.guild_id == guild_id,)
    mine = result_seats.c.user_id == member
    return result_seats, (result_seats.c.guild_id == guild_id, mine)


async def games(connection: AsyncConnection, *that: ColumnElement[bool]) -> list[EndedGame]:
    """Games by what is true of their results, newest first."""
    newest_first = (results.c.ended_at.desc(), results.c.number.desc())
    found = (await connection.execute(select(results).where(*that).order_by(*newest_first))).all()
    if not found:
        return []
    seats = await connection.execute(
        select(result_seats).join_from(result_seats, results).where(*that)
    )
    return games_of([row._asdict() for row in found], (row._asdict() for row in seats))


async def one_game(connection: AsyncConnection, guild_id: int, game_id: str) -> EndedGame | None:
    """A game that is over, of this server."""
    that = (results.c.game_id == game_id, results.c.guild_id == guild_id)
    found = await games(connection, *that)
    return found[0] if found else None
