"""Hints: what the hard computer player would do, and one reason for it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.dice.actions import DiceAction, Roll
from bot.dice.dice import DICE_COUNT
from bot.dice.engine import DiceLegalActions
from bot.dice.views import DiceView

from .levels import HardDice


class DiceReason(StrEnum):
    """Why."""

    ONLY_WAY = "only_way"
    """A turn begins with a roll of all dice."""
    BEST_CHANCE = "best_chance"
    """The phase is open, and no other dice to keep promise more."""
    MORE_POINTS = "more_points"
    """The dice kept complete the phase, and the others may bring more points."""
    WORTH_THE_RISK = "worth_the_risk"
    """The phase is complete, but worth giving up for more points."""
    COMPLETE = "complete"
    """The phase is complete, and no roll is expected to bring more."""
    TOO_FEW_POINTS = "too_few_points"
    """What a roll could still complete brings less than trying again next turn."""


@dataclass(frozen=True, slots=True)
class DiceAdvice:
    """What the hard computer player would do, and why.

    Attributes:
        action: roll, keeping ``action.kept``, or stop.
        reason: why.
        rolled: how many dice it rolls; 0 to stop.
        chance: of completing the phase in this turn with it, from 0 to 1; a lower bound for a
            phase of one colour, and None before a turn's first roll.
        points: what stopping now would score for the phase; None without success.
    """

    action: DiceAction
    reason: DiceReason
    rolled: int
    chance: float | None = None
    points: int | None = None


def explain(view: DiceView, legal: DiceLegalActions) -> DiceAdvice:
    """What the hard computer player would do for the viewer, whose turn it is, and why.

    The first hint for a phase takes about 0.2 s, later ones about 1 ms.
    """
    if not legal.may_keep:
        return DiceAdvice(legal.plain[0], DiceReason.ONLY_WAY, DICE_COUNT)
    best = HardDice().best(view)
    kept = len(best.action.kept) if isinstance(best.action, Roll) else DICE_COUNT
    points = None if view.best is None else view.best.points
    reason = _reason(view, DICE_COUNT - kept, best.chance)
    return DiceAdvice(best.action, reason, DICE_COUNT - kept, best.chance, points)


def _reason(view: DiceView, rolled: int, chance: float) -> DiceReason:
    if not rolled:
        return DiceReason.TOO_FEW_POINTS if view.best is None else DiceReason.COMPLETE
    if view.best is None:
        return DiceReason.BEST_CHANCE
    # The means of rows of ones may differ from one by the rounding of floats.
    return DiceReason.MORE_POINTS if chance > 1 - 1e-6 else DiceReason.WORTH_THE_RISK
