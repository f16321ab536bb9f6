"""Where and when an announcement was claimed; nothing of those that were made before."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns."""
    op.add_column("announced", sa.Column("channel_id", sa.BigInteger))
    op.add_column("announced", sa.Column("claimed_at", sa.Double))
