"""Events: one frozen record, with its bounds, for each line of a game record."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from pydantic import Field, PlainSerializer, PlainValidator

from bot.cards.cards import Colour
from bot.core.events import AnyEvent, EndReason, Hash, PhaseNumber, SeatNumber, TakenOver
from bot.core.states import AnyResult

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
class Ordered(AnyEvent):
    """The players rolled to decide who begins."""

    # Rounds of (seat, number); seats level for the highest roll again.
    rolls: tuple[tuple[tuple[SeatNumber, HighNumber], ...], ...]
    first: SeatNumber  # who begins


@dataclass(frozen=True, slots=True)
class Rolled(AnyEvent):
    """A seat rolled: ``roll`` counts from 1 in a turn, ``faces`` are all ten afterwards."""

    seat: SeatNumber
    roll: Annotated[int, Field(ge=1, le=3)]
    kept: Kept
    faces: ShownFaces


@dataclass(frozen=True, slots=True)
class TurnEnded(AnyEvent):
    """A turn ended."""

    seat: SeatNumber
    phase: PhaseNumber  # the phase tried
    success: bool
    groups: PlacedGroups  # empty without success
    points: Points  # without bonuses; -5 for a turn without success of a single player
    bonus: tuple[Bonus, ...]
    total: Total  # the seat's points afterwards, bonuses included


@dataclass(frozen=True, slots=True)
class DiceGameEnded(AnyResult):
    """The game is over; ``ranking`` lists places best first, ``secret`` is the rolls' secret."""

    winners: tuple[SeatNumber, ...]
    ranking: tuple[tuple[SeatNumber, ...], ...]
    totals: tuple[Total, ...]
    reason: EndReason
    secret: Hash


DiceEvent = Ordered | Rolled | TurnEnded | TakenOver | DiceGameEnded
