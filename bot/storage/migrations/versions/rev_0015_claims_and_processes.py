"""Where and when an announcement was claimed (nothing of earlier ones), and the processes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and the table."""
    op.add_column("announced", sa.Column("channel_id", sa.BigInteger))
    op.add_column("announced", sa.Column("claimed_at", sa.Double))
    op.create_table(
        "processes",
        sa.Column("process_id", sa.String(32), nullable=False),
        sa.Column("place", sa.String(256), nullable=False),
        sa.Column("shard_count", sa.Integer, nullable=False),
        sa.Column("shard_ids", sa.Text, nullable=False),
        sa.Column("started_at", sa.Double, nullable=False),
        sa.Column("renewed_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("process_id", name="pk_processes"),
    )
