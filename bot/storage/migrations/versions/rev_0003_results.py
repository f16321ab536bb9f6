"""Results of finished games, and what follows from them."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_ORDERS = ("rating", "wins", "win_rate", "points_a_hand", "phases")


def upgrade() -> None:
    """Create the tables; what earlier games add to them is counted when the database is opened."""
    op.create_table(
        "server_results",
        sa.Column("guild_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("newest", sa.BigInteger, nullable=False),
        sa.Column("recent_from", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_server_results"),
    )
    _create_results()
    _create_result_seats()
    _create_totals()
    _create_of_member("ratings", {"edition": 64, "kind": 16}, sa.Double, "mu", "sigma")
    _create_of_member("phase_totals", {"phase": 64}, sa.Integer, "tried", "completed")
    _create_rivals()
    _create_of_member("member_names", {}, sa.Text, "name")


def downgrade() -> None:
    """Drop them again."""
    for name in ("member_names", "rivals", "phase_totals", "ratings", "totals"):
        op.drop_table(name)
    for name in ("result_seats", "results", "server_results"):
        op.drop_table(name)


def _create_results() -> None:
    op.create_table(
        "results",
        sa.Column("game_id", sa.String(64), nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("edition", sa.String(64), nullable=False),
        sa.Column("variation", sa.Text, nullable=False),
        sa.Column("notations", sa.Text, nullable=False),
        sa.Column("started_at", sa.Double, nullable=False),
        sa.Column("ended_at", sa.Double, nullable=False),
        sa.Column("hands", sa.Integer, nullable=False),
        sa.Column("abandoned", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_results"),
    )
    op.create_index("ix_results_number", "results", ["guild_id", "number"], unique=True)
    op.create_index("ix_results_ended_at", "results", ["guild_id", "ended_at", "number"])


def _create_result_seats() -> None:
    skills = (
        f"{kind}_{number}_{when}"
        for kind in ("people", "computers")
        for when in ("before", "after", "edition")
        for number in ("mu", "sigma")
    )
    op.create_table(
        "result_seats",
        sa.Column("game_id", sa.String(64), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.Double, nullable=False),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("level", sa.String(16)),
        sa.Column("has_left", sa.Boolean, nullable=False),
        *(
            sa.Column(name, sa.Integer, nullable=False)
            for name in ("place", "total", "hands_won", "hands", "phases")
        ),
        sa.Column("tries", sa.Text, nullable=False),
        *(sa.Column(name, sa.Double) for name in skills),
        sa.ForeignKeyConstraint(
            ["game_id"], ["results.game_id"], name="fk_result_seats_game_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "seat", name="pk_result_seats"),
    )
    op.create_index(
        "ix_result_seats_user_id", "result_seats", ["guild_id", "user_id", "ended_at", "number"]
    )


def _create_totals() -> None:
    sums = ("games", "wins", "places", "hands", "hands_won", "points", "phases")
    op.create_table(
        "totals",
        sa.Column("guild_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("edition", sa.String(64), nullable=False),
        sa.Column("period", sa.Integer, nullable=False, autoincrement=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in sums),
        sa.Column("win_rate", sa.Double),
        sa.Column("points_a_hand", sa.Double),
        sa.Column("rating", sa.Integer),
        sa.PrimaryKeyConstraint("guild_id", "user_id", "edition", "period", name="pk_totals"),
    )
    for by in _ORDERS:
        op.create_index(
            f"ix_totals_{by}", "totals", ["guild_id", "edition", "period", by, "user_id"]
        )


def _create_of_member(table: str, keys: dict[str, int], kind: type[Any], *values: str) -> None:
    """A table of figures of each member, with further key columns of these lengths."""
    op.create_table(
        table,
        sa.Column("guild_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, nullable=False, autoincrement=False),
        *(sa.Column(name, sa.String(length), nullable=False) for name, length in keys.items()),
        *(sa.Column(name, kind, nullable=False) for name in values),
        sa.PrimaryKeyConstraint("guild_id", "user_id", *keys, name=f"pk_{table}"),
    )


def _create_rivals() -> None:
    op.create_table(
        "rivals",
        *(
            sa.Column(name, sa.BigInteger, nullable=False, autoincrement=False)
            for name in ("guild_id", "user_id", "other_id")
        ),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("games", "ahead", "behind")),
        sa.PrimaryKeyConstraint("guild_id", "user_id", "other_id", name="pk_rivals"),
    )
