"""The card game as a :class:`bot.core.game_type.GameType`."""

from __future__ import annotations

from bot.core.game_type import GameType

from . import editions as rule_sets
from . import engine, statistics, views
from .actions import Action, DealHand, Discard, Draw, Source
from .editions import EDITIONS, RuleSet
from .engine import LegalActions
from .events import Dealt, Declared, Discarded, Drew, Event, HandEnded, Offered, Saved, Skipped
from .record import RECORDS
from .state import SNAPSHOTS, Stage, State
from .views import PlayerView


class CardGame(GameType[RuleSet, State, Action, Event, PlayerView, LegalActions]):
    """The card game."""

    name = "cards"
    all_editions_key = ""
    high_wins = False
    reviewed = True
    turns = Drew
    turn_ends = (Dealt, Declared, Discarded, HandEnded, Offered, Skipped)
    deals = (Dealt,)
    scores = (HandEnded,)
    plays = (Discarded, Saved, HandEnded)
    seats_change = (Dealt,)
    tally_lines = statistics.TALLY_LINES
    feat_lines = statistics.FEAT_LINES

    editions = EDITIONS
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
    seen_by = staticmethod(views.seen_by)
    find_highlight = staticmethod(views.find_highlight)
    tally = staticmethod(statistics.tally)
    feats = staticmethod(statistics.feats)
    efforts = staticmethod(statistics.efforts)

    def forced_action(self, state: State, /) -> Action | None:
        if state.stage is Stage.DEAL:
            return DealHand()
        if state.draw_pile or state.stage is not Stage.DRAW:
            return None
        nothing = Draw(Source.NONE)
        return nothing if engine.legal_actions(state).plain == (nothing,) else None

    def no_actions(self, state: State, /) -> LegalActions:
        return LegalActions((), (), None, state.game.rules)

    def fallback(self, legal: LegalActions, /) -> Action:
        discard = next((action for action in legal.plain if isinstance(action, Discard)), None)
        return discard or next(iter(legal))
