"""Records of the dice game: the format ``phase10-dice-record``, version 1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import Field

from bot.core.errors import RecordError
from bot.core.events import Beacon, Hash, Name, TakenOver
from bot.core.records import (
    EventLines,
    GameRecords,
    Line,
    LineModel,
    Replayed,
    ReplayedTurn,
    read_header,
)
from bot.core.states import GameHeader

from . import engine
from .dice import FACES, HIGH_NUMBERS, Roller, SecretRoller
from .editions import DICE, MOST_PLAYERS, DiceRules
from .engine import DiceAction, Roll, RollOrder, Score
from .events import DiceEvent, DiceGameEnded, Ordered, Rolled, TurnEnded
from .state import DiceHeader, DiceState, first_state


class _DiceHeaderLine(LineModel):
    """The first line of a record."""

    type: Literal["game"] = "game"
    format: Literal["phase10-dice-record"] = "phase10-dice-record"
    version: Literal[1] = 1
    game_id: Annotated[str, Field(min_length=1, max_length=100)]
    players: Annotated[tuple[Name, ...], Field(min_length=1, max_length=MOST_PLAYERS)]
    phases: tuple[str, ...]
    solo: bool
    commitment: Hash
    beacon: Beacon = ""


@dataclass(frozen=True, slots=True)
class _RecordedRoller:
    """The rolls of a game in progress, from its lines: the secret is not known yet."""

    rolls: tuple[tuple[int, ...], ...]

    def __call__(self, k: int, dice: int) -> tuple[int, ...]:
        recorded = self.rolls[k] if k < len(self.rolls) else ()
        if len(recorded) != dice:
            raise RecordError("not_the_dice", dice=dice)
        return recorded


def _sides(events: Sequence[DiceEvent]) -> Iterator[tuple[int, ...]]:
    """The sides of the dice of each roll, in order."""
    for event in events:
        if isinstance(event, Ordered):
            for round_ in event.rolls:
                yield tuple(HIGH_NUMBERS.index(number) for _, number in round_)
        elif isinstance(event, Rolled):
            rolled = (die for die in enumerate(event.faces) if die[0] not in event.kept)
            yield tuple(FACES[die].index(face) for die, face in rolled)


class DiceRecords(GameRecords[DiceRules, Roller, DiceState, DiceAction, DiceEvent]):
    """The records of the dice game."""

    format = "phase10-dice-record"
    events = EventLines(
        {
            "order": Ordered,
            "roll": Rolled,
            "turn_end": TurnEnded,
            "takeover": TakenOver,
            "game_end": DiceGameEnded,
        }
    )
    part = TurnEnded
    first_state = staticmethod(first_state)
    apply = staticmethod(engine.apply)
    abandon = staticmethod(engine.abandon)

    def header_line(self, game: DiceHeader) -> Line:
        header = _DiceHeaderLine.model_construct(
            game_id=game.game_id,
            players=game.players,
            phases=game.rules.phases,
            solo=game.size == 1,
            commitment=game.commitment,
            beacon=game.beacon,
        )
        return header.model_dump(mode="json")

    def parse_header(self, line: Line) -> GameHeader[DiceRules, None]:
        header = read_header(line, _DiceHeaderLine)
        if header.phases != DICE.phases:
            raise RecordError("bad_rules", why="the phases are not those of the dice game")
        if header.solo != (len(header.players) == 1):
            raise RecordError("bad_rules", why="one player plays alone, several do not")
        return GameHeader(
            header.game_id, DICE, header.players, None, header.commitment, beacon=header.beacon
        )

    def chance(self, secret: bytes, events: Sequence[DiceEvent]) -> Roller:
        return SecretRoller(secret) if secret else _RecordedRoller(tuple(_sides(events)))

    def action_from(self, event: DiceEvent, state: DiceState) -> DiceAction:
        del state
        match event:
            case Ordered():
                return RollOrder()
            case Rolled():
                return Roll(event.kept)
            case TurnEnded():
                return Score()
        raise RecordError("no_decision", event=type(event).__name__)

    def ends_turn(self, replayed: Replayed[DiceState, DiceEvent]) -> bool:
        return any(isinstance(event, Ordered | TurnEnded) for event in replayed.events)

    def chapter_starts(
        self, turns: Sequence[ReplayedTurn[DiceState, DiceEvent]]
    ) -> tuple[int, ...]:
        """The places at which a seat is the first to have one turn more than all had before."""
        taken = Counter[int]()
        starts = [0]
        for at, turn in enumerate(turns):
            if not any(isinstance(event, TurnEnded) for event in turn.events):
                continue
            taken[turn.seat or 0] += 1
            if taken[turn.seat or 0] > len(starts):
                starts.append(at)
        return tuple(starts)


RECORDS: Final = DiceRecords()
"""The records of the dice game."""
