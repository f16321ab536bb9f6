"""Ends of games that are not shown yet, and the phases of games that were broken off."""

from __future__ import annotations

import json
from collections import Counter

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_IN_UNFINISHED_HANDS = sa.text("""
    SELECT game_events.game_id, game_events.line FROM game_events
    JOIN results ON results.game_id = game_events.game_id
    WHERE results.abandoned AND game_events.kind = 'lay' AND game_events.seq > COALESCE((
        SELECT MAX(ended.seq) FROM game_events AS ended
        WHERE ended.game_id = game_events.game_id AND ended.kind = 'hand_end'
    ), -1)
""")
_SEATS = sa.text("""
    SELECT seat, result_seats.phases, notations FROM result_seats
    JOIN results ON results.game_id = result_seats.game_id
    WHERE result_seats.game_id = :game_id
""")
_CORRECT = sa.text(
    "UPDATE result_seats SET phases = :phases WHERE game_id = :game_id AND seat = :seat"
)


def upgrade() -> None:
    """Create the table, empty: games that ended before count as shown. Count phases again."""
    op.create_table(
        "unshown_ends",
        sa.Column("game_id", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.game_id"], name="fk_unshown_ends_game_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", name="pk_unshown_ends"),
    )
    _count_unfinished_hands()


def downgrade() -> None:
    """Drop the table again; the phases stay."""
    op.drop_table("unshown_ends")


def _count_unfinished_hands() -> None:
    """Add the phases laid in the hand in which a game was broken off, as its podium counts them."""
    laid: Counter[tuple[str, int]] = Counter()
    for game_id, line in op.get_bind().execute(_IN_UNFINISHED_HANDS).all():
        try:
            laid[game_id, json.loads(line)["seat"]] += 1
        except (ValueError, LookupError, TypeError):
            # A damaged line: its game keeps what was counted.
            continue
    for game_id in {game_id for game_id, _ in laid}:
        for seat, phases, notations in op.get_bind().execute(_SEATS, {"game_id": game_id}).all():
            # In a play-off phases are laid that were completed before.
            now = min(phases + laid[game_id, seat], len(notations.split()))
            op.get_bind().execute(_CORRECT, {"game_id": game_id, "seat": seat, "phases": now})
