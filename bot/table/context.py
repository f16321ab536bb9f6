"""What all tables of one bot share: the store, clock, announcer and the configuration."""

from __future__ import annotations

import asyncio
import secrets
import string
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from bot.model import EVERYBODY, Level, Lobby, Shards
from bot.players import ComputerPlayer, strategy
from bot.rules.highlights import Highlight
from bot.storage.store import SqlStore
from bot.telemetry.metrics import Metrics

from .thinking import Thinker

_ID_LETTERS = string.ascii_lowercase + string.digits
_ID_LENGTH = 9


def new_secret() -> bytes:
    """32 random bytes for a game's shuffles, or for a key."""
    return secrets.token_bytes(32)


def new_id() -> str:
    """A short random id of a game: 9 of a–z and 0–9."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(_ID_LENGTH))


@dataclass(frozen=True, kw_only=True)
class Pace:
    """The durations at a table, in seconds.

    Attributes:
        pause: before a computer player's turn.
        hand_pause: between two hands, unless everybody is ready before.
        lobby_idle: until an idle lobby closes.
        retry: until a timed change that the database refused is tried again.
        patience: how long unsent messages may take while the bot stops.
        absence: until anybody seated may have a computer stand in, in a turn without a limit.
        gap: the shortest outage after which the current turn starts over.
    """

    pause: float = 1.2
    hand_pause: float = 20.0
    lobby_idle: float = 900.0
    retry: float = 10.0
    patience: float = 5.0
    absence: float = 600.0
    gap: float = 30.0


class Clock(Protocol):
    """Time, so that tests can move it."""

    def now(self) -> float:
        """Seconds since 1970."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""


class Announcer(Protocol):
    """Brings channels up to date.

    Each call only notes that something changed and returns at once; what is then shown is the
    newest state of the channel's manager.
    """

    def lobby(self, channel_id: int) -> None:
        """A lobby was opened or changed."""

    def table(self, channel_id: int) -> None:
        """A game began or changed."""

    def highlight(self, channel_id: int, highlight: Highlight) -> None:
        """Something happened that is worth an animation; never announced twice."""

    def remind(self, channel_id: int, turn_at: float) -> None:
        """A quarter of the turn limit is left of the turn that began at ``turn_at``."""

    def gone(self, lobby: Lobby) -> None:
        """A lobby closed without a game: cancelled, idle for too long, or left by everybody."""


class SystemClock:
    """The machine's clock."""

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


@dataclass(frozen=True, kw_only=True)
class TableConfig:
    """The configuration of all tables of one bot.

    Attributes:
        pace: durations at a table.
        clock: time.
        secret: makes the secret of a new game, 32 bytes, and the key of daily hands.
        game_id: makes the id of a new lobby or game.
        strategy: the computer player of a level, in the system of this name.
        thinker: the worker process of expert computer players.
        rng: random choices of computer players; never the shuffles.
        shards: the shards of this process, whose tables these are.
        metrics: counters.
    """

    pace: Pace = field(default_factory=Pace)
    clock: Clock = field(default_factory=SystemClock)
    secret: Callable[[], bytes] = new_secret
    game_id: Callable[[], str] = new_id
    strategy: Callable[[Level, str], ComputerPlayer] = strategy
    thinker: Thinker = field(default_factory=Thinker)
    rng: Random = field(default_factory=Random)
    shards: Shards = EVERYBODY
    metrics: Metrics = field(default_factory=Metrics)


@dataclass(frozen=True, kw_only=True)
class Context:
    """What the managers of one bot share: the database, the announcer and the configuration."""

    store: SqlStore
    announcer: Announcer
    config: TableConfig = field(default_factory=TableConfig)
