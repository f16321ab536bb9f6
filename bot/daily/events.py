"""Events: one frozen record for each line of a daily record, with the same field names.

The annotations are the bounds that :mod:`bot.daily.record` checks when it reads a line.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from bot.games.events import Hash
from bot.rules.events import HeldCard, LaidGroups

from .deal import MOST_TURNS

DailyTurnNumber = Annotated[int, Field(ge=1, le=MOST_TURNS)]
DailyPoints = Annotated[int, Field(ge=0, le=100)]


class DailySide(StrEnum):
    """The cards that may be taken."""

    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class DailyTurn:
    """A turn: the card taken of the face-up and the face-down card, and the discard."""

    number: DailyTurnNumber
    took: DailySide
    up: HeldCard
    down: HeldCard | None  # None where it was not taken and the secret is not revealed
    discard: HeldCard | None  # None in the turn in which the phase was laid

    @property
    def taken(self) -> HeldCard:
        """The card that was taken."""
        if self.took is DailySide.UP:
            return self.up
        assert self.down is not None, "a card that was taken is known"
        return self.down


@dataclass(frozen=True, slots=True)
class DailyLaid:
    """The phase was laid; ``points`` are the points left in hand after the best lay."""

    groups: LaidGroups
    points: DailyPoints


@dataclass(frozen=True, slots=True)
class DailyEnded:
    """The attempt is over."""

    turns: DailyTurnNumber | None  # the turn in which the phase was laid; None for not today
    secret: Hash | None  # None until it is revealed


DailyEvent = DailyTurn | DailyLaid | DailyEnded
