"""Lobbies, tables and games as the columns of their rows, and back."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic import TypeAdapter

from bot.model import Lobby, Occupant, SavedGame, Table
from bot.rules import record
from bot.rules.events import Dealt, EndReason, Event, HandEnded
from bot.rules.phases import Phase
from bot.rules.shuffle import SecretShuffler, commitment
from bot.rules.state import Game, Stage, State

from . import schema, snapshot
from .errors import DamagedSnapshotError

Row = Mapping[str, Any]
_TABLE = TypeAdapter(Table)
_SEATS = TypeAdapter(tuple[Occupant, ...])
_log = logging.getLogger(__name__)


def lobby_row(lobby: Lobby) -> Row:
    """A lobby as columns."""
    return {
        "lobby_id": lobby.lobby_id,
        "guild_id": lobby.guild_id,
        "channel_id": lobby.channel_id,
        "host_id": lobby.host_id,
        "turn_limit": lobby.turn_limit,
        "locale": lobby.locale,
        "touched_at": lobby.touched_at,
        "message_id": lobby.message_id,
        "rules": record.dumps(record.rules_json(lobby.rules)),
        "seats": _SEATS.dump_json(lobby.seats).decode(),
    }


def lobby_of(row: Row) -> Lobby:
    """The lobby of a row.

    Raises:
        ValueError: the row is invalid.
    """
    rules = record.loads(row["rules"])
    columns = dict(row)
    columns["rules"] = record.parse_rules(rules, str(rules.get("edition")))
    columns["seats"] = _SEATS.validate_json(row["seats"], strict=True)
    return Lobby(**columns)


def line_rows(game_id: str, events: Sequence[Event]) -> list[Row]:
    """Events as lines of the record, each with its place counted from the end of the record."""
    lines = [record.event_line(event) for event in events]
    return [
        {
            "this_game": game_id,
            "from_end": len(lines) - place,
            "type": line["type"],
            "text": record.dumps(line),
        }
        for place, line in enumerate(lines)
    ]


def seating(table: Table) -> str:
    """A table as JSON."""
    return _TABLE.dump_json(table).decode()


@dataclass(frozen=True)
class GameUpdate:
    """A game after an action.

    Attributes:
        table: its table.
        state: its state.
        events: what happened.
        at: in seconds since 1970.
    """

    table: Table
    state: State
    events: Sequence[Event]
    at: float


def new_game_row(new: GameUpdate) -> Row:
    """All columns of a game that begins."""
    table, game = new.table, new.state.game
    return {
        "game_id": game.game_id,
        "guild_id": table.guild_id,
        "channel_id": table.channel_id,
        "edition": game.rules.edition,
        "started_at": table.started_at,
        "events": len(new.events),
        "hand_from": _last_deal(new.events) or 0,
        "header": record.dumps(record.header_line(game)),
        "secret": game.shuffler.secret.hex(),
        **_moving(new),
    }


def changed_row(new: GameUpdate) -> Row:
    """The columns that an action changes; ``deal_at`` is where in the events a hand begins."""
    return {
        "added": len(new.events),
        "deal_at": _last_deal(new.events),
        **_moving(new),
    }


def _moving(new: GameUpdate) -> Row:
    return {
        "status": _status(new.state),
        "ended_at": new.at if new.state.stage is Stage.OVER else None,
        "version": new.state.version,
        "seating": seating(new.table),
        "snapshot": snapshot.dumps(new.state),
    }


def _status(state: State) -> str:
    if state.result is None:
        return schema.RUNNING
    abandoned = state.result.reason is EndReason.ABANDONED
    return schema.ABANDONED if abandoned else schema.FINISHED


def _last_deal(events: Sequence[Event]) -> int | None:
    deals = [place for place, event in enumerate(events) if isinstance(event, Dealt)]
    return deals[-1] if deals else None


def restored(row: Row, recent: Sequence[str], scored: Sequence[str]) -> SavedGame:
    """The game of a row, of its newest event lines, and of those that ended hands.

    Raises:
        DamagedSnapshotError: its snapshot is invalid.
        ValueError: something else of it is invalid.
    """
    game = _game(row)
    table = table_of(row)
    state = snapshot.loads(row["snapshot"], game)
    if state.version != row["version"]:
        raise DamagedSnapshotError(f"version {state.version} in a row of {row['version']}")
    events = _events(game.game_id, game.phases, recent)
    return SavedGame(table, state, events, _scores(game, scored))


def rebuilt(row: Row, lines: Sequence[str], recent: int) -> SavedGame:
    """The game of a row, from all its event lines and in spite of its snapshot.

    Raises:
        ValueError: the lines do not lead to where the game was.
    """
    game = _game(row)
    table = table_of(row)
    verdict = next(record.verify([row["header"], *lines]))
    if verdict.state.version != row["version"]:
        raise ValueError(f"the lines lead to version {verdict.state.version}")
    newest = lines[max(row["hand_from"], len(lines) - recent) :]
    events = _events(game.game_id, game.phases, newest)
    return SavedGame(table, replace(verdict.state, game=game), events, _scores(game, lines))


def _scores(game: Game, lines: Sequence[str]) -> tuple[HandEnded, ...]:
    """The ends of hands that some lines tell of; none when one of them is damaged."""
    events = _events(game.game_id, game.phases, lines)
    return tuple(event for event in events if isinstance(event, HandEnded))


def _game(row: Row) -> Game:
    header, rules = record.parse_header(record.loads(row["header"]))
    secret = bytes.fromhex(row["secret"])
    if commitment(secret) != header.commitment:
        raise ValueError("the secret is not the game's")
    shuffler = SecretShuffler(secret)
    return Game(header.game_id, rules, header.players, shuffler, header.commitment)


def table_of(row: Row) -> Table:
    """The table of a game's row.

    Raises:
        ValueError: it is invalid.
    """
    table = _TABLE.validate_json(row["seating"], strict=True)
    if table.game_id != row["game_id"]:
        raise ValueError("the table is of another game")
    return table


def _events(game_id: str, phases: Sequence[Phase], lines: Sequence[str]) -> tuple[Event, ...]:
    """The events of some lines; they only tell what happened, so a game can go on without."""
    try:
        return tuple(record.parse_event(record.loads(line), phases) for line in lines)
    except ValueError as error:
        _log.warning("game %s: an event line is damaged (%s)", game_id, problem(error))
        return ()


def problem(error: Exception) -> str:
    """What is wrong, without what stood there: that may be a hidden card."""
    if isinstance(error, DamagedSnapshotError):
        return str(error)
    return str(getattr(error, "code", type(error).__name__))
