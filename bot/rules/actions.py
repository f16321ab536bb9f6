"""Actions: one frozen record for each kind of decision.

An action does not name who does it: it is always the seat whose turn it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from .cards import Card
from .groups import Group


class Source(StrEnum):
    """Where a card is drawn from."""

    DRAW_PILE = "draw_pile"
    DISCARD_PILE = "discard_pile"
    SAVE_PILE = "save_pile"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class DealHand:
    """Deal the next hand (the first one, too)."""


@dataclass(frozen=True, slots=True)
class Declare:
    """Declare which phase is tried this hand, counted from 1."""

    phase: int


@dataclass(frozen=True, slots=True)
class AnswerOffer:
    """Take or decline the opening offer."""

    take: bool


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw a card; ``Source.NONE`` goes on without one, when nothing can be drawn."""

    source: Source


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay the phase: its groups in the order of the notation, extra cards included."""

    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Hit:
    """Put a table card on group number ``group`` (from 0) of seat ``owner``."""

    owner: int
    group: int
    card: Card


@dataclass(frozen=True, slots=True)
class Save:
    """Set a card aside on the own save pile."""

    card: Card


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a card, which ends the turn; a Skip names its target seat when one may be named."""

    card: Card
    target: int | None = None


Action = DealHand | Declare | AnswerOffer | Draw | Lay | Hit | Save | Discard
