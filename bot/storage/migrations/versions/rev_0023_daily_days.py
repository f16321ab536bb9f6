"""Dates of daily hands without the hash of their secret, which nothing shows any more."""

from __future__ import annotations

from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop the column."""
    op.drop_column("daily_days", "commitment")
