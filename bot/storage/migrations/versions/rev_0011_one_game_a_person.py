"""One running game at a person's private table, in whichever server it was begun."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_ON_PRIVATE = sa.text("status = 'running' AND channel_id < 0")


def upgrade() -> None:
    """Let there be no more than one; private tables are new, so there is none yet."""
    op.create_index(
        "ix_games_one_a_person",
        "games",
        ["channel_id"],
        unique=True,
        sqlite_where=_ON_PRIVATE,
        postgresql_where=_ON_PRIVATE,
    )


def downgrade() -> None:
    """Let there be more."""
    op.drop_index("ix_games_one_a_person", "games")
