"""What the bot has sent: turn notices and announcements."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from sqlalchemy import Connection, delete, select

from bot.shards import Shards

from .schema import (
    RUNNING,
    announced,
    games,
    insert_into,
    insert_new,
    turn_notices,
    undeleted_messages,
    upsert,
)


@dataclass(frozen=True)
class PersonalTurn:
    """A person's turn, which is identified by the game's version at its beginning."""

    game_id: str
    user_id: int
    turn: int


@dataclass(frozen=True)
class SentNotice:
    """A notice of a turn with its direct message."""

    turn: PersonalTurn
    dm_id: int
    message_id: int


def sent_notices(connection: Connection, shards: Shards) -> dict[int, SentNotice]:
    """Return the notices in running games of these shards by channel; delete all of other games."""
    running = select(games.c.game_id).where(games.c.status == RUNNING)
    connection.execute(delete(turn_notices).where(turn_notices.c.game_id.not_in(running)))
    columns = select(turn_notices, *games.c["guild_id", "channel_id"])
    with_channels = columns.join_from(turn_notices, games)
    return {
        row.channel_id: SentNotice(
            PersonalTurn(row.game_id, row.user_id, row.turn), row.dm_id, row.message_id
        )
        for row in connection.execute(with_channels)
        if shards.serve(row.guild_id)
    }


def put_notice(connection: Connection, sent: SentNotice) -> None:
    """Store a notice in place of that of an earlier turn."""
    message = {"dm_id": sent.dm_id, "message_id": sent.message_id}
    row = asdict(sent.turn) | message
    new = insert_into(connection, turn_notices).values(row)
    key = [turn_notices.c.game_id]
    no_later = turn_notices.c.turn <= sent.turn.turn
    connection.execute(new.on_conflict_do_update(index_elements=key, set_=row, where=no_later))


def drop_notice(connection: Connection, turn: PersonalTurn) -> None:
    """Delete a notice whose turn has passed."""
    of_turn = turn_notices.c.game_id == turn.game_id, turn_notices.c.turn == turn.turn
    connection.execute(delete(turn_notices).where(*of_turn))


@dataclass(frozen=True)
class Announced:
    """The message of an announcement; None if nothing was to be said, or none was stored."""

    channel_id: int | None
    message_id: int | None


def announcement(connection: Connection, guild_id: int, key: str) -> Announced | None:
    """What was announced in a server under a key; None for nothing."""
    columns = select(announced.c.channel_id, announced.c.message_id)
    of_key = announced.c.guild_id == guild_id, announced.c.key == key
    row = connection.execute(columns.where(*of_key)).one_or_none()
    return None if row is None else Announced(*row)


def put_announced(
    connection: Connection, guild_id: int, key: str, channel_id: int, message_id: int | None
) -> None:
    """Store that something was announced, in place of an earlier message."""
    row = {"guild_id": guild_id, "key": key, "channel_id": channel_id, "message_id": message_id}
    upsert(connection, announced, [row])


def undeleted(connection: Connection) -> list[tuple[int, int]]:
    """The channels and ids of the messages that could not be deleted yet."""
    return [
        (row.channel_id, row.message_id) for row in connection.execute(select(undeleted_messages))
    ]


def put_undeleted(connection: Connection, channel_id: int, message_id: int) -> None:
    """Store that a message could not be deleted yet."""
    insert_new(connection, undeleted_messages, {"channel_id": channel_id, "message_id": message_id})


def drop_undeleted(connection: Connection, channel_id: int, message_id: int) -> None:
    """Store that a message is deleted."""
    columns = undeleted_messages.c
    is_it = columns.channel_id == channel_id, columns.message_id == message_id
    connection.execute(delete(undeleted_messages).where(*is_it))
