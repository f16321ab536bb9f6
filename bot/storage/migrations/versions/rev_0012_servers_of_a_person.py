"""An index by which the servers are found where somebody has played."""

from __future__ import annotations

from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_INDEX = "ix_member_names_user_id"


def upgrade() -> None:
    """Make the index."""
    op.create_index(_INDEX, "member_names", ["user_id"])


def downgrade() -> None:
    """Drop the index."""
    op.drop_index(_INDEX, "member_names")
