"""The dice game as a :class:`bot.core.game_type.GameType`."""

from __future__ import annotations

from bot.core.game_type import GameType

from . import editions as rule_sets
from . import engine, statistics, views
from .editions import DICE, DiceRules
from .engine import DiceAction, DiceLegalActions, RollOrder, Score
from .events import DiceEvent, TurnEnded
from .record import RECORDS
from .state import SNAPSHOTS, DiceStage, DiceState
from .views import DiceView


class DiceGame(GameType[DiceRules, DiceState, DiceAction, DiceEvent, DiceView, DiceLegalActions]):
    """The dice game."""

    name = "dice"
    all_editions_key = DICE.edition
    high_wins = True
    reviewed = False
    turns = TurnEnded
    turn_ends = (TurnEnded,)
    plays = (TurnEnded,)
    seats_change = (TurnEnded,)
    tally_lines = statistics.TALLY_LINES
    feat_lines = statistics.FEAT_LINES

    editions = {DICE.edition: DICE}  # noqa: RUF012  # never changed
    records = RECORDS
    snapshots = SNAPSHOTS

    checked = staticmethod(rule_sets.checked)
    rules_json = staticmethod(rule_sets.rules_json)
    parse_rules = staticmethod(rule_sets.parse_rules)
    variation_text = staticmethod(rule_sets.variation_text)
    new_game = staticmethod(engine.new_game)
    apply = staticmethod(engine.apply)
    abandon = staticmethod(engine.abandon)
    legal_actions = staticmethod(engine.legal_actions)
    view_for = staticmethod(views.view_for)
    tally = staticmethod(statistics.tally)
    feats = staticmethod(statistics.feats)
    efforts = staticmethod(statistics.efforts)

    def forced_action(self, state: DiceState, /) -> DiceAction | None:
        return RollOrder() if state.stage is DiceStage.ORDER else None

    def no_actions(self, _state: DiceState, /) -> DiceLegalActions:
        return DiceLegalActions()

    def fallback(self, legal: DiceLegalActions, /) -> DiceAction:
        return Score() if Score() in legal else next(iter(legal))

    def seen_by(self, event: DiceEvent, _seat: int | None, /) -> DiceEvent:
        return event
