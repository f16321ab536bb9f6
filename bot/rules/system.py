"""The card game as a system."""

from __future__ import annotations

from typing import Any

from bot.games.system import GameSystem

from . import engine, record, snapshot, statistics
from .actions import Action, DealHand, Discard, Draw, Source
from .editions import EDITIONS, RuleSet, checked, typed_variation
from .engine import LegalActions
from .events import Dealt, Declared, Discarded, Event, HandEnded, Offered, Skipped
from .state import Game, Stage, State
from .views import highlight_of, seen_by, view_for

_DEAL = Stage.DEAL


def _due(state: State) -> Action | None:
    """Deal a hand, or draw nothing where nothing can be drawn."""
    if state.stage is _DEAL:
        return DealHand()
    if state.draw_pile or state.stage is not Stage.DRAW:
        return None
    nothing = Draw(Source.NONE)
    return nothing if engine.legal_actions(state).plain == (nothing,) else None


def _no_actions(state: State) -> LegalActions:
    return LegalActions((), (), None, state.game.rules)


def _fallback(legal: LegalActions) -> Action:
    """A discard, else the first legal action."""
    discard = next((each for each in legal.plain if isinstance(each, Discard)), None)
    return discard or next(iter(legal))


def _parse_rules(data: dict[str, Any]) -> RuleSet:
    return record.parse_rules(data, str(data.get("edition")), of_game=False)


def _parse_event(line: dict[str, Any], game: Game) -> Event:
    return record.parse_event(line, game.phases)


CARDS = GameSystem(
    name="cards",
    editions=EDITIONS,
    pooled_edition="",
    high_wins=False,
    checked=checked,
    new_game=engine.new_game,
    due=_due,
    legal_actions=engine.legal_actions,
    no_actions=_no_actions,
    fallback=_fallback,
    apply=engine.apply,
    take_over=engine.take_over,
    abandon=engine.abandon,
    view_for=view_for,
    seen_by=seen_by,
    turn_ends=(Dealt, Declared, Discarded, HandEnded, Offered, Skipped),
    seats_change=(Dealt,),
    highlight_of=highlight_of,
    variation_of=typed_variation,
    rules_json=record.rules_json,
    parse_rules=_parse_rules,
    record_format=record.FORMAT,
    header_line=record.header_line,
    game_of=record.game_of,
    event_line=record.event_line,
    parse_event=_parse_event,
    verify=record.verify,
    turns=record.turns,
    rounds=record.hands_of,
    dump=snapshot.dumps,
    load=snapshot.loads,
    tally=statistics.tally,
    tally_lines=statistics.TALLY_LINES,
    feats=statistics.feats,
    feat_lines=statistics.FEAT_LINES,
)
