"""The tables of the database, as SQLAlchemy Core knows them; the migrations build the same."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

RUNNING, FINISHED, ABANDONED = "running", "finished", "abandoned"

# Named constraints, so that later migrations can drop them on every database.
metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# One row a game. `header` (first line of the record) and `secret` (hex) never change, so they stand
# apart from `snapshot`, which is written with every action: with the event lines they are enough to
# rebuild a game whose snapshot is damaged. `events` counts the event lines, `hand_from` is the
# number of the newest `deal` line.
games = Table(
    "games",
    metadata,
    Column("game_id", String(64), primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("edition", String(64), nullable=False),
    Column("status", String(16), nullable=False),
    Column("started_at", Double, nullable=False),
    Column("ended_at", Double),
    Column("version", Integer, nullable=False),
    Column("events", Integer, nullable=False),
    Column("hand_from", Integer, nullable=False),
    Column("header", Text, nullable=False),
    Column("secret", String(64), nullable=False),
    Column("seating", Text, nullable=False),
    Column("snapshot", Text, nullable=False),
    Index(None, "status", "started_at"),
)

# The record: one row a line, numbered from 0 without gaps, the header line not counted; `kind` is
# the line's type.
game_events = Table(
    "game_events",
    metadata,
    Column("game_id", ForeignKey(games.c.game_id, ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("line", Text, nullable=False),
)

lobbies = Table(
    "lobbies",
    metadata,
    Column("lobby_id", String(64), primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("host_id", BigInteger, nullable=False),
    Column("turn_limit", Integer),
    Column("locale", String(16), nullable=False),
    Column("touched_at", Double, nullable=False),
    Column("message_id", BigInteger),
    Column("rules", Text, nullable=False),
    Column("seats", Text, nullable=False),
)

# What servers and people chose, as one JSON object each: a choice more is no change of the schema.
server_choices = Table(
    "server_choices",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("choices", Text, nullable=False),
)
personal_choices = Table(
    "personal_choices",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("choices", Text, nullable=False),
)
