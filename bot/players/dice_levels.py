"""The levels easy, normal and hard of the dice game, and hints: what hard would do, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from bot.dice.actions import DiceAction, Roll, Score
from bot.dice.dice import DICE_COUNT, Face
from bot.dice.engine import DiceLegalActions
from bot.dice.scoring import ways_of
from bot.dice.views import DiceView
from bot.rules.phases import GroupKind, Phase

from .dice_turns import Multiset, best_colour_way, number_tried, stake_of, turn_plan

OVERLOOKS = 0.12
"""How often easy rolls a die again that it should keep."""


class NormalDice:
    """Keeps the dice of the way to complete the phase that lacks the fewest; stops at success."""

    def choose(self, view: DiceView, legal: DiceLegalActions, rng: Random) -> DiceAction:
        """One of the legal actions."""
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
        """Indices of the dice to keep, ascending."""
        return tuple(die for die in super().kept(view, rng) if rng.random() >= OVERLOOKS)


@dataclass(frozen=True, slots=True)
class Best:
    """What hard does.

    Attributes:
        action: roll, keeping some dice, or stop.
        chance: of completing the phase with it.
    """

    action: DiceAction
    chance: float


class HardDice:
    """Compares all ways of keeping dice by what the turn brings in the mean.

    That is exact for sets and runs (:mod:`bot.players.dice.numbers`) and a lower bound for the
    phase of one colour (:mod:`bot.players.dice.colours`); :mod:`bot.players.dice.stakes` says what
    a turn can bring. It stops where no roll brings more.
    """

    def choose(self, view: DiceView, legal: DiceLegalActions, rng: Random) -> DiceAction:
        """One of the legal actions."""
        del rng
        return self.best(view).action if legal.may_keep else legal.plain[0]

    def best(self, view: DiceView) -> Best:
        """What to do after the first or the second roll of the viewer's turn."""
        stake = stake_of(view)
        if stake.phase.groups[0].kind is GroupKind.COLOUR:
            way = best_colour_way(view.faces, stake, view.rolls_left)
            return Best(_keeping(way.kept), way.chance)
        outlook = turn_plan(stake).outlook(view.faces, view.rolls_left)
        return Best(_keeping(_first_of(view.faces, outlook.kept)), outlook.chance)


def _keeping(kept: tuple[int, ...]) -> DiceAction:
    return Score() if len(kept) == DICE_COUNT else Roll(kept)


def useful(faces: Sequence[Face], phase: Phase) -> tuple[int, ...]:
    """Indices of the dice that come nearest to the phase, ascending, all fitting Wilds included."""
    if phase.groups[0].kind is GroupKind.COLOUR:
        ((colour, _),) = Counter(face.colour for face in faces).most_common(1)
        return tuple(die for die, face in enumerate(faces) if face.colour is colour)
    shown = Counter(face.number for face in faces)
    _, nearest = max(ways_of(phase), key=lambda way: _nearness(shown, way[1]))
    wanted = Counter[int | None](dict(nearest))
    wanted[None] = len(faces)
    return _first(faces, wanted)


def _nearness(shown: Counter[int | None], wanted: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """How many of the wanted dice there are, and their points."""
    there = [(number, min(many, shown[number])) for number, many in wanted]
    return sum(many for _, many in there), sum(number * many for number, many in there)


def _first_of(faces: Sequence[Face], kept: tuple[Multiset, ...]) -> tuple[int, ...]:
    """Indices of the first dice that show these numbers."""
    return _first(faces, Counter(number or None for part in kept for number in part))


def _first(faces: Sequence[Face], wanted: Counter[int | None]) -> tuple[int, ...]:
    """Indices of the first dice, as many of each number as wanted."""
    left = Counter(wanted)
    found = []
    for die, face in enumerate(faces):
        if left[face.number] > 0:
            left[face.number] -= 1
            found.append(die)
    return tuple(found)


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


def explain_dice(view: DiceView, legal: DiceLegalActions) -> DiceAdvice:
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
