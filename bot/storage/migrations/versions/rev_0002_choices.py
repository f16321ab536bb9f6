"""What servers and people chose."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the two tables of choices."""
    for name, key in (("server_choices", "guild_id"), ("personal_choices", "user_id")):
        op.create_table(
            name,
            sa.Column(key, sa.BigInteger, nullable=False, autoincrement=False),
            sa.Column("choices", sa.Text, nullable=False),
            sa.PrimaryKeyConstraint(key, name=f"pk_{name}"),
        )


def downgrade() -> None:
    """Drop them again."""
    op.drop_table("personal_choices")
    op.drop_table("server_choices")
