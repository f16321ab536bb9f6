"""One person's figures in one server, and the games that were played there."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import BigInteger, ColumnElement, Integer, and_, bindparam, func, select, true

from bot.rules.phases import TEN_PHASES
from bot.scores import periods
from bot.scores.outcomes import EndedGame
from bot.scores.ratings import Kind, Skill, shown
from bot.scores.results import MemberStats, PhaseRate, RatingPoint, Rival
from bot.scores.tallies import EVERY_EDITION

from .reader import Query, Reading, Row
from .result_rows import games_of
from .schema import (
    member_names,
    phase_totals,
    ratings,
    result_seats,
    results,
    rivals,
    totals,
)
from .writer import Prepared, prepare

MOST_RIVALS = 5
MOST_POINTS = 200
MOST_GAMES = 50
"""The longest page of the history."""

_GUILD = bindparam("guild", type_=BigInteger)
_MEMBER = bindparam("member", type_=BigInteger)
_TOTALS = prepare(
    select(totals, member_names.c.name)
    .join_from(
        totals,
        member_names,
        and_(
            member_names.c.guild_id == totals.c.guild_id, member_names.c.user_id == totals.c.user_id
        ),
        isouter=True,
    )
    .where(
        totals.c.guild_id == _GUILD,
        totals.c.user_id == _MEMBER,
        totals.c.edition == EVERY_EDITION,
        totals.c.period == periods.ALL,
    )
)
_RATINGS = prepare(
    select(ratings.c.kind, ratings.c.mu, ratings.c.sigma).where(
        ratings.c.guild_id == _GUILD,
        ratings.c.user_id == _MEMBER,
        ratings.c.edition == EVERY_EDITION,
    )
)
_PHASES = prepare(
    select(phase_totals).where(phase_totals.c.guild_id == _GUILD, phase_totals.c.user_id == _MEMBER)
)
# The people most often met; who is level, in the order of their ids.
_RIVALS = prepare(
    select(rivals, member_names.c.name)
    .join_from(
        rivals,
        member_names,
        and_(
            member_names.c.guild_id == rivals.c.guild_id,
            member_names.c.user_id == rivals.c.other_id,
        ),
        isouter=True,
    )
    .where(rivals.c.guild_id == _GUILD, rivals.c.user_id == _MEMBER)
    .order_by(rivals.c.games.desc(), rivals.c.other_id)
    .limit(MOST_RIVALS)
)


def _course(kind: Kind) -> Prepared:
    """The ratings after the newest games, newest first."""
    mu = result_seats.c[f"{kind}_mu_after"]
    return prepare(
        select(
            result_seats.c.ended_at,
            mu.label("mu"),
            result_seats.c[f"{kind}_sigma_after"].label("sigma"),
        )
        .where(
            result_seats.c.guild_id == _GUILD,
            result_seats.c.user_id == _MEMBER,
            mu.is_not(None),
        )
        .order_by(result_seats.c.ended_at.desc(), result_seats.c.number.desc())
        .limit(MOST_POINTS)
    )


_COURSES = {kind: _course(kind) for kind in Kind}


def stats(guild_id: int, user_id: int) -> Reading[MemberStats]:
    """What is known of a person in a server."""
    who = {"guild": guild_id, "member": user_id}
    found = yield Query(_TOTALS, who)
    if not found:
        return MemberStats(user_id)
    (summed,) = found
    skills = yield Query(_RATINGS, who)
    today = {Kind(each["kind"]): shown(Skill(each["mu"], each["sigma"])) for each in skills}
    phases = yield Query(_PHASES, who)
    met = yield Query(_RIVALS, who)
    courses: dict[Kind, tuple[RatingPoint, ...]] = {}
    for kind in today:
        courses[kind] = _told((yield Query(_COURSES[kind], who)))
    hands = summed["hands"]
    return MemberStats(
        user_id=user_id,
        name=summed["name"] or "",
        games=summed["games"],
        wins=summed["wins"],
        average_place=summed["places"] / summed["games"],
        hands=hands,
        hands_won=summed["hands_won"],
        points_a_hand=summed["points"] / hands if hands else None,
        phases=_usual_first(phases),
        rivals=tuple(map(_rival, met)),
        rating=today.get(Kind.PEOPLE),
        computer_rating=today.get(Kind.COMPUTERS),
        ratings=courses.get(Kind.PEOPLE, ()),
        computer_ratings=courses.get(Kind.COMPUTERS, ()),
    )


def _rival(row: Row) -> Rival:
    return Rival(row["other_id"], row["name"] or "", row["games"], row["ahead"], row["behind"])


def _usual_first(phases: Sequence[Row]) -> tuple[PhaseRate, ...]:
    """The usual ten in their order, then all others by their notation."""
    usual = {notation: place for place, notation in enumerate(TEN_PHASES)}
    rates = [PhaseRate(each["phase"], each["tried"], each["completed"]) for each in phases]
    return tuple(sorted(rates, key=lambda each: (usual.get(each.phase, len(usual)), each.phase)))


def _told(course: Sequence[Row]) -> tuple[RatingPoint, ...]:
    """Points in time, oldest first, from rows that have the newest first."""
    return tuple(
        RatingPoint(each["ended_at"], shown(Skill(each["mu"], each["sigma"])))
        for each in reversed(course)
    )


# ── the history ───────────────────────────────────────────────────────────────────────────────


class _Games:
    """The statements for games of which something is true, newest first."""

    def __init__(self, *that: ColumnElement[bool]) -> None:
        newest_first = (results.c.ended_at.desc(), results.c.number.desc())
        self._games = prepare(select(results).where(*that).order_by(*newest_first))
        self._seats = prepare(select(result_seats).join_from(result_seats, results).where(*that))

    def read(self, **values: object) -> Reading[list[EndedGame]]:
        """The games and their seats."""
        found = yield Query(self._games, values)
        if not found:
            return []
        return games_of(found, (yield Query(self._seats, values)))


class _Played:
    """The statements for a page of what everybody played in a server, or one person."""

    def __init__(self, by_member: bool) -> None:
        table = result_seats if by_member else results
        here = and_(table.c.guild_id == _GUILD, table.c.user_id == _MEMBER if by_member else true())
        self._total = prepare(select(func.count().label("total")).select_from(table).where(here))
        newest = (
            select(table.c.game_id)
            .where(here)
            .order_by(table.c.ended_at.desc(), table.c.number.desc())
            .offset(bindparam("offset", type_=Integer))
            .limit(bindparam("limit", type_=Integer))
        )
        self._games = _Games(results.c.game_id.in_(newest))

    def read(self, **values: object) -> Reading[tuple[list[EndedGame], int]]:
        """The games of the page, and how many there are in all."""
        (counted,) = yield Query(self._total, values)
        return (yield from self._games.read(**values)), counted["total"]


_BY_EVERYBODY, _BY_MEMBER = _Played(by_member=False), _Played(by_member=True)
_ONE_GAME = _Games(results.c.game_id == bindparam("this_game"), results.c.guild_id == _GUILD)


def history(
    guild_id: int, member: int | None, *, offset: int, limit: int
) -> Reading[tuple[list[EndedGame], int]]:
    """Games that are over, newest first, and how many there are; all, or a person's."""
    played = _BY_EVERYBODY if member is None else _BY_MEMBER
    offset, limit = max(0, min(offset, 2**31 - 1)), max(1, min(limit, MOST_GAMES))
    return played.read(guild=guild_id, member=member, offset=offset, limit=limit)


def one_game(guild_id: int, game_id: str) -> Reading[EndedGame | None]:
    """A game that is over, of this server."""
    found = yield from _ONE_GAME.read(guild=guild_id, this_game=game_id)
    return found[0] if found else None
