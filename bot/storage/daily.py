"""Daily hands: the installation's key, the dates, people's attempts and the boards of servers.

Each function runs in a transaction of its caller. Dates are stored in ISO form.
"""

from __future__ import annotations

import hmac
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Row,
    Table,
    and_,
    delete,
    func,
    or_,
    select,
    update,
)

from bot.daily.calendar import date_of, is_closed, streaks
from bot.scores.daily import (
    DailyBoard,
    DailyRow,
    DailyStreakRow,
    DailySum,
    DailySums,
    ranked,
    score,
    top_rows,
)

from .achievements import count_daily
from .errors import StaleWriteError, StoreError
from .results import INSERTS, lock
from .schema import daily_attempts, daily_blocks, daily_boards, daily_days, installation_keys

_KEY = "daily"
_LONGEST_GAP = timedelta(days=3)
"""From a date to the next of the same streak: the Sunday and the Monday between were missed."""
_MOST_STREAKS = 200
"""People whose streaks are compared."""


@dataclass(frozen=True)
class StoredDay:
    """What is stored of a date; its cards follow from that and the installation's key."""

    date: date
    counter: int
    par: int
    commitment: str


@dataclass(frozen=True)
class StoredAttempt:
    """A person's attempt at the hand of a date.

    Attributes:
        user_id: the person.
        date: the date (UTC).
        version: rises with each action.
        snapshot: see :mod:`bot.daily.snapshot`.
        opened_at: in seconds since 1970.
        done_at: the same; None while it goes on.
        turns: the number of the turn in which the phase was laid; None before, and for not today.
        points: those left in hand; None where the phase is not laid.
    """

    user_id: int
    date: date
    version: int
    snapshot: str = field(repr=False)
    opened_at: float
    done_at: float | None = None
    turns: int | None = None
    points: int | None = None


# ── the key and the dates ─────────────────────────────────────────────────────────────────────


def daily_key(connection: Connection) -> bytes | None:
    """Return the installation's key, None before there is one."""
    found = connection.scalar(
        select(installation_keys.c.key).where(installation_keys.c.name == _KEY)
    )
    return None if found is None else bytes.fromhex(found)


def put_daily_key(connection: Connection, new: bytes) -> bytes:
    """Store the installation's key unless there is one; return the one that counts."""
    row = INSERTS[connection.dialect.name](installation_keys).values(name=_KEY, key=new.hex())
    connection.execute(row.on_conflict_do_nothing())
    return daily_key(connection) or new


def daily_day(connection: Connection, day: date) -> StoredDay | None:
    """Return what is stored of a date, None before a process has chosen its hand."""
    mine = select(daily_days).where(daily_days.c.date == day.isoformat())
    row = connection.execute(mine).one_or_none()
    return None if row is None else StoredDay(day, row.counter, row.par, row.commitment)


def put_daily_day(connection: Connection, new: StoredDay, now: float) -> StoredDay:
    """Store a date unless it is; return what counts. Blocks of closed dates are removed."""
    row = INSERTS[connection.dialect.name](daily_days).values(_values(new))
    connection.execute(row.on_conflict_do_nothing())
    drop_blocks(connection, now)
    return daily_day(connection, new.date) or new


# ── attempts ──────────────────────────────────────────────────────────────────────────────────


def open_daily(
    connection: Connection, new: StoredAttempt, guild_id: int, name: str
) -> StoredAttempt | None:
    """Store a new attempt and put it on a server's board, or return the one there is.

    Args:
        connection: in a transaction.
        new: the attempt.
        guild_id: the server; 0 for none.
        name: of the person.

    Returns:
        The attempt that counts; None for a person who deleted one for the same date.
    """
    blocked = select(daily_blocks.c.date).where(
        daily_blocks.c.date == new.date.isoformat(),
        daily_blocks.c.person == _person(connection, new.date, new.user_id),
    )
    if connection.execute(blocked).first() is not None:
        return None
    row = INSERTS[connection.dialect.name](daily_attempts).values(_values(new))
    opened = connection.execute(row.on_conflict_do_nothing()).rowcount
    if opened and guild_id:
        put_on_daily_board(connection, guild_id, new.user_id, new.date, name)
    return daily_attempt(connection, new.user_id, new.date)


def daily_attempt(connection: Connection, user_id: int, day: date) -> StoredAttempt | None:
    """Return a person's attempt at the hand of a date."""
    row = connection.execute(select(daily_attempts).where(_of(user_id, day))).one_or_none()
    if row is None:
        return None
    return StoredAttempt(**{**row._mapping, "date": day})


def commit_daily(connection: Connection, new: StoredAttempt, was: int) -> None:
    """Replace an attempt, if its stored version is ``was``, and count one that is over.

    Raises:
        StaleWriteError: it is another one, or there is no such attempt.
    """
    guild_ids = _guilds(connection, new) if new.done_at is not None else ()
    for guild_id in guild_ids:
        lock(connection, guild_id)
    stored = update(daily_attempts).where(
        _of(new.user_id, new.date), daily_attempts.c.version == was
    )
    if not connection.execute(stored.values(_values(new))).rowcount:
        raise StaleWriteError(f"the attempt of {new.date} is not at version {was}")
    for guild_id in guild_ids:
        count_daily(connection, guild_id, new.user_id)


def _guilds(connection: Connection, attempt: StoredAttempt) -> Sequence[int]:
    """The servers on whose boards an attempt stands, in the order in which they are locked."""
    found = select(daily_boards.c.guild_id).where(
        daily_boards.c.user_id == attempt.user_id, daily_boards.c.date == attempt.date.isoformat()
    )
    return connection.scalars(found.order_by(daily_boards.c.guild_id)).all()


def daily_dates(connection: Connection, user_id: int) -> list[date]:
    """Return the dates on which a person opened the hand."""
    mine = select(daily_attempts.c.date).where(daily_attempts.c.user_id == user_id)
    return [date.fromisoformat(each) for each in connection.scalars(mine)]


def _values(row: StoredDay | StoredAttempt) -> dict[str, Any]:
    return {**vars(row), "date": row.date.isoformat()}


def _of(user_id: int, day: date) -> ColumnElement[bool]:
    return and_(daily_attempts.c.user_id == user_id, daily_attempts.c.date == day.isoformat())


# ── after a person was deleted ────────────────────────────────────────────────────────────────


def block(connection: Connection, user_id: int, now: float) -> None:
    """Block a second attempt of a person who is deleted, for the dates that are not closed."""
    drop_blocks(connection, now)
    for day in daily_dates(connection, user_id):
        if not is_closed(day, now):
            person = _person(connection, day, user_id)
            row = INSERTS[connection.dialect.name](daily_blocks).values(
                date=day.isoformat(), person=person
            )
            connection.execute(row.on_conflict_do_nothing())


def has_old_blocks(connection: Connection, now: float) -> bool:
    """Return whether there are blocks of dates whose attempts are closed."""
    old = select(daily_blocks.c.date).where(daily_blocks.c.date <= _last_closed(now))
    return connection.execute(old.limit(1)).first() is not None


def drop_blocks(connection: Connection, now: float) -> None:
    """Remove the blocks of dates whose attempts are closed."""
    connection.execute(delete(daily_blocks).where(daily_blocks.c.date <= _last_closed(now)))


def _last_closed(now: float) -> str:
    """The newest date whose attempts are closed, in ISO form."""
    day = date_of(now)
    while not is_closed(day, now):
        day -= timedelta(days=1)
    return day.isoformat()


def _person(connection: Connection, day: date, user_id: int) -> str:
    """The keyed hash that stands for a person, another one on each date."""
    key = daily_key(connection)
    if key is None:
        raise StoreError("there is no key yet")
    text = f"phase10 daily person {day.isoformat()} {user_id}"
    return hmac.digest(key, text.encode(), "sha256").hex()


# ── boards ────────────────────────────────────────────────────────────────────────────────────


def put_on_daily_board(
    connection: Connection, guild_id: int, user_id: int, day: date, name: str
) -> None:
    """Put an attempt on the board of a server; one that is there gets the name."""
    row = INSERTS[connection.dialect.name](daily_boards).values(
        guild_id=guild_id, user_id=user_id, date=day.isoformat(), name=name, shared=False
    )
    named = row.on_conflict_do_update(
        index_elements=list(daily_boards.primary_key), set_={"name": name}
    )
    lock(connection, guild_id)
    connection.execute(named)
    count_daily(connection, guild_id, user_id)


def share_daily(connection: Connection, guild_id: int, user_id: int, day: date, name: str) -> bool:
    """Note that a person shares a result in a server; False where that was done before."""
    put_on_daily_board(connection, guild_id, user_id, day, name)
    mine = update(daily_boards).where(_on_board(guild_id, user_id, day), ~daily_boards.c.shared)
    return bool(connection.execute(mine.values(shared=True)).rowcount)


def unshare_daily(connection: Connection, guild_id: int, user_id: int, day: date) -> None:
    """Take that back, since it could not be posted."""
    mine = update(daily_boards).where(_on_board(guild_id, user_id, day))
    connection.execute(mine.values(shared=False))


def is_daily_shared(connection: Connection, guild_id: int, user_id: int, day: date) -> bool:
    """Return whether a person shared a result in a server."""
    mine = select(daily_boards.c.shared).where(_on_board(guild_id, user_id, day))
    return bool(connection.scalar(mine))


def _on_board(guild_id: int, user_id: int, day: date) -> ColumnElement[bool]:
    return and_(
        daily_boards.c.guild_id == guild_id,
        daily_boards.c.user_id == user_id,
        daily_boards.c.date == day.isoformat(),
    )


_THEIRS = and_(
    daily_boards.c.user_id == daily_attempts.c.user_id,
    daily_boards.c.date == daily_attempts.c.date,
)


def daily_board(
    connection: Connection, guild_id: int, day: date, now: float, me: int | None
) -> DailyBoard:
    """Return a server's board of a date.

    Its results are visible to a reader who has finished, and to all once the attempts are closed.

    Args:
        connection: in a transaction.
        guild_id: the server.
        day: the date.
        now: in seconds since 1970.
        me: the reader; None for everybody.
    """
    query = (
        select(daily_boards.c.name, daily_attempts)
        .join_from(daily_boards, daily_attempts, _THEIRS)
        .where(daily_boards.c.guild_id == guild_id, daily_boards.c.date == day.isoformat())
        .order_by(daily_attempts.c.done_at, daily_attempts.c.user_id)
    )
    found = connection.execute(query).all()
    finished = [row for row in found if row.done_at is not None]
    mine = None if me is None else daily_attempt(connection, me, day)
    visible = is_closed(day, now) or (mine is not None and mine.done_at is not None)
    rows = _day_rows(finished) if visible else []
    own = next((row for row in rows if row.user_id == me), None)
    return DailyBoard(day, len(found), len(finished), visible, top_rows(rows), own)


def _day_rows(finished: Collection[Row[Any]]) -> list[DailyRow]:
    laid = ranked(
        (row for row in finished if row.turns is not None), lambda row: (row.turns, row.points)
    )
    others = ((0, row) for row in finished if row.turns is None)
    return [
        DailyRow(rank, row.user_id, row.name, row.turns, row.points)
        for rank, row in [*laid, *others]
    ]


def daily_sums(
    connection: Connection, guild_id: int, span: tuple[date, date], now: float, me: int | None
) -> DailySums:
    """Return a server's board of a span of dates.

    The results are those that the reader may see: of closed dates, and of dates that they finished.

    Args:
        connection: in a transaction.
        guild_id: the server.
        span: the first and the last date.
        now: in seconds since 1970.
        me: the reader; None for everybody.
    """
    first, last = span
    dates = _visible(connection, first, last, now, me)
    query = (
        select(daily_boards.c.name, *_columns(daily_attempts, "user_id", "turns", "points"))
        .join_from(daily_boards, daily_attempts, _THEIRS)
        .where(daily_boards.c.guild_id == guild_id, dates, daily_attempts.c.done_at.is_not(None))
        .order_by(daily_boards.c.date)
    )
    names: dict[int, str] = {}
    sums: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    for name, user_id, turns, points in connection.execute(query):
        names[user_id], now_sum = name, sums[user_id]
        sums[user_id] = [
            now_sum[0] + score(turns),
            now_sum[1] + (turns is not None),
            now_sum[2] + (points or 0),
        ]
    rows = [
        DailySum(rank, user_id, names[user_id], *sums[user_id])
        for rank, user_id in ranked(sums, lambda each: (-sums[each][0], sums[each][2]))
    ]
    own = next((row for row in rows if row.user_id == me), None)
    return DailySums(first, last, len(rows), top_rows(rows), own)


def _visible(
    connection: Connection, first: date, last: date, now: float, me: int | None
) -> ColumnElement[bool]:
    """The condition for the dates whose results a reader may see."""
    on = daily_boards.c.date
    closed = on <= _last_closed(now)
    if me is not None:
        mine = select(daily_attempts.c.date).where(
            daily_attempts.c.user_id == me,
            daily_attempts.c.date.between(first.isoformat(), last.isoformat()),
            daily_attempts.c.done_at.is_not(None),
        )
        closed = or_(closed, on.in_(connection.scalars(mine).all()))
    return and_(on.between(first.isoformat(), last.isoformat()), closed)


def daily_streaks(connection: Connection, guild_id: int, now: float) -> list[DailyStreakRow]:
    """Return the longest streaks that go on, of people who stand on a server's boards.

    Where there are hundreds, only those who opened the hand last are compared.
    """
    today = date_of(now)
    newest = (
        select(daily_boards.c.user_id, func.max(daily_boards.c.date).label("last"))
        .where(daily_boards.c.guild_id == guild_id)
        .group_by(daily_boards.c.user_id)
        .order_by(func.max(daily_boards.c.date).desc(), daily_boards.c.user_id)
        .limit(_MOST_STREAKS)
    )
    last = {row.user_id: row.last for row in connection.execute(newest)}
    opened: dict[int, list[date]] = defaultdict(list)
    theirs = select(*_columns(daily_attempts, "user_id", "date")).where(
        daily_attempts.c.user_id.in_(last)
    )
    for user_id, day in connection.execute(theirs):
        opened[user_id].append(date.fromisoformat(day))
    going = {
        user_id: found
        for user_id, dates in opened.items()
        if max(dates) >= today - _LONGEST_GAP and (found := streaks(dates, today)).current
    }
    order = ranked(going, lambda each: (-going[each].current, -going[each].longest))
    best = top_rows(list(order))
    names = _names(connection, guild_id, {user_id: last[user_id] for _, user_id in best})
    return [
        DailyStreakRow(rank, each, names[each], going[each].current, going[each].longest)
        for rank, each in best
    ]


def _names(connection: Connection, guild_id: int, last: dict[int, str]) -> dict[int, str]:
    """The names of people, as shown in a server on these dates."""
    found = select(*_columns(daily_boards, "user_id", "date", "name")).where(
        daily_boards.c.guild_id == guild_id, daily_boards.c.user_id.in_(last)
    )
    return {
        user_id: name for user_id, day, name in connection.execute(found) if day == last[user_id]
    }


def _columns(table: Table, *names: str) -> list[Column[Any]]:
    return [table.c[name] for name in names]
