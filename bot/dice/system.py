"""The dice game as a system."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.games.errors import RecordError
from bot.games.system import GameSystem

from . import engine, record, snapshot, statistics
from .actions import DiceAction, RollOrder, Score
from .editions import DICE as DICE_RULES
from .editions import DiceRules, checked
from .engine import DiceLegalActions
from .events import DiceEvent, TurnEnded
from .state import DiceGame, DiceStage, DiceState
from .views import view_for


def _due(state: DiceState) -> DiceAction | None:
    """Roll for who begins."""
    return RollOrder() if state.stage is DiceStage.ORDER else None


def _no_actions(_state: DiceState) -> DiceLegalActions:
    return DiceLegalActions()


def _fallback(legal: DiceLegalActions) -> DiceAction:
    """Stop rolling, else the only legal action."""
    return Score() if Score() in legal else next(iter(legal))


def _seen_by(event: DiceEvent, _seat: int | None) -> DiceEvent:
    return event


def _no_highlight(_spectator: object, _events: Sequence[DiceEvent]) -> None:
    return None


def _rules_json(rules: DiceRules) -> dict[str, Any]:
    return {"edition": rules.edition}


def _parse_rules(data: dict[str, Any]) -> DiceRules:
    if data != _rules_json(DICE_RULES):
        raise RecordError("bad_rules", why="the dice game has no variations")
    return DICE_RULES


def _parse_event(line: dict[str, Any], _game: DiceGame) -> DiceEvent:
    return record.parse_event(line)


def _no_variation(_rules: DiceRules) -> str:
    return ""


DICE = GameSystem(
    name="dice",
    editions={DICE_RULES.edition: DICE_RULES},
    pooled_edition=DICE_RULES.edition,
    high_wins=True,
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
    seen_by=_seen_by,
    turn_ends=(TurnEnded,),
    seats_change=(TurnEnded,),
    highlight_of=_no_highlight,
    variation_of=_no_variation,
    rules_json=_rules_json,
    parse_rules=_parse_rules,
    record_format=record.FORMAT,
    header_line=record.header_line,
    game_of=record.game_of,
    event_line=record.event_line,
    parse_event=_parse_event,
    verify=record.verify,
    turns=record.turns,
    rounds=record.rounds_of,
    dump=snapshot.dumps,
    load=snapshot.loads,
    tally=statistics.tally,
    tally_lines=statistics.TALLY_LINES,
    feats=statistics.feats,
    feat_lines=statistics.FEAT_LINES,
)
