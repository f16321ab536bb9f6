"""The state of an attempt: frozen and whole."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from bot.games.events import Hash
from bot.rules.cards import Card
from bot.rules.events import HeldCard, LaidGroups

from .deal import MOST_TURNS, DailyDeal

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


class DailyStage(StrEnum):
    """What an attempt waits for."""

    TAKE = "take"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True)
class DailyState:
    """An attempt at one moment."""

    deal: DailyDeal
    hand: tuple[Card, ...]  # in canonical order
    taken: DailySide | None = None  # of this turn
    turns: tuple[DailyTurn, ...] = ()  # the turns that have ended
    laid: DailyLaid | None = None

    @property
    def version(self) -> int:
        """A number that rises with each action."""
        return 2 * len(self.turns) + (self.taken is not None)

    @property
    def stage(self) -> DailyStage:
        """What the attempt waits for."""
        if self.over:
            return DailyStage.OVER
        return DailyStage.TAKE if self.taken is None else DailyStage.PLAY

    @property
    def over(self) -> bool:
        """Whether the attempt is over."""
        return self.laid is not None or len(self.turns) == MOST_TURNS

    @property
    def result(self) -> int | None:
        """The number of the turn in which the phase was laid; None before, and for not today."""
        return len(self.turns) if self.laid else None

    @property
    def begun(self) -> DailyTurn | None:
        """The turn that goes on, without its discard; None before a card is taken."""
        return None if self.taken is None else self.turn_with(self.taken)

    def turn_with(self, side: DailySide) -> DailyTurn:
        """The next turn if this card is taken, without its discard."""
        at = len(self.turns)
        up, down = self.deal.pairs[at]
        return DailyTurn(at + 1, side, up, down if side is DailySide.DOWN else None, None)
