"""Games, their event lines, and lobbies."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the first tables."""
    _create_games()
    _create_game_events()
    _create_lobbies()


def downgrade() -> None:
    """Drop them again."""
    op.drop_table("lobbies")
    op.drop_table("game_events")
    op.drop_table("games")


def _create_games() -> None:
    op.create_table(
        "games",
        sa.Column("game_id", sa.String(64), nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("edition", sa.String(64), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("started_at", sa.Double, nullable=False),
        sa.Column("ended_at", sa.Double),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("events", sa.Integer, nullable=False),
        sa.Column("hand_from", sa.Integer, nullable=False),
        sa.Column("header", sa.Text, nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("seating", sa.Text, nullable=False),
        sa.Column("snapshot", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_games"),
    )
    op.create_index("ix_games_status_started_at", "games", ["status", "started_at"])


def _create_game_events() -> None:
    op.create_table(
        "game_events",
        sa.Column("game_id", sa.String(64), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.game_id"], name="fk_game_events_game_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "seq", name="pk_game_events"),
    )


def _create_lobbies() -> None:
    op.create_table(
        "lobbies",
        sa.Column("lobby_id", sa.String(64), nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("host_id", sa.BigInteger, nullable=False),
        sa.Column("turn_limit", sa.Integer),
        sa.Column("locale", sa.String(16), nullable=False),
        sa.Column("touched_at", sa.Double, nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("lobby_id", name="pk_lobbies"),
    )
