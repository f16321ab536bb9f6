"""Who played in a game as rows, deletions to be wiped, and totals over calendar months."""

from __future__ import annotations

import re

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_BATCH = 1000
# Of damaged JSON too. In a name the quotes would have backslashes before them.
_PERSON = re.compile(r'"(?:user_id|host_id)":([1-9][0-9]*)')
_SEATINGS = sa.text(
    "SELECT game_id, seating FROM games WHERE game_id > :after ORDER BY game_id LIMIT :most"
)


def upgrade() -> None:
    """Create the tables, fill them, and drop what was kept for totals over the last 30 days."""
    seats = _create_game_seats()
    wipes = op.create_table("wipes", sa.Column("token", sa.String(32), primary_key=True))
    if _add_seats(seats):
        # Earlier versions noted only in memory that traces of a deletion were left in the file.
        op.bulk_insert(wipes, [{"token": "0005"}])
    op.execute("DELETE FROM totals WHERE period = 1000001")
    with op.batch_alter_table("server_results") as table:
        table.drop_column("recent_from")


def downgrade() -> None:
    """Drop the tables again; without totals over the last 30 days, their leaderboards are empty."""
    op.drop_table("wipes")
    op.drop_table("game_seats")
    with op.batch_alter_table("server_results") as table:
        table.add_column(sa.Column("recent_from", sa.Double, nullable=False, server_default="0"))


def _create_game_seats() -> sa.Table:
    table = op.create_table(
        "game_seats",
        sa.Column("user_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("game_id", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.game_id"], name="fk_game_seats_game_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "game_id", name="pk_game_seats"),
    )
    op.create_index("ix_game_seats_game_id", "game_seats", ["game_id"])
    return table


def _add_seats(seats: sa.Table) -> bool:
    """Add the people of every game; return whether there are games."""
    after = ""
    while True:
        page = {"after": after, "most": _BATCH}
        found = op.get_bind().execute(_SEATINGS, page).all()
        if not found:
            return bool(after)
        people = [
            {"user_id": int(user_id), "game_id": game_id}
            for game_id, seating in found
            for user_id in set(_PERSON.findall(seating))
        ]
        if people:
            op.bulk_insert(seats, people)
        after = found[-1].game_id
