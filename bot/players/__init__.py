"""Computer players: a PlayerView in, an action out."""

from __future__ import annotations

from bot.model import Level

from .base import Strategy
from .easy import Easy
from .hard import Hard
from .names import computer_names
from .normal import Normal

__all__ = ["Strategy", "computer_names", "strategy"]

_STRATEGIES: dict[Level, Strategy] = {
    Level.EASY: Easy(),
    Level.NORMAL: Normal(),
    Level.HARD: Hard(),
}


def strategy(level: Level) -> Strategy:
    """The computer player of a level; it keeps nothing from one decision to the next."""
    return _STRATEGIES[level]
