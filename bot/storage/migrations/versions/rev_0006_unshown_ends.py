"""Games that are over and whose end is not shown in their channel yet."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table, empty: games that ended before count as shown."""
    op.create_table(
        "unshown_ends",
        sa.Column("game_id", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.game_id"], name="fk_unshown_ends_game_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", name="pk_unshown_ends"),
    )


def downgrade() -> None:
    """Drop the table again."""
    op.drop_table("unshown_ends")
