"""Version 1.2, from version 1.1."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1.2"
down_revision = "1.1"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Run each part."""
    _add_members()
    _add_challenge_games()
    _add_undeleted_messages()
    _add_appointments()
    _add_series_of_cups()
    _drop_costliest_choices()


def _add_members() -> None:
    """Create the table of present names, and of the people without a place on boards."""
    op.create_table(
        "members",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("name", sa.Text),
        sa.Column("gone_at", sa.Double),
        sa.Column("hidden", sa.Boolean, nullable=False),
        sa.Column("role_id", sa.BigInteger),
    )
    op.create_index("ix_members_user_id", "members", ["user_id"])


def _add_undeleted_messages() -> None:
    op.create_table(
        "undeleted_messages",
        sa.Column("channel_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("message_id", sa.BigInteger, primary_key=True, autoincrement=False),
    )


def _add_challenge_games() -> None:
    """Create the table of people's first games in the challenges of weeks."""
    op.create_table(
        "challenge_games",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("week", sa.String(10), primary_key=True),
        sa.Column("game_id", sa.String(64), nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
    )
    op.create_index("ix_challenge_games_guild_id_week", "challenge_games", ["guild_id", "week"])


def _add_appointments() -> None:
    """Give lobbies the moments of an appointment, and their ends; none of version 1.1 has one."""
    for name in ("begins_at", "call_at"):
        op.add_column("lobbies", sa.Column(name, sa.Double))
    op.add_column("lobbies", sa.Column("ended", sa.String(16)))


def _add_series_of_cups() -> None:
    """Let cups follow each other; those that are there stand alone."""
    op.add_column("cups", sa.Column("series", sa.String(64)))
    op.add_column("cups", sa.Column("next_at", sa.Double))


def _drop_costliest_choices() -> None:
    """Drop what 1.1 found by playing hands on; choices are now judged whenever a page opens."""
    op.drop_column("result_seats", "costliest")
