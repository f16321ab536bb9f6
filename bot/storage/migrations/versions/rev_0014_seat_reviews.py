"""What reviews found for the people of a game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

_DUE = "ix_seat_reviews_due"
_EARLIER = 1000
"""Seats of earlier games that are reviewed at most, the newest: each takes some seconds."""
_OF_DICE = "dice%"


def upgrade() -> None:
    """Create the table; the reviews of the newest games are due."""
    op.create_table(
        "seat_reviews",
        sa.Column("guild_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("game_id", sa.String(64), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("ended_at", sa.Double, nullable=False),
        sa.Column("due", sa.Boolean, nullable=False),
        *(sa.Column(name, sa.Double) for name in ("deals", "draws", "others", "choices", "error")),
        sa.Column("decisions", sa.Integer),
        sa.PrimaryKeyConstraint("guild_id", "user_id", "game_id", name="pk_seat_reviews"),
        sa.ForeignKeyConstraint(
            ["game_id"], ["results.game_id"], ondelete="CASCADE", name="fk_seat_reviews_game_id"
        ),
    )
    op.create_index("ix_seat_reviews_game_id", "seat_reviews", ["game_id"])
    due = sa.text("due")
    op.create_index(_DUE, "seat_reviews", ["ended_at"], sqlite_where=due, postgresql_where=due)
    op.execute(_earlier())


def _earlier() -> sa.Insert:
    names = ("guild_id", "user_id", "game_id", "seat", "ended_at")
    seats = sa.table("result_seats", *map(sa.column, (*names, "level", "has_left")))
    results, games = (
        sa.table(name, *map(sa.column, columns))
        for name, columns in (
            ("results", ("game_id", "edition", "abandoned")),
            # The games that have a record.
            ("games", ("game_id",)),
        )
    )
    newest = (
        sa.select(*(seats.c[name] for name in names), sa.true())
        .join_from(seats, results, results.c.game_id == seats.c.game_id)
        .join(games, games.c.game_id == seats.c.game_id)
        .where(
            seats.c.user_id.is_not(None),
            seats.c.level.is_(None),
            sa.not_(seats.c.has_left),
            sa.not_(results.c.abandoned),
            results.c.edition.not_like(_OF_DICE),
        )
        .order_by(seats.c.ended_at.desc())
        .limit(_EARLIER)
    )
    reviews = sa.table("seat_reviews", *map(sa.column, (*names, "due")))
    return reviews.insert().from_select([*names, "due"], newest)


def downgrade() -> None:
    """Drop it again."""
    op.drop_table("seat_reviews")
