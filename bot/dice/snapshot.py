"""Snapshots of the dice game."""

from __future__ import annotations

from typing import Final

from bot.games.errors import SnapshotError
from bot.games.snapshots import StateSnapshots

from .dice import DICE_COUNT
from .state import DiceStage, DiceState


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


SNAPSHOTS: Final = StateSnapshots(DiceState, _check)
