"""A game's state as JSON text and back, without what never changes in a game."""

from __future__ import annotations

from dataclasses import fields
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.games.errors import SnapshotError
from bot.games.snapshots import damaged

from .dice import DICE_COUNT
from .events import DiceGameEnded, Kept, Ordered, ShownFaces, TurnEnded
from .state import MOST_ROLLS, DiceGame, DiceSeat, DiceStage, DiceState

_Natural = Annotated[int, Field(ge=0)]


class _DiceSnapshot(BaseModel):
    """The stored fields of a state, under their names."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True)

    format: Literal[1]
    version: _Natural
    stage: DiceStage
    seats: tuple[DiceSeat, ...]
    turn: _Natural
    rolls: _Natural
    roll: Annotated[int, Field(ge=0, le=MOST_ROLLS)]
    faces: ShownFaces | tuple[()]
    kept: Kept
    order: Ordered | None
    finisher: _Natural | None
    finish_turns: _Natural
    last_turn: TurnEnded | None
    result: DiceGameEnded | None


def dumps(state: DiceState) -> str:
    """A state as compact JSON; its game is not in it."""
    stored: dict[str, Any] = {
        each.name: getattr(state, each.name) for each in fields(state) if each.name != "game"
    }
    return _DiceSnapshot.model_construct(format=1, **stored).model_dump_json()


def loads(text: str, game: DiceGame) -> DiceState:
    """The state that :func:`dumps` wrote, of the game given.

    Raises:
        SnapshotError: it cannot be a state of this game.
    """
    try:
        stored = dict(_DiceSnapshot.model_validate_json(text))
    except ValidationError as error:
        raise damaged(error) from None
    del stored["format"]
    state = DiceState(game=game, **stored)
    _check(state)
    return state


def _check(state: DiceState) -> None:
    """Every seat that is named must be there, and the stage must fit the rest."""
    size, phases = state.game.size, len(state.game.phases)
    if len(state.seats) != size:
        raise SnapshotError(f"{len(state.seats)} seats for {size} players")
    if max(state.turn, state.finisher or 0) >= size:
        raise SnapshotError("no such seat")
    if any(seat.completed > phases for seat in state.seats):
        raise SnapshotError("no such phase")
    if state.over != (state.result is not None):
        raise SnapshotError("over or not")
    if (state.stage is DiceStage.ORDER) != (state.order is None) and not state.over:
        raise SnapshotError("order known or not")
    if state.stage is DiceStage.PLAY and state.actor.completed == phases:
        raise SnapshotError("nothing left to try")
    if state.roll and len(state.faces) != DICE_COUNT:
        raise SnapshotError("a roll without dice")
