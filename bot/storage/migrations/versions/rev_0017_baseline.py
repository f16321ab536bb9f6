"""Version 1.0.0: new databases are made from the schema, and older ones cannot be upgraded."""

from __future__ import annotations

revision = "0017"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Change nothing."""
