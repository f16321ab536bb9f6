"""The daily hand as pure functions: ``legal_actions(state)`` and ``apply(state, action)``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from bot.cards.actions import Discard, Lay
from bot.cards.cards import Card, ordered
from bot.cards.engine import LegalActions
from bot.cards.groups import Groups
from bot.cards.laying import check_lay
from bot.cards.phases import Phase
from bot.cards.rulesets import RuleSet
from bot.cards.state import without
from bot.core.copies import fast_replace
from bot.core.errors import IllegalError
from bot.core.states import find_handler
from bot.daily.deal import DailyDeal

from .state import DailyLaid, DailySide, DailyStage, DailyState


@dataclass(frozen=True, slots=True)
class DailyTake:
    """Take the face-up or the face-down card of the turn."""

    side: DailySide


DailyAction = DailyTake | Discard | Lay


class DailyLegalActions(LegalActions):
    """As in the card game, but the best lays take all Wilds, since laying ends a daily hand."""

    def _played(self, groups: Groups, _phase: Phase) -> Groups:
        """The lay with the Wilds left in hand put on; eleven cards make no run that takes none."""
        spare = [card for card in self.hand if card.is_wild]
        for _ in range(len(spare) - sum(card.is_wild for group in groups for card in group.cards)):
            at, place = next(
                (at, places[-1])
                for at, group in enumerate(groups)
                if (places := group.places_for(spare[0]))
            )
            groups = (*groups[:at], groups[at].with_card(place), *groups[at + 1 :])
        return groups


def start(deal: DailyDeal) -> DailyState:
    return DailyState(deal, tuple(ordered(deal.hand)))


def legal_actions(state: DailyState) -> DailyLegalActions:
    """Every legal action; none when the attempt is over."""
    plain: Iterable[Any] = ()
    to_lay = None
    if state.stage is DailyStage.TAKE:
        plain = map(DailyTake, DailySide)
    elif state.stage is DailyStage.PLAY:
        plain = map(Discard, dict.fromkeys(state.hand))
        to_lay = state.deal.phase
    return DailyLegalActions(tuple(plain), state.hand, to_lay, state.deal.rules)


def apply(state: DailyState, action: DailyAction) -> DailyState:
    """Apply an action of the player, and return the new state.

    >>> from datetime import date
    >>> from bot.daily.deal import deal
    >>> attempt = start(deal(date(2026, 1, 1), 0, secret=bytes(32)))
    >>> str(attempt.deal.phase), attempt.hand
    ('S4+R5', (R1, R3, R11, B1, B2, B7, Y1, Y5, G4, W))
    >>> apply(attempt, DailyTake(DailySide.UP)).hand
    (R1, R3, R11, B1, B2, B2, B7, Y1, Y5, G4, W)
    """
    if state.over:
        raise IllegalError("game_over")
    return find_handler(_APPLY, state.stage, action)(state, action)


def _take(state: DailyState, action: DailyTake) -> DailyState:
    hand = tuple(ordered((*state.hand, state.turn_with(action.side).taken)))
    return fast_replace(state, hand=hand, taken=action.side)


def _discard(state: DailyState, action: Discard) -> DailyState:
    card = action.card
    if action.target is not None:
        raise IllegalError("no_target")
    if card not in state.hand:
        raise IllegalError("not_held", cards=(card.code,))
    return _turn_ended(state, card, without(state.hand, card))


def _lay(state: DailyState, action: Lay) -> DailyState:
    groups = action.groups
    check_lay(groups, state.hand, state.deal.phase, state.deal.rules)
    best = legal_actions(state).best_lay
    assert best is not None, "the hand holds the phase"
    left = without(state.hand, *(card.held for group in groups for card in group.cards))
    # The result does not depend on the way to lay.
    laid = DailyLaid(groups, points_left(state.hand, best.groups, state.deal.rules))
    return fast_replace(_turn_ended(state, None, left), laid=laid)


_APPLY: dict[type, tuple[DailyStage, Callable[[DailyState, Any], DailyState]]] = {
    DailyTake: (DailyStage.TAKE, _take),
    Discard: (DailyStage.PLAY, _discard),
    Lay: (DailyStage.PLAY, _lay),
}


def points_left(hand: Iterable[Card], groups: Groups, rules: RuleSet) -> int:
    """The points of the cards that a lay leaves in hand."""
    laid = [card for group in groups for card in group.cards]
    return rules.points_in_hand(hand) - rules.points_in_hand(laid)


def _turn_ended(state: DailyState, discard: Card | None, hand: tuple[Card, ...]) -> DailyState:
    assert state.begun is not None, "a card was taken"
    turn = replace(state.begun, discard=discard)
    return fast_replace(state, hand=hand, taken=None, turns=(*state.turns, turn))
