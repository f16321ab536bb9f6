"""Events: one frozen record for each line of a game record, with the same field names.

The annotations are the bounds that :mod:`bot.dice.record` checks when it reads a line.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from pydantic import Field, PlainSerializer, PlainValidator

from bot.games.events import EndReason, Hash, PhaseNumber, SeatNumber, TakenOver
from bot.rules.cards import Colour

from .dice import Face, codes, faces

ShownFaces = Annotated[tuple[Face, ...], PlainValidator(faces), PlainSerializer(codes)]
DieIndex = Annotated[int, Field(ge=0, le=9)]
Kept = Annotated[tuple[DieIndex, ...], Field(max_length=9)]
HighNumber = Annotated[int, Field(ge=5, le=10)]
FaceNumber = Annotated[int, Field(ge=1, le=10)]
Placed = tuple[DieIndex, FaceNumber | Colour]
"""A die in a group, and what it stands for: a number, or in a colour group the colour."""
PlacedGroups = tuple[tuple[Placed, ...], ...]
Points = Annotated[int, Field(ge=-5, le=62)]
Total = Annotated[int, Field(ge=-1_000_000, le=650)]


class Bonus(StrEnum):
    """Forty points more."""

    FIVE_PHASES = "five_phases"
    FIRST_FINISH = "first_finish"


@dataclass(frozen=True, slots=True)
class Ordered:
    """The players rolled for who begins.

    Attributes:
        rolls: rounds of (seat, number shown); those level for the highest roll again. Empty with
            one player.
        first: who begins.
    """

    rolls: tuple[tuple[tuple[SeatNumber, HighNumber], ...], ...]
    first: SeatNumber


@dataclass(frozen=True, slots=True)
class Rolled:
    """A seat rolled: ``roll`` counts from 1 in a turn, ``faces`` are all ten afterwards."""

    seat: SeatNumber
    roll: Annotated[int, Field(ge=1, le=3)]
    kept: Kept
    faces: ShownFaces


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A turn ended.

    Attributes:
        seat: whose turn it was.
        phase: the number of the phase tried, from 1.
        success: whether it was completed.
        groups: the dice of the phase and what they stand for; empty without success.
        points: without bonuses; -5 for a turn without success of a single player.
        bonus: the bonuses that came with it.
        total: the seat's points afterwards, bonuses included.
    """

    seat: SeatNumber
    phase: PhaseNumber
    success: bool
    groups: PlacedGroups
    points: Points
    bonus: tuple[Bonus, ...]
    total: Total


@dataclass(frozen=True, slots=True)
class DiceGameEnded:
    """The game is over; ``ranking`` lists places best first, ``secret`` is the rolls' secret."""

    winners: tuple[SeatNumber, ...]
    ranking: tuple[tuple[SeatNumber, ...], ...]
    totals: tuple[Total, ...]
    reason: EndReason
    secret: Hash


DiceEvent = Ordered | Rolled | TurnEnded | TakenOver | DiceGameEnded
