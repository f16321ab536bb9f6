"""Achievements of members, added up from what they did in games, daily hands and cups."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from datetime import date

from sqlalchemy import Connection, and_, null, select, union

from bot.results.achievements import ACHIEVEMENTS, CUPS, Earned, FeatSource, Grade, Progress, add_up
from bot.results.daily import PastAttempt, daily_feats
from bot.seating import boards_for

from .cups import cups_won
from .schema import cup_people, cups, daily_attempts, daily_boards, daily_days, result_seats


def progress(
    connection: Connection, guild_id: int, user_id: int, reader: int | None = None
) -> tuple[Progress, ...]:
    """A person's progress in a server, for every achievement; if they read it, with solo games."""
    counts, reached = add_up(_sources(connection, boards_for(guild_id, reader), user_id))
    moments: defaultdict[str, list[float]] = defaultdict(list)
    for each in reached:
        moments[each.achievement].append(each.source.at)
    all_of_them = ACHIEVEMENTS.items()
    return tuple(Progress(one, counts[name], tuple(moments[name])) for name, one in all_of_them)


def earned_in(
    connection: Connection,
    guild_id: int,
    source_id: str,
    people: Collection[int],
    reader: int | None = None,
) -> tuple[Earned, ...]:
    """The grades that people reached by a game or a cup, in the order of achievements.

    For a daily hand ``source_id`` is :func:`daily_id`. A solo game gives grades only to the
    ``reader``.
    """
    order = list(ACHIEVEMENTS)
    boards = boards_for(guild_id, reader)
    earned = [
        Earned(user_id, each.achievement, each.grade)
        for user_id in people
        for each in add_up(_sources(connection, boards, user_id))[1]
        if each.source.id == source_id
    ]
    return tuple(sorted(earned, key=lambda one: (order.index(one.achievement), one.grade)))


def best_grades(connection: Connection, user_id: int) -> dict[str, Grade]:
    """A person's highest grade of each achievement over all servers, with solo games."""
    boards = union(
        select(result_seats.c.guild_id).where(result_seats.c.user_id == user_id),
        select(daily_boards.c.guild_id).where(daily_boards.c.user_id == user_id),
        select(cups.c.guild_id).join_from(cups, cup_people).where(cup_people.c.user_id == user_id),
    )
    best: dict[str, Grade] = {}
    for board in connection.scalars(boards).all():
        for each in add_up(_sources(connection, boards_for(board, user_id), user_id))[1]:
            best[each.achievement] = max(each.grade, best.get(each.achievement, each.grade))
    return best


def _sources(connection: Connection, boards: list[int], user_id: int) -> Iterator[FeatSource]:
    """The sources of a person's feats on boards: games, daily hands, cups, each kind in order."""
    games = (
        select(result_seats.c.game_id, result_seats.c.ended_at, result_seats.c.feats)
        .where(
            result_seats.c.user_id == user_id,
            result_seats.c.guild_id.in_(boards),
            result_seats.c.feats.is_not(null()),
        )
        .order_by(result_seats.c.ended_at, result_seats.c.number)
    )
    for game_id, at, feats in connection.execute(games):
        yield FeatSource(game_id, at, feats)
    attempts = (
        select(*daily_attempts.c["date", "opened_at", "done_at", "turns"], daily_days.c.par)
        .join_from(
            daily_boards,
            daily_attempts,
            and_(
                daily_attempts.c.user_id == daily_boards.c.user_id,
                daily_attempts.c.date == daily_boards.c.date,
            ),
        )
        .join(daily_days, daily_days.c.date == daily_attempts.c.date, isouter=True)
        .where(daily_boards.c.guild_id.in_(boards), daily_boards.c.user_id == user_id)
    )
    rows = connection.execute(attempts)
    past = [PastAttempt(date.fromisoformat(day), *fields) for day, *fields in rows]
    for day, at, feats in daily_feats(past):
        yield FeatSource(daily_id(day), at, feats)
    for cup_id, at in cups_won(connection, boards[0], user_id):
        yield FeatSource(cup_id, at, {CUPS: 1})


def daily_id(day: date) -> str:
    """The id of a daily hand as a source of feats."""
    return f"daily {day.isoformat()}"
