"""The levels easy, normal and hard of the dice game, and hints: what hard would do, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from bot.cards.phases import GroupKind, Phase
from bot.dice.dice import DICE_COUNT, Face
from bot.dice.engine import DiceAction, DiceLegalActions, Roll, Score
from bot.dice.scoring import nearest_way
from bot.dice.views import DiceView

from .dice_turns import best_way, compute_turn_worth, first_dice, number_tried

OVERLOOKS = 0.12  # how often easy rolls a die again that it should keep


class NormalDice:
    """Keeps the dice of the way to complete the phase that lacks the fewest; stops at success."""

    def choose(self, view: DiceView, legal: DiceLegalActions, rng: Random) -> DiceAction:
        if not legal.may_keep:
            return legal.plain[0]
        if view.best is not None:
            return Score()
        return Roll(self.kept(view, rng))

    def kept(self, view: DiceView, rng: Random) -> tuple[int, ...]:
        """Indices of the dice to keep, ascending; they do not complete the phase."""
        del rng
        return useful(view.faces, view.phases[number_tried(view) - 1])


class EasyDice(NormalDice):
    """Overlooks dice now and then."""

    def kept(self, view: DiceView, rng: Random) -> tuple[int, ...]:
        return tuple(die for die in super().kept(view, rng) if rng.random() >= OVERLOOKS)


class HardDice:
    """Compares all ways of keeping dice by what the turn brings in the mean."""

    def choose(self, view: DiceView, legal: DiceLegalActions, rng: Random) -> DiceAction:
        del rng
        if not legal.may_keep:
            return legal.plain[0]
        kept = best_way(view.faces, compute_turn_worth(view), view.rolls_left).kept
        return Score() if len(kept) == DICE_COUNT else Roll(kept)


def useful(faces: Sequence[Face], phase: Phase) -> tuple[int, ...]:
    """Indices of the dice that come nearest to the phase, ascending, all fitting Wilds included."""
    if phase.groups[0].kind is GroupKind.COLOUR:
        ((colour, _),) = Counter(face.colour for face in faces).most_common(1)
        return tuple(die for die, face in enumerate(faces) if face.colour is colour)
    _, nearest = nearest_way(faces, phase)
    wanted = Counter[int | None](dict(nearest))
    wanted[None] = len(faces)
    return first_dice(faces, wanted)


class DiceReason(StrEnum):
    """Why."""

    ONLY_WAY = "only_way"  # a turn begins with a roll of all dice
    BEST_CHANCE = "best_chance"  # the phase is open, and no other dice to keep promise more
    CHEAP_MISS = "cheap_miss"  # the same alone, where points decide and time does not
    MORE_POINTS = "more_points"  # the phase is complete, and other dice may bring more points
    WORTH_THE_RISK = "worth_the_risk"  # the phase is complete, but worth giving up for more points
    COMPLETE = "complete"  # the phase is complete, and no roll is expected to bring more
    TOO_FEW_POINTS = "too_few_points"  # another turn brings more than this phase still could


@dataclass(frozen=True, slots=True)
class DiceAdvice:
    """The choice of the hard computer player, and its reason."""

    action: DiceAction
    reason: DiceReason
    rolled: int  # how many dice it rolls; 0 to stop
    # Of completing the phase in this turn, at least; None before a turn's first roll.
    chance: float | None = None
    points: int | None = None  # what stopping now would score for the phase; None without success


def explain_dice(view: DiceView, legal: DiceLegalActions) -> DiceAdvice:
    """The choice of the hard computer player and its reason, at first in 0.2 s, then in 1 ms."""
    if not legal.may_keep:
        return DiceAdvice(legal.plain[0], DiceReason.ONLY_WAY, DICE_COUNT)
    way = best_way(view.faces, compute_turn_worth(view), view.rolls_left)
    rolled = DICE_COUNT - len(way.kept)
    action = Roll(way.kept) if rolled else Score()
    points = None if view.best is None else view.best.points
    return DiceAdvice(action, _reason(view, way.kept), rolled, way.chance, points)


def _reason(view: DiceView, kept: Sequence[int]) -> DiceReason:
    if len(kept) == DICE_COUNT:
        return DiceReason.TOO_FEW_POINTS if view.best is None else DiceReason.COMPLETE
    if view.best is None:
        return DiceReason.CHEAP_MISS if view.solo else DiceReason.BEST_CHANCE
    return DiceReason.WORTH_THE_RISK if view.gives_up_phase(kept) else DiceReason.MORE_POINTS
