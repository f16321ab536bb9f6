"""The statistics of a person, in one server or in all, and the history of games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import replace

from sqlalchemy import (
    ColumnElement,
    Connection,
    Double,
    and_,
    case,
    cast,
    func,
    literal,
    null,
    select,
    true,
)

from bot.core.game_type import AnyGameType
from bot.game_types import DEFAULT_GAME_TYPE, GAME_TYPES, GAME_TYPES_BY_NAME
from bot.results.past_games import PastGame
from bot.results.ratings import Kind, Skill, rating_points
from bot.results.standings import MemberStats, PhaseRate, RatingPoint, Rival, month_number
from bot.seating import boards_for

from .members import hidden_members, holds_place
from .results import with_seats
from .schema import newest_name, page_bounds, present_name, ratings, result_seats, results

_USUAL_PHASES = next(iter(DEFAULT_GAME_TYPE.editions.values())).phases
MOST_RIVALS = 5
MOST_POINTS = 200  # games in a history of ratings
_SEATS = result_seats.c
_NEWEST_FIRST = _SEATS.ended_at.desc(), _SEATS.number.desc()
_GAMES = func.count()
_HANDS = func.sum(_SEATS.hands)
# By the fields of MemberStats.
_SUMS = {
    "games": _GAMES,
    "wins": func.sum(case((_SEATS.place == 1, 1), else_=0)),
    "average_place": cast(func.sum(_SEATS.place), Double) / _GAMES,
    "hands": _HANDS,
    "hands_won": func.sum(_SEATS.hands_won),
    "points_a_hand": cast(func.sum(_SEATS.total), Double) / func.nullif(_HANDS, 0),
}


def member(  # noqa: PLR0913  # whose, where, and for whom
    connection: Connection,
    guild_id: int,
    user_id: int,
    now: float,
    game_type: str = DEFAULT_GAME_TYPE.name,
    *,
    reader: int | None = None,
) -> MemberStats:
    """A person's statistics in a server, with solo games only where they are the reader's."""
    game = GAME_TYPES_BY_NAME[game_type]
    counted = _counted(user_id, boards_for(guild_id, reader))
    stats = _summed(connection, user_id, game, counted)
    if not stats.games:
        return stats
    newest = select(_SEATS.name).where(counted).order_by(*_NEWEST_FIRST).limit(1)
    name = select(func.coalesce(present_name(guild_id, literal(user_id)), newest.scalar_subquery()))
    history, computers = (_points(connection, kind, counted, game) for kind in Kind)
    season = select(ratings.c.mu, ratings.c.sigma).where(
        ratings.c.guild_id == guild_id,
        ratings.c.user_id == user_id,
        ratings.c.period == month_number(now),
        ratings.c.edition == game.all_editions_key,
        ratings.c.kind == Kind.PEOPLE.value,
    )
    of_month = connection.execute(season).first()
    return replace(
        stats,
        name=connection.scalar(name) or "",
        rivals=_rivals(connection, guild_id, user_id, game),
        rating=history[-1].rating if history else None,
        computer_rating=computers[-1].rating if computers else None,
        season_rating=None if of_month is None else rating_points(Skill(*of_month)),
        rating_history=history,
        computer_rating_history=computers,
    )


def everywhere(
    connection: Connection, user_id: int, game_type: str = DEFAULT_GAME_TYPE.name
) -> MemberStats:
    """A person's statistics on all boards together, without name, ratings and rivals."""
    game = GAME_TYPES_BY_NAME[game_type]
    stats = _summed(connection, user_id, game, _counted(user_id))
    return replace(stats, everywhere=True)


def _counted(user_id: int, boards: Collection[int] | None = None) -> ColumnElement[bool]:
    """The condition for the seats of a person that count, on some boards or on all."""
    on_boards = true() if boards is None else _SEATS.guild_id.in_(boards)
    return and_(_SEATS.user_id == user_id, on_boards, _SEATS.feats.is_not(null()))


def _summed(
    connection: Connection, user_id: int, game: AnyGameType, counted: ColumnElement[bool]
) -> MemberStats:
    """The part of a person's statistics that consists of sums."""
    played = set(connection.scalars(select(_SEATS.edition).where(counted).distinct()))
    game_types = tuple(
        game_type.name for game_type in GAME_TYPES if not played.isdisjoint(game_type.editions)
    )
    stats = MemberStats(user_id, game_type=game.name, game_types=game_types)
    if game.name not in game_types:
        return stats
    of_game = and_(counted, _SEATS.edition.in_(game.editions))
    columns = [column.label(name) for name, column in _SUMS.items()]
    sums = connection.execute(select(*columns).where(of_game)).mappings().one()
    return replace(stats, **sums, phases=_phases(connection, of_game))


def _phases(connection: Connection, counted: ColumnElement[bool]) -> tuple[PhaseRate, ...]:
    """The usual phases in their order, then all others by their notation."""
    # The tries of a game are a text: counting equal ones first is faster than reading each.
    equal: defaultdict[str, Counter[tuple[int, str]]] = defaultdict(Counter)
    tries = select(results.c.notations, _SEATS.tries).join_from(result_seats, results)
    for notations, text in connection.execute(tries.where(counted)):
        equal[notations].update(enumerate(text.split()))
    tried = Counter[str]()
    completed = Counter[str]()
    for notations, counts in equal.items():
        phases = notations.split()
        for (index, text), games in counts.items():
            first, _, second = text.partition("/")
            tried[phases[index]] += games * int(first)
            completed[phases[index]] += games * int(second)
    rates = [PhaseRate(phase, count, completed[phase]) for phase, count in (+tried).items()]
    usual = {notation: place for place, notation in enumerate(_USUAL_PHASES)}
    return tuple(sorted(rates, key=lambda rate: (usual.get(rate.phase, len(usual)), rate.phase)))


def _rivals(
    connection: Connection, guild_id: int, user_id: int, game: AnyGameType
) -> tuple[Rival, ...]:
    """The most frequent opponents; ties are ordered by id."""
    other = result_seats.alias("other")
    counted = and_(other.c.user_id.is_not(None), other.c.feats.is_not(null()))
    together = and_(other.c.game_id == _SEATS.game_id, other.c.seat != _SEATS.seat, counted)
    games = (
        select(
            other.c.user_id,
            _GAMES.label("games"),
            func.sum(case((_SEATS.place < other.c.place, 1), else_=0)).label("ahead"),
            func.sum(case((_SEATS.place > other.c.place, 1), else_=0)).label("behind"),
        )
        .join_from(result_seats, other, together)
        .where(_counted(user_id, [guild_id]), _SEATS.edition.in_(game.editions))
        .where(holds_place(guild_id, other.c.user_id))
        .group_by(other.c.user_id)
        .order_by(_GAMES.desc(), other.c.user_id)
        .limit(MOST_RIVALS)
        .subquery()
    )
    query = select(games, newest_name(guild_id, games.c.user_id))
    rows = connection.execute(query.order_by(games.c.games.desc(), games.c.user_id))
    return tuple(Rival(row.user_id, row.name, row.games, row.ahead, row.behind) for row in rows)


def _points(
    connection: Connection, kind: Kind, counted: ColumnElement[bool], game: AnyGameType
) -> tuple[RatingPoint, ...]:
    """The ratings after the newest games on the board of the newest one, oldest first."""
    mu = _SEATS[f"{kind}_mu_after"]
    sigma = _SEATS[f"{kind}_sigma_after"]
    newest_first = connection.execute(
        select(_SEATS.guild_id, _SEATS.ended_at, mu, sigma)
        .where(counted, mu.is_not(None), _SEATS.edition.in_(game.editions))
        .order_by(*_NEWEST_FIRST)
        .limit(MOST_POINTS)
    ).all()
    return tuple(
        RatingPoint(ended_at, rating_points(Skill(*skill)))
        for board, ended_at, *skill in reversed(newest_first)
        if board == newest_first[0].guild_id
    )


def history(  # noqa: PLR0913  # the parts of one question
    connection: Connection,
    guild_id: int,
    user_id: int | None = None,
    *,
    offset: int = 0,
    limit: int = 10,
    reader: int | None = None,
) -> tuple[list[PastGame], int]:
    """A page of the finished games of a server, or of a person there, and the number of all.

    Solo games are among them only where they are the reader's.
    """
    offset, limit = page_bounds(offset, limit)
    table = results if user_id is None else result_seats
    which: list[ColumnElement[bool]] = [table.c.guild_id.in_(boards_for(guild_id, reader))]
    if user_id is not None:
        which.append(result_seats.c.user_id == user_id)
    total = connection.scalar(select(func.count()).select_from(table).where(*which)) or 0
    newest = (
        select(table.c.game_id)
        .where(*which)
        .order_by(table.c.ended_at.desc(), table.c.number.desc())
        .offset(offset)
        .limit(limit)
    )
    page = select(results).where(results.c.game_id.in_(newest))
    in_order = page.order_by(results.c.ended_at.desc(), results.c.number.desc())
    games = with_seats(connection, in_order)
    hidden = {*hidden_members(connection, guild_id)} - {reader}
    return [_without_names(game, hidden) for game in games], total


def _without_names(game: PastGame, people: Collection[int]) -> PastGame:
    """Return a game that does not name these people."""
    seats = (replace(seat, name="") if seat.user_id in people else seat for seat in game.seats)
    return replace(game, seats=tuple(seats))


def past_game(connection: Connection, game_id: str) -> PastGame | None:
    """A finished game of any server; None for a running or unknown one."""
    query = select(results).where(results.c.game_id == game_id)
    for game in with_seats(connection, query):
        return _without_names(game, {*hidden_members(connection, game.guild_id)})
    return None
