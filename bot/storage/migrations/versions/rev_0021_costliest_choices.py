"""The costliest choice of a seat, in place of the figures of reviews."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, and drop what nothing reads any more."""
    op.add_column("result_seats", sa.Column("costliest", sa.Text))
    op.drop_table("seat_reviews")
    op.drop_column("server_results", "counting")
    op.drop_index("ix_result_seats_uncounted", "result_seats")
