"""What the records of all games have in common: JSON lines, checked fields, and the replay."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Generic, TypeVar, get_type_hints

from pydantic import BaseModel, ConfigDict, ValidationError, create_model

from .errors import GameError, RecordError
from .events import TakenOver, TakeoverReason
from .states import Step

LONGEST_LINE = 100_000
COMPUTER = "computer"
NumberedLine = tuple[int, dict[str, Any]]
S = TypeVar("S")
T = TypeVar("T")
E = TypeVar("E")

# ── lines ─────────────────────────────────────────────────────────────────────────────────────


def dumps(line: dict[str, Any]) -> str:
    """A line as compact JSON, without the line end."""
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def loads(line: str | bytes) -> dict[str, Any]:
    """A line's JSON object.

    Raises:
        RecordError: ``not_json``.
    """
    try:
        found = json.loads(line) if len(line) <= LONGEST_LINE else None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise RecordError("not_json")
    return found


def games_in(lines: Iterable[str | bytes], header: str = "game") -> Iterator[list[NumberedLine]]:
    """The lines of each game, numbered; blank lines are skipped.

    Args:
        lines: those of a file.
        header: the type of the line with which a game begins.

    Raises:
        RecordError: ``not_json`` with its ``line`` (from 1), ``not_a_record`` for the first one.
    """
    game: list[NumberedLine] = []
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        line = _read(number, text)
        if line.get("type") == header and game:
            yield game
            game = []
        game.append((number, line))
    if game:
        yield game


def check_each(
    lines: Iterable[str | bytes], check: Callable[[list[NumberedLine]], T], header: str = "game"
) -> Iterator[T]:
    """The verdicts on the games of a file, one after another.

    Raises:
        RecordError: as ``check`` and :func:`games_in`; ``not_a_record`` for a file without a game.
    """
    games = 0
    for game in games_in(lines, header):
        yield check(game)
        games += 1
    if not games:
        raise RecordError("not_a_record", line=1)


def _read(number: int, text: str | bytes) -> dict[str, Any]:
    try:
        return loads(text)
    except RecordError as error:
        code = "not_a_record" if number == 1 else error.code
        raise RecordError(code, line=number) from error


def why(error: Exception) -> str:
    """The first reason of an error, in a few words."""
    if not isinstance(error, ValidationError):
        return str(error)
    first = error.errors()[0]
    where = ".".join(str(step) for step in first["loc"])
    return f"{where}: {first['msg']}" if where else first["msg"]


def at_line(number: int, error: GameError) -> RecordError:
    """An error of the rules as an error of a line."""
    if isinstance(error, RecordError):
        return RecordError(error.code, line=number, **error.data)
    return RecordError("against_the_rules", line=number, why=str(error))


# ── fields ────────────────────────────────────────────────────────────────────────────────────


class LineModel(BaseModel):
    """A line; JSON has lists where events have tuples, so only numbers and texts are strict."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class EventLines:
    """Events as lines of a record and back: the fields of a line are those of its event's class."""

    def __init__(self, events: Mapping[str, type]) -> None:
        self._events = events
        self._types = {event: kind for kind, event in events.items()}
        self._fields = {event: _fields_of(event) for event in self._types}

    def line(self, event: Any) -> dict[str, Any]:  # noqa: ANN401  # an object of these classes
        """An event as a line."""
        kind = type(event)
        whole = self._fields[kind].model_construct(
            **{name: getattr(event, name) for name in event.__dataclass_fields__}
        )
        return {"type": self._types[kind], **whole.model_dump(mode="json", by_alias=True)}

    def read(self, line: dict[str, Any]) -> tuple[type, dict[str, Any]]:
        """The class of a line's event, and its fields.

        Raises:
            RecordError: ``bad_line``, with the reason.
        """
        rest = dict(line)
        kind = rest.pop("type", None)
        event = self._events.get(kind) if isinstance(kind, str) else None
        if event is None:
            raise RecordError("bad_line", why=f"there is no line of type {kind!r}")
        try:
            read = self._fields[event].model_validate_json(json.dumps(rest), strict=True)
        except ValidationError as error:
            raise RecordError("bad_line", why=why(error)) from error
        return event, {name: getattr(read, name) for name in type(read).model_fields}


def _fields_of(event: type) -> type[LineModel]:
    """The model of a line without its type: the fields of the event's class."""
    hints = get_type_hints(event, include_extras=True)
    wanted: dict[str, Any] = {each.name: (hints[each.name], ...) for each in fields(event)}
    return create_model(event.__name__, __base__=LineModel, **wanted)


# ── replay ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Replayed(Generic[S, E]):
    """A decision of a record: the state before it, and what it led to."""

    before: S
    decision: E
    events: tuple[E, ...]
    state: S


def replay(
    state: S,
    read: Sequence[tuple[int, E]],
    act: Callable[[S, E], Step[S, E]],
    line_of: Callable[[E], dict[str, Any]],
) -> Iterator[Replayed[S, E]]:
    """Replay decision by decision, and check every line.

    Args:
        state: the game before its first line.
        read: the events with the numbers of their lines.
        act: applies the decision that an event stands for; raises ``GameError``.
        line_of: an event as a line.

    Raises:
        RecordError: with the first wrong line.
    """
    at = 0
    while at < len(read):
        number, decision = read[at]
        try:
            step = act(state, decision)
        except GameError as error:
            raise at_line(number, error) from error
        for expected in step.events:
            if at == len(read):
                shown = dumps(line_of(expected))
                raise RecordError("cut_short", line=read[-1][0] + 1, expected=shown)
            number, event = read[at]
            if event != expected:
                raise RecordError("wrong_line", line=number, expected=dumps(line_of(expected)))
            at += 1
        yield Replayed(state, decision, step.events, step.state)
        state = step.state


def check_takeover(event: TakenOver, players: Sequence[str], computers: set[int]) -> None:
    """Check that a seat goes to a computer, or to the person it is named after.

    ``computers`` are the seats a computer has taken over; it is brought up to date.

    Raises:
        RecordError: ``wrong_takeover``.
    """
    by = players[event.seat] if event.reason.to_person else COMPUTER
    if event.by != by:
        raise RecordError("wrong_takeover", expected=by)
    # A person who joins has the seat of a computer player who had it from the beginning.
    if event.reason.to_person and (event.seat in computers) is (
        event.reason is TakeoverReason.JOINED
    ):
        raise RecordError("wrong_takeover", expected="a seat that a computer plays")
    if event.reason.to_person:
        computers.discard(event.seat)
    else:
        computers.add(event.seat)


@dataclass(frozen=True, slots=True)
class ReplayedTurn(Generic[S, E]):
    """A deal or another step that is nobody's turn, or a whole turn.

    Attributes:
        seat: whose turn it was; None for nobody's, such as the end of a game that was broken off.
        events: what happened, oldest first; nothing is hidden.
        state: the game afterwards.
    """

    seat: int | None
    events: tuple[E, ...]
    state: S
