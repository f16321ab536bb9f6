"""Views: what the player of an attempt knows, and what can be shown to others without spoilers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from bot.cards.cards import Card
from bot.cards.distance import distance
from bot.cards.marked_cards import HandOrder, Slots, phase_marks, phase_slots
from bot.cards.phases import GroupKind, Phase
from bot.cards.rulesets import RuleSet

from .state import DailyLaid, DailySide, DailyStage, DailyState, DailyTurn


class DailyGrade(StrEnum):
    """The names of results against par, from the best on."""

    FIRST_LIGHT = "first_light"  # two or more turns under par
    SUNRISE = "sunrise"  # one under
    HIGH_NOON = "high_noon"  # par
    GOLDEN_HOUR = "golden_hour"  # up to three over
    LAST_LIGHT = "last_light"  # more
    NIGHTFALL = "nightfall"  # the phase was not laid


_OVER_PAR = ((-2, DailyGrade.FIRST_LIGHT), (-1, DailyGrade.SUNRISE), (0, DailyGrade.HIGH_NOON))
_FEW_OVER = 3


def compute_grade(turns: int | None, par: int) -> DailyGrade:
    """The grade of a result: the number of the turn of the lay, None for not today."""
    if turns is None:
        return DailyGrade.NIGHTFALL
    for most, grade in _OVER_PAR:
        if turns - par <= most:
            return grade
    return DailyGrade.GOLDEN_HOUR if turns - par <= _FEW_OVER else DailyGrade.LAST_LIGHT


@dataclass(frozen=True, slots=True)
class DailyView:
    """An attempt as its player sees it; the fields are as in the deal and the state."""

    date: date
    rules: RuleSet
    phase: Phase
    par: int
    version: int
    stage: DailyStage
    turn: int | None  # its number, from 1; None when the attempt is over
    dealt: tuple[Card, ...]  # the hand before the first turn
    hand: tuple[Card, ...]
    up: Card | None  # of this turn
    drawn: Card | None  # the card taken in this turn
    taken: DailySide | None
    turns: tuple[DailyTurn, ...]
    laid: DailyLaid | None
    result: int | None  # the number of the turn in which the phase was laid


def build_view(state: DailyState) -> DailyView:
    deal = state.deal
    begun = state.begun
    turn = None if state.over else len(state.turns) + 1
    return DailyView(
        date=deal.date,
        rules=deal.rules,
        phase=deal.phase,
        par=deal.par,
        version=state.version,
        stage=state.stage,
        turn=turn,
        dealt=deal.hand,
        hand=state.hand,
        up=deal.pairs[turn - 1][0] if turn else None,
        drawn=begun.taken if begun else None,
        taken=state.taken,
        turns=state.turns,
        laid=state.laid,
        result=state.result,
    )


def cards_missing_by_turn(view: DailyView) -> tuple[int, ...]:
    """How many cards were missing after each turn that has ended; it takes some milliseconds."""
    hand = [*view.dealt]
    missing = []
    for turn in view.turns:
        hand.append(turn.taken)
        if turn.discard is not None:
            hand.remove(turn.discard)
        laid = turn.discard is None
        missing.append(0 if laid else distance(hand, view.phase, view.rules))
    return tuple(missing)


def daily_order(phase: Phase) -> HandOrder:
    """How the cards of a daily hand are sorted: by what its phase asks for."""
    colours = (GroupKind.COLOUR, GroupKind.COLOUR_RUN)
    if all(spec.kind in colours for spec in phase.groups):
        return HandOrder.COLOUR
    return HandOrder.NUMBER


def up_helps(view: DailyView) -> bool:
    """Whether the face-up card is to be had and brings the phase nearer."""
    if view.up is None or view.taken is not None:
        return False
    nearer = distance((*view.hand, view.up), view.phase, view.rules)
    return nearer < distance(view.hand, view.phase, view.rules)


def advised_side(view: DailyView) -> DailySide | None:
    """The card that is better to take, as for the computer; None if the phase is complete."""
    if not distance(view.hand, view.phase, view.rules):
        return None
    return DailySide.UP if up_helps(view) else DailySide.DOWN


def daily_slots(view: DailyView) -> Slots:
    return phase_slots(view.hand, view.phase, view.rules, _offer(view))


def daily_marks(view: DailyView, cards: Sequence[Card]) -> tuple[bool, ...]:
    """For each card held whether it fits the phase; none does once the attempt is over."""
    if view.stage is DailyStage.OVER:
        return (False,) * len(cards)
    return phase_marks(tuple(cards), view.phase, view.rules, _offer(view))


def _offer(view: DailyView) -> Card | None:
    return view.up if up_helps(view) else None
