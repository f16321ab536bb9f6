"""What the bot has sent or given: turn notices, announcements and the roles of champions."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from sqlalchemy import ColumnElement, Connection, and_, delete, select, update

from bot.model import Shards

from .people import server_preferences
from .schema import RUNNING, announced, champion_roles, games, insert_into, insert_new, turn_notices

# ── turn notices ──────────────────────────────────────────────────────────────────────────────
# Each is sent by direct message at most once.


@dataclass(frozen=True)
class TurnNotice:
    """The notice of a turn, which is identified by the game's version at its beginning."""

    game_id: str
    user_id: int
    turn: int


@dataclass(frozen=True)
class SentNotice:
    """A notice with its direct message, if that is known; else a process was about to send it."""

    notice: TurnNotice
    dm_id: int | None = None
    message_id: int | None = None


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


def claim_notice(connection: Connection, notice: TurnNotice, version: int) -> bool:
    """Store that a notice is being sent; False if it was claimed before, or the game went on.

    ``version`` is that of the game as the caller knows it.
    """
    stored = select(games.c.version).where(
        games.c.game_id == notice.game_id, games.c.status == RUNNING
    )
    if connection.scalar(stored) != version:
        return False
    new = insert_into(connection, turn_notices).values(asdict(notice))
    after_an_earlier_turn = new.on_conflict_do_update(
        index_elements=[turn_notices.c.game_id],
        set_={"user_id": notice.user_id, "turn": notice.turn, "dm_id": None, "message_id": None},
        where=turn_notices.c.turn < notice.turn,
    )
    return bool(connection.execute(after_an_earlier_turn).rowcount)


def put_notice(connection: Connection, sent: SentNotice) -> None:
    """Store the message of a claimed notice."""
    claimed = update(turn_notices).where(_is(sent.notice))
    connection.execute(claimed.values(dm_id=sent.dm_id, message_id=sent.message_id))


def drop_notice(connection: Connection, notice: TurnNotice) -> None:
    """Delete a notice whose turn has passed, or that was not sent after all."""
    connection.execute(delete(turn_notices).where(_is(notice)))


def _is(notice: TurnNotice) -> ColumnElement[bool]:
    return and_(turn_notices.c.game_id == notice.game_id, turn_notices.c.turn == notice.turn)


# ── announcements ─────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Claim:
    """An announcement that a process began to post, and of which it is not known whether it did."""

    guild_id: int
    key: str
    channel_id: int
    claimed_at: float


def unanswered_claim(connection: Connection, guild_id: int, key: str) -> Claim | None:
    """The claim of an announcement that was never said to be posted."""
    row = connection.execute(
        select(*announced.c["guild_id", "key", "channel_id", "claimed_at"]).where(
            _named(guild_id, key), announced.c.claimed_at.is_not(None)
        )
    ).one_or_none()
    return None if row is None else Claim(*row)


def claim_announcement(connection: Connection, claim: Claim, earlier: Claim | None = None) -> bool:
    """Store that something is being announced, in place of an earlier claim.

    False if it was claimed before, or again since the earlier claim.
    """
    if earlier is None:
        return insert_new(connection, announced, asdict(claim))
    stored = update(announced).where(
        _named(claim.guild_id, claim.key), announced.c.claimed_at == earlier.claimed_at
    )
    return bool(connection.execute(stored.values(asdict(claim))).rowcount)


def put_announced(connection: Connection, guild_id: int, key: str, message_id: int | None) -> None:
    """Store that something was announced, and its message, if that is known."""
    answered = {"claimed_at": None, "message_id": message_id}
    connection.execute(update(announced).where(_named(guild_id, key)).values(answered))


def announced_message(connection: Connection, guild_id: int, key: str) -> tuple[int, int] | None:
    """The channel and the message of an announcement, if they are known."""
    row = connection.execute(
        select(*announced.c["channel_id", "message_id"]).where(
            _named(guild_id, key), announced.c.message_id.is_not(None)
        )
    ).one_or_none()
    return None if row is None else (row.channel_id, row.message_id)


def drop_announcement(connection: Connection, guild_id: int, key: str) -> None:
    """Delete the claim of an announcement that was not posted after all."""
    connection.execute(delete(announced).where(_named(guild_id, key)))


def _named(guild_id: int, key: str) -> ColumnElement[bool]:
    return and_(announced.c.guild_id == guild_id, announced.c.key == key)


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
