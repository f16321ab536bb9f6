"""What the bot has sent or given: turn notices, announcements and the roles of champions.

Each function runs in a transaction of its caller.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, and_, delete, insert, select, update

from bot.model import Shards

from .people import server_preferences
from .results import INSERTS
from .schema import RUNNING, announced, champion_roles, games, turn_notices

# ── turn notices ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class TurnNotice:
    """The notice of a turn.

    Attributes:
        game_id: the game.
        user_id: the person whose turn it is.
        turn: the version of the game with which the turn began.
    """

    game_id: str
    user_id: int
    turn: int


@dataclass(frozen=True)
class SentNotice:
    """A notice that was sent, or that a process was about to send.

    Attributes:
        notice: the notice.
        dm_id: the channel of the direct message; None where no message is known.
        message_id: the message; None as well.
    """

    notice: TurnNotice
    dm_id: int | None = None
    message_id: int | None = None


def sent_notices(connection: Connection, shards: Shards) -> dict[int, SentNotice]:
    """Return the notices in running games of these shards by channel; others are deleted."""
    running = select(games.c.game_id).where(games.c.status == RUNNING)
    connection.execute(delete(turn_notices).where(turn_notices.c.game_id.not_in(running)))
    found = select(turn_notices, games.c.guild_id, games.c.channel_id).join_from(
        turn_notices, games
    )
    return {
        row.channel_id: SentNotice(
            TurnNotice(row.game_id, row.user_id, row.turn), row.dm_id, row.message_id
        )
        for row in connection.execute(found)
        if shards.serve(row.guild_id)
    }


def claim_notice(connection: Connection, notice: TurnNotice, version: int) -> bool:
    """Note that a notice is sent now.

    Args:
        connection: in a transaction.
        notice: the notice.
        version: of the game, as far as the caller knows.

    Returns:
        False where it was sent, where another process does it, or where the game went on.
    """
    stored = select(games.c.version).where(
        games.c.game_id == notice.game_id, games.c.status == RUNNING
    )
    if connection.scalar(stored) != version:
        return False
    new = INSERTS[connection.dialect.name](turn_notices).values(
        game_id=notice.game_id, user_id=notice.user_id, turn=notice.turn
    )
    after_an_earlier_turn = new.on_conflict_do_update(
        index_elements=[turn_notices.c.game_id],
        set_={"user_id": notice.user_id, "turn": notice.turn, "dm_id": None, "message_id": None},
        where=turn_notices.c.turn < notice.turn,
    )
    return bool(connection.execute(after_an_earlier_turn).rowcount)


def put_notice(connection: Connection, sent: SentNotice) -> None:
    """Store the message of a notice."""
    known = update(turn_notices).where(_is(sent.notice))
    connection.execute(known.values(dm_id=sent.dm_id, message_id=sent.message_id))


def drop_notice(connection: Connection, notice: TurnNotice) -> None:
    """Delete a notice: its turn has passed, or it was not sent after all."""
    connection.execute(delete(turn_notices).where(_is(notice)))


def _is(notice: TurnNotice) -> ColumnElement[bool]:
    return and_(turn_notices.c.game_id == notice.game_id, turn_notices.c.turn == notice.turn)


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


def given_roles(connection: Connection, guild_id: int) -> set[tuple[int, int]]:
    """Return the people of a server whom the bot gave a role, each with the role."""
    mine = select(champion_roles).where(champion_roles.c.guild_id == guild_id)
    return {(row.user_id, row.role_id) for row in connection.execute(mine)}


def roles_of_champion(connection: Connection, user_id: int) -> set[tuple[int, int]]:
    """Return the servers in which the bot gave a person a role, each with the role."""
    mine = select(champion_roles).where(champion_roles.c.user_id == user_id)
    return {(row.guild_id, row.role_id) for row in connection.execute(mine)}


def put_champion_role(connection: Connection, guild_id: int, user_id: int, role_id: int) -> None:
    """Note that the bot gave somebody a role."""
    drop_champion_role(connection, guild_id, user_id, role_id)
    connection.execute(
        insert(champion_roles).values(guild_id=guild_id, user_id=user_id, role_id=role_id)
    )


def drop_champion_role(connection: Connection, guild_id: int, user_id: int, role_id: int) -> None:
    """Note that somebody does not have a role any more."""
    connection.execute(
        delete(champion_roles).where(
            champion_roles.c.guild_id == guild_id,
            champion_roles.c.user_id == user_id,
            champion_roles.c.role_id == role_id,
        )
    )


def season_servers(connection: Connection) -> set[int]:
    """Return the servers that want champions announced or given a role, or where some have one."""
    chosen = {
        guild_id
        for guild_id, server in server_preferences(connection).items()
        if server.announcements is not None or server.champion_role is not None
    }
    return chosen | set(connection.scalars(select(champion_roles.c.guild_id).distinct()))
