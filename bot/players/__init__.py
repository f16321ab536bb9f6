"""Computer players: a view in, an action out."""

from __future__ import annotations

from random import Random
from typing import Protocol

from bot.games.system import AnyAction, AnyLegal, AnyView
from bot.model import Level
from bot.systems import CARDS, DICE

from .dice_levels import EasyDice, HardDice, NormalDice
from .hard import Hard
from .levels import Easy, Normal

__all__ = ["ComputerPlayer", "computer_names", "strategy"]


class ComputerPlayer(Protocol):
    """How a computer player of any game decides."""

    def choose(self, view: AnyView, legal: AnyLegal, rng: Random) -> AnyAction:
        """One of the legal actions."""


_STRATEGIES: dict[tuple[str, Level], ComputerPlayer] = {
    (CARDS.name, Level.EASY): Easy(),
    (CARDS.name, Level.NORMAL): Normal(),
    (CARDS.name, Level.HARD): Hard(),
    (DICE.name, Level.EASY): EasyDice(),
    (DICE.name, Level.NORMAL): NormalDice(),
    (DICE.name, Level.HARD): HardDice(),
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


def strategy(level: Level, system: str = CARDS.name) -> ComputerPlayer:
    """The computer player of a level; it keeps nothing from one decision to the next."""
    return _STRATEGIES[system, level]
