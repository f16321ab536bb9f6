"""Snapshots of attempts: the choices that led from the deal to a state."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from bot.cards.actions import Discard, Lay
from bot.cards.events import HeldCard, TableCard
from bot.cards.record import build_groups
from bot.core.errors import GameError, SnapshotError
from bot.core.states import SnapshotModel, read_snapshot
from bot.daily.deal import MOST_TURNS, DailyDeal

from . import engine
from .engine import DailyAction, DailyTake
from .state import DailySide, DailyState


class _DailySnapshot(SnapshotModel):
    """The card taken and the discard of each turn, and what was laid."""

    turns: Annotated[tuple[tuple[DailySide, HeldCard | None], ...], Field(max_length=MOST_TURNS)]
    laid: tuple[tuple[TableCard, ...], ...] | None


def dump_snapshot(state: DailyState) -> str:
    """An attempt as compact JSON; its deal is not in it."""
    turns = (*state.turns, state.begun) if state.begun else state.turns
    return _DailySnapshot.model_construct(
        format=1,
        turns=tuple((turn.took, turn.discard) for turn in turns),
        laid=tuple(group.cards for group in state.laid.groups) if state.laid else None,
    ).model_dump_json()


def restored(text: str, deal: DailyDeal) -> DailyState:
    """The attempt of a :func:`dump_snapshot`; SnapshotError if it is impossible at this deal."""
    stored = read_snapshot(text, _DailySnapshot)
    state = engine.start(deal)
    # The causes hold cards, which must not come into a log.
    try:
        for action in _actions(stored, deal):
            state = engine.apply(state, action)
    except GameError as error:
        raise SnapshotError(f"turn {len(state.turns) + 1}: {error.code}") from None
    return state


def _actions(stored: _DailySnapshot, deal: DailyDeal) -> list[DailyAction]:
    actions: list[DailyAction] = []
    for side, discard in stored.turns:
        actions += [DailyTake(side), *([Discard(discard)] if discard else [])]
    if stored.laid is not None:
        actions.append(Lay(build_groups(stored.laid, deal.phase)))
    return actions
