"""Reviews of games: those that are due, and their findings.

Each function runs in a transaction of its caller.
"""

from __future__ import annotations

from dataclasses import asdict, fields

from sqlalchemy import Connection, insert, select, text, update

from bot.model import Shards
from bot.scores.results import PastGame
from bot.scores.reviews import DueReview, SeatReview
from bot.systems import system_of

from .schema import seat_reviews

MOST_SEARCHED = 500
"""Due reviews among which one of the own shards is searched."""
_SEAT = [seat_reviews.c[field.name] for field in fields(DueReview)]


def add_due(connection: Connection, game: PastGame) -> None:
    """Store that a finished game is to be reviewed, for each member who played it to its end."""
    rows = [
        {
            "guild_id": game.guild_id,
            "user_id": seat.user_id,
            "game_id": game.game_id,
            "seat": seat.seat,
            "ended_at": game.ended_at,
            "due": True,
        }
        for seat in game.members
        if not seat.left and system_of(game.edition).traits.reviewed
    ]
    if rows:
        connection.execute(insert(seat_reviews), rows)


def due_review(connection: Connection, shards: Shards) -> DueReview | None:
    """Return the due review of these shards whose game is the newest; None without any."""
    newest = connection.execute(_NEWEST_DUE)
    return next((DueReview(*row) for row in newest if shards.serve(row.guild_id)), None)


# The condition must be that of the index.
_NEWEST_DUE = (
    select(*_SEAT).where(text("due")).order_by(seat_reviews.c.ended_at.desc()).limit(MOST_SEARCHED)
)


def put_review(connection: Connection, due: DueReview, findings: SeatReview | None) -> None:
    """Store a review, without findings if it failed; nothing for a person who was deleted."""
    values = {} if findings is None else asdict(findings)
    of_seat = [seat_reviews.c[name] == value for name, value in asdict(due).items()]
    connection.execute(update(seat_reviews).where(*of_seat).values(due=False, **values))
