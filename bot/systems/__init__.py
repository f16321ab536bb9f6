"""The games that can be played at a table, each behind the same small interface."""

from __future__ import annotations

from .cards import CARDS
from .system import (
    AnyAction,
    AnyEvent,
    AnyGame,
    AnyLegal,
    AnyRules,
    AnyState,
    AnyStep,
    AnyView,
    ComputerPlayer,
    GameSystem,
)

__all__ = [
    "ALL_EDITIONS",
    "CARDS",
    "SYSTEMS",
    "AnyAction",
    "AnyEvent",
    "AnyGame",
    "AnyLegal",
    "AnyRules",
    "AnyState",
    "AnyStep",
    "AnyView",
    "ComputerPlayer",
    "GameSystem",
    "system_of",
]

SYSTEMS = (CARDS,)
ALL_EDITIONS: dict[str, AnyRules] = {
    edition: rules for system in SYSTEMS for edition, rules in system.editions.items()
}
_BY_EDITION = {edition: system for system in SYSTEMS for edition in system.editions}


def system_of(edition: str) -> GameSystem:
    """The system of an edition; that of the card game for an edition that is no longer known."""
    return _BY_EDITION.get(edition, CARDS)
