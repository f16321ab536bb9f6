"""Game records (JSON Lines): events to lines and back, and verification.

The format is ``phase10-dice-record``, version 1: a header, then one line for each event. The fields
of a line are those of its event's class in :mod:`bot.dice.events`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal

from pydantic import Field, ValidationError

from bot.games.chance import commitment
from bot.games.errors import GameError, RecordError
from bot.games.events import EndReason, Hash, Name, TakenOver
from bot.games.records import (
    EventLines,
    LineModel,
    NumberedLine,
    Replayed,
    ReplayedTurn,
    at_line,
    check_each,
    check_takeover,
    games_in,
    replay,
    why,
)
from bot.games.states import Step

from . import engine
from .actions import DiceAction, Roll, RollOrder, Score
from .dice import DICE_COUNT, FACES, HIGH_NUMBERS
from .editions import DICE, MOST_PLAYERS, DiceRules
from .events import DiceEvent, DiceGameEnded, Ordered, Rolled, TurnEnded
from .rolls import Roller, SecretRoller
from .state import DiceGame, DiceStage, DiceState

FORMAT: Final = "phase10-dice-record"
VERSION: Final = 1
_NumberedEvent = tuple[int, DiceEvent]

# ── lines ─────────────────────────────────────────────────────────────────────────────────────


class DiceHeader(LineModel):
    """The first line of a record."""

    type: Literal["game"] = "game"
    format: Literal["phase10-dice-record"] = FORMAT
    version: Literal[1] = VERSION
    game_id: Annotated[str, Field(min_length=1, max_length=100)]
    players: Annotated[tuple[Name, ...], Field(min_length=1, max_length=MOST_PLAYERS)]
    phases: tuple[str, ...]
    solo: bool
    commitment: Hash


_EVENT_LINES = EventLines(
    {
        "order": Ordered,
        "roll": Rolled,
        "turn_end": TurnEnded,
        "takeover": TakenOver,
        "game_end": DiceGameEnded,
    }
)


def header_line(game: DiceGame) -> dict[str, Any]:
    """The first line of a game's record."""
    header = DiceHeader(
        game_id=game.game_id,
        players=game.players,
        phases=game.rules.phases,
        solo=game.solo,
        commitment=game.commitment,
    )
    return header.model_dump(mode="json")


def parse_header(line: dict[str, Any]) -> tuple[DiceHeader, DiceRules]:
    """The first line of a record, and the rule set, which is always the same.

    Raises:
        RecordError: ``not_a_record``, ``bad_line`` or ``bad_rules``.
    """
    if line.get("type") != "game" or line.get("format") != FORMAT or line.get("version") != VERSION:
        raise RecordError("not_a_record")
    try:
        header = DiceHeader.model_validate_json(json.dumps(line), strict=True)
    except ValidationError as error:
        raise RecordError("bad_line", why=why(error)) from error
    if header.phases != DICE.phases:
        raise RecordError("bad_rules", why="the phases are not those of the dice game")
    if header.solo != (len(header.players) == 1):
        raise RecordError("bad_rules", why="one player plays alone, several do not")
    return header, DICE


def game_of(line: dict[str, Any], secret: bytes) -> DiceGame:
    """The game of a record's first line, with its secret.

    Raises:
        RecordError: as :func:`parse_header` does; ``wrong_secret``, the secret is another game's.
    """
    header, _ = parse_header(line)
    if commitment(secret) != header.commitment:
        raise RecordError("wrong_secret")
    return _game(header, SecretRoller(secret))


def _game(header: DiceHeader, roller: Roller) -> DiceGame:
    return DiceGame(header.game_id, DICE, header.players, roller, header.commitment)


def event_line(event: DiceEvent) -> dict[str, Any]:
    """An event as a line of the record."""
    return _EVENT_LINES.line(event)


def parse_event(line: dict[str, Any]) -> DiceEvent:
    """A line of the record as an event.

    Raises:
        RecordError: ``bad_line``, with the reason.
    """
    event, given = _EVENT_LINES.read(line)
    made: DiceEvent = event(**given)
    return made


# ── verification ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class DiceVerdict:
    """A game whose record is correct.

    Attributes:
        game_id: the game's id.
        players: names by seat.
        turns: how many turns have ended.
        finished: whether the game is over; the rolls of a running one cannot be checked yet.
        winners: the seats that won.
        state: the state the record leads to.
    """

    game_id: str
    players: tuple[str, ...]
    turns: int
    finished: bool
    winners: tuple[int, ...]
    state: DiceState = field(repr=False)


def verify(lines: Iterable[str | bytes]) -> Iterator[DiceVerdict]:
    """Replay the games of a file, one after another, and check every line.

    Raises:
        RecordError: with the number of the first wrong ``line`` (from 1) and why; the code is
            ``not_a_record`` for a file that is no record.
    """
    return check_each(lines, verify_game)


def verify_game(lines: Sequence[NumberedLine]) -> DiceVerdict:
    """Replay one game, given as its numbered lines, and check every line.

    Raises:
        RecordError: with the number of the first wrong ``line`` and why.
    """
    header, read = _read(lines)
    game = _game(header, _roller(header, read))
    state, ended = engine.at_start(game), 0
    for step in _steps(header, read):
        state = step.state
        ended += any(isinstance(event, TurnEnded) for event in step.events)
    if game.secret and commitment(game.secret) != game.commitment:
        raise RecordError("wrong_commitment", line=lines[0][0])
    return DiceVerdict(
        game_id=game.game_id,
        players=game.players,
        turns=ended,
        finished=state.stage is DiceStage.OVER,
        winners=state.result.winners if state.result else (),
        state=state,
    )


def _read(lines: Sequence[NumberedLine]) -> tuple[DiceHeader, list[_NumberedEvent]]:
    """The header and all events."""
    number, first = lines[0]
    try:
        header, _ = parse_header(first)
        read: list[_NumberedEvent] = []
        for number, line in lines[1:]:
            read.append((number, parse_event(line)))
    except GameError as error:
        raise at_line(number, error) from error
    return header, read


def turns(lines: Iterable[str | bytes]) -> Iterator[ReplayedTurn[DiceState, DiceEvent]]:
    """The first game of a record turn by turn; the rolls for who begins are the first step.

    Raises:
        GameError: the record is none, or does not replay.
    """
    game_lines = next(games_in(lines), None)
    if game_lines is None:
        raise RecordError("not_a_record", line=1)
    since: list[DiceEvent] = []
    state: DiceState | None = None
    for step in _steps(*_read(game_lines)):
        since += step.events
        state = step.state
        if step.before.order is None or any(isinstance(each, TurnEnded) for each in step.events):
            seat = None if step.before.order is None else step.before.turn
            yield ReplayedTurn(seat, tuple(since), state)
            since = []
    if since and state is not None:
        yield ReplayedTurn(None, tuple(since), state)


def rounds_of(steps: Sequence[ReplayedTurn[DiceState, DiceEvent]]) -> tuple[int, ...]:
    """The places of the first steps of the rounds.

    A round begins with the first seat to have one turn more than each had before; in the last turns
    a seat may have several in a row.
    """
    turns, rounds = Counter[int](), [0]
    for at, step in enumerate(steps):
        if not any(isinstance(event, TurnEnded) for event in step.events):
            continue
        turns[step.seat or 0] += 1
        if turns[step.seat or 0] > len(rounds):
            rounds.append(at)
    return tuple(rounds)


def _steps(
    header: DiceHeader, read: Sequence[_NumberedEvent]
) -> Iterator[Replayed[DiceState, DiceEvent]]:
    """Replay all events."""
    game, computers = _game(header, _roller(header, read)), set[int]()
    state = engine.at_start(game)
    return replay(state, read, lambda now, each: _step(now, each, computers), event_line)


def _step(state: DiceState, event: DiceEvent, computers: set[int]) -> Step[DiceState, DiceEvent]:
    """Apply the decision of a line."""
    if isinstance(event, TakenOver):
        step = engine.take_over(state, event.seat, event.by, event.reason)
        check_takeover(event, state.game.players, computers)
        return step
    if isinstance(event, DiceGameEnded) and event.reason is EndReason.ABANDONED:
        return engine.abandon(state)
    seat = getattr(event, "seat", None)
    if seat is not None and seat != state.turn:
        raise RecordError("not_this_seat", seat=seat, turn=state.turn)
    return engine.apply(state, _decision(event))


_DECISIONS: dict[type, Callable[..., DiceAction]] = {
    Ordered: lambda _: RollOrder(),
    Rolled: lambda event: Roll(event.kept),
    TurnEnded: lambda _: Score(),
}


def _decision(event: DiceEvent) -> DiceAction:
    """The decision of a line; other lines only follow from decisions."""
    try:
        return _DECISIONS[type(event)](event)
    except KeyError:
        raise RecordError("no_decision", event=type(event).__name__) from None


# ── rolls ─────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _RecordedRoller:
    """The rolls of a running game, from its lines: the secret is not known yet."""

    rolls: tuple[tuple[int, ...], ...]
    secret: bytes = b""

    def __call__(self, k: int, dice: int) -> tuple[int, ...]:
        recorded = self.rolls[k] if k < len(self.rolls) else ()
        if len(recorded) != dice:
            raise RecordError("not_the_dice", dice=dice)
        return recorded


def _roller(header: DiceHeader, read: Sequence[_NumberedEvent]) -> Roller:
    """The rolls of the secret in the last line, or of a running game those of its lines."""
    last = read[-1][1] if read else None
    recorded = tuple(_recorded(read))
    if not isinstance(last, DiceGameEnded):
        return _RecordedRoller(recorded)
    roller = SecretRoller(bytes.fromhex(last.secret))
    if commitment(roller.secret) == header.commitment:
        return roller
    # Either the secret or the header's commitment was changed. If the secret gives the game's first
    # roll of ten dice, the header is wrong, which is reported after the replay.
    first = next((k for k, sides in enumerate(recorded) if len(sides) == DICE_COUNT), None)
    if first is not None and roller(first, DICE_COUNT) == recorded[first]:
        return roller
    raise RecordError("wrong_secret", line=read[-1][0])


def _recorded(read: Sequence[_NumberedEvent]) -> Iterator[tuple[int, ...]]:
    """The sides of the dice of each roll, in order."""
    for _, event in read:
        if isinstance(event, Ordered):
            for shown in event.rolls:
                yield tuple(HIGH_NUMBERS.index(number) for _, number in shown)
        elif isinstance(event, Rolled):
            yield tuple(
                FACES[die].index(face)
                for die, face in enumerate(event.faces)
                if die not in event.kept
            )
