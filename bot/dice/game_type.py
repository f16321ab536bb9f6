"""The dice game as a :class:`bot.core.game_type.GameType`."""

from __future__ import annotations

from typing import Final

from bot.core.game_type import GameType

from . import editions, engine, statistics, views
from .editions import DICE, DiceRules
from .engine import DiceAction, DiceLegalActions, RollOrder, Score
from .events import DiceEvent, TurnEnded
from .record import RECORDS
from .state import SNAPSHOTS, DiceStage, DiceState
from .views import DiceView

DICE_GAME: Final = GameType[
    DiceRules, DiceState, DiceAction, DiceEvent, DiceView, DiceLegalActions
](
    name="dice",
    all_editions_key=DICE.edition,
    high_wins=True,
    reviewed=False,
    turns=TurnEnded,
    turn_ends=(TurnEnded,),
    plays=(TurnEnded,),
    seats_change=(TurnEnded,),
    editions={DICE.edition: DICE},
    records=RECORDS,
    snapshots=SNAPSHOTS,
    checked=editions.checked,
    rules_json=editions.rules_json,
    parse_rules=editions.parse_rules,
    variation_text=lambda _: "",
    new_game=engine.new_game,
    apply=engine.apply,
    abandon=engine.abandon,
    forced_action=lambda state: RollOrder() if state.stage is DiceStage.ORDER else None,
    legal_actions=engine.legal_actions,
    no_actions=lambda _: DiceLegalActions(),
    fallback=lambda legal: Score() if Score() in legal else next(iter(legal)),
    view_for=views.view_for,
    # The next person rolls the dice at the table itself, which therefore shows no steps.
    is_step=lambda _: False,
    seen_by=lambda event, _: event,
    find_highlight=lambda _view, _events: None,
    tally_lines=statistics.TALLY_LINES,
    tally=statistics.tally,
    feat_lines=statistics.FEAT_LINES,
    feats=statistics.feats,
    efforts=statistics.efforts,
)
"""The dice game."""
