"""Actions: one frozen record for each kind of decision.

An action does not name who does it: it is always the seat whose turn it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .dice import DICE_COUNT


@dataclass(frozen=True, slots=True)
class RollOrder:
    """Roll for who begins: the first action of every game, which is no player's decision."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Keep some dice as they lie, and roll the others."""

    kept: tuple[int, ...] = ()  # ascending; empty in a turn's first roll


@dataclass(frozen=True, slots=True)
class Score:
    """Stop rolling: the turn ends with the dice as they lie, with or without success."""


def is_well_formed(action: object) -> bool:
    """Whether this is an action whose dice, if any, are indices in ascending order."""
    return type(action) in _WELL_FORMED and _WELL_FORMED[type(action)](action)


def _are_dice(kept: object) -> bool:
    if type(kept) is not tuple or any(type(die) is not int for die in kept):
        return False
    return list(kept) == sorted(set(kept)) and all(0 <= die < DICE_COUNT for die in kept)


_WELL_FORMED: dict[type, Callable[[Any], bool]] = {
    RollOrder: lambda _: True,
    Roll: lambda action: _are_dice(action.kept),
    Score: lambda _: True,
}

DiceAction = RollOrder | Roll | Score
