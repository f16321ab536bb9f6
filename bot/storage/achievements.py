"""Achievements as rows: the counts of each member, and the grades that they reached."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from datetime import date

from sqlalchemy import Connection, String, and_, bindparam, delete, func, select

from bot.model import boards_for
from bot.scores.achievements import (
    ACHIEVEMENTS,
    CUPS,
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

from .schema import (
    GUILD,
    MEMBER,
    Row,
    achievements,
    added,
    daily_attempts,
    daily_boards,
    daily_days,
    feat_totals,
    replaced,
    upsert,
)

# ── what a game or a daily hand adds ──────────────────────────────────────────────────────────


_Brought = tuple[int, Row, Counter[str]]
"""A person, what brought feats to them (``game_id``, ``earned_at``), and the feats."""


def count_games(connection: Connection, guild_id: int, past: Iterable[PastGame]) -> None:
    """Add games to a server's counts, and store the grades that are reached by them."""
    brought: list[_Brought] = [
        (
            seat.user_id,
            {"game_id": game.game_id, "earned_at": game.ended_at},
            feats_of(game, seat),
        )
        for game in past
        for seat in game.members
        if seat.user_id is not None
    ]
    counts = _counts(connection, guild_id, {user_id for user_id, _, _ in brought})
    _add(connection, guild_id, brought, counts)


def count_daily(connection: Connection, guild_id: int, user_id: int | None = None) -> None:
    """Count again the attempts at daily hands, of one person or of all, in a locked server."""
    names = {feat_totals: feat_totals.c.feat, achievements: achievements.c.achievement}
    for table, name in names.items():
        old = delete(table).where(table.c.guild_id == guild_id, name.in_(DAILY))
        connection.execute(old if user_id is None else old.where(table.c.user_id == user_id))
    counted = _ATTEMPTS if user_id is None else _ATTEMPTS.where(daily_boards.c.user_id == user_id)
    attempts: defaultdict[int, list[PastAttempt]] = defaultdict(list)
    for member, day, *fields in connection.execute(counted, {"guild": guild_id}):
        attempts[member].append(PastAttempt(date.fromisoformat(day), *fields))
    brought: list[_Brought] = [
        (member, {"game_id": daily_id(day), "earned_at": at}, feats)
        for member, of_member in attempts.items()
        for day, at, feats in daily_feats(of_member)
    ]
    _add(connection, guild_id, brought, defaultdict(Counter))


def count_cup(connection: Connection, guild_id: int, user_id: int, cup_id: str, at: float) -> None:
    """Add a cup that somebody won to their counts, in a locked server."""
    brought: _Brought = user_id, {"game_id": cup_id, "earned_at": at}, Counter({CUPS: 1})
    _add(connection, guild_id, [brought], _counts(connection, guild_id, [user_id]))


def _add(
    connection: Connection,
    guild_id: int,
    brought: Iterable[_Brought],
    counts: Mapping[int, Counter[str]],
) -> None:
    """Add feats to the stored counts, which are ``counts`` before, and store reached grades."""
    totals: Counter[tuple[int, str]] = Counter()
    grades: list[Row] = []
    for user_id, source, feats in brought:
        earned = {"guild_id": guild_id, "user_id": user_id, **source}
        grades += [
            {**earned, "achievement": name, "grade": int(grade)}
            for name, grade in reached(counts[user_id], feats)
        ]
        counts[user_id].update(feats)
        totals.update({(user_id, feat): count for feat, count in feats.items()})
    sums = [
        {"guild_id": guild_id, "user_id": user_id, "feat": feat, "total": total}
        for (user_id, feat), total in (+totals).items()
    ]
    upsert(connection, feat_totals, sums, added)
    upsert(connection, achievements, grades, replaced)


def daily_id(day: date) -> str:
    """The pseudo game id of a daily hand's grades."""
    return f"daily {day.isoformat()}"


def _counts(
    connection: Connection, guild_id: int, people: Iterable[int]
) -> defaultdict[int, Counter[str]]:
    stored = select(feat_totals).where(
        feat_totals.c.guild_id == guild_id, feat_totals.c.user_id.in_(people)
    )
    counts: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for row in connection.execute(stored):
        counts[row.user_id][row.feat] = row.total
    return counts


def feats_text(feats: Iterable[tuple[str, int]] | None) -> str | None:
    """The feats of a seat as they are stored, such as ``skips=2 wilds=1``."""
    return None if feats is None else " ".join(f"{name}={count}" for name, count in feats)


def parse_feats(text: str | None) -> tuple[tuple[str, int], ...] | None:
    """The feats of a seat from the text that is stored."""
    if text is None:
        return None
    pairs = (feat.partition("=") for feat in text.split())
    return tuple((name, int(count)) for name, _, count in pairs)


# ── reading ───────────────────────────────────────────────────────────────────────────────────


def progress(
    connection: Connection, guild_id: int, user_id: int, reader: int | None = None
) -> tuple[Progress, ...]:
    """A person's progress in a server, for every achievement.

    A reader sees their own in solo games where it is farther there.
    """
    boards = boards_for(guild_id, reader)
    of_boards = [_progress(connection, board, user_id) for board in boards]
    return tuple(
        max(of_one, key=lambda each: (len(each.at), each.count))
        for of_one in zip(*of_boards, strict=True)
    )


def _progress(connection: Connection, guild_id: int, user_id: int) -> tuple[Progress, ...]:
    who = {"guild": guild_id, "member": user_id}
    counts = {row.feat: row.total for row in connection.execute(_FEATS, who)}
    moments: defaultdict[str, list[float]] = defaultdict(list)
    for row in connection.execute(_EARNED, who):
        moments[row.achievement].append(row.earned_at)
    return tuple(
        Progress(achievement, counts.get(name, 0), tuple(moments[name]))
        for name, achievement in ACHIEVEMENTS.items()
    )


def earned_in(connection: Connection, guild_id: int, game_id: str) -> tuple[Earned, ...]:
    """The grades that players reached by a game, in the order of achievements.

    For a daily hand ``game_id`` is :func:`daily_id`.
    """
    order = list(ACHIEVEMENTS)
    earned = [
        Earned(row.user_id, row.achievement, Grade(row.grade))
        for row in connection.execute(_EARNED_IN, {"guild": guild_id, "game": game_id})
        if row.achievement in ACHIEVEMENTS
    ]
    return tuple(sorted(earned, key=lambda one: (order.index(one.achievement), one.grade)))


def best_grades(connection: Connection, user_id: int) -> dict[str, Grade]:
    """A person's highest grade of each achievement over all servers."""
    return {
        row.achievement: Grade(row.best)
        for row in connection.execute(_BEST_GRADES, {"member": user_id})
    }


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
_FEATS = select(feat_totals).where(feat_totals.c.guild_id == GUILD, feat_totals.c.user_id == MEMBER)
_EARNED = (
    select(achievements)
    .where(achievements.c.guild_id == GUILD, achievements.c.user_id == MEMBER)
    .order_by(achievements.c.grade)
)
_EARNED_IN = select(achievements).where(
    achievements.c.guild_id == GUILD, achievements.c.game_id == bindparam("game", type_=String)
)
_BEST_GRADES = (
    select(achievements.c.achievement, func.max(achievements.c.grade).label("best"))
    .where(achievements.c.user_id == MEMBER)
    .group_by(achievements.c.achievement)
)
