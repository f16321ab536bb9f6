"""The first games of people in the challenges of weeks; their results are those of the games."""

from __future__ import annotations

from datetime import date

from sqlalchemy import Connection, and_, func, select

from bot.daily.calendar import week_bounds
from bot.daily.challenge import CHALLENGE_RULES, challenge_closes
from bot.results.challenge import ChallengeBoard, ChallengeRow, FirstGame
from bot.results.daily import MOST_ROWS, ranked
from bot.seating import Person

from .daily import CHALLENGE, is_blocked
from .members import holds_place
from .schema import RUNNING, challenge_games, games, insert_new, present_name, result_seats


def open_challenge(
    connection: Connection, week: date, person: Person, game_id: str, guild_id: int
) -> FirstGame | None:
    """Store a person's first game, for a server's board (0: none), unless there is one.

    Returns the stored one, None for a person who deleted their game of this week.
    """
    if is_blocked(connection, CHALLENGE, week_bounds(week)[1], person.user_id):
        return None
    row = {"user_id": person.user_id, "week": week.isoformat(), "game_id": game_id}
    insert_new(connection, challenge_games, row | {"guild_id": guild_id, "name": person.name})
    return first_game(connection, person.user_id, week)


def first_game(connection: Connection, user_id: int, week: date) -> FirstGame | None:
    first = challenge_games.c
    query = (
        select(first.game_id, games.c.status)
        .join_from(challenge_games, games, games.c.game_id == first.game_id, isouter=True)
        .where(first.user_id == user_id, first.week == week.isoformat())
    )
    row = connection.execute(query).one_or_none()
    if row is None:
        return None
    return FirstGame(row.game_id, row.status is not None, row.status not in (None, RUNNING))


def is_first_game(connection: Connection, game_id: str) -> bool:
    """Whether a game counts in the challenge of its week."""
    of_game = select(challenge_games.c.week).where(challenge_games.c.game_id == game_id)
    return connection.execute(of_game).first() is not None


def challenge_board(
    connection: Connection, guild_id: int, week: date, now: float, me: int | None
) -> ChallengeBoard:
    """A server's board of a challenge.

    Its rows are visible to readers whose first game is over, and to all after the week.
    """
    mine = None if me is None else first_game(connection, me, week)
    visible = now >= challenge_closes(week) or (mine is not None and mine.over)
    rows = _rows(connection, guild_id, week)
    if not visible:
        return ChallengeBoard(week, len(rows), visible=False)
    own = next((row for row in rows if row.user_id == me), None)
    return ChallengeBoard(week, len(rows), True, tuple(rows[:MOST_ROWS]), own)


def _rows(connection: Connection, guild_id: int, week: date) -> list[ChallengeRow]:
    """The first games that are over, the best first: by place, then by few points."""
    first = challenge_games.c
    of_seat = and_(
        result_seats.c.game_id == first.game_id,
        result_seats.c.user_id == first.user_id,
        result_seats.c.ended_at < challenge_closes(week),
    )
    # In a game that was ended early nobody has all phases.
    seats = result_seats.alias("seats")
    most = select(func.max(seats.c.phases)).where(seats.c.game_id == first.game_id)
    name = func.coalesce(present_name(guild_id, first.user_id), first.name).label("name")
    query = (
        select(first.user_id, name, most.scalar_subquery().label("most"))
        .add_columns(*result_seats.c["place", "total"])
        .join_from(challenge_games, games, games.c.game_id == first.game_id)
        .join(result_seats, of_seat, isouter=True)
        .where(first.guild_id == guild_id, first.week == week.isoformat())
        .where(games.c.status != RUNNING, holds_place(guild_id, first.user_id))
        .order_by(first.user_id)
    )
    over = connection.execute(query).all()
    whole = len(CHALLENGE_RULES.phases)
    played = [row for row in over if row.place is not None and row.most == whole]
    others = [row for row in over if row not in played]
    in_order = [*ranked(played, lambda row: (row.place, row.total))]
    rows = [
        ChallengeRow(rank, row.user_id, row.name, row.place, row.total) for rank, row in in_order
    ]
    return [*rows, *(ChallengeRow(0, row.user_id, row.name, None, None) for row in others)]
