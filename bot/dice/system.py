"""The dice game as a system (see :class:`bot.games.system.GameSystem`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.system import RuleSets, Statistics, Traits

from . import editions as _rule_sets
from . import statistics as _statistics
from .editions import DICE
from .engine import (
    DiceAction,
    DiceLegalActions,
    RollOrder,
    Score,
    abandon,
    apply,
    legal_actions,
    new_game,
    take_over,
)
from .events import DiceEvent, TurnEnded
from .record import RECORDS
from .state import SNAPSHOTS, DiceStage, DiceState
from .views import view_for

__all__ = [
    "abandon",
    "apply",
    "due",
    "editions",
    "fallback",
    "highlight_of",
    "legal_actions",
    "name",
    "new_game",
    "no_actions",
    "records",
    "rule_sets",
    "seen_by",
    "snapshots",
    "statistics",
    "take_over",
    "traits",
    "view_for",
]

name: Final = "dice"
editions: Final = {DICE.edition: DICE}
traits: Final = Traits(
    pooled_edition=DICE.edition,
    high_wins=True,
    reviewed=False,
    turns=TurnEnded,
    turn_ends=(TurnEnded,),
    deals=(),
    scores=(),
    plays=(TurnEnded,),
    seats_change=(TurnEnded,),
)
rule_sets: RuleSets = _rule_sets
records: Final = RECORDS
snapshots: Final = SNAPSHOTS
statistics: Statistics = _statistics


def due(state: DiceState) -> DiceAction | None:
    """Roll for who begins."""
    return RollOrder() if state.stage is DiceStage.ORDER else None


def no_actions(_state: DiceState) -> DiceLegalActions:
    """The actions of a seat that is not to act."""
    return DiceLegalActions()


def fallback(legal: DiceLegalActions) -> DiceAction:
    """Stop rolling, else the only legal action."""
    return Score() if Score() in legal else next(iter(legal))


def seen_by(event: DiceEvent, _seat: int | None) -> DiceEvent:
    """The event itself, as nothing is hidden."""
    return event


def highlight_of(_spectator: object, _events: Sequence[DiceEvent]) -> None:
    """Nothing: there are no animations of dice."""
