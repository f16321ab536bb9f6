"""Views: what the player of an attempt knows, and what can be shown to others without spoilers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from bot.rules.cards import Card
from bot.rules.editions import RuleSet
from bot.rules.hints import HandOrder, phase_marks
from bot.rules.phases import GroupKind, Phase

from .deal import MOST_TURNS
from .events import DailyLaid, DailySide, DailyTurn
from .state import DailyStage, DailyState


class DailySquare(StrEnum):
    """What can be shown of a turn without giving anything away."""

    OPEN = "open"
    """The face-up card was taken."""
    HIDDEN = "hidden"
    """The face-down card was taken."""
    LAID = "laid"
    """The phase was laid."""


@dataclass(frozen=True, slots=True)
class DailyView:
    """An attempt as its player sees it.

    Attributes:
        date: the date (UTC).
        rules: the rule set.
        phase: the phase to lay.
        par: the number of the turn in which hard lays it.
        commitment: hex SHA-256 of the date's secret.
        version: rises with each action.
        stage: what the attempt waits for.
        turn: the number of this turn, from 1; None when the attempt is over.
        hand: the cards held, in canonical order.
        up: the face-up card of this turn; None when the attempt is over.
        drawn: the card taken in this turn, once one was.
        taken: which card it was.
        turns: the turns that have ended; their face-down cards only where taken.
        laid: the lay that ended the attempt, if one did.
        result: the number of the turn in which the phase was laid.
    """

    date: date
    rules: RuleSet
    phase: Phase
    par: int
    commitment: str
    version: int
    stage: DailyStage
    turn: int | None
    hand: tuple[Card, ...]
    up: Card | None
    drawn: Card | None
    taken: DailySide | None
    turns: tuple[DailyTurn, ...]
    laid: DailyLaid | None
    result: int | None

    @property
    def turns_left(self) -> int:
        """How many turns there still are, this one included."""
        return 0 if self.turn is None else MOST_TURNS + 1 - self.turn


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
    """One for each turn that has ended."""
    taken = {DailySide.UP: DailySquare.OPEN, DailySide.DOWN: DailySquare.HIDDEN}
    shown = [taken[turn.took] for turn in state.turns]
    return (*shown[:-1], DailySquare.LAID) if state.laid else tuple(shown)


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
