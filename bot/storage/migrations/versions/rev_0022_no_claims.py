"""Announcements and turn notices without claims: what was claimed counts as announced."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop the column, and notices of which it is not known whether they were sent."""
    op.drop_column("announced", "claimed_at")
    unknown = sa.table("turn_notices", sa.column("message_id"))
    op.execute(sa.delete(unknown).where(unknown.c.message_id.is_(None)))
