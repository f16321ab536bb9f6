"""What must be read before a server's results can be changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import (
    BigInteger,
    Double,
    Integer,
    String,
    and_,
    bindparam,
    case,
    cast,
    func,
    literal_column,
    select,
)

from bot.rules import record
from bot.rules.editions import MOST_PLAYERS
from bot.scores.outcomes import KINDS, EndedGame, Ending, ended_game
from bot.scores.ratings import Kind, Skill
from bot.scores.tallies import EVERY_EDITION, SUMS, RatingKey, Sums, added

from . import rows
from .errors import StaleWriteError
from .reader import Query, Reading, Row
from .result_rows import games_of
from .schema import (
    ABANDONED,
    FINISHED,
    RUNNING,
    game_events,
    games,
    ratings,
    result_seats,
    results,
    server_results,
)
from .writer import prepare

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


@dataclass(frozen=True)
class Expired:
    """Finished games that are too old for the totals of the last 30 days.

    Attributes:
        newest: the number of the server's newest result.
        gone: what they added, by person and edition, and in every one.
    """

    newest: int
    gone: dict[tuple[int, str], Sums]


_GUILD = bindparam("guild", type_=BigInteger)
_PEOPLE = [f"person_{seat}" for seat in range(MOST_PLAYERS)]
# The game and its server in every row, and in each one of the ratings at stake, if any.
_SERVER_AND_RATINGS = prepare(
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
            ratings.c.user_id.in_([bindparam(each, type_=BigInteger) for each in _PEOPLE]),
            ratings.c.edition.in_(
                [literal_column(f"'{EVERY_EDITION}'"), bindparam("edition", type_=String)]
            ),
        ),
        isouter=True,
    )
    .where(games.c.game_id == bindparam("this_game"))
)
_TELLING = prepare(
    select(game_events.c.line)
    .where(
        game_events.c.game_id == bindparam("this_game"),
        game_events.c.kind.in_([literal_column(f"'{kind}'") for kind in KINDS]),
    )
    .order_by(game_events.c.seq)
)
_SERVERS = prepare(select(server_results.c.guild_id).order_by(server_results.c.guild_id))
_SERVER = prepare(
    select(server_results.c.newest, server_results.c.recent_from).where(
        server_results.c.guild_id == _GUILD
    )
)
_ALL_GAMES = prepare(select(results).where(results.c.guild_id == _GUILD).order_by(results.c.number))
_ALL_SEATS = prepare(select(result_seats).where(result_seats.c.guild_id == _GUILD))
_OLDEST = prepare(
    select(
        select(func.min(results.c.ended_at))
        .where(
            results.c.guild_id == server_results.c.guild_id,
            results.c.ended_at > server_results.c.recent_from,
        )
        .scalar_subquery()
        .label("oldest")
    )
    .select_from(server_results)
    .where(server_results.c.guild_id == _GUILD)
)
_SEAT = result_seats.c
_ENDED_BETWEEN = prepare(
    select(
        _SEAT.user_id,
        results.c.edition,
        func.count().label("games"),
        *(
            cast(func.sum(each), Integer).label(name)
            for name, each in {
                "wins": case((_SEAT.place == 1, 1), else_=0),
                "places": _SEAT.place,
                "hands": _SEAT.hands,
                "hands_won": _SEAT.hands_won,
                "points": _SEAT.total,
                "phases": _SEAT.phases,
            }.items()
        ),
    )
    .join_from(results, result_seats)
    .where(
        results.c.guild_id == _GUILD,
        results.c.ended_at > bindparam("after", type_=Double),
        results.c.ended_at <= bindparam("until", type_=Double),
        results.c.abandoned.is_(False),
        _SEAT.user_id.is_not(None),
    )
    .group_by(_SEAT.user_id, results.c.edition)
)
_WITHOUT_RESULT = prepare(
    select(games.c.guild_id, games.c.game_id)
    .join_from(games, results, results.c.game_id == games.c.game_id, isouter=True)
    .where(
        games.c.status.in_([literal_column(f"'{each}'") for each in (FINISHED, ABANDONED)]),
        games.c.guild_id != PRIVATE,
        results.c.game_id.is_(None),
    )
    .order_by(games.c.ended_at, games.c.game_id)
)
_EARLIER = prepare(
    select(games.c.game_id, games.c.seating, games.c.header, games.c.ended_at).where(
        games.c.game_id == bindparam("this_game")
    )
)


def before_end(ending: Ending) -> Reading[BeforeEnd]:
    """What is known before this game ends.

    Raises:
        StaleWriteError: another version is stored, or the game is over or unknown.
    """
    table = ending.table
    game = {"this_game": table.game_id}
    people = [who.user_id for who in table.occupants]
    people += [None] * (MOST_PLAYERS - len(people))
    at_stake = dict(zip(_PEOPLE, people, strict=True)) | {"edition": ending.rules.edition}
    found = yield Query(_SERVER_AND_RATINGS, game | at_stake)
    if not found or found[0]["version"] != ending.was or found[0]["status"] != RUNNING:
        raise StaleWriteError(f"game {table.game_id} is not at version {ending.was}")
    skills = {
        RatingKey(row["user_id"], row["edition"], Kind(row["kind"])): Skill(row["mu"], row["sigma"])
        for row in found
        if row["user_id"] is not None
    }
    newest, recent_from = found[0]["newest"] or 0, found[0]["recent_from"] or 0.0
    return BeforeEnd(newest, recent_from, skills, (yield from _telling(table.game_id)))


def _telling(game_id: str) -> Reading[list[str]]:
    return [row["line"] for row in (yield Query(_TELLING, {"this_game": game_id}))]


def servers() -> Reading[list[int]]:
    """The servers that have results."""
    return [row["guild_id"] for row in (yield Query(_SERVERS))]


def everything(guild_id: int) -> Reading[tuple[int, float, list[EndedGame]]]:
    """A server's newest number, what its 30 days begin after, and its results as they came."""
    here = {"guild": guild_id}
    newest, recent_from = yield from _server(guild_id)
    found = yield Query(_ALL_GAMES, here)
    return newest, recent_from, games_of(found, (yield Query(_ALL_SEATS, here)))


def _server(guild_id: int) -> Reading[tuple[int, float]]:
    found = yield Query(_SERVER, {"guild": guild_id})
    return (found[0]["newest"], found[0]["recent_from"]) if found else (0, 0.0)


def expired(guild_id: int, since: float) -> Reading[Expired | None]:
    """What must go out of the totals of the last 30 days, None where nothing must.

    Args:
        guild_id: the server.
        since: what ended then or before does not count.
    """
    found = yield Query(_OLDEST, {"guild": guild_id})
    oldest = found[0]["oldest"] if found else None
    if oldest is None or oldest > since:
        return None
    newest, recent_from = yield from _server(guild_id)
    span = {"guild": guild_id, "after": recent_from, "until": since}
    gone: dict[tuple[int, str], Sums] = {}
    for row in (yield Query(_ENDED_BETWEEN, span)):
        for scope in (row["edition"], EVERY_EDITION):
            key = (row["user_id"], scope)
            gone[key] = added(gone.get(key), tuple(row[name] for name in SUMS))
    return Expired(newest, gone)


def without_result() -> Reading[Mapping[int, list[str]]]:
    """Games that are over and have no result, by server, the first to end first."""
    found: defaultdict[int, list[str]] = defaultdict(list)
    for row in (yield Query(_WITHOUT_RESULT)):
        found[row["guild_id"]].append(row["game_id"])
    return found


@dataclass(frozen=True)
class Earlier:
    """A stored game that is over: its row, and the lines that tell how it went."""

    row: Row
    lines: list[str]


def earlier(game_id: str) -> Reading[Earlier]:
    """A game that is over, as it is stored."""
    (found,) = yield Query(_EARLIER, {"this_game": game_id})
    return Earlier(found, (yield from _telling(game_id)))


def earlier_game(stored: Earlier) -> EndedGame:
    """How it ended.

    Raises:
        ValueError: what is stored makes no sense.
    """
    table = rows.table_of(stored.row)
    _, rules = record.parse_header(record.loads(stored.row["header"]))
    lines = [record.loads(line) for line in stored.lines]
    return ended_game(table, rules, lines, stored.row["ended_at"] or table.turn_at)
