"""The state of an attempt: frozen and whole."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.cards.cards import Card
from bot.cards.groups import Group
from bot.daily.deal import MOST_TURNS, DailyDeal


class DailySide(StrEnum):
    """The cards that may be taken."""

    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class DailyTurn:
    """A turn: the card taken of the face-up and the face-down card, and the discard."""

    took: DailySide
    up: Card
    down: Card | None  # None where it was not taken
    discard: Card | None  # None in the turn in which the phase was laid

    @property
    def taken(self) -> Card:
        if self.took is DailySide.UP:
            return self.up
        assert self.down is not None, "a card that was taken is known"
        return self.down


@dataclass(frozen=True, slots=True)
class DailyLaid:
    """The phase was laid; ``points`` are the points left in hand after the best lay."""

    groups: tuple[Group, ...]
    points: int


class DailyStage(StrEnum):
    """The kind of action that an attempt waits for."""

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
        actions = 2 * len(self.turns)
        return actions if self.taken is None else actions + 1

    @property
    def stage(self) -> DailyStage:
        if self.over:
            return DailyStage.OVER
        return DailyStage.TAKE if self.taken is None else DailyStage.PLAY

    @property
    def over(self) -> bool:
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
        up, down = self.deal.pairs[len(self.turns)]
        return DailyTurn(side, up, down if side is DailySide.DOWN else None, None)
