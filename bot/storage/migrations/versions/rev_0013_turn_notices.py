"""Turn notices that were sent by direct message."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "turn_notices",
        sa.Column("game_id", sa.String(64), nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("dm_id", sa.BigInteger),
        sa.Column("message_id", sa.BigInteger),
        sa.PrimaryKeyConstraint("game_id", name="pk_turn_notices"),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["games.game_id"],
            ondelete="CASCADE",
            name="fk_turn_notices_game_id",
        ),
    )
    op.create_index("ix_turn_notices_user_id", "turn_notices", ["user_id"])


def downgrade() -> None:
    """Drop it again."""
    op.drop_table("turn_notices")
