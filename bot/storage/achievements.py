"""Achievements as rows: what they count of each member, and the grades that were reached.

Each function runs in a transaction of its caller.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import date

from sqlalchemy import (
    BigInteger,
    Connection,
    String,
    and_,
    bindparam,
    delete,
    func,
    insert,
    select,
)

from bot.scores.achievements import (
    ACHIEVEMENTS,
    DAILY,
    Earned,
    Grade,
    PastAttempt,
    Progress,
    daily_feats,
    feats_of,
    reached,
)
from bot.scores.results import PastGame

from .boards import GUILD
from .games import Row
from .schema import achievements, daily_attempts, daily_boards, daily_days, feat_totals

_MEMBER = bindparam("member", type_=BigInteger)


# ── what a game or a daily hand adds ──────────────────────────────────────────────────────────


def rows(
    connection: Connection, guild_id: int, past: Iterable[PastGame]
) -> tuple[list[Row], list[Row]]:
    """Return what games add to a server's counts, and the grades that they bring, as rows."""
    added = [
        (game, seat.user_id, feats)
        for game in past
        for seat in game.members
        if seat.user_id is not None and (feats := feats_of(game, seat))
    ]
    counts = _counts(connection, guild_id, {user_id for _, user_id, _ in added})
    grades: list[Row] = []
    for game, user_id, feats in added:
        grades += [
            {
                "user_id": user_id,
                "achievement": name,
                "grade": int(grade),
                "game_id": game.game_id,
                "earned_at": game.ended_at,
            }
            for name, grade in reached(counts[user_id], feats)
        ]
        counts[user_id].update(feats)
    more: list[Row] = [
        {"user_id": user_id, "feat": feat, "total": count}
        for _, user_id, feats in added
        for feat, count in feats.items()
    ]
    return more, grades


def count_daily(connection: Connection, guild_id: int, user_id: int | None = None) -> None:
    """Count again the attempts at daily hands on a server's boards, which must be locked.

    Args:
        connection: in a transaction.
        guild_id: the server.
        user_id: whose; None for everybody's.
    """
    for table, names in ((feat_totals, feat_totals.c.feat), (achievements, _NAME)):
        old = delete(table).where(table.c.guild_id == guild_id, names.in_(DAILY))
        connection.execute(old if user_id is None else old.where(table.c.user_id == user_id))
    mine = _ATTEMPTS if user_id is None else _ATTEMPTS.where(daily_boards.c.user_id == user_id)
    attempts: defaultdict[int, list[PastAttempt]] = defaultdict(list)
    for who, day, *fields in connection.execute(mine, {"guild": guild_id}):
        attempts[who].append(PastAttempt(date.fromisoformat(day), *fields))
    for who, theirs in attempts.items():
        totals, grades = _daily_rows({"guild_id": guild_id, "user_id": who}, theirs)
        connection.execute(insert(feat_totals), totals)
        if grades:
            connection.execute(insert(achievements), grades)


def _daily_rows(of_member: Row, attempts: Iterable[PastAttempt]) -> tuple[list[Row], list[Row]]:
    """A person's counts of daily hands in a server, and the grades they bring, as rows."""
    counts: Counter[str] = Counter()
    grades: list[Row] = []
    for day, at, feats in daily_feats(attempts):
        earned: Row = {**of_member, "game_id": daily_id(day), "earned_at": at}
        grades += [
            {**earned, "achievement": name, "grade": int(grade)}
            for name, grade in reached(counts, feats)
        ]
        counts.update(feats)
    totals: list[Row] = [
        {**of_member, "feat": name, "total": total} for name, total in (+counts).items()
    ]
    return totals, grades


def daily_id(day: date) -> str:
    """Return what stands in the place of a game's id for grades that a daily hand brought."""
    return f"daily {day.isoformat()}"


def _counts(
    connection: Connection, guild_id: int, people: Iterable[int]
) -> defaultdict[int, Counter[str]]:
    mine = select(feat_totals).where(
        feat_totals.c.guild_id == guild_id, feat_totals.c.user_id.in_(people)
    )
    counts: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for row in connection.execute(mine):
        counts[row.user_id][row.feat] = row.total
    return counts


def text(feats: Iterable[tuple[str, int]] | None) -> str | None:
    """Return the feats of a seat as they are stored."""
    return None if feats is None else " ".join(f"{name}={count}" for name, count in feats)


def parsed(stored: str | None) -> tuple[tuple[str, int], ...] | None:
    """Return the feats of a seat from such a text."""
    if stored is None:
        return None
    pairs = (each.partition("=") for each in stored.split())
    return tuple((name, int(count)) for name, _, count in pairs)


# ── what is known of a person, or of a game ───────────────────────────────────────────────────


def progress(connection: Connection, guild_id: int, user_id: int) -> tuple[Progress, ...]:
    """Return how far a person is with every achievement in a server."""
    who = {"guild": guild_id, "member": user_id}
    counts = {row.feat: row.total for row in connection.execute(_FEATS, who)}
    at: defaultdict[str, list[float]] = defaultdict(list)
    for row in connection.execute(_EARNED, who):
        at[row.achievement].append(row.earned_at)
    return tuple(
        Progress(each, counts.get(name, 0), tuple(at[name])) for name, each in ACHIEVEMENTS.items()
    )


def earned_in(connection: Connection, guild_id: int, game_id: str) -> tuple[Earned, ...]:
    """Return the grades that a game brought to its players, in the order achievements are shown.

    For a daily hand ``game_id`` is :func:`daily_id`.
    """
    found = connection.execute(_EARNED_IN, {"guild": guild_id, "game": game_id})
    order = list(ACHIEVEMENTS)
    brought = [
        Earned(row.user_id, row.achievement, Grade(row.grade))
        for row in found
        if row.achievement in ACHIEVEMENTS
    ]
    return tuple(sorted(brought, key=lambda each: (order.index(each.achievement), each.grade)))


def best_grades(connection: Connection, user_id: int) -> dict[str, Grade]:
    """Return a person's highest grade of each achievement, in whichever server it was earned."""
    return {
        row.achievement: Grade(row.best)
        for row in connection.execute(_BEST_GRADES, {"member": user_id})
    }


_NAME = achievements.c.achievement
_ATTEMPTS = (
    select(
        daily_attempts.c.user_id,
        daily_attempts.c.date,
        daily_attempts.c.opened_at,
        daily_attempts.c.done_at,
        daily_attempts.c.turns,
        daily_days.c.par,
    )
    .join_from(
        daily_boards,
        daily_attempts,
        and_(
            daily_attempts.c.user_id == daily_boards.c.user_id,
            daily_attempts.c.date == daily_boards.c.date,
        ),
    )
    .join(daily_days, daily_days.c.date == daily_attempts.c.date, isouter=True)
    .where(daily_boards.c.guild_id == GUILD)
)
_FEATS = select(feat_totals).where(
    feat_totals.c.guild_id == GUILD, feat_totals.c.user_id == _MEMBER
)
_EARNED = (
    select(achievements)
    .where(achievements.c.guild_id == GUILD, achievements.c.user_id == _MEMBER)
    .order_by(achievements.c.grade)
)
_EARNED_IN = select(achievements).where(
    achievements.c.guild_id == GUILD, achievements.c.game_id == bindparam("game", type_=String)
)
_BEST_GRADES = (
    select(achievements.c.achievement, func.max(achievements.c.grade).label("best"))
    .where(achievements.c.user_id == _MEMBER)
    .group_by(achievements.c.achievement)
)
