"""Computer players: a view in, an action out."""

from __future__ import annotations

from random import Random
from typing import Protocol

from bot.games.system import AnyAction, AnyLegal, AnyView
from bot.model import Level
from bot.systems import CARDS, DICE

from .dice_levels import EasyDice, HardDice, NormalDice
from .expert import Expert
from .hard import Hard
from .levels import Easy, Normal
from .playouts import NOT_COMPILED, are_compiled, why_not_compiled

__all__ = [
    "NOT_COMPILED",
    "ComputerPlayer",
    "are_compiled",
    "computer_names",
    "offered_levels",
    "playable",
    "strategy",
    "why_not_compiled",
]


class ComputerPlayer(Protocol):
    """How a computer player of any game decides."""

    def choose(self, view: AnyView, legal: AnyLegal, rng: Random) -> AnyAction:
        """One of the legal actions."""


_STRATEGIES: dict[tuple[str, Level], ComputerPlayer] = {
    (CARDS.name, Level.EASY): Easy(),
    (CARDS.name, Level.NORMAL): Normal(),
    (CARDS.name, Level.HARD): Hard(),
    (CARDS.name, Level.EXPERT): Expert(),
    (DICE.name, Level.EASY): EasyDice(),
    (DICE.name, Level.NORMAL): NormalDice(),
    (DICE.name, Level.HARD): HardDice(),
    # Ten dice hide nothing, and hard looks at every way to keep them.
    (DICE.name, Level.EXPERT): HardDice(),
}
computer_names = (
    "Pip",
    "Marlow",
    "Juno",
    "Biscuit",
    "Tamsin",
    "Otto",
    "Wren",
    "Figaro",
    "Saffron",
    "Dusty",
    "Linnet",
    "Cosmo",
    "Maple",
    "Quill",
    "Zuri",
    "Nimbus",
)
"""What computer players are called: short names, more than a table has seats."""


def offered_levels() -> tuple[Level, ...]:
    """The levels that may be chosen here; expert only where its playouts are compiled."""
    return tuple(level for level in Level if level is not Level.EXPERT or are_compiled())


def playable(level: Level) -> Level:
    """The level, or hard where expert is not offered."""
    return level if level in offered_levels() else Level.HARD


def strategy(level: Level, system: str = CARDS.name) -> ComputerPlayer:
    """The computer player of a level; it keeps nothing from one decision to the next."""
    return _STRATEGIES[system, level]
