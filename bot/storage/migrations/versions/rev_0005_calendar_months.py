"""Totals over calendar months instead of the last 30 days."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop totals over the last 30 days, and the time from which these were counted."""
    op.execute("DELETE FROM totals WHERE period = 1000001")
    with op.batch_alter_table("server_results") as table:
        table.drop_column("recent_from")


def downgrade() -> None:
    """Add the column again; without totals over the last 30 days, their leaderboards are empty."""
    with op.batch_alter_table("server_results") as table:
        table.add_column(sa.Column("recent_from", sa.Double, nullable=False, server_default="0"))
