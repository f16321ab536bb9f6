"""What the lines of a record say about a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Line = Mapping[str, Any]
"""A line of a record as JSON data."""


@dataclass(frozen=True, slots=True)
class SeatTally:
    """How a game went for one seat.

    In a game without hands each turn counts as one, which is won if the turn succeeded.
    """

    total: int
    hands_won: int
    hands: int
    phases: int
    tries: tuple[tuple[int, int], ...]
    """For each phase, the hands in which it was tried, and the hands that completed it."""


@dataclass(frozen=True, slots=True)
class GameTally:
    """How a game went; ``ranking`` lists places best first."""

    hands: int
    abandoned: bool
    ranking: tuple[tuple[int, ...], ...]
    seats: tuple[SeatTally, ...]


@dataclass(frozen=True, slots=True)
class Efforts:
    """How much the seats of a game needed for its phases; lists are by seat, then by phase."""

    turns: list[list[int]]
    """Own turns while trying a phase."""
    laid: list[list[int]]
    """How often a phase was completed."""
    scores: list[tuple[int, ...]]
    """The points of each scored hand (not of play-offs), or of the whole game, by seat."""
