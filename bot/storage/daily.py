"""Daily hands: the installation's key, the dates, people's attempts and the boards of servers."""

from __future__ import annotations

import hmac
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, delete, func, or_, select, update

from bot.daily.calendar import (
    is_closed,
    last_closed,
    still_open,
    streak_ended,
    streaks,
    week_bounds,
)
from bot.results.daily import (
    MOST_ROWS,
    DailyBoard,
    DailyNews,
    DailyResult,
    DailyRow,
    DailySum,
    DailySums,
    build_news,
    ranked,
    score,
)

from .errors import StaleWriteError, StoreError
from .members import holds_place
from .schema import (
    challenge_games,
    daily_attempts,
    daily_blocks,
    daily_boards,
    daily_days,
    insert_new,
    installation_keys,
    present_name,
    upsert,
)

_KEY = "daily"
# kinds of games from which a person is blocked after a deletion
DAILY = "daily"
CHALLENGE = "challenge"
_DAY = timedelta(days=1)


@dataclass(frozen=True)
class StoredDay:
    """A date as it is stored; its cards follow from this and the installation's key."""

    date: date
    counter: int
    par: int


@dataclass(frozen=True)
class StoredAttempt:
    """A person's attempt at the hand of a date; moments are in seconds since 1970."""

    user_id: int
    date: date
    version: int  # increases with each action
    snapshot: str = field(repr=False)
    opened_at: float
    done_at: float | None = None  # None while the attempt is not over
    # The turn in which the phase was laid, and the points left in hand then; None without it.
    turns: int | None = None
    points: int | None = None


# ── the key and the dates ─────────────────────────────────────────────────────────────────────


def daily_key(connection: Connection) -> bytes | None:
    """The installation's key, None before there is one."""
    key = connection.scalar(select(installation_keys.c.key).where(installation_keys.c.name == _KEY))
    return None if key is None else bytes.fromhex(key)


def put_daily_key(connection: Connection, new: bytes) -> bytes:
    """Store the installation's key unless there is one; return the stored one."""
    insert_new(connection, installation_keys, {"name": _KEY, "key": new.hex()})
    return daily_key(connection) or new


def daily_day(connection: Connection, day: date) -> StoredDay | None:
    """A date, None before its hand was chosen."""
    of_date = select(daily_days).where(daily_days.c.date == day.isoformat())
    row = connection.execute(of_date).one_or_none()
    return None if row is None else StoredDay(day, row.counter, row.par)


def put_daily_day(connection: Connection, new: StoredDay, now: float) -> StoredDay:
    """Store a date unless it is known, drop old blocks, and return the stored date."""
    insert_new(connection, daily_days, _values(new))
    drop_blocks(connection, now)
    return daily_day(connection, new.date) or new


# ── attempts ──────────────────────────────────────────────────────────────────────────────────


def open_daily(
    connection: Connection, new: StoredAttempt, guild_id: int, name: str
) -> StoredAttempt | None:
    """Store an attempt unless there is one, put it on a server's board, and return the stored one.

    Returns None for a person who deleted an attempt at that date; ``guild_id`` may be 0.
    """
    if is_blocked(connection, DAILY, new.date, new.user_id):
        return None
    if insert_new(connection, daily_attempts, _values(new)) and guild_id:
        put_on_daily_board(connection, guild_id, new.user_id, new.date, name)
    return daily_attempt(connection, new.user_id, new.date)


def daily_attempt(connection: Connection, user_id: int, day: date) -> StoredAttempt | None:
    row = connection.execute(select(daily_attempts).where(_of(user_id, day))).one_or_none()
    if row is None:
        return None
    return StoredAttempt(**{**row._mapping, "date": day})


def commit_daily(connection: Connection, new: StoredAttempt, was: int) -> None:
    """Replace an attempt; raises StaleWriteError unless the stored version is ``was``."""
    before = _of(new.user_id, new.date), daily_attempts.c.version == was
    stored = update(daily_attempts).where(*before)
    if not connection.execute(stored.values(_values(new))).rowcount:
        raise StaleWriteError(f"the attempt of {new.date} is not at version {was}")


def daily_dates(connection: Connection, user_id: int) -> list[date]:
    """The dates on which a person opened the hand."""
    opened = select(daily_attempts.c.date).where(daily_attempts.c.user_id == user_id)
    return [date.fromisoformat(text) for text in connection.scalars(opened)]


def _values(row: StoredDay | StoredAttempt) -> dict[str, Any]:
    return {**vars(row), "date": row.date.isoformat()}


def _of(user_id: int, day: date) -> ColumnElement[bool]:
    return and_(daily_attempts.c.user_id == user_id, daily_attempts.c.date == day.isoformat())


# ── after a person was deleted ────────────────────────────────────────────────────────────────


def block(connection: Connection, user_id: int, now: float) -> None:
    """Block second attempts of a person who is deleted, at the dates that are not closed."""
    drop_blocks(connection, now)
    for day in daily_dates(connection, user_id):
        if not is_closed(day, now):
            _block(connection, DAILY, day, user_id)
    mine = challenge_games.c.user_id == user_id
    for week in connection.scalars(select(challenge_games.c.week).where(mine)):
        sunday = week_bounds(date.fromisoformat(week))[1]
        if not is_closed(sunday, now):
            _block(connection, CHALLENGE, sunday, user_id)


def _block(connection: Connection, what: str, day: date, user_id: int) -> None:
    row = {"date": day.isoformat(), "person": _person(connection, what, day, user_id)}
    insert_new(connection, daily_blocks, row)


def is_blocked(connection: Connection, what: str, day: date, user_id: int) -> bool:
    """Whether a person deleted an attempt at a date, or a game of a challenge (its Sunday)."""
    blocked = select(daily_blocks.c.date).where(
        daily_blocks.c.date == day.isoformat(),
        daily_blocks.c.person == _person(connection, what, day, user_id),
    )
    return connection.execute(blocked).first() is not None


def drop_blocks(connection: Connection, now: float) -> None:
    """Delete the blocks of second attempts at dates whose attempts are closed."""
    closed = last_closed(now).isoformat()
    connection.execute(delete(daily_blocks).where(daily_blocks.c.date <= closed))


def _person(connection: Connection, what: str, day: date, user_id: int) -> str:
    """The keyed hash of a person and a date."""
    key = daily_key(connection)
    if key is None:
        raise StoreError("there is no key yet")
    text = f"phase10 {what} person {day.isoformat()} {user_id}"
    return hmac.digest(key, text.encode(), "sha256").hex()


# ── boards ────────────────────────────────────────────────────────────────────────────────────


def put_on_daily_board(
    connection: Connection, guild_id: int, user_id: int, day: date, name: str
) -> None:
    """Put an attempt on the board of a server, or change the name under which it is there."""
    row = {"guild_id": guild_id, "user_id": user_id, "date": day.isoformat(), "name": name}
    upsert(connection, daily_boards, [row | {"shared": False}], lambda _, new: {"name": new.name})


def share_daily(connection: Connection, guild_id: int, user_id: int, day: date, name: str) -> bool:
    """Store that a person shares a result in a server; False if it was shared before."""
    put_on_daily_board(connection, guild_id, user_id, day, name)
    unshared = update(daily_boards).where(_on_board(guild_id, user_id, day), ~daily_boards.c.shared)
    return bool(connection.execute(unshared.values(shared=True)).rowcount)


def unshare_daily(connection: Connection, guild_id: int, user_id: int, day: date) -> None:
    """Store that a result was not shared in a server after all."""
    shared = update(daily_boards).where(_on_board(guild_id, user_id, day))
    connection.execute(shared.values(shared=False))


def is_daily_shared(connection: Connection, guild_id: int, user_id: int, day: date) -> bool:
    shared = select(daily_boards.c.shared).where(_on_board(guild_id, user_id, day))
    return bool(connection.scalar(shared))


def shared_dailies(
    connection: Connection, guild_id: int, day: date, now: float
) -> list[DailyResult]:
    """The results of a date that were shared in a server, the best first."""
    query = (
        select(_name(guild_id), *daily_attempts.c["user_id", "turns", "points"])
        .join_from(daily_boards, daily_attempts, _OF_ATTEMPT)
        .where(
            _placed_in(guild_id),
            daily_boards.c.date == day.isoformat(),
            daily_boards.c.shared,
        )
        .order_by(daily_attempts.c.turns.is_(None), *daily_attempts.c["turns", "points", "done_at"])
        .limit(MOST_ROWS)
    )
    shared = connection.execute(query).all()
    opened = _opened(connection, [row.user_id for row in shared])
    not_missed = still_open(now)

    def result(name: str, turns: int | None, dates: Collection[date]) -> DailyResult:
        current = streaks(dates, day, not_missed).current
        return DailyResult(name, turns, current, streak_ended(dates, day, not_missed))

    return [result(row.name, row.turns, opened[row.user_id]) for row in shared]


def _on_board(guild_id: int, user_id: int, day: date) -> ColumnElement[bool]:
    board = daily_boards.c
    on_date = board.user_id == user_id, board.date == day.isoformat()
    return and_(board.guild_id == guild_id, *on_date)


_OF_ATTEMPT = and_(
    daily_boards.c.user_id == daily_attempts.c.user_id, daily_boards.c.date == daily_attempts.c.date
)


def _placed_in(guild_id: int) -> ColumnElement[bool]:
    """The condition for the attempts on a server's boards of people who hold a place there."""
    return and_(daily_boards.c.guild_id == guild_id, holds_place(guild_id, daily_boards.c.user_id))


def _name(guild_id: int) -> ColumnElement[str]:
    present = present_name(guild_id, daily_boards.c.user_id)
    return func.coalesce(present, daily_boards.c.name).label("name")


def daily_board(
    connection: Connection, guild_id: int, day: date, now: float, me: int | None
) -> DailyBoard:
    """A server's board of a date.

    Its results are visible to readers who have finished, and to all once the date is closed.
    """
    query = (
        select(_name(guild_id), daily_attempts)
        .join_from(daily_boards, daily_attempts, _OF_ATTEMPT)
        .where(_placed_in(guild_id), daily_boards.c.date == day.isoformat())
        .order_by(daily_attempts.c.done_at, daily_attempts.c.user_id)
    )
    attempts = connection.execute(query).all()
    finished = [row for row in attempts if row.done_at is not None]
    people = sum(row.done_at is not None or row.user_id != me for row in attempts)
    mine = None if me is None else daily_attempt(connection, me, day)
    visible = is_closed(day, now) or (mine is not None and mine.done_at is not None)
    rows = _day_rows(finished) if visible else []
    own = next((row for row in rows if row.user_id == me), None)
    beaten = 0
    if own is not None and own.rank:
        beaten = sum(not 1 <= row.rank <= own.rank for row in rows)
    shown = tuple(rows[:MOST_ROWS])
    return DailyBoard(day, people, len(finished), visible, shown, own, beaten)


def _day_rows(finished: Collection[Row[Any]]) -> list[DailyRow]:
    laid = [row for row in finished if row.turns is not None]
    rows = [*ranked(laid, lambda row: (row.turns, row.points))]
    rows += ((0, row) for row in finished if row.turns is None)
    return [DailyRow(rank, row.user_id, row.name, row.turns, row.points) for rank, row in rows]


def daily_news(connection: Connection, guild_id: int, told: date) -> DailyNews | None:
    """The news of a closed date and its week; None if nobody played in that week."""
    dates = daily_boards.c.date.between((told - 6 * _DAY).isoformat(), told.isoformat())
    query = (
        select(_name(guild_id), daily_attempts)
        .join_from(daily_boards, daily_attempts, _OF_ATTEMPT)
        .where(_placed_in(guild_id), dates)
        .order_by(*daily_attempts.c["date", "done_at", "user_id"])
    )
    attempts = connection.execute(query).all()
    finished = [row for row in attempts if row.done_at is not None]
    by_date = groupby(finished, key=lambda row: row.date)
    results = {date.fromisoformat(on): _day_rows([*rows]) for on, rows in by_date}
    return build_news(told, results) if attempts else None


def daily_sums(
    connection: Connection, guild_id: int, dates: tuple[date, date], now: float, me: int
) -> DailySums:
    """A server's board of a week or month, with the results that a reader may see by now.

    ``dates`` are its first and its last.
    """
    first, last = dates
    visible = _visible(connection, first, last, now, me)
    query = (
        select(_name(guild_id), *daily_attempts.c["user_id", "turns", "points"])
        .join_from(daily_boards, daily_attempts, _OF_ATTEMPT)
        .where(_placed_in(guild_id), visible, daily_attempts.c.done_at.is_not(None))
        .order_by(daily_boards.c.date)
    )
    sums: dict[int, DailySum] = {}
    for name, user_id, turns, points in connection.execute(query):
        before = sums.get(user_id, DailySum(0, user_id, name, 0, 0, 0))
        sums[user_id] = replace(
            before,
            name=name,
            score=before.score + score(turns),
            laid=before.laid if turns is None else before.laid + 1,
            points=before.points + (points or 0),
        )
    in_order = ranked(sums.values(), lambda row: (-row.score, row.points))
    rows = [replace(row, rank=rank) for rank, row in in_order]
    own = next((row for row in rows if row.user_id == me), None)
    return DailySums(first, last, len(rows), tuple(rows[:MOST_ROWS]), own)


def _visible(
    connection: Connection, first: date, last: date, now: float, me: int
) -> ColumnElement[bool]:
    """The condition for the dates whose results a reader may see."""
    on = daily_boards.c.date
    finished = select(daily_attempts.c.date).where(
        daily_attempts.c.user_id == me,
        daily_attempts.c.date.between(first.isoformat(), last.isoformat()),
        daily_attempts.c.done_at.is_not(None),
    )
    seen = or_(on <= last_closed(now).isoformat(), on.in_(connection.scalars(finished).all()))
    return and_(on.between(first.isoformat(), last.isoformat()), seen)


def _opened(connection: Connection, people: Collection[int]) -> dict[int, list[date]]:
    """The dates on which each of some people opened the hand."""
    opened: dict[int, list[date]] = defaultdict(list)
    attempts = select(*daily_attempts.c["user_id", "date"])
    for user_id, day in connection.execute(attempts.where(daily_attempts.c.user_id.in_(people))):
        opened[user_id].append(date.fromisoformat(day))
    return opened
