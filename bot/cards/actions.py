"""Actions: one frozen record for each kind of decision of the seat whose turn it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from types import NoneType
from typing import Any

from bot.core.states import AnyAction

from .cards import Card, Colour
from .groups import Group
from .phases import GroupKind


class Source(StrEnum):
    """Where a card is drawn from."""

    DRAW_PILE = "draw_pile"
    DISCARD_PILE = "discard_pile"
    SAVE_PILE = "save_pile"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class DealHand(AnyAction):
    """Deal the first or the next hand."""


@dataclass(frozen=True, slots=True)
class Declare(AnyAction):
    """Declare the phase to try in this hand, from 1."""

    phase: int


@dataclass(frozen=True, slots=True)
class AnswerOffer(AnyAction):
    """Take or decline the opening offer."""

    take: bool


@dataclass(frozen=True, slots=True)
class Draw(AnyAction):
    """Draw a card; with ``Source.NONE`` go on without a card when nothing can be drawn."""

    source: Source
    card: Card | None = None  # a card of the save pile, if any of its cards may be drawn


FROM_PILE, FROM_DISCARDS = Draw(Source.DRAW_PILE), Draw(Source.DISCARD_PILE)


@dataclass(frozen=True, slots=True)
class Lay(AnyAction):
    """Lay the phase: its groups in the order of the notation, extra cards included."""

    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Hit(AnyAction):
    """Put a table card on group number ``group`` (from 0) of seat ``owner``."""

    owner: int
    group: int
    card: Card


@dataclass(frozen=True, slots=True)
class Save(AnyAction):
    """Set a card aside on the own save pile."""

    card: Card


@dataclass(frozen=True, slots=True)
class Discard(AnyAction):
    """Discard a card, which ends the turn; a Skip names a target seat if there is one to name."""

    card: Card
    target: int | None = None


# The same hits and discards come up again and again.
hit_of = lru_cache(maxsize=8192)(Hit)
discard_of = lru_cache(maxsize=512)(Discard)


def is_well_formed(action: object) -> bool:
    """Whether this is an action with fields of the declared types; a bool is no int here."""
    check = _WELL_FORMED.get(type(action))
    return check is not None and check(action)


def _is_group(value: object) -> bool:
    return (
        type(value) is Group
        and type(value.kind) is GroupKind
        and type(value.cards) is tuple
        and type(value.number) in _NUMBER_OR_NONE
        and type(value.colour) in (Colour, NoneType)
        and type(value.low) is type(value.high) is int
        and all(type(card) is Card for card in value.cards)
    )


_NUMBER_OR_NONE = (NoneType, int)
_WELL_FORMED: dict[type, Callable[[Any], bool]] = {
    DealHand: lambda _: True,
    Declare: lambda action: type(action.phase) is int,
    AnswerOffer: lambda action: type(action.take) is bool,
    Draw: lambda action: (
        type(action.source) is Source and (action.card is None or type(action.card) is Card)
    ),
    Lay: lambda action: type(action.groups) is tuple and all(map(_is_group, action.groups)),
    Hit: lambda action: (
        type(action.card) is Card and type(action.owner) is type(action.group) is int
    ),
    Save: lambda action: type(action.card) is Card,
    Discard: lambda action: type(action.card) is Card and type(action.target) in _NUMBER_OR_NONE,
}

Action = DealHand | Declare | AnswerOffer | Draw | Lay | Hit | Save | Discard
