"""Cups: their events, people and tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "cups",
        sa.Column("cup_id", sa.String(64), nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("host_id", sa.BigInteger),
        sa.Column("locale", sa.String(16), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("header", sa.Text, nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("secret", sa.String(64)),
        sa.Column("events", sa.Integer, nullable=False),
        sa.Column("shown", sa.Integer, nullable=False),
        sa.Column("due", sa.Double),
        sa.Column("cancelling", sa.Boolean, nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("ended_at", sa.Double),
        sa.PrimaryKeyConstraint("cup_id", name="pk_cups"),
    )
    op.create_index("ix_cups_guild_id_ended_at", "cups", ["guild_id", "ended_at"])
    op.create_index("ix_cups_status", "cups", ["status"])
    op.create_table(
        "cup_events",
        sa.Column("cup_id", sa.String(64), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("line", sa.Text, nullable=False),
        *_of_cup("cup_events"),
        sa.PrimaryKeyConstraint("cup_id", "seq", name="pk_cup_events"),
    )
    op.create_table(
        "cup_people",
        sa.Column("user_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("cup_id", sa.String(64), nullable=False),
        *_of_cup("cup_people"),
        sa.PrimaryKeyConstraint("user_id", "cup_id", name="pk_cup_people"),
    )
    op.create_index("ix_cup_people_cup_id", "cup_people", ["cup_id"])
    op.create_table(
        "cup_tables",
        sa.Column("game_id", sa.String(64), nullable=False),
        sa.Column("cup_id", sa.String(64), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("channel_id", sa.BigInteger),
        sa.Column("withheld", sa.Boolean, nullable=False),
        *_of_cup("cup_tables"),
        sa.PrimaryKeyConstraint("game_id", name="pk_cup_tables"),
    )
    op.create_index("ix_cup_tables_place", "cup_tables", ["cup_id", "round", "place"], unique=True)


def _of_cup(table: str) -> tuple[sa.ForeignKeyConstraint, ...]:
    name = f"fk_{table}_cup_id"
    return (sa.ForeignKeyConstraint(["cup_id"], ["cups.cup_id"], name, ondelete="CASCADE"),)
