"""Views: what the player of an attempt knows, and what can be shown to others without spoilers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from bot.rules.cards import Card
from bot.rules.editions import RuleSet
from bot.rules.marked_cards import HandOrder, phase_marks
from bot.rules.phases import GroupKind, Phase

from .events import DailyLaid, DailySide, DailyTurn
from .state import DailyStage, DailyState


class DailySquare(StrEnum):
    """What can be shown of a turn to people who have not played the hand."""

    OPEN = "open"  # the face-up card was taken
    HIDDEN = "hidden"  # the face-down card was taken
    LAID = "laid"  # the phase was laid


@dataclass(frozen=True, slots=True)
class DailyView:
    """An attempt as its player sees it; the fields are as in the deal and the state."""

    date: date
    rules: RuleSet
    phase: Phase
    par: int
    commitment: str
    version: int
    stage: DailyStage
    turn: int | None  # its number, from 1; None when the attempt is over
    hand: tuple[Card, ...]
    up: Card | None  # of this turn
    drawn: Card | None  # the card taken in this turn
    taken: DailySide | None
    turns: tuple[DailyTurn, ...]
    laid: DailyLaid | None
    result: int | None  # the number of the turn in which the phase was laid


def view_of(state: DailyState) -> DailyView:
    """The view of the attempt's player."""
    deal, begun = state.deal, state.begun
    turn = None if state.over else len(state.turns) + 1
    return DailyView(
        date=deal.date,
        rules=deal.rules,
        phase=deal.phase,
        par=deal.par,
        commitment=deal.commitment,
        version=state.version,
        stage=state.stage,
        turn=turn,
        hand=state.hand,
        up=deal.pairs[turn - 1][0] if turn else None,
        drawn=begun.taken if begun else None,
        taken=state.taken,
        turns=state.turns,
        laid=state.laid,
        result=state.result,
    )


def squares(state: DailyState) -> tuple[DailySquare, ...]:
    """A square for each turn that has ended."""
    taken = {DailySide.UP: DailySquare.OPEN, DailySide.DOWN: DailySquare.HIDDEN}
    sides = [taken[turn.took] for turn in state.turns]
    return (*sides[:-1], DailySquare.LAID) if state.laid else tuple(sides)


def daily_order(phase: Phase) -> HandOrder:
    """How the cards of a daily hand are sorted: by what its phase asks for."""
    colours = (GroupKind.COLOUR, GroupKind.COLOUR_RUN)
    if all(spec.kind in colours for spec in phase.groups):
        return HandOrder.COLOUR
    return HandOrder.NUMBER


def daily_marks(view: DailyView, cards: Sequence[Card]) -> tuple[bool, ...]:
    """For each card held whether it is worth marking; none once the attempt is over."""
    if view.stage is DailyStage.OVER:
        return (False,) * len(cards)
    return phase_marks(cards, view.phase, view.rules)
