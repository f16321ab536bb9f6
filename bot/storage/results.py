"""Results of finished games, the totals and ratings that follow from them.

Every change of a server's results first locks the server's row in ``server_results``, so that only
one transaction computes ratings at a time.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import (
    Connection,
    Double,
    RowMapping,
    Select,
    Table,
    and_,
    bindparam,
    case,
    cast,
    delete,
    insert,
    select,
    union,
    update,
)

from bot.games import records
from bot.model import Change, Level
from bot.scores.outcomes import LINES, RatingKey, Skills, outcome_of, rated
from bot.scores.ratings import Kind, RatingChange, Skill, rating_points
from bot.scores.results import (
    ALL_TIME,
    FEWEST_FOR_RATE,
    PastGame,
    SeatResult,
    month_of,
)
from bot.systems import system_of

from . import achievements as achieved
from .errors import problem
from .games import advance
from .schema import (
    RATED,
    SUMS,
    ChangedColumns,
    Row,
    achievements,
    added,
    feat_totals,
    game_events,
    games,
    lobbies,
    member_names,
    phase_totals,
    ratings,
    replaced,
    result_seats,
    results,
    rivals,
    server_choices,
    server_results,
    totals,
    upsert,
)

PRIVATE = 0
"""The guild id of channels outside of servers, and of private tables of a person who was deleted:
neither keep results."""
BATCH = 200
"""Games that are read or written by one statement."""
_DERIVED = (totals, ratings, phase_totals, rivals, member_names, feat_totals, achievements)
_log = logging.getLogger(__name__)


# ── adding results ────────────────────────────────────────────────────────────────────────────


def commit(connection: Connection, at: float, change: Change, was: int) -> None:
    """Append event lines, replace table and snapshot, and store the result of a finished game.

    A game that was not played has none, only its record with the published secret.

    Raises StaleWriteError unless a running game of the version ``was`` is stored.
    """
    advance(connection, change, was, at)
    table, state = change.game.table, change.game.state
    if not state.over or table.board_id == PRIVATE or change.game.unplayed:
        return
    try:
        lines = map(records.loads, _stored_lines(connection, table.game_id))
        game = outcome_of(table, state.game.rules, lines, at)
    except ValueError as error:
        # A damaged line must not keep the game from ending.
        _log.error("game %s: statistics are incomplete (%s)", table.game_id, problem(error))
        lines = map(change.game.system.records.event_line, change.events)
        game = outcome_of(table, state.game.rules, lines, at)
    _add(connection, table.board_id, [game])


def add_missing(connection: Connection, guild_id: int, past: Sequence[PastGame]) -> int:
    """Add games to a server's results in this order unless they are stored; return how many.

    Their ratings are computed here.
    """
    count = 0
    for first in range(0, len(past), BATCH):
        batch = past[first : first + BATCH]
        ids = [game.game_id for game in batch]
        stored = set(
            connection.scalars(select(results.c.game_id).where(results.c.game_id.in_(ids)))
        )
        new = [game for game in batch if game.game_id not in stored]
        _add(connection, guild_id, new)
        count += len(new)
    return count


def _stored_lines(connection: Connection, game_id: str) -> Sequence[str]:
    return connection.scalars(
        select(game_events.c.line)
        .where(game_events.c.game_id == game_id, game_events.c.kind.in_(LINES))
        .order_by(game_events.c.seq)
    ).all()


def _add(connection: Connection, guild_id: int, new: Sequence[PastGame]) -> None:
    """Store and count games as the server's newest results."""
    if not new:
        return
    first = lock(connection, guild_id, len(new)) + 1 - len(new)
    numbered = [replace(game, number=number) for number, game in enumerate(new, first)]
    counted = _count(connection, guild_id, numbered)
    connection.execute(insert(results), [_game_row(game) for game in counted])
    connection.execute(insert(result_seats), [row for game in counted for row in _seat_rows(game)])


def lock(connection: Connection, guild_id: int, numbers: int = 0) -> int:
    """Lock a server's results until the transaction ends, and take some new numbers of results.

    Returns the newest number.
    """
    row = {"guild_id": guild_id, "newest": numbers}
    upsert(connection, server_results, [row], lambda t, new: {"newest": t.c.newest + new.newest})
    newest: int = connection.scalars(
        select(server_results.c.newest).where(server_results.c.guild_id == guild_id)
    ).one()
    return newest


def drop(connection: Connection, guild_id: int) -> None:
    """Delete all results of a server, but nothing that follows from them."""
    for table in (results, server_results):
        connection.execute(delete(table).where(table.c.guild_id == guild_id))


# ── counting again ────────────────────────────────────────────────────────────────────────────


def servers(connection: Connection) -> list[int]:
    """The ids of servers, and of private tables, that have results."""
    return list(
        connection.scalars(select(server_results.c.guild_id).order_by(server_results.c.guild_id))
    )


def known_servers(connection: Connection) -> list[int]:
    """The ids of the servers that have a game, a lobby, a result or a setting."""
    tables = (server_results, games, lobbies, server_choices)
    ids = connection.scalars(union(*(select(table.c.guild_id) for table in tables)))
    return sorted(guild_id for guild_id in ids if guild_id > 0)


def recount(connection: Connection, guild_id: int) -> int:
    """Count a server's results and attempts at daily hands again; return how many results it has.

    Results count in the order of their numbers.
    """
    lock(connection, guild_id)
    for table in _DERIVED:
        connection.execute(delete(table).where(table.c.guild_id == guild_id))
    count = newest = 0
    while batch := _results_after(connection, guild_id, newest):
        counted = _count(connection, guild_id, batch)
        _correct(connection, zip(batch, counted, strict=True))
        count += len(batch)
        newest = batch[-1].number
    achieved.count_daily(connection, guild_id)
    return count


def _results_after(connection: Connection, guild_id: int, number: int) -> list[PastGame]:
    batch = (
        select(results)
        .where(results.c.guild_id == guild_id, results.c.number > number)
        .order_by(results.c.number)
        .limit(BATCH)
    )
    return with_seats(connection, batch)


def _correct(connection: Connection, pairs: Iterable[tuple[PastGame, PastGame]]) -> None:
    """Store the ratings of the second game of each pair that differs from the first."""
    corrected = [
        {**_rating_columns(seat), "this_game": new.game_id, "this_seat": seat.seat}
        for old, new in pairs
        if old != new
        for seat in new.seats
    ]
    if corrected:
        one = update(result_seats).where(
            result_seats.c.game_id == bindparam("this_game"),
            result_seats.c.seat == bindparam("this_seat"),
        )
        connection.execute(one, corrected)


# ── totals and ratings ────────────────────────────────────────────────────────────────────────


def _count(connection: Connection, guild_id: int, past: Sequence[PastGame]) -> list[PastGame]:
    """Add games to a server's totals and ratings; return them with their ratings."""
    skills = _skills(connection, guild_id, past)
    counted: list[PastGame] = []
    changed: dict[RatingKey, Skill] = {}
    sums: list[Row] = []
    for game in past:
        with_ratings, new = rated(game, skills)
        skills |= new
        changed |= new
        counted.append(with_ratings)
        sums += _total_rows(with_ratings, skills)
    following: list[tuple[Table, Iterable[Row], ChangedColumns]] = [
        (totals, sums, _changed_totals),
        (ratings, map(_rating_row, changed.items()), replaced),
        (phase_totals, (row for game in counted for row in _phase_rows(game)), added),
        (rivals, (row for game in counted for row in _rival_rows(game)), added),
        (member_names, (row for game in counted for row in _name_rows(game)), replaced),
    ]
    for table, rows, changes in following:
        upsert(connection, table, ({"guild_id": guild_id, **row} for row in rows), changes)
    achieved.count_games(connection, guild_id, counted)
    return counted


def _skills(
    connection: Connection, guild_id: int, past: Iterable[PastGame]
) -> dict[RatingKey, Skill]:
    people = {seat.user_id for game in past for seat in game.members}
    months = {month_of(game.ended_at) for game in past}
    stored = select(ratings).where(
        ratings.c.guild_id == guild_id,
        ratings.c.user_id.in_(people),
        ratings.c.period.in_({ALL_TIME, *months}),
    )
    return {
        RatingKey(row.user_id, row.edition, Kind(row.kind), row.period): Skill(row.mu, row.sigma)
        for row in connection.execute(stored)
    }


def _changed_totals(_table: Table, new: Any) -> Row:  # noqa: ANN401  # the columns of a row
    sums = {name: totals.c[name] + new[name] for name in SUMS}
    enough = sums["games"] >= FEWEST_FOR_RATE
    rate = cast(sums["wins"], Double) / cast(sums["games"], Double)
    mean = cast(sums["points"], Double) / cast(sums["hands"], Double)
    return {
        **sums,
        "win_rate": case((enough, rate)),
        "points_a_hand": case((and_(enough, sums["hands"] > 0), mean)),
        "rating": new.rating,
    }


def _total_rows(game: PastGame, skills: Skills) -> Iterator[Row]:
    """One game between people as totals, with the ratings after it."""
    for seat in game.members:
        if seat.people is None:
            continue
        assert seat.user_id is not None
        numbers = (1, int(seat.place == 1), seat.hands, seat.total, seat.phases)
        for edition in dict.fromkeys((system_of(game.edition).traits.pooled_edition, game.edition)):
            for period in (month_of(game.ended_at), ALL_TIME):
                skill = skills.get(RatingKey(seat.user_id, edition, Kind.PEOPLE, period))
                yield {
                    "user_id": seat.user_id,
                    "edition": edition,
                    "period": period,
                    **dict(zip(SUMS, numbers, strict=True)),
                    "rating": None if skill is None else rating_points(skill),
                }


def _rating_row(rating: tuple[RatingKey, Skill]) -> Row:
    key, skill = rating
    return {
        "user_id": key.user_id,
        "period": key.period,
        "edition": key.edition,
        "kind": str(key.kind),
        "mu": skill.mu,
        "sigma": skill.sigma,
    }


def _phase_rows(game: PastGame) -> Iterator[Row]:
    pooled = system_of(game.edition).traits.pooled_edition
    for seat in game.members:
        for phase, (tried, completed) in zip(game.notations, seat.tries, strict=True):
            # Most games end before the last phases are tried.
            if tried:
                yield {
                    "user_id": seat.user_id,
                    "edition": pooled,
                    "phase": phase,
                    "tried": tried,
                    "completed": completed,
                }


def _rival_rows(game: PastGame) -> Iterator[Row]:
    pooled = system_of(game.edition).traits.pooled_edition
    for one in game.members:
        for other in game.members:
            if one is not other:
                yield {
                    "user_id": one.user_id,
                    "edition": pooled,
                    "other_id": other.user_id,
                    "games": 1,
                    "ahead": int(one.place < other.place),
                    "behind": int(one.place > other.place),
                }


def _name_rows(game: PastGame) -> Iterator[Row]:
    return ({"user_id": seat.user_id, "name": seat.name} for seat in game.members)


# ── results as rows ───────────────────────────────────────────────────────────────────────────

# Columns with the names of fields.
_GAME_FIELDS = [column.name for column in results.c if column.name != "notations"]
_SEAT_FIELDS = (
    "seat",
    "user_id",
    "name",
    "place",
    "total",
    "hands_won",
    "hands",
    "phases",
    "costliest",
)


def _game_row(game: PastGame) -> Row:
    row = {name: getattr(game, name) for name in _GAME_FIELDS}
    return row | {"notations": " ".join(game.notations)}


def _seat_rows(game: PastGame) -> Iterator[Row]:
    for seat in game.seats:
        yield {
            "game_id": game.game_id,
            "guild_id": game.guild_id,
            "number": game.number,
            "ended_at": game.ended_at,
            **{name: getattr(seat, name) for name in _SEAT_FIELDS},
            "level": None if seat.level is None else str(seat.level),
            "has_left": seat.left,
            "tries": " ".join(f"{tried}/{completed}" for tried, completed in seat.tries),
            "feats": achieved.feats_text(seat.feats),
            **_rating_columns(seat),
        }


def _rating_columns(seat: SeatResult) -> Row:
    columns: dict[str, float | None] = {}
    for kind, change in ((Kind.PEOPLE, seat.people), (Kind.COMPUTERS, seat.computers)):
        for when in RATED[kind]:
            skill = None if change is None else getattr(change, when)
            columns[f"{kind}_mu_{when}"] = None if skill is None else skill.mu
            columns[f"{kind}_sigma_{when}"] = None if skill is None else skill.sigma
    return columns


def with_seats(
    connection: Connection, query: Select[Any], values: Mapping[str, Any] | None = None
) -> list[PastGame]:
    """The games of a query of ``results``, in its order, with their seats."""
    rows = connection.execute(query, values).mappings().all()
    if not rows:
        return []
    seats: defaultdict[str, list[SeatResult]] = defaultdict(list)
    ids = [row["game_id"] for row in rows]
    for row in connection.execute(_SEATS, {"ids": ids}).mappings():
        seats[row["game_id"]].append(_seat(row))
    return [
        PastGame(
            **{name: row[name] for name in _GAME_FIELDS},
            seats=tuple(seats[row["game_id"]]),
            notations=tuple(row["notations"].split()),
        )
        for row in rows
    ]


_SEATS = (
    select(result_seats)
    .where(result_seats.c.game_id.in_(bindparam("ids", expanding=True)))
    .order_by(result_seats.c.seat)
)


def _seat(row: RowMapping) -> SeatResult:
    tries = (phase.partition("/") for phase in row["tries"].split())
    return SeatResult(
        **{name: row[name] for name in _SEAT_FIELDS},
        level=None if row["level"] is None else Level(row["level"]),
        left=row["has_left"],
        tries=tuple((int(tried), int(completed)) for tried, _, completed in tries),
        feats=achieved.parse_feats(row["feats"]),
        people=_rating_change(row, Kind.PEOPLE),
        computers=_rating_change(row, Kind.COMPUTERS),
    )


def _rating_change(row: RowMapping, kind: Kind) -> RatingChange | None:
    if row[f"{kind}_mu_before"] is None:
        return None
    return RatingChange(
        **{
            when: Skill(row[f"{kind}_mu_{when}"], row[f"{kind}_sigma_{when}"])
            for when in RATED[kind]
            if row[f"{kind}_mu_{when}"] is not None
        }
    )


def put_costliest(connection: Connection, game_id: str, seat: int, found: str) -> None:
    """Store the costliest choice of a seat."""
    where = (result_seats.c.game_id == game_id, result_seats.c.seat == seat)
    connection.execute(update(result_seats).where(*where).values(costliest=found))
