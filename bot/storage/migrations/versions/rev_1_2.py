"""Version 1.2, from version 1.1."""

from __future__ import annotations

revision = "1.2"
down_revision = "1.1"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Run each part."""
