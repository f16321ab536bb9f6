"""Score sheets for printed cards, and the people on them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "sheets",
        sa.Column("sheet_id", sa.String(64), primary_key=True),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("touched_at", sa.Double, nullable=False),
        sa.Column("ended_at", sa.Double),
        sa.Column("content", sa.Text, nullable=False),
    )
    op.create_index("ix_sheets_ended_at_channel_id", "sheets", ["ended_at", "channel_id"])
    of_sheet = sa.ForeignKey("sheets.sheet_id", ondelete="CASCADE")
    op.create_table(
        "sheet_people",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("sheet_id", sa.String(64), of_sheet, primary_key=True),
    )
    op.create_index("ix_sheet_people_sheet_id", "sheet_people", ["sheet_id"])
