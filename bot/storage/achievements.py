"""Achievements as rows: what they count of each member, and the grades that were reached.

Each function runs in a transaction of its caller.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from sqlalchemy import BigInteger, Connection, String, bindparam, func, select

from bot.scores.achievements import ACHIEVEMENTS, Earned, Grade, Progress, feats_of, reached
from bot.scores.results import PastGame

from .boards import GUILD
from .games import Row
from .schema import achievements, feat_totals

_MEMBER = bindparam("member", type_=BigInteger)


# ── what a game adds ──────────────────────────────────────────────────────────────────────────


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
    """Return the grades that a game brought to its players, in the order achievements are shown."""
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
