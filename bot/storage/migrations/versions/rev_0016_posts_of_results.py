"""The messages of announcements, so that those of daily results can be edited."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("announced", sa.Column("message_id", sa.BigInteger))
