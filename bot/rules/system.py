"""The card game as a system (see :class:`bot.games.system.GameSystem`)."""

from __future__ import annotations

from typing import Final

from bot.games.system import RuleSets, Statistics, Traits

from . import editions as _rule_sets
from . import statistics as _statistics
from .actions import Action, DealHand, Discard, Draw, Source
from .editions import EDITIONS
from .engine import LegalActions, abandon, apply, legal_actions, new_game, take_over
from .events import Dealt, Declared, Discarded, Drew, HandEnded, Offered, Saved, Skipped
from .record import RECORDS
from .state import SNAPSHOTS, Stage, State
from .views import highlight_of, seen_by, view_for

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

name: Final = "cards"
editions: Final = EDITIONS
traits: Final = Traits(
    pooled_edition="",
    high_wins=False,
    reviewed=True,
    turns=Drew,
    turn_ends=(Dealt, Declared, Discarded, HandEnded, Offered, Skipped),
    deals=(Dealt,),
    scores=(HandEnded,),
    plays=(Discarded, Saved, HandEnded),
    seats_change=(Dealt,),
)
rule_sets: RuleSets = _rule_sets
records: Final = RECORDS
snapshots: Final = SNAPSHOTS
statistics: Statistics = _statistics
_DEAL, _DRAW = Stage.DEAL, Stage.DRAW


def due(state: State) -> Action | None:
    """Deal a hand, or draw nothing where nothing can be drawn."""
    if state.stage is _DEAL:
        return DealHand()
    if state.draw_pile or state.stage is not _DRAW:
        return None
    nothing = Draw(Source.NONE)
    return nothing if legal_actions(state).plain == (nothing,) else None


def no_actions(state: State) -> LegalActions:
    """The actions of a seat that is not to act."""
    return LegalActions((), (), None, state.game.rules)


def fallback(legal: LegalActions) -> Action:
    """A discard, else the first legal action."""
    discard = next((action for action in legal.plain if isinstance(action, Discard)), None)
    return discard or next(iter(legal))
