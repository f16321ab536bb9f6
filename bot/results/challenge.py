"""The board of the challenge of a week in a server."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class FirstGame:
    """A person's first game of a challenge; whether it was begun, and is over."""

    game_id: str
    begun: bool
    over: bool


@dataclass(frozen=True, slots=True)
class ChallengeRow:
    """A person's first game of a challenge; without a result it has rank 0."""

    rank: int
    user_id: int
    name: str
    # None for a game that was not played to its end in time.
    place: int | None = None
    points: int | None = None


@dataclass(frozen=True)
class ChallengeBoard:
    """The board of a challenge for one reader; unless ``visible``, it has counts and no rows."""

    week: date  # its Monday
    finished: int
    visible: bool
    rows: tuple[ChallengeRow, ...] = ()
    own: ChallengeRow | None = None  # the reader's row
