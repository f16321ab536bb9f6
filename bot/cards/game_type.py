"""The card game as a :class:`bot.core.game_type.GameType`."""

from __future__ import annotations

from typing import Final

from bot.core.game_type import GameType

from . import engine, rulesets, statistics, variations, views
from .actions import Action, DealHand, Discard, Draw, Source
from .engine import LegalActions
from .events import Dealt, Declared, Discarded, Drew, Event, HandEnded, Offered, Saved, Skipped
from .record import RECORDS
from .rulesets import EDITIONS, RuleSet
from .state import SNAPSHOTS, Stage, State
from .views import PlayerView


def _forced_action(state: State) -> Action | None:
    if state.stage is Stage.DEAL:
        return DealHand()
    if state.draw_pile or state.stage is not Stage.DRAW:
        return None
    nothing = Draw(Source.NONE)
    return nothing if engine.legal_actions(state).plain == (nothing,) else None


def _fallback(legal: LegalActions) -> Action:
    discard = next((action for action in legal.plain if isinstance(action, Discard)), None)
    return discard or next(iter(legal))


CARD_GAME: Final = GameType[RuleSet, State, Action, Event, PlayerView, LegalActions](
    name="cards",
    all_editions_key="",
    high_wins=False,
    reviewed=True,
    turns=Drew,
    turn_ends=(Dealt, Declared, Discarded, HandEnded, Offered, Skipped),
    deals=(Dealt,),
    scores=(HandEnded,),
    plays=(Discarded, Saved, HandEnded),
    seats_change=(Dealt,),
    editions=EDITIONS,
    records=RECORDS,
    snapshots=SNAPSHOTS,
    checked=rulesets.checked,
    rules_json=rulesets.rules_json,
    parse_rules=rulesets.parse_rules,
    variation_text=variations.variation_text,
    new_game=engine.new_game,
    apply=engine.apply,
    abandon=engine.abandon,
    forced_action=_forced_action,
    legal_actions=engine.legal_actions,
    no_actions=lambda state: LegalActions((), (), None, state.game.rules),
    fallback=_fallback,
    view_for=views.view_for,
    is_step=views.is_step,
    seen_by=views.seen_by,
    find_highlight=views.find_highlight,
    tally_lines=statistics.TALLY_LINES,
    tally=statistics.tally,
    feat_lines=statistics.FEAT_LINES,
    feats=statistics.feats,
    efforts=statistics.efforts,
)
"""The card game."""
