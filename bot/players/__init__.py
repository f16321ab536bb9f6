"""Computer players: a PlayerView in, an action out."""

from __future__ import annotations

from bot.model import Level

from .hard import Hard
from .levels import Easy, Normal
from .player import Strategy

__all__ = ["Strategy", "computer_names", "strategy"]

_STRATEGIES: dict[Level, Strategy] = {
    Level.EASY: Easy(),
    Level.NORMAL: Normal(),
    Level.HARD: Hard(),
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


def strategy(level: Level) -> Strategy:
    """The computer player of a level; it keeps nothing from one decision to the next."""
    return _STRATEGIES[level]
