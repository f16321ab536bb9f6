"""Results of finished games, and the ratings that follow from them.

Every change of a server's results first locks the server's row in ``server_results``, so that only
one transaction computes ratings at a time.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, RowMapping, Select, delete, insert, select, union

from bot.core import records
from bot.results.achievements import count_feats
from bot.results.outcomes import LINES, RatingKey, compute_outcome, rated
from bot.results.past_games import PastGame, SeatResult
from bot.results.ratings import Kind, RatingChange, Skill
from bot.results.standings import ALL_TIME, month_number
from bot.seating import Change, Level

from .errors import problem
from .games import advance
from .schema import (
    Row,
    game_events,
    games,
    lobbies,
    ratings,
    result_seats,
    results,
    server_preferences,
    server_results,
    upsert,
)

PRIVATE = 0
"""The guild id of channels outside of servers, and of private tables of a person who was deleted:
neither keep results."""
BATCH = 200
_DROPPED = 50
"""Games that are written by one statement, and those that are deleted by one."""
_log = logging.getLogger(__name__)


# ── adding results ────────────────────────────────────────────────────────────────────────────


def commit(connection: Connection, change: Change, was: int, at: float) -> None:
    """Append event lines, replace table and snapshot, and store the result of a finished game.

    A game that was not played has none. Raises StaleWriteError unless ``was`` is stored.
    """
    advance(connection, change, was, at)
    table = change.game.table
    state = change.game.state
    if not state.over or table.board_id == PRIVATE or change.game.unplayed:
        return
    try:
        lines = map(records.loads, _stored_lines(connection, table.game_id))
        game = compute_outcome(table, state.game.rules, lines, at)
    except ValueError as error:
        # A damaged line must not keep the game from ending.
        _log.error("game %s: statistics are incomplete (%s)", table.game_id, problem(error))
        lines = map(change.game.game_type.records.event_line, change.events)
        game = compute_outcome(table, state.game.rules, lines, at)
    _add(connection, table.board_id, [game])


def add_missing(connection: Connection, guild_id: int, past: Sequence[PastGame]) -> int:
    """Add and rate games in this order unless they are stored; return how many."""
    count = 0
    for first in range(0, len(past), BATCH):
        batch = past[first : first + BATCH]
        game_id = results.c.game_id
        known = select(game_id).where(game_id.in_([game.game_id for game in batch]))
        stored = set(connection.scalars(known))
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
    """Store games as the server's newest results."""
    if not new:
        return
    first = lock(connection, guild_id, len(new)) + 1 - len(new)
    numbered = enumerate(_rated(connection, guild_id, new), first)
    past = [replace(game, number=number) for number, game in numbered]
    connection.execute(insert(results), [_game_row(game) for game in past])
    connection.execute(insert(result_seats), [row for game in past for row in _seat_rows(game)])


def lock(connection: Connection, guild_id: int, numbers: int = 0) -> int:
    """Lock a server's results in this transaction, take some numbers, and return the newest."""
    row = {"guild_id": guild_id, "newest": numbers}
    upsert(connection, server_results, [row], lambda t, new: {"newest": t.c.newest + new.newest})
    here = select(server_results.c.newest).where(server_results.c.guild_id == guild_id)
    newest: int = connection.scalars(here).one()
    return newest


def drop(connection: Connection, guild_id: int) -> bool:
    """Delete some results of a server, but no ratings; with the last ones also their number."""
    some = select(results.c.game_id).where(results.c.guild_id == guild_id).limit(_DROPPED)
    deleted = connection.execute(delete(results).where(results.c.game_id.in_(some))).rowcount
    if deleted < _DROPPED:
        connection.execute(delete(server_results).where(server_results.c.guild_id == guild_id))
    return deleted == _DROPPED


def known_servers(connection: Connection) -> list[int]:
    """The ids of the servers that have a game, a lobby, a result or a setting."""
    tables = (server_results, games, lobbies, server_preferences)
    ids = connection.scalars(union(*(select(table.c.guild_id) for table in tables)))
    return sorted(guild_id for guild_id in ids if guild_id > 0)


# ── ratings ───────────────────────────────────────────────────────────────────────────────────


def _rated(connection: Connection, guild_id: int, past: Sequence[PastGame]) -> list[PastGame]:
    """Change a server's ratings by games; return these with their ratings."""
    skills = _skills(connection, guild_id, past)
    games_with_ratings: list[PastGame] = []
    changed: dict[RatingKey, Skill] = {}
    for game in past:
        with_ratings, new = rated(game, skills)
        skills |= new
        changed |= new
        games_with_ratings.append(with_ratings)
    rows = ({"guild_id": guild_id, **_rating_row(*rating)} for rating in changed.items())
    upsert(connection, ratings, rows)
    return games_with_ratings


def _skills(
    connection: Connection, guild_id: int, past: Iterable[PastGame]
) -> dict[RatingKey, Skill]:
    people = {seat.user_id for game in past for seat in game.members}
    months = {month_number(game.ended_at) for game in past}
    of_people = (ratings.c.guild_id == guild_id, ratings.c.user_id.in_(people))
    stored = select(ratings).where(*of_people, ratings.c.period.in_({ALL_TIME, *months}))
    return {
        RatingKey(row.user_id, row.edition, Kind(row.kind), row.period): Skill(row.mu, row.sigma)
        for row in connection.execute(stored)
    }


def _rating_row(key: RatingKey, skill: Skill) -> Row:
    which = {"period": key.period, "edition": key.edition, "kind": str(key.kind)}
    return {"user_id": key.user_id, **which, "mu": skill.mu, "sigma": skill.sigma}


# ── results as rows ───────────────────────────────────────────────────────────────────────────

# Columns with the names of fields.
_GAME_FIELDS = [column.name for column in results.c if column.name != "notations"]
_TALLY = ("place", "total", "hands_won", "hands", "phases")
_SEAT_FIELDS = ("seat", "user_id", "name", *_TALLY)


def _game_row(game: PastGame) -> Row:
    row = {name: getattr(game, name) for name in _GAME_FIELDS}
    return row | {"notations": " ".join(game.notations)}


def _seat_rows(game: PastGame) -> Iterator[Row]:
    counted = game.members
    for seat in game.seats:
        yield {
            "game_id": game.game_id,
            "guild_id": game.guild_id,
            "number": game.number,
            "ended_at": game.ended_at,
            "month": month_number(game.ended_at),
            "edition": game.edition,
            **{name: getattr(seat, name) for name in _SEAT_FIELDS},
            "level": None if seat.level is None else str(seat.level),
            "has_left": seat.left,
            "tries": " ".join(f"{tried}/{completed}" for tried, completed in seat.tries),
            "feats": count_feats(game, seat) if seat in counted else None,
            **_rating_columns(seat),
        }


def _rating_columns(seat: SeatResult) -> Row:
    row: dict[str, float | None] = {}
    for kind, change in ((Kind.PEOPLE, seat.people), (Kind.COMPUTERS, seat.computers)):
        for when in ("before", "after"):
            skill = None if change is None else getattr(change, when)
            row[f"{kind}_mu_{when}"] = None if skill is None else skill.mu
            row[f"{kind}_sigma_{when}"] = None if skill is None else skill.sigma
    return row


def with_seats(connection: Connection, query: Select[Any]) -> list[PastGame]:
    """The games of a query of ``results``, in its order, with their seats."""
    rows = connection.execute(query).mappings().all()
    seats: defaultdict[str, list[SeatResult]] = defaultdict(list)
    game_ids = [row["game_id"] for row in rows]
    of_games = select(result_seats).where(result_seats.c.game_id.in_(game_ids))
    for row in connection.execute(of_games.order_by(result_seats.c.seat)).mappings():
        seats[row["game_id"]].append(_seat(row))
    return [
        PastGame(
            **{name: row[name] for name in _GAME_FIELDS},
            seats=tuple(seats[row["game_id"]]),
            notations=tuple(row["notations"].split()),
        )
        for row in rows
    ]


def _seat(row: RowMapping) -> SeatResult:
    tries = (phase.partition("/") for phase in row["tries"].split())
    return SeatResult(
        **{name: row[name] for name in _SEAT_FIELDS},
        level=None if row["level"] is None else Level(row["level"]),
        left=row["has_left"],
        tries=tuple((int(tried), int(completed)) for tried, _, completed in tries),
        people=_rating_change(row, Kind.PEOPLE),
        computers=_rating_change(row, Kind.COMPUTERS),
    )


def _rating_change(row: RowMapping, kind: Kind) -> RatingChange | None:
    if row[f"{kind}_mu_before"] is None:
        return None
    before, after = (
        Skill(row[f"{kind}_mu_{when}"], row[f"{kind}_sigma_{when}"]) for when in ("before", "after")
    )
    return RatingChange(before, after)
