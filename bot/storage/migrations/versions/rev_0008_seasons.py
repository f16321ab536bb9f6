"""Ratings of each month, what was announced, and the roles of champions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_ALL = 1_000_000
_SEASON = [
    f"people_{number}_{when}" for when in ("season", "season_edition") for number in ("mu", "sigma")
]


def upgrade() -> None:
    """Make place for them: the months are counted when the database is opened."""
    _add("ratings", "period", _ALL)
    _set_key("guild_id", "user_id", "period", "edition", "kind")
    _add("totals", "rated", 0)
    _add("server_results", "counting", 0)
    with op.batch_alter_table("result_seats") as table:
        for name in _SEASON:
            table.add_column(sa.Column(name, sa.Double))
    op.create_table(
        "announced",
        sa.Column("guild_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "key", name="pk_announced"),
    )
    columns = ("guild_id", "user_id", "role_id")
    op.create_table(
        "champion_roles",
        *(sa.Column(name, sa.BigInteger, nullable=False, autoincrement=False) for name in columns),
        sa.PrimaryKeyConstraint(*columns, name="pk_champion_roles"),
    )


def downgrade() -> None:
    """Forget the months' ratings; the ratings in totals of months need a recount."""
    for name in ("champion_roles", "announced"):
        op.drop_table(name)
    with op.batch_alter_table("result_seats") as table:
        for name in _SEASON:
            table.drop_column(name)
    for name, column in (("server_results", "counting"), ("totals", "rated")):
        with op.batch_alter_table(name) as table:
            table.drop_column(column)
    rows = sa.table("ratings", sa.column("period"))
    op.execute(rows.delete().where(rows.c.period != _ALL))
    _set_key("guild_id", "user_id", "edition", "kind")
    with op.batch_alter_table("ratings") as table:
        table.drop_column("period")


def _add(name: str, column: str, value: int) -> None:
    """Add a number that is the same in all rows there are."""
    with op.batch_alter_table(name) as table:
        table.add_column(sa.Column(column, sa.Integer, nullable=False, server_default=str(value)))
    with op.batch_alter_table(name) as table:
        table.alter_column(column, server_default=None)


def _set_key(*columns: str) -> None:
    with op.batch_alter_table("ratings") as table:
        table.drop_constraint("pk_ratings", type_="primary")
        table.create_primary_key("pk_ratings", list(columns))
