"""The daily hand as pure functions: ``legal_actions(state)`` and ``apply(state, action)``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.games.errors import IllegalError, MalformedError
from bot.games.states import Step, evolve
from bot.rules import laying as rules_laying
from bot.rules.actions import Discard, Lay, is_well_formed
from bot.rules.cards import Card, ordered
from bot.rules.laying import Groups

from . import laying
from .deal import DailyDeal
from .events import DailyEnded, DailyEvent, DailyLaid, DailySide
from .state import DailyStage, DailyState


@dataclass(frozen=True, slots=True)
class DailyTake:
    """Take the face-up or the face-down card of the turn."""

    side: DailySide


DailyAction = DailyTake | Discard | Lay
_STAGES = {
    DailyTake: DailyStage.TAKE,
    Discard: DailyStage.PLAY,
    Lay: DailyStage.PLAY,
}


@dataclass(frozen=True)
class DailyLegalActions:
    """Every legal action; knows no more than the player may know.

    There can be thousands of ways to lay a phase, so these are found on demand: iterating yields
    all of them, ``in`` checks one, ``best_lay`` is the best.

    Attributes:
        plain: every legal action but lays.
        deal: what never changes.
        hand: the cards held.
    """

    plain: tuple[DailyTake | Discard, ...]
    deal: DailyDeal
    hand: tuple[Card, ...]

    def __iter__(self) -> Iterator[DailyAction]:
        if self._may_lay:
            for groups in rules_laying.all_lays(self.hand, self.deal.phase, self.deal.rules):
                yield Lay(groups)
        yield from self.plain

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Lay):
            return action in self.plain
        if not (self._may_lay and is_well_formed(action)):
            return False
        try:
            _check_lay(action.groups, self.hand, self.deal)
        except IllegalError:
            return False
        return True

    @property
    def _may_lay(self) -> bool:
        return any(isinstance(action, Discard) for action in self.plain)

    @property
    def best_lay(self) -> Lay | None:
        """The lay that leaves the fewest points, None when the phase cannot be laid now."""
        if not self._may_lay:
            return None
        groups = laying.best_lay(self.hand, self.deal.phase, self.deal.rules)
        return None if groups is None else Lay(groups)

    def ways_to_lay(self, most: int) -> tuple[Groups, ...]:
        """At most ``most`` different ways to lay the phase now; the first is ``best_lay``."""
        if not self._may_lay:
            return ()
        return tuple(laying.ways_to_lay(self.hand, self.deal.phase, self.deal.rules, most))


def start(deal: DailyDeal) -> DailyState:
    """A new attempt at a date's hand."""
    return DailyState(deal, tuple(ordered(deal.hand)))


def legal_actions(state: DailyState) -> DailyLegalActions:
    """Every legal action; none when the attempt is over."""
    plain: tuple[DailyTake | Discard, ...] = ()
    if state.stage is DailyStage.TAKE:
        plain = tuple(map(DailyTake, DailySide))
    elif state.stage is DailyStage.PLAY:
        plain = tuple(map(Discard, dict.fromkeys(state.hand)))
    return DailyLegalActions(plain, state.deal, state.hand)


def apply(state: DailyState, action: DailyAction) -> Step[DailyState, DailyEvent]:
    """The state after an action, and the events.

    Taking a card is no event, as a turn is one line of the record.

    Raises:
        MalformedError: ``no_such_action``.
        IllegalError: ``game_over``, ``wrong_stage``, ``not_held``, ``no_target``, or why the groups
            may not be laid (:func:`bot.rules.laying.check_lay`).
    """
    stage = _STAGES.get(type(action))
    if stage is None or not _is_well_formed(action):
        raise MalformedError("no_such_action", action=repr(action))
    if state.over:
        raise IllegalError("game_over")
    if state.stage is not stage:
        raise IllegalError("wrong_stage", stage=str(state.stage), needs=str(stage))
    match action:
        case DailyTake(side):
            return _take(state, side)
        case Discard():
            return _discard(state, action)
        case Lay(groups):
            return _lay(state, groups)


def _is_well_formed(action: DailyAction) -> bool:
    if isinstance(action, DailyTake):
        return type(action.side) is DailySide
    return is_well_formed(action)


def _take(state: DailyState, side: DailySide) -> Step[DailyState, DailyEvent]:
    hand = tuple(ordered((*state.hand, state.turn_with(side).taken)))
    return Step(evolve(state, hand=hand, taken=side), ())


def _discard(state: DailyState, action: Discard) -> Step[DailyState, DailyEvent]:
    card = action.card
    if action.target is not None:
        raise IllegalError("no_target")
    if card not in state.hand:
        raise IllegalError("not_held", cards=(card.code,))
    at = state.hand.index(card)
    ended = _turn_ended(state, card, (*state.hand[:at], *state.hand[at + 1 :]))
    over: tuple[DailyEvent, ...] = (DailyEnded(None, None),) if ended.over else ()
    return Step(ended, (ended.turns[-1], *over))


def _lay(state: DailyState, groups: Groups) -> Step[DailyState, DailyEvent]:
    _check_lay(groups, state.hand, state.deal)
    best = laying.best_lay(state.hand, state.deal.phase, state.deal.rules)
    assert best is not None, "the hand holds the phase"
    left = list(state.hand)
    for card in (card for each in groups for card in each.cards):
        left.remove(card.held)
    laid = DailyLaid(groups, laying.points_left(state.hand, best))
    ended = evolve(_turn_ended(state, None, tuple(left)), laid=laid)
    return Step(ended, (ended.turns[-1], laid, DailyEnded(ended.result, None)))


def _check_lay(groups: Groups, hand: tuple[Card, ...], deal: DailyDeal) -> None:
    rules_laying.check_lay(groups, hand, deal.phase, deal.rules)


def _turn_ended(state: DailyState, discard: Card | None, hand: tuple[Card, ...]) -> DailyState:
    assert state.begun is not None, "a card was taken"
    turn = replace(state.begun, discard=discard)
    return evolve(state, hand=hand, taken=None, turns=(*state.turns, turn))
