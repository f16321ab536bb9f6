"""Reviews of the games of people: which are due, and what they found.

Each function runs in a transaction of its caller.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, fields

from sqlalchemy import ColumnElement, Connection, insert, select, text, update

from bot.model import Shards
from bot.scores.results import PastGame
from bot.scores.reviews import DueReview, SeatReview
from bot.systems import CARDS, system_of

from .schema import member_names, seat_reviews

MOST_LOOKED_AT = 500
"""Due reviews among which one of the own shards is looked for."""
MOST_COUNTED = 1000
"""The newest games of a person that means are made of."""
_FOUND = [each.name for each in fields(SeatReview)]
_SEAT = [each.name for each in fields(DueReview)]


def add_due(connection: Connection, game: PastGame) -> None:
    """Note that a game that is over is to be reviewed for each member who played it to its end."""
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
        if not seat.left and system_of(game.edition) is CARDS
    ]
    if rows:
        connection.execute(insert(seat_reviews), rows)


def due_review(connection: Connection, shards: Shards) -> DueReview | None:
    """Return a review of these shards that is due, of the newest game; None without any."""
    found = connection.execute(_NEWEST_DUE)
    return next((DueReview(*row) for row in found if shards.serve(row.guild_id)), None)


# The condition must be that of the index.
_NEWEST_DUE = (
    select(*(seat_reviews.c[name] for name in _SEAT))
    .where(text("due"))
    .order_by(seat_reviews.c.ended_at.desc())
    .limit(MOST_LOOKED_AT)
)


def put_review(connection: Connection, due: DueReview, found: SeatReview | None) -> None:
    """Store what a review found, None where it failed; nothing of a person who was forgotten."""
    values = {} if found is None else asdict(found)
    mine = [seat_reviews.c[name] == value for name, value in asdict(due).items()]
    connection.execute(update(seat_reviews).where(*mine).values(due=False, **values))


def of_person(
    connection: Connection, user_id: int, guild_id: int | None = None
) -> Sequence[SeatReview]:
    """Return what reviews of a person's newest games found, in a server or in all (None)."""
    servers: ColumnElement[bool] = seat_reviews.c.guild_id == guild_id
    if guild_id is None:
        # The key begins with the server.
        named = select(member_names.c.guild_id).where(member_names.c.user_id == user_id)
        servers = seat_reviews.c.guild_id.in_(named)
    newest = (
        select(*(seat_reviews.c[name] for name in _FOUND))
        .where(servers, seat_reviews.c.user_id == user_id, seat_reviews.c.deals.is_not(None))
        .order_by(seat_reviews.c.ended_at.desc())
        .limit(MOST_COUNTED)
    )
    return [SeatReview(*row) for row in connection.execute(newest)]
