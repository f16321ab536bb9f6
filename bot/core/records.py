"""Game records (JSON Lines): a header, then one line for each event; reading and verifying them."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, NoReturn, TypeVar, cast

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from .chance import commitment, stream_secret
from .errors import GameError, RecordError
from .events import (
    COMPUTER,
    AnyEvent,
    EndReason,
    TakenBack,
    TakenOver,
    TakeoverReason,
    note_takeover,
)
from .states import (
    AnyAction,
    AnyHeader,
    AnyRules,
    AnyState,
    GameHeader,
    Transition,
    take_back,
    take_over,
)

LONGEST_LINE = 100_000
MOST_LINES = 200_000  # of one game; the longest ones have a few thousand
_NO_MOVES = ("takeover", "skipped")  # types of lines that name a seat and are not its moves
Line = dict[str, Any]  # a line of a record as JSON data
NumberedLine = tuple[int, Line]
M = TypeVar("M", bound="LineModel")
R = TypeVar("R", bound=AnyRules)
S = TypeVar("S", bound=AnyState)
A = TypeVar("A", bound=AnyAction)
E = TypeVar("E", bound=AnyEvent)
C = TypeVar("C")
T = TypeVar("T")
X = TypeVar("X")
Y = TypeVar("Y")

# ── lines ─────────────────────────────────────────────────────────────────────────────────────


def dumps(line: Line) -> str:
    """A line as compact JSON, without the line end."""
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def loads(line: str | bytes) -> Line:
    """A line's JSON object, in UTF-8; raises the RecordErrors ``not_json`` or ``bad_line``."""
    try:
        text = line if isinstance(line, str) else str(line, "utf-8")
        data = _JSON.decode(text) if len(line) <= LONGEST_LINE else None
    except RecordError:
        raise
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise RecordError("not_json")
    return data


def _object(pairs: list[tuple[str, Any]]) -> Line:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise RecordError("bad_line", why="a key is there twice")
    return data


def _constant(name: str) -> NoReturn:
    raise ValueError(name)


# By default NaN and Infinity are numbers, and the last of equal keys counts.
_JSON = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant)


def text_in(line: str | bytes, field_name: str) -> str | None:
    """The text in a field of a line; None without one, also where the line is no JSON object."""
    try:
        value = loads(line).get(field_name)
    except RecordError:
        return None
    return value if isinstance(value, str) else None


def movers(lines: Iterable[Line]) -> tuple[set[int], set[int]]:
    """The seats that moved by themselves, and those for which computer players moved."""
    away: set[int] = set()
    present: set[int] = set()
    replaced: set[int] = set()
    for line in lines:
        if line["type"] == "takeover":
            note_takeover(away, line["seat"], line["reason"])
        elif "seat" in line and line["type"] not in _NO_MOVES:
            moved = replaced if line["seat"] in away else present
            moved.add(line["seat"])
    return present, replaced


def games_in(lines: Iterable[str | bytes]) -> Iterator[list[NumberedLine]]:
    """The numbered lines of each game, which begins with a line of the type ``game``.

    Raises the RecordErrors ``not_json``, ``not_a_record`` (in the first line) or ``too_long``.
    """
    game: list[NumberedLine] = []
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        try:
            line = loads(text)
        except RecordError as error:
            if number == 1:
                raise RecordError("not_a_record", line=1) from error
            raise at_line(number, error) from error
        if game and line.get("type") == "game":
            yield game
            game = []
        if len(game) == MOST_LINES:
            raise RecordError("too_long", line=number)
        game.append((number, line))
    if game:
        yield game


_MISTAKES = {
    "missing": "is missing",
    "extra_forbidden": "does not belong there",
    "unexpected_keyword_argument": "does not belong there",
    "greater_than_equal": "is less than {ge}",
    "less_than_equal": "is more than {le}",
    "int_type": "is no whole number",
    "string_type": "is no text",
    "bool_type": "is neither true nor false",
    "tuple_type": "is no list",
    "enum": "is none of {expected}",
    "literal_error": "is none of {expected}",
    "too_short": "has fewer than {min_length} parts",
    "too_long": "has more than {max_length} parts",
    "string_too_short": "has fewer than {min_length} characters",
    "string_too_long": "has more than {max_length} characters",
    "string_pattern_mismatch": "is not written as it should be",
}
"""Errors of pydantic by type, as the end of a sentence."""


def why(error: Exception) -> str:
    """The first reason of an error, in a few words."""
    if isinstance(error, GameError):
        code = error.code.replace("_", " ")
        values = ", ".join(_listed(value) for value in error.data.values())
        return f"{code}: {values}" if values else code
    if not isinstance(error, ValidationError):
        return str(error)
    first = error.errors()[0]
    where = ".".join(str(step) for step in first["loc"])
    data = first.get("ctx", {})
    if isinstance(cause := data.get("error"), GameError):
        return f"{where}: {why(cause)}"
    return f"{where} {_MISTAKES.get(first['type'], 'makes no sense').format(**data)}".lstrip()


def _listed(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def at_line(number: int, error: GameError) -> RecordError:
    if isinstance(error, RecordError):
        return RecordError(error.code, line=number, **error.data)
    return RecordError("against_the_rules", line=number, why=why(error))


class LineModel(BaseModel):
    """A line; JSON has lists where events have tuples, so only numbers and texts are strict."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


def read_header(line: Line, model: type[M]) -> M:
    """The first line of a record; raises the RecordErrors ``not_a_record`` or ``bad_line``."""
    for name in ("type", "format", "version"):
        value = line.get(name)
        expected = model.model_fields[name].default
        if value != expected or type(value) is not type(expected):  # True and 1.0 equal 1
            raise RecordError("not_a_record")
    try:
        return model.model_validate_json(json.dumps(line), strict=True)
    except ValidationError as error:
        raise RecordError("bad_line", why=why(error)) from error


class EventLines:
    """Events as lines and back: a line has its ``type`` and the fields of the event's class."""

    def __init__(self, events: Mapping[str, type]) -> None:
        self.types = {event: kind for kind, event in events.items()}
        self._adapters = {kind: TypeAdapter[Any](event) for kind, event in events.items()}

    def line(self, event: Any) -> Line:
        kind = self.types[type(event)]
        return {"type": kind, **self._adapters[kind].dump_python(event, mode="json", by_alias=True)}

    def read(self, line: Line) -> Any:
        rest = dict(line)
        kind = rest.pop("type", None)
        adapter = self._adapters.get(kind) if isinstance(kind, str) else None
        if adapter is None:
            raise RecordError("bad_line", why=f"there is no line of type {kind!r}")
        try:
            return adapter.validate_json(json.dumps(rest), strict=True)
        except ValidationError as error:
            raise RecordError("bad_line", why=why(error)) from error


# ── replay ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Replayed(Generic[X, Y]):
    """A decision of a record, with the state before it, its events and the state after it."""

    before: X
    decision: Y
    events: tuple[Y, ...]
    state: X


def without_undone(told: Iterable[T], kind: Callable[[T], str]) -> list[T]:
    """Return lines, or what stands for them, without those that a ``take_back`` undoes.

    ``kind`` gives the type of a line. The newest ``take_back`` of a turn itself is kept.
    """
    kept: list[T] = []
    for each in told:
        if kind(each) == "take_back":
            undone: list[T] = []
            while kept and kind(kept[-1]) != "draw":
                undone.insert(0, kept.pop())
            kept += [other for other in undone if kind(other) == "takeover"]
        kept.append(each)
    return kept


@dataclass
class _Progress(Generic[S, E]):
    """The part of a replayed game's past that its state does not hold."""

    computers: set[int] = field(default_factory=set)
    drawn: S | None = None  # the state after the newest draw
    since: list[E] = field(default_factory=list)  # the events from that draw on, but takeovers


def _check_takeover(event: TakenOver, players: Sequence[str], computers: set[int]) -> None:
    """Check that a seat goes to a computer or to its person, and bring ``computers`` up to date."""
    by = players[event.seat] if event.reason.to_person else COMPUTER
    if event.by != by:
        raise RecordError("wrong_takeover", expected=by)
    # A person who joins takes a seat that a computer player had from the beginning.
    if event.reason.to_person and (event.seat in computers) is (
        event.reason is TakeoverReason.JOINED
    ):
        raise RecordError("wrong_takeover", expected="a seat that a computer plays")
    if event.reason.to_person:
        computers.discard(event.seat)
    else:
        computers.add(event.seat)


# ── games with seats ──────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Verdict:
    """A game whose record is correct; without its secret, its chance could not be checked."""

    game_id: str
    players: tuple[str, ...]
    parts: int  # hands dealt, or turns that have ended in a game without hands
    finished: bool
    winners: tuple[int, ...]
    state: Any = field(repr=False)


@dataclass(frozen=True, slots=True)
class ReplayedTurn(Generic[X, Y]):
    """A whole turn, or a step between turns such as a deal; ``state`` is the game afterwards."""

    seat: int | None  # whose turn it was; None between turns, and for the end of an abandoned game
    events: tuple[Y, ...]
    state: X


class GameRecords(ABC, Generic[R, C, S, A, E]):
    """The records of a game, by its rules, source of chance, states, actions and events."""

    format: str
    events: EventLines
    part: type  # the class of the events that :attr:`Verdict.parts` counts
    draws: tuple[type, ...] = ()  # the events after which a turn can be taken back to that moment

    # -- what each game says of itself ------------------------------------------------------

    @abstractmethod
    def first_state(self, game: GameHeader[R, C]) -> S: ...

    @abstractmethod
    def apply(self, state: S, action: A) -> Transition[S, E]: ...

    @abstractmethod
    def abandon(self, state: S) -> Transition[S, E]: ...

    @abstractmethod
    def header_line(self, game: GameHeader[R, C]) -> Line:
        """The first line of a game's record."""

    @abstractmethod
    def parse_header(self, line: Line) -> GameHeader[R, Any]:
        """The game of a first line, still without chance."""

    @abstractmethod
    def chance(self, secret: bytes, events: Sequence[E]) -> C:
        """The chance of the secret of a game's streams or, where it is empty, of its events."""

    @abstractmethod
    def action_from(self, event: E, state: S) -> A:
        """The action that an event stands for; ``no_decision`` if it only follows from others."""

    @abstractmethod
    def ends_turn(self, replayed: Replayed[S, E]) -> bool:
        """Whether a turn, or a step between turns, ends with a decision that is no takeover."""

    @abstractmethod
    def chapter_starts(self, turns: Sequence[ReplayedTurn[S, E]]) -> tuple[int, ...]:
        """The places of the first turns of hands, or of rounds in a game without hands."""

    def may_take_back(self, newest: Sequence[E], seat: int) -> bool:
        """Whether the newest of some events, without takeovers, are a seat's since its draw."""
        del newest, seat
        return False

    # -- what all games share ---------------------------------------------------------------

    def parse_event(self, line: Line, phases: Sequence[Any]) -> E:
        del phases
        event: E = self.events.read(line)
        return event

    def event_line(self, event: E) -> Line:
        return self.events.line(event)

    def without_undone(self, events: Iterable[E]) -> tuple[E, ...]:
        """Return events without those that a later one takes back."""
        return tuple(without_undone(events, lambda event: self.events.types[type(event)]))

    def game_with_secret(self, line: Line, secret: bytes) -> GameHeader[R, C]:
        """The game of a record's first line, with its secret, which must belong to it."""
        header = self.parse_header(line)
        if commitment(secret) != header.commitment:
            raise RecordError("wrong_secret")
        return self._with_chance(header, secret)

    def _with_chance(
        self, game: GameHeader[R, Any], secret: bytes, events: Sequence[E] = ()
    ) -> GameHeader[R, C]:
        streams = stream_secret(secret, game.beacon) if secret else b""
        return replace(game, chance=self.chance(streams, events), secret=secret)

    def verify(self, lines: Iterable[str | bytes]) -> Iterator[Verdict]:
        """Replay the games of a file, and check every line; a RecordError has the ``line``."""
        empty = True
        for game in games_in(lines):
            yield self.verify_game(game)
            empty = False
        if empty:
            raise RecordError("not_a_record", line=1)

    def turns(self, lines: Iterable[str | bytes]) -> Iterator[ReplayedTurn[S, E]]:
        """The first game of a record turn by turn, each with the takeovers before it."""
        for decisions in self.decisions(lines):
            last = decisions[-1]
            seat = getattr(last.decision, "seat", None) if self._ends_turn(last) else None
            events = tuple(event for replayed in decisions for event in replayed.events)
            yield ReplayedTurn(seat, events, last.state)

    def decisions(self, lines: Iterable[str | bytes]) -> Iterator[tuple[Replayed[S, E], ...]]:
        """The decisions of a record's first game that stand, those of each turn together."""
        game_lines = next(games_in(lines), None)
        if game_lines is None:
            raise RecordError("not_a_record", line=1)
        since: list[Replayed[S, E]] = []
        replays = self._replayed(*self._opened(game_lines))
        types = self.events.types
        for replayed in without_undone(replays, lambda one: types[type(one.events[-1])]):
            if isinstance(replayed.decision, TakenBack):
                continue
            since.append(replayed)
            if self._ends_turn(replayed):
                yield tuple(since)
                since = []
        if since:
            yield tuple(since)

    def verify_game(self, lines: list[NumberedLine]) -> Verdict:
        """Replay one game, and check every line; raises RecordError as :meth:`verify`."""
        state, read = self._opened(lines)
        for replayed in self._replayed(state, read):
            state = replayed.state
        game = state.game
        if not _secret_belongs(game):
            raise RecordError("wrong_commitment", line=lines[0][0])
        return Verdict(
            game_id=game.game_id,
            players=game.players,
            parts=sum(isinstance(event, self.part) for _, event in read),
            finished=state.over,
            winners=state.result.winners if state.result else (),
            state=state,
        )

    def _opened(self, lines: list[NumberedLine]) -> tuple[S, list[tuple[int, E]]]:
        """The state before the first event, and all events with the numbers of their lines."""
        number, first = lines[0]
        read: list[tuple[int, E]] = []
        try:
            header = self.parse_header(first)
            phases = header.rules.parsed_phases
            for number, line in lines[1:]:
                read.append((number, self.parse_event(line, phases)))
        except GameError as error:
            raise at_line(number, error) from error
        events = [event for _, event in read]
        secret = bytes.fromhex(getattr(events[-1], "secret", "")) if events else b""
        return self.first_state(self._with_chance(header, secret, events)), read

    def _checked(self, state: S, read: Sequence[tuple[int, E]]) -> Iterator[Replayed[S, E]]:
        """Replay numbered events decision by decision, and check every line."""
        progress = _Progress[S, E]()
        at = 0
        while at < len(read):
            number, decision = read[at]
            try:
                transition = self._act(state, decision, progress)
            except GameError as error:
                raise at_line(number, error) from error
            for event in transition.events:
                if at == len(read):
                    raise self._expected("cut_short", number + 1, event)
                number, found = read[at]
                if found != event:
                    raise self._expected("wrong_line", number, event)
                at += 1
            yield Replayed(state, decision, transition.events, transition.state)
            state = transition.state

    def _expected(self, code: str, number: int, event: E) -> RecordError:
        return RecordError(code, line=number, expected=dumps(self.event_line(event)))

    def _replayed(self, state: S, read: Sequence[tuple[int, E]]) -> Iterator[Replayed[S, E]]:
        try:
            yield from self._checked(state, read)
        except RecordError as error:
            # A secret that gives all lines is right, and the commitment wrong.
            if _secret_belongs(state.game):
                raise
            raise RecordError("wrong_secret", line=read[-1][0]) from error

    def _ends_turn(self, replayed: Replayed[S, E]) -> bool:
        return not isinstance(replayed.decision, TakenOver) and self.ends_turn(replayed)

    def _act(self, state: S, event: E, progress: _Progress[S, E]) -> Transition[S, E]:
        if isinstance(event, TakenOver):
            over = take_over(state, event.seat, event.by, event.reason)
            _check_takeover(event, state.game.players, progress.computers)
            return cast("Transition[S, E]", over)  # every game has this event
        transition = self._decide(state, event, progress)
        if isinstance(transition.events[-1], self.draws):
            progress.drawn = transition.state
            progress.since = []
        progress.since += transition.events
        return transition

    def _decide(self, state: S, event: E, progress: _Progress[S, E]) -> Transition[S, E]:
        if isinstance(event, TakenBack):
            if progress.drawn is None or not self.may_take_back(progress.since, event.seat):
                raise RecordError("nothing_to_take_back", seat=event.seat)
            return cast("Transition[S, E]", take_back(state, event.seat, progress.drawn))
        if getattr(event, "reason", None) is EndReason.ABANDONED:
            return self.abandon(state)
        seat = getattr(event, "seat", None)
        if seat is not None and seat != state.turn:
            raise RecordError("not_this_seat", seat=seat, turn=state.turn)
        return self.apply(state, self.action_from(event, state))


def _secret_belongs(game: AnyHeader) -> bool:
    return not game.secret or commitment(game.secret) == game.commitment
