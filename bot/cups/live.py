"""A cup in its channel, with what the bot alone knows of it yet."""

from __future__ import annotations

from dataclasses import dataclass, field

from .state import Cup


@dataclass(frozen=True)
class CupGame:
    """The game of a table, and its thread once there is one."""

    game_id: str
    channel_id: int | None = None


@dataclass(frozen=True)
class LiveCup:
    """A cup in its channel."""

    cup: Cup
    guild_id: int
    channel_id: int
    # None if they were deleted.
    host_id: int | None
    locale: str
    seed: bytes = field(repr=False)
    # How many events there were; every event adds one.
    events: int = 0
    # Of the round that is played.
    secret: bytes | None = field(default=None, repr=False)
    # When the cup or its next round begins by itself, in seconds since 1970.
    due: float | None = None
    # Whether it ends as soon as no game runs any more.
    cancelling: bool = False
    message_id: int | None = None
    # How many events the message shows.
    shown: int = 0
    # Of the newest round, by table.
    games: tuple[CupGame, ...] = ()


@dataclass(frozen=True)
class PastCup:
    """A cup that was played to its end, and who won it; None for people who were deleted."""

    cup_id: str
    name: str
    ended_at: float
    people: int
    winner: str
    winner_id: int | None
