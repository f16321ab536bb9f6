"""What the bot has sent or given: turn notices, announcements and the roles of champions."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from sqlalchemy import Connection, delete, select

from bot.model import Shards

from .people import server_preferences
from .schema import RUNNING, announced, champion_roles, games, insert_into, insert_new, turn_notices

# ── turn notices ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class TurnNotice:
    """The notice of a turn, which is identified by the game's version at its beginning."""

    game_id: str
    user_id: int
    turn: int


@dataclass(frozen=True)
class SentNotice:
    """A notice with its direct message."""

    notice: TurnNotice
    dm_id: int
    message_id: int


def sent_notices(connection: Connection, shards: Shards) -> dict[int, SentNotice]:
    """Return the notices in running games of these shards by channel; delete all of other games."""
    running = select(games.c.game_id).where(games.c.status == RUNNING)
    connection.execute(delete(turn_notices).where(turn_notices.c.game_id.not_in(running)))
    with_channels = select(turn_notices, games.c.guild_id, games.c.channel_id).join_from(
        turn_notices, games
    )
    return {
        row.channel_id: SentNotice(
            TurnNotice(row.game_id, row.user_id, row.turn), row.dm_id, row.message_id
        )
        for row in connection.execute(with_channels)
        if shards.serve(row.guild_id)
    }


def put_notice(connection: Connection, sent: SentNotice) -> None:
    """Store a notice in place of that of an earlier turn."""
    message = {"dm_id": sent.dm_id, "message_id": sent.message_id}
    row = asdict(sent.notice) | message
    new = insert_into(connection, turn_notices).values(row)
    after_an_earlier_turn = new.on_conflict_do_update(
        index_elements=[turn_notices.c.game_id],
        set_=row,
        where=turn_notices.c.turn <= sent.notice.turn,
    )
    connection.execute(after_an_earlier_turn)


def drop_notice(connection: Connection, notice: TurnNotice) -> None:
    """Delete a notice whose turn has passed."""
    of_turn = turn_notices.c.game_id == notice.game_id, turn_notices.c.turn == notice.turn
    connection.execute(delete(turn_notices).where(*of_turn))


# ── announcements ─────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Announced:
    """The message of an announcement; nothing is known of that of some earlier programs."""

    channel_id: int | None
    message_id: int | None


def announcement(connection: Connection, guild_id: int, key: str) -> Announced | None:
    """What was announced in a server under a key; None for nothing."""
    columns = select(announced.c.channel_id, announced.c.message_id)
    of_key = announced.c.guild_id == guild_id, announced.c.key == key
    row = connection.execute(columns.where(*of_key)).one_or_none()
    return None if row is None else Announced(*row)


def put_announced(
    connection: Connection, guild_id: int, key: str, channel_id: int, message_id: int
) -> None:
    """Store that something was announced, in place of an earlier message."""
    message = {"channel_id": channel_id, "message_id": message_id}
    new = insert_into(connection, announced).values({"guild_id": guild_id, "key": key} | message)
    keys = [announced.c.guild_id, announced.c.key]
    connection.execute(new.on_conflict_do_update(index_elements=keys, set_=message))


# ── roles of champions ────────────────────────────────────────────────────────────────────────


def given_roles(connection: Connection, guild_id: int) -> set[tuple[int, int]]:
    """The people of a server to whom the bot gave a role, with the roles."""
    in_server = select(champion_roles).where(champion_roles.c.guild_id == guild_id)
    return {(row.user_id, row.role_id) for row in connection.execute(in_server)}


def roles_of_champion(connection: Connection, user_id: int) -> set[tuple[int, int]]:
    """The servers in which the bot gave a person a role, with the roles."""
    of_person = select(champion_roles).where(champion_roles.c.user_id == user_id)
    return {(row.guild_id, row.role_id) for row in connection.execute(of_person)}


def put_champion_role(connection: Connection, guild_id: int, user_id: int, role_id: int) -> None:
    """Store that the bot gave a person a role."""
    row = {"guild_id": guild_id, "user_id": user_id, "role_id": role_id}
    insert_new(connection, champion_roles, row)


def drop_champion_role(connection: Connection, guild_id: int, user_id: int, role_id: int) -> None:
    """Store that a person no longer has a role."""
    connection.execute(
        delete(champion_roles).where(
            champion_roles.c.guild_id == guild_id,
            champion_roles.c.user_id == user_id,
            champion_roles.c.role_id == role_id,
        )
    )


def season_servers(connection: Connection) -> set[int]:
    """The servers with champions to announce, a role to give, or a role to take back."""
    by_choice = {
        guild_id
        for guild_id, server in server_preferences(connection).items()
        if server.announcements is not None or server.champion_role is not None
    }
    return by_choice | set(connection.scalars(select(champion_roles.c.guild_id).distinct()))
