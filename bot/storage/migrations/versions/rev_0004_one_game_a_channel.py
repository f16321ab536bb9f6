"""One running game a channel."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

# Of several in one channel the newest was the one that people saw since the last start.
_PUT_ASIDE = """
UPDATE games SET status = 'aside' WHERE status = 'running' AND EXISTS (
    SELECT 1 FROM games AS newer
    WHERE newer.status = 'running'
    AND newer.guild_id = games.guild_id AND newer.channel_id = games.channel_id
    AND (newer.started_at > games.started_at
        OR (newer.started_at = games.started_at AND newer.game_id > games.game_id))
)
"""


def upgrade() -> None:
    """Put aside all but the newest running game of a channel, and let there be no more than one."""
    op.execute(_PUT_ASIDE)
    op.create_index(
        "ix_games_one_a_channel",
        "games",
        ["guild_id", "channel_id"],
        unique=True,
        sqlite_where=sa.text("status = 'running'"),
        postgresql_where=sa.text("status = 'running'"),
    )


def downgrade() -> None:
    """Let there be more; what was put aside would not have been shown either."""
    op.drop_index("ix_games_one_a_channel", "games")
