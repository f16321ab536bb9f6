"""Daily hands: the installation's key, dates, attempts, boards of servers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_TABLES = ("daily_blocks", "daily_boards", "daily_attempts", "daily_days", "installation_keys")


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "installation_keys",
        sa.Column("name", sa.String(16), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_installation_keys"),
    )
    op.create_table(
        "daily_days",
        sa.Column("date", sa.String(10), nullable=False),
        sa.Column("counter", sa.Integer, nullable=False),
        sa.Column("par", sa.Integer, nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("date", name="pk_daily_days"),
    )
    op.create_table(
        "daily_attempts",
        sa.Column("user_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("date", sa.String(10), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("snapshot", sa.Text, nullable=False),
        sa.Column("opened_at", sa.Double, nullable=False),
        sa.Column("done_at", sa.Double),
        sa.Column("turns", sa.Integer),
        sa.Column("points", sa.Integer),
        sa.PrimaryKeyConstraint("user_id", "date", name="pk_daily_attempts"),
    )
    op.create_table(
        "daily_boards",
        sa.Column("guild_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("date", sa.String(10), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("shared", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", "date", name="pk_daily_boards"),
    )
    op.create_index("ix_daily_boards_guild_id_date", "daily_boards", ["guild_id", "date"])
    op.create_table(
        "daily_blocks",
        sa.Column("date", sa.String(10), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("date", "person", name="pk_daily_blocks"),
    )


def downgrade() -> None:
    """Drop the tables."""
    for name in _TABLES:
        op.drop_table(name)
