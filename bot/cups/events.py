"""What happens to a cup. Each event is a line of its export, in this order of time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from pydantic import Field

from bot.games.events import Amount, Hash, Name, SeatNumber
from bot.games.records import EventLines

from .state import MOST_PEOPLE

When = Annotated[float, Field(ge=0, le=1e11, allow_inf_nan=False)]
"""Seconds since 1970."""
PersonNumber = Annotated[int, Field(ge=0, lt=1 << 64)]
Seats = Annotated[tuple[PersonNumber | None, ...], Field(min_length=2, max_length=6)]
Seated = Annotated[tuple[Seats, ...], Field(min_length=1, max_length=MOST_PEOPLE)]
_BySeat = Field(min_length=2, max_length=6)


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody joined, or came back with the points they had."""

    at: When
    person: PersonNumber
    name: Name


@dataclass(frozen=True, slots=True)
class PersonLeft:
    """Somebody left, and is in no later round."""

    at: When
    person: PersonNumber


@dataclass(frozen=True, slots=True)
class CupStarted:
    """The cup began, and its seed drew the lots."""

    at: When
    seed: Hash


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """A round began: the hash of its secret, who sits where (None for computers), who has a bye."""

    at: When
    commitment: Hash
    tables: Seated
    byes: Annotated[tuple[PersonNumber, ...], Field(max_length=MOST_PEOPLE)] = ()


@dataclass(frozen=True, slots=True)
class TableEnded:
    """The game of a table (from 0) is over, at its end or as it stands."""

    at: When
    table: Annotated[int, Field(ge=0, lt=MOST_PEOPLE)]
    ranking: Annotated[tuple[tuple[SeatNumber, ...], ...], Field(max_length=6)]
    phases: Annotated[tuple[Annotated[int, Field(ge=0, le=10)], ...], _BySeat]
    totals: Annotated[tuple[Amount, ...], _BySeat]
    # The seats whose people left the game and were not back at its end; they have no points.
    left: Annotated[tuple[SeatNumber, ...], Field(max_length=6)]


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The time of the round is up: the games that go on are abandoned, and end as they stand."""

    at: When


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """All games of the round are over, and its secret is public."""

    at: When
    secret: Hash


@dataclass(frozen=True, slots=True)
class CupCancelled:
    """The cup ended early; the secret of a round that was played is public."""

    at: When
    secret: Hash | None = None


CupEvent = (
    Joined
    | PersonLeft
    | CupStarted
    | RoundStarted
    | TableEnded
    | TimeUp
    | RoundEnded
    | CupCancelled
)
CUP_EVENTS: Final = EventLines(
    {
        "join": Joined,
        "leave": PersonLeft,
        "start": CupStarted,
        "round": RoundStarted,
        "result": TableEnded,
        "time_up": TimeUp,
        "reveal": RoundEnded,
        "cancel": CupCancelled,
    }
)
"""Events as lines of JSON data and back, for a database and for the export."""
