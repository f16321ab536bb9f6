"""Events: one frozen record, with its bounds, for each line of a game record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field, GetPydanticSchema, PlainSerializer, PlainValidator

from bot.core.events import (
    Amount,
    AnyEvent,
    EndReason,
    Hash,
    PhaseNumber,
    SeatNumber,
    TakenBack,
    TakenOver,
)
from bot.core.states import AnyResult

from .actions import Source
from .cards import Card, card, table_card
from .groups import Group

_CODE = PlainSerializer(lambda held: held.code, return_type=str)
HeldCard = Annotated[Card, PlainValidator(card), _CODE]
HiddenCard = Annotated[Card | None, PlainValidator(card), _CODE]
"""A card that only its player sees; None for the others, never in a record."""
TableCard = Annotated[Card, PlainValidator(table_card), _CODE]
Pile = tuple[HeldCard, ...]


def _group_codes(groups: Sequence[Group]) -> list[list[str]]:
    return [[each.code for each in laid.cards] for laid in groups]


# A line has the cards of each group; which kind of group they are follows from the phase.
LaidGroups = Annotated[
    tuple[Group, ...],
    GetPydanticSchema(lambda _, schema: schema(tuple[tuple[TableCard, ...], ...])),
    PlainSerializer(_group_codes),
]


@dataclass(frozen=True, slots=True)
class Dealt(AnyEvent):
    """A hand was dealt; piles bottom first, a sitting-out seat has no cards and no phase."""

    hand: Amount
    dealer: SeatNumber
    phases: tuple[PhaseNumber | None, ...]
    hands: tuple[Pile, ...]
    draw_pile: Pile
    discard_pile: Pile
    playoff: bool


@dataclass(frozen=True, slots=True)
class Declared(AnyEvent):
    """A seat declared which phase it tries, counted from 1."""

    seat: SeatNumber
    phase: PhaseNumber


@dataclass(frozen=True, slots=True)
class Offered(AnyEvent):
    """A seat took or declined the opening offer."""

    seat: SeatNumber
    taken: bool


@dataclass(frozen=True, slots=True)
class Drew(AnyEvent):
    """A seat drew; ``card`` is None where nothing could be drawn, or where it is hidden."""

    seat: SeatNumber
    source: Annotated[Source, Field(alias="from")]
    card: HeldCard | None


@dataclass(frozen=True, slots=True)
class Laid(AnyEvent):
    """A seat laid its phase."""

    seat: SeatNumber
    phase: PhaseNumber
    groups: LaidGroups


@dataclass(frozen=True, slots=True)
class CardHit(AnyEvent):
    """A seat put a card on a group."""

    seat: SeatNumber
    owner: SeatNumber
    group: Annotated[int, Field(ge=0, le=9)]
    card: TableCard


@dataclass(frozen=True, slots=True)
class Saved(AnyEvent):
    """A seat set a card aside; ``card`` is None where it is hidden."""

    seat: SeatNumber
    card: HiddenCard


@dataclass(frozen=True, slots=True)
class Discarded(AnyEvent):
    """A seat discarded; a Skip's target is the seat it named."""

    seat: SeatNumber
    card: HeldCard
    target: SeatNumber | None


@dataclass(frozen=True, slots=True)
class Skipped(AnyEvent):
    """A seat lost its turn."""

    seat: SeatNumber


@dataclass(frozen=True, slots=True)
class Reshuffled(AnyEvent):
    """The discards but the top one became the draw pile; both piles as they are afterwards."""

    draw_pile: Pile
    discard_pile: Pile


@dataclass(frozen=True, slots=True)
class HandEnded(AnyEvent):
    """A hand was scored; tuples are by seat, ``out`` lists who went out in order."""

    hand: Amount
    out: tuple[SeatNumber, ...]
    points: tuple[Amount, ...]
    totals: tuple[Amount, ...]
    completed: tuple[bool, ...]
    progress: tuple[Amount, ...]


@dataclass(frozen=True, slots=True)
class GameEnded(AnyResult):
    """The game is over; ``ranking`` lists places best first, ``secret`` is the shuffles' secret."""

    winners: tuple[SeatNumber, ...]
    ranking: tuple[tuple[SeatNumber, ...], ...]
    reason: EndReason
    secret: Hash


_Played = Declared | Offered | Drew | Laid | CardHit | Saved | Discarded | Skipped
Event = Dealt | _Played | Reshuffled | TakenBack | TakenOver | HandEnded | GameEnded
