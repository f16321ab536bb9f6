"""Events and bounds of fields that the records of all games share."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from pydantic import ConfigDict, Field

COMPUTER = "computer"  # the name in records of any computer player that takes over a person's seat
SeatNumber = Annotated[int, Field(ge=0, le=5)]
PhaseNumber = Annotated[int, Field(ge=1, le=10)]
Amount = Annotated[int, Field(ge=0, le=1_000_000)]
Name = Annotated[str, Field(min_length=1, max_length=200)]
Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
# The ids of an interaction and of one to six people; left out where there is none.
_BEACON = r"^[1-9][0-9]{0,19}(-[1-9][0-9]{0,19}){1,6}$"
Beacon = Annotated[str, Field(pattern=_BEACON, exclude_if=lambda beacon: not beacon)]


class EndReason(StrEnum):
    """Why a game ended."""

    COMPLETED = "completed"
    TEN_HANDS = "ten_hands"
    PLAYOFF = "playoff"
    ABANDONED = "abandoned"


class TakeoverReason(StrEnum):
    """Why a seat changed between a person and a computer player."""

    LEFT = "left"
    TIMEOUT = "timeout"
    RETURNED = "returned"
    JOINED = "joined"

    @property
    def to_person(self) -> bool:
        """Whether a person has the seat from then on."""
        return self in (TakeoverReason.RETURNED, TakeoverReason.JOINED)


def note_takeover(away: set[int], seat: int, reason: str) -> None:
    """Keep the seats of people for whom a computer player plays."""
    if reason == TakeoverReason.RETURNED:
        away.discard(seat)
    else:
        away.add(seat)


class AnyEvent:
    """An event of a game or a cup; each has classes of its own."""

    __slots__ = ()
    __pydantic_config__ = ConfigDict(extra="forbid")


@dataclass(frozen=True, slots=True)
class TakenOver(AnyEvent):
    """A seat passed to another player: ``by`` is ``computer`` or a person's name."""

    seat: SeatNumber
    by: Name
    reason: TakeoverReason


@dataclass(frozen=True, slots=True)
class TakenBack(AnyEvent):
    """A seat took back all that it did in its newest turn after the draw."""

    seat: SeatNumber
