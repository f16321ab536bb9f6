"""What happened: one frozen record for each line of a game record, with the same field names."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from .actions import Source
from .cards import Card
from .groups import Group


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


@dataclass(frozen=True, slots=True)
class Dealt:
    """A hand was dealt; piles bottom first, a sitting-out seat has no cards and no phase."""

    hand: int
    dealer: int
    phases: tuple[int | None, ...]
    hands: tuple[tuple[Card, ...], ...]
    draw_pile: tuple[Card, ...]
    discard_pile: tuple[Card, ...]
    playoff: bool


@dataclass(frozen=True, slots=True)
class Declared:
    """A seat said which phase it tries, counted from 1."""

    seat: int
    phase: int


@dataclass(frozen=True, slots=True)
class Offered:
    """A seat took or declined the opening offer."""

    seat: int
    taken: bool


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew; ``card`` is None where nothing could be drawn, or where it is hidden."""

    seat: int
    source: Source
    card: Card | None


@dataclass(frozen=True, slots=True)
class Laid:
    """A seat laid its phase."""

    seat: int
    phase: int
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class WasHit:
    """A seat put a card on a group."""

    seat: int
    owner: int
    group: int
    card: Card


@dataclass(frozen=True, slots=True)
class Saved:
    """A seat set a card aside; ``card`` is None where it is hidden."""

    seat: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class Discarded:
    """A seat discarded; a Skip's target is the seat it named."""

    seat: int
    card: Card
    target: int | None


@dataclass(frozen=True, slots=True)
class Skipped:
    """A seat lost its turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The discards but the top one became the draw pile; both piles as they are afterwards."""

    draw_pile: tuple[Card, ...]
    discard_pile: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TakenOver:
    """A seat changed hands: ``by`` is ``computer`` or a player's name."""

    seat: int
    by: str
    reason: TakeoverReason


@dataclass(frozen=True, slots=True)
class HandEnded:
    """A hand was scored; tuples are by seat, ``out`` lists who went out in order."""

    hand: int
    out: tuple[int, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    completed: tuple[bool, ...]
    progress: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over; ``ranking`` lists places best first, ``secret`` is the shuffles' secret."""

    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    reason: EndReason
    secret: str


Event = (
    Dealt
    | Declared
    | Offered
    | Drew
    | Laid
    | WasHit
    | Saved
    | Discarded
    | Skipped
    | Reshuffled
    | TakenOver
    | HandEnded
    | GameEnded
)
