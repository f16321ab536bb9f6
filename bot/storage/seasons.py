"""Champions of past seasons, what servers were told of them, and the roles they have.

Champions are read from the totals. Each function runs in a transaction of its caller.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    Connection,
    Select,
    and_,
    delete,
    func,
    insert,
    select,
)

from bot.scores import periods
from bot.scores.results import FEWEST_FOR_CHAMPION, Champion, Champions
from bot.systems import SYSTEMS

from .boards import LAST_ROW, MOST_ROWS
from .people import server_preferences
from .results import INSERTS
from .schema import announced, champion_roles, member_names, totals

_POOLED = {system.name: system.pooled_edition for system in SYSTEMS}


def page(  # noqa: PLR0913  # the parts of one question
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
    before = totals.c.period < periods.month_of(now)
    best = _best(guild_id, system).where(before)
    total = connection.scalar(select(func.count()).select_from(best.subquery())) or 0
    months = best.order_by(totals.c.period.desc()).offset(offset).limit(limit)
    return Champions(guild_id, system, offset, _champions(connection, guild_id, months), total)


def of_month(connection: Connection, guild_id: int, month: int) -> list[Champions]:
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
            totals.c.period != periods.ALL,
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


def servers(connection: Connection) -> set[int]:
    """Return the servers that want champions announced or given a role, or where some have one."""
    chosen = {
        guild_id
        for guild_id, server in server_preferences(connection).items()
        if server.announcements is not None or server.champion_role is not None
    }
    return chosen | set(connection.scalars(select(champion_roles.c.guild_id).distinct()))


# ── announcements ─────────────────────────────────────────────────────────────────────────────


def claim(connection: Connection, guild_id: int, key: str) -> bool:
    """Note that something is announced now; False where it was, or another process does it."""
    new = INSERTS[connection.dialect.name](announced).values(guild_id=guild_id, key=key)
    return bool(connection.execute(new.on_conflict_do_nothing()).rowcount)


def unclaim(connection: Connection, guild_id: int, key: str) -> None:
    """Take a claim back, since the server was not told after all."""
    known = announced.c.guild_id == guild_id, announced.c.key == key
    connection.execute(delete(announced).where(*known))


# ── roles ─────────────────────────────────────────────────────────────────────────────────────


def roles(connection: Connection, guild_id: int) -> set[tuple[int, int]]:
    """Return the people of a server whom the bot gave a role, each with the role."""
    mine = select(champion_roles).where(champion_roles.c.guild_id == guild_id)
    return {(row.user_id, row.role_id) for row in connection.execute(mine)}


def roles_of(connection: Connection, user_id: int) -> set[tuple[int, int]]:
    """Return the servers in which the bot gave a person a role, each with the role."""
    mine = select(champion_roles).where(champion_roles.c.user_id == user_id)
    return {(row.guild_id, row.role_id) for row in connection.execute(mine)}


def put_role(connection: Connection, guild_id: int, user_id: int, role_id: int) -> None:
    """Note that the bot gave somebody a role."""
    drop_role(connection, guild_id, user_id, role_id)
    connection.execute(
        insert(champion_roles).values(guild_id=guild_id, user_id=user_id, role_id=role_id)
    )


def drop_role(connection: Connection, guild_id: int, user_id: int, role_id: int) -> None:
    """Note that somebody does not have a role any more."""
    connection.execute(
        delete(champion_roles).where(
            champion_roles.c.guild_id == guild_id,
            champion_roles.c.user_id == user_id,
            champion_roles.c.role_id == role_id,
        )
    )
