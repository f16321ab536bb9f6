"""The record of a game, read as it is stored."""

from __future__ import annotations

from sqlalchemy import bindparam, select

from .reader import Query, Reading
from .schema import RUNNING, game_events, games
from .writer import prepare

_HEADER = prepare(
    select(games.c.header).where(
        games.c.game_id == bindparam("this_game"), games.c.status != RUNNING
    )
)
_LINES = prepare(
    select(game_events.c.line)
    .where(game_events.c.game_id == bindparam("this_game"))
    .order_by(game_events.c.seq)
)


def record(game_id: str) -> Reading[list[str] | None]:
    """All lines of a game that is over; None for a running or unknown one."""
    header = yield Query(_HEADER, {"this_game": game_id})
    return [header[0]["header"], *(yield from event_lines(game_id))] if header else None


def event_lines(game_id: str) -> Reading[list[str]]:
    """All lines of a game but the first."""
    return [row["line"] for row in (yield Query(_LINES, {"this_game": game_id}))]
