"""Members of servers: their present names, and who holds no place on boards."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import ColumnElement, Connection, Select, exists, null, or_, select, update

from .schema import challenge_games, daily_boards, members, result_seats, upsert

GONE_FOR = 86_400.0
"""Seconds after which Discord is asked again whether a person who left is back."""


def note_member(connection: Connection, guild_id: int, user_id: int, name: str) -> None:
    """Store the present name of a member who stands on a board; they are in the server."""
    on_a_board = or_(
        *(
            exists().where(table.c.guild_id == guild_id, table.c.user_id == user_id)
            for table in (result_seats, daily_boards, challenge_games)
        )
    )
    if connection.scalar(select(on_a_board)):
        row = {"guild_id": guild_id, "user_id": user_id, "name": name, "hidden": False}
        upsert(connection, members, [row], lambda _, new: {"name": new.name, "gone_at": null()})


def put_gone(connection: Connection, guild_id: int, people: Collection[int], now: float) -> None:
    """Store that these people have left a server."""
    rows = (
        {"guild_id": guild_id, "user_id": user_id, "gone_at": now, "hidden": False}
        for user_id in people
    )
    upsert(connection, members, rows, lambda _, new: {"gone_at": new.gone_at})


def ask_again(connection: Connection, now: float) -> None:
    """Let people who left long ago hold places again, until Discord is asked for them."""
    long_ago = members.c.gone_at <= now - GONE_FOR
    connection.execute(update(members).where(long_ago).values(gone_at=None))


def hidden_members(connection: Connection, guild_id: int) -> list[int]:
    """The people whom a moderator hides from the boards of a server."""
    hidden = select(members.c.user_id).where(members.c.guild_id == guild_id, members.c.hidden)
    return [*connection.scalars(hidden.order_by(members.c.user_id))]


def hide_members(connection: Connection, guild_id: int, people: Collection[int]) -> None:
    """Hide these people, and no others, from the boards of a server."""
    of_server = update(members).where(members.c.guild_id == guild_id)
    connection.execute(of_server.values(hidden=False))
    rows = ({"guild_id": guild_id, "user_id": user_id, "hidden": True} for user_id in people)
    upsert(connection, members, rows, lambda _, new: {"hidden": new.hidden})


def role_holders(connection: Connection, guild_id: int) -> dict[int, int]:
    """The roles that members of a server were given as champions, by person."""
    given = select(*members.c["user_id", "role_id"]).where(
        members.c.guild_id == guild_id, members.c.role_id.is_not(null())
    )
    return {row.user_id: row.role_id for row in connection.execute(given)}


def put_role(connection: Connection, guild_id: int, user_id: int, role_id: int | None) -> None:
    """Store that a member was given a role as a champion, or that it was taken away (None)."""
    row = {"guild_id": guild_id, "user_id": user_id, "role_id": role_id, "hidden": False}
    upsert(connection, members, [row], lambda _, new: {"role_id": new.role_id})


def is_hidden(connection: Connection, guild_id: int, user_id: int) -> bool:
    of_member = members.c.guild_id == guild_id, members.c.user_id == user_id
    return bool(connection.scalar(select(members.c.hidden).where(*of_member)))


def shown_name(connection: Connection, guild_id: int, user_id: int, name: str) -> str:
    """The present name of a person, else ``name``; empty if they hold no place on boards."""
    of_member = members.c.guild_id == guild_id, members.c.user_id == user_id
    row = connection.execute(select(members).where(*of_member)).one_or_none()
    if row is None:
        return name
    return "" if row.hidden or row.gone_at is not None else row.name or name


def holds_place(guild_id: int, user_id: ColumnElement[int]) -> ColumnElement[bool]:
    """The condition for people who have not left a server, and are not hidden there."""
    absent: Select[tuple[int]] = select(members.c.user_id).where(
        members.c.guild_id == guild_id, or_(members.c.hidden, members.c.gone_at.is_not(null()))
    )
    return user_id.not_in(absent)
