"""What must be read before a server's results can be changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Integer, String, and_, bindparam, case, cast, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ratings import Kind, Skill
from bot.rules import record

from . import rows
from .errors import StaleWriteError
from .outcomes import KINDS, EndedGame, Ending, ended_game
from .result_rows import games_of
from .schema import RUNNING, game_events, games, ratings, result_seats, results, server_results
from .tallies import EVERY_EDITION, RatingKey, Sums, added

PRIVATE = 0
"""The guild id of channels that belong to no server: there, nothing is remembered."""


@dataclass(frozen=True)
class BeforeEnd:
    """What is known before a game ends.

    Attributes:
        newest: the number of the server's newest result, 0 before the first.
        recent_from: what ended then or before is not in the totals of the last 30 days.
        skills: the ratings of those at the table.
        lines: the game's lines that tell how it went, as JSON.
    """

    newest: int
    recent_from: float
    skills: dict[RatingKey, Skill]
    lines: list[str]


# The game and its server in every row, and in each one of the ratings at stake, if any.
_SERVER_AND_RATINGS = (
    select(
        games.c.version,
        games.c.status,
        server_results.c.newest,
        server_results.c.recent_from,
        ratings.c.user_id,
        ratings.c.edition,
        ratings.c.kind,
        ratings.c.mu,
        ratings.c.sigma,
    )
    .select_from(games)
    .join(server_results, server_results.c.guild_id == games.c.guild_id, isouter=True)
    .join(
        ratings,
        and_(
            ratings.c.guild_id == games.c.guild_id,
            ratings.c.user_id.in_(bindparam("people", expanding=True)),
            ratings.c.edition.in_((EVERY_EDITION, bindparam("edition", type_=String))),
        ),
        isouter=True,
    )
    .where(games.c.game_id == bindparam("this_game"))
)
_TELLING = (
    select(game_events.c.line)
    .where(game_events.c.game_id == bindparam("this_game"), game_events.c.kind.in_(KINDS))
    .order_by(game_events.c.seq)
)


async def before_end(connection: AsyncConnection, ending: Ending) -> BeforeEnd:
    """What is known before this game ends.

    Raises:
        StaleWriteError: another version is stored, or the game is over or unknown.
    """
    table = ending.table
    people = [who.user_id for who in table.occupants if who.user_id is not None]
    game = {"this_game": table.game_id}
    at_stake = game | {"people": people, "edition": ending.rules.edition}
    found = (await connection.execute(_SERVER_AND_RATINGS, at_stake)).all()
    if not found or found[0].version != ending.was or found[0].status != RUNNING:
        raise StaleWriteError(f"game {table.game_id} is not at version {ending.was}")
    skills = {
        RatingKey(row.user_id, row.edition, Kind(row.kind)): Skill(row.mu, row.sigma)
        for row in found
        if row.user_id is not None
    }
    lines = await connection.scalars(_TELLING, game)
    return BeforeEnd(found[0].newest or 0, found[0].recent_from or 0.0, skills, list(lines))


async def servers(connection: AsyncConnection) -> list[int]:
    """The servers that have results."""
    return list(
        await connection.scalars(
            select(server_results.c.guild_id).order_by(server_results.c.guild_id)
        )
    )


async def server(connection: AsyncConnection, guild_id: int) -> tuple[int, float]:
    """The number of a server's newest result, and what its 30 days begin after."""
    found = await connection.execute(
        select(server_results.c.newest, server_results.c.recent_from).where(
            server_results.c.guild_id == guild_id
        )
    )
    row = found.first()
    return (0, 0.0) if row is None else (row.newest, row.recent_from)


async def all_games(connection: AsyncConnection, guild_id: int) -> list[EndedGame]:
    """Every result of a server, in the order they were stored."""
    here = select(results).where(results.c.guild_id == guild_id).order_by(results.c.number)
    found = (await connection.execute(here)).all()
    seats = await connection.execute(
        select(result_seats).where(result_seats.c.guild_id == guild_id)
    )
    return games_of((row._asdict() for row in found), (row._asdict() for row in seats))


async def outdated(connection: AsyncConnection, guild_id: int, since: float) -> bool:
    """Whether the totals of the last 30 days hold a game that ended at ``since`` or before."""
    oldest = (
        select(func.min(results.c.ended_at))
        .where(
            results.c.guild_id == server_results.c.guild_id,
            results.c.ended_at > server_results.c.recent_from,
        )
        .scalar_subquery()
    )
    found = await connection.scalar(
        select(oldest).select_from(server_results).where(server_results.c.guild_id == guild_id)
    )
    return found is not None and found <= since


async def ended_between(
    connection: AsyncConnection, guild_id: int, after: float, until: float
) -> dict[tuple[int, str], Sums]:
    """What finished games that ended then added: sums by person and edition, and in every one."""
    seat = result_seats.c
    won = case((seat.place == 1, 1), else_=0)
    summed = (won, seat.place, seat.hands, seat.hands_won, seat.total, seat.phases)
    query = (
        select(
            seat.user_id,
            results.c.edition,
            func.count(),
            *(cast(func.sum(each), Integer) for each in summed),
        )
        .join_from(results, result_seats)
        .where(
            results.c.guild_id == guild_id,
            results.c.ended_at > after,
            results.c.ended_at <= until,
            results.c.abandoned.is_(False),
            seat.user_id.is_not(None),
        )
        .group_by(seat.user_id, results.c.edition)
    )
    gone: dict[tuple[int, str], Sums] = {}
    for user_id, edition, *sums in await connection.execute(query):
        for scope in (edition, EVERY_EDITION):
            gone[user_id, scope] = added(gone.get((user_id, scope)), tuple(sums))
    return gone


async def without_result(connection: AsyncConnection) -> Mapping[int, list[str]]:
    """Games that are over and have no result, by server, the first to end first."""
    query = (
        select(games.c.guild_id, games.c.game_id)
        .join_from(games, results, results.c.game_id == games.c.game_id, isouter=True)
        .where(
            games.c.status != RUNNING,
            games.c.guild_id != PRIVATE,
            results.c.game_id.is_(None),
        )
        .order_by(games.c.ended_at, games.c.game_id)
    )
    found: defaultdict[int, list[str]] = defaultdict(list)
    for guild_id, game_id in await connection.execute(query):
        found[guild_id].append(game_id)
    return found


@dataclass(frozen=True)
class Earlier:
    """A stored game that is over: its row, and the lines that tell how it went."""

    row: rows.Row
    lines: list[str]


async def earlier(connection: AsyncConnection, game_id: str) -> Earlier:
    """A game that is over, as it is stored."""
    columns = (games.c.game_id, games.c.seating, games.c.header, games.c.ended_at)
    found = await connection.execute(select(*columns).where(games.c.game_id == game_id))
    lines = await connection.scalars(_TELLING, {"this_game": game_id})
    return Earlier(found.one()._asdict(), list(lines))


def earlier_game(stored: Earlier) -> EndedGame:
    """How it ended.

    Raises:
        ValueError: what is stored makes no sense.
    """
    table = rows.table_of(stored.row)
    _, rules = record.parse_header(record.loads(stored.row["header"]))
    lines = [record.loads(line) for line in stored.lines]
    return ended_game(table, rules, lines, stored.row["ended_at"] or table.turn_at)
