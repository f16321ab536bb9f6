"""What pictures are told beside the view of the game."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class HandOrder(StrEnum):
    """How the cards of a hand are sorted."""

    NUMBER = "number"
    COLOUR = "colour"


@dataclass(frozen=True, slots=True)
class SeatLook:
    """How one seat is shown.

    Attributes:
        computer: whether a computer decides for it.
        face: a picture file to show in place of initials.
    """

    computer: bool
    face: bytes | None = None


@dataclass(frozen=True, slots=True)
class HandScore:
    """One hand on the score sheet; tuples are by seat.

    Attributes:
        points: points of this hand.
        totals: running totals after it.
        completed: whether the phase was completed in it.
    """

    points: tuple[int, ...]
    totals: tuple[int, ...]
    completed: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A whole score sheet.

    Attributes:
        names: players by seat.
        phases: the phases in notation.
        completed: for each seat the numbers of its completed phases, from 1.
        hands: the hands so far, first one first.
    """

    names: tuple[str, ...]
    phases: tuple[str, ...]
    completed: tuple[tuple[int, ...], ...]
    hands: tuple[HandScore, ...]
