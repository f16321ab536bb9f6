"""What achievements count, and the grades that were reached."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_UNCOUNTED = "ix_result_seats_uncounted"


def upgrade() -> None:
    """Create the tables; the feats of earlier games are counted later, as lines take long."""
    op.add_column("result_seats", sa.Column("feats", sa.Text))
    missing = sa.text("feats IS NULL")
    op.create_index(
        _UNCOUNTED,
        "result_seats",
        ["guild_id", "game_id"],
        sqlite_where=missing,
        postgresql_where=missing,
    )
    _create(
        "feat_totals",
        sa.Column("feat", sa.String(32), nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        keys=("feat",),
    )
    _create(
        "achievements",
        sa.Column("achievement", sa.String(32), nullable=False),
        sa.Column("grade", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("game_id", sa.String(64), nullable=False),
        sa.Column("earned_at", sa.Double, nullable=False),
        keys=("achievement", "grade"),
    )
    op.create_index("ix_achievements_guild_id_game_id", "achievements", ["guild_id", "game_id"])
    op.create_index("ix_achievements_user_id", "achievements", ["user_id"])


def downgrade() -> None:
    """Drop them again."""
    op.drop_table("achievements")
    op.drop_table("feat_totals")
    op.drop_index(_UNCOUNTED, "result_seats")
    op.drop_column("result_seats", "feats")


def _create(table: str, *columns: sa.Column[object], keys: tuple[str, ...]) -> None:
    op.create_table(
        table,
        sa.Column("guild_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, nullable=False, autoincrement=False),
        *columns,
        sa.PrimaryKeyConstraint("guild_id", "user_id", *keys, name=f"pk_{table}"),
    )
