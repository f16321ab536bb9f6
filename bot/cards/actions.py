"""Actions: one frozen record for each kind of decision of the seat whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from bot.core.states import AnyAction

from .cards import Card
from .groups import Group


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


FROM_PILE = Draw(Source.DRAW_PILE)
FROM_DISCARDS = Draw(Source.DISCARD_PILE)


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


# The same actions come up again and again, and a frozen dataclass is slow to make.
make_hit = lru_cache(maxsize=8192)(Hit)
make_discard = lru_cache(maxsize=512)(Discard)

Action = DealHand | Declare | AnswerOffer | Draw | Lay | Hit | Save | Discard
