"""Phases and rivals apart for each game that is played at the tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_KEYS = {"phase_totals": "phase", "rivals": "other_id"}


def upgrade() -> None:
    """Add the edition to the keys: what was counted so far is of the card game."""
    for name, last in _KEYS.items():
        with op.batch_alter_table(name) as table:
            table.add_column(sa.Column("edition", sa.String(64), nullable=False, server_default=""))
        _set_key(name, "guild_id", "user_id", "edition", last)
        with op.batch_alter_table(name) as table:
            table.alter_column("edition", server_default=None)


def downgrade() -> None:
    """Forget what was counted for other games, and take the edition out of the keys."""
    for name, last in _KEYS.items():
        rows = sa.table(name, sa.column("edition"))
        op.execute(rows.delete().where(rows.c.edition != ""))
        _set_key(name, "guild_id", "user_id", last)
        with op.batch_alter_table(name) as table:
            table.drop_column("edition")


def _set_key(name: str, *columns: str) -> None:
    with op.batch_alter_table(name) as table:
        table.drop_constraint(f"pk_{name}", type_="primary")
        table.create_primary_key(f"pk_{name}", list(columns))
