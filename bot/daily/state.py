"""The state of an attempt: frozen and whole."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.rules.cards import Card

from .deal import MOST_TURNS, DailyDeal
from .events import DailyLaid, DailySide, DailyTurn


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
