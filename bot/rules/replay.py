"""A finished game turn by turn, from its record (see :mod:`bot.rules.record`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from .editions import check_players
from .errors import RecordError
from .events import Dealt, Declared, Event, Offered, TakenOver
from .record import games_in, parsed_line, step_of, told_shuffler
from .record_lines import parse_header
from .state import Game, Seat, Stage, State

_ALONE = (Dealt, Declared, Offered)


@dataclass(frozen=True, slots=True)
class Turn:
    """A step of a game: a deal, an answer before the first turn, or a whole turn.

    Attributes:
        seat: whose turn it was; None for a deal, and for the end of a game that was broken off.
        events: what happened, oldest first; nothing is hidden.
        state: the game afterwards.
    """

    seat: int | None
    events: tuple[Event, ...]
    state: State


def turns(lines: Iterable[str | bytes]) -> Iterator[Turn]:
    """The steps of the first game of a record, in their order.

    A change between person and computer belongs to the step that follows it.

    Raises:
        GameError: the record is none, or does not replay.
    """
    state, events = _start(lines)
    computers: set[int] = set()
    since: list[Event] = []
    at = 0
    while at < len(events):
        seat = None if state.stage is Stage.DEAL else state.turn
        step = step_of(state, events[at], computers)
        if step.events != events[at : at + len(step.events)]:
            raise RecordError("wrong_line", line=at + 2)
        since += step.events
        if _ends_a_step(state, events[at], step.state):
            yield Turn(_acting(seat, events[at]), tuple(since), step.state)
            since = []
        state, at = step.state, at + len(step.events)
    if since:
        yield Turn(None, tuple(since), state)


def _start(lines: Iterable[str | bytes]) -> tuple[State, tuple[Event, ...]]:
    """The state before the first deal, and all events."""
    game_lines = next(games_in(lines), None)
    if game_lines is None:
        raise RecordError("not_a_record", line=1)
    header, rules = parse_header(game_lines[0][1])
    check_players(rules, len(header.players))
    phases = rules.parsed_phases
    read = [(number, parsed_line(number, line, phases)) for number, line in game_lines[1:]]
    game = Game(
        header.game_id, rules, header.players, told_shuffler(header, read), header.commitment
    )
    seats = (Seat(),) * len(header.players)
    return State(game, version=0, stage=Stage.DEAL, seats=seats), tuple(e for _, e in read)


def _ends_a_step(before: State, decision: Event, after: State) -> bool:
    if isinstance(decision, TakenOver):
        return False
    # Who took the opening offer is at once in the middle of their first turn.
    return (
        isinstance(decision, _ALONE) or after.stage is not Stage.PLAY or after.turn != before.turn
    )


def _acting(seat: int | None, decision: Event) -> int | None:
    """Whose step it was: a deal, or the end of a game that is broken off, is nobody's."""
    return seat if hasattr(decision, "seat") else None


def hands_of(steps: Sequence[Turn]) -> tuple[int, ...]:
    """The places of the first step of each hand."""
    return tuple(
        at for at, step in enumerate(steps) if any(isinstance(e, Dealt) for e in step.events)
    )
