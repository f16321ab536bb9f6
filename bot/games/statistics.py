"""What the lines of a record say about how a game ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Line = Mapping[str, Any]
"""A line of a record as JSON data."""


@dataclass(frozen=True, slots=True)
class SeatTally:
    """How a game went for one seat.

    A turn of the dice game counts as a hand, which is won if the turn succeeded.
    """

    total: int
    hands_won: int
    hands: int
    phases: int
    tries: tuple[tuple[int, int], ...]
    """For each phase, in how many hands it was tried and completed."""


@dataclass(frozen=True, slots=True)
class GameTally:
    """How a game went; ``ranking`` lists places best first."""

    hands: int
    abandoned: bool
    ranking: tuple[tuple[int, ...], ...]
    seats: tuple[SeatTally, ...]
