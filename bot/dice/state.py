"""The state of a game: frozen and whole; all of it but the secret is public; its snapshots."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final

from pydantic import Field

from bot.cards.phases import Phase
from bot.core.errors import SnapshotError
from bot.core.states import AnyState, GameHeader, Natural, StateSnapshots

from .dice import DICE_COUNT, Roller
from .editions import DiceRules
from .events import Bonus, DiceGameEnded, Kept, Ordered, ShownFaces, TurnEnded

MOST_ROLLS = 3


class DiceStage(StrEnum):
    """The kind of action that the game waits for."""

    ORDER = "order"
    PLAY = "play"
    OVER = "over"


DiceHeader = GameHeader[DiceRules, Roller]


@dataclass(frozen=True)
class DiceSeat:
    """The state of one seat."""

    points: tuple[int, ...] = ()  # of each completed phase
    bonuses: tuple[Bonus, ...] = ()
    total: int = 0  # high is good
    tries: int = 0  # turns without success at the phase it tries now

    @property
    def completed(self) -> int:
        return len(self.points)


@dataclass(frozen=True)
class DiceState(AnyState):
    """A whole game at one moment."""

    game: DiceHeader
    version: Natural
    stage: DiceStage
    seats: tuple[DiceSeat, ...]
    turn: Natural = 0  # the seat to act; meaningless in other stages than PLAY
    rolls: Natural = 0  # in the game, the rolls for the order included
    roll: Annotated[int, Field(ge=0, le=MOST_ROLLS)] = 0  # rolls of this turn
    faces: ShownFaces | tuple[()] = ()  # all ten, of the turn before where ``roll`` is 0
    kept: Kept = ()  # the dice that the last roll left
    order: Ordered | None = None
    finisher: Natural | None = None  # the first seat to complete the last phase
    finish_turns: Natural = 0  # the actor's turns since then: it takes all at once
    last_turn: TurnEnded | None = None  # how the turn before ended
    result: DiceGameEnded | None = None

    @property
    def actor(self) -> DiceSeat:
        return self.seats[self.turn]

    @property
    def pausing(self) -> bool:
        return False

    @property
    def phase(self) -> Phase:
        """The phase that the seat to act tries; only while the game waits for one."""
        phase: Phase = self.game.phases[self.actor.completed]
        return phase


def first_state(game: DiceHeader) -> DiceState:
    """A game before the players have rolled to decide who begins."""
    return DiceState(game, version=0, stage=DiceStage.ORDER, seats=(DiceSeat(),) * game.size)


def _check(state: DiceState) -> None:
    """Every seat that is named must be there, and the stage must fit the rest."""
    size = state.game.size
    phases = len(state.game.phases)
    if len(state.seats) != size:
        raise SnapshotError(f"{len(state.seats)} seats for {size} players")
    if max(state.turn, state.finisher or 0) >= size:
        raise SnapshotError("no such seat")
    if any(seat.completed > phases for seat in state.seats):
        raise SnapshotError("no such phase")
    if (state.stage is DiceStage.OVER) != state.over:
        raise SnapshotError("over or not")
    if (state.stage is DiceStage.ORDER) != (state.order is None) and not state.over:
        raise SnapshotError("order known or not")
    if state.stage is DiceStage.PLAY and state.actor.completed == phases:
        raise SnapshotError("nothing left to try")
    if state.roll and len(state.faces) != DICE_COUNT:
        raise SnapshotError("a roll without dice")


SNAPSHOTS: Final = StateSnapshots(DiceState, _check)
