"""The objects that all tables of one bot share: store, announcer, clock, configuration, threads."""

from __future__ import annotations

import asyncio
import secrets
import string
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from bot.core.states import Displayed
from bot.players import AnyPlayer, strategy
from bot.seating import Level, Lobby
from bot.shards import ALL_SHARDS, Shards
from bot.storage.database import Database
from bot.telemetry.metrics import Metrics
from bot.work_queue import WorkQueue

LONGEST_SLEEP = 300.0  # seconds after which a long wait looks at the clock again
_ID_CHARACTERS = string.ascii_lowercase + string.digits


def new_secret() -> bytes:
    """Return 32 random bytes for a game's shuffles, or for a key."""
    return secrets.token_bytes(32)


def new_id() -> str:
    """Return a short random id of a game: 9 of a–z and 0–9."""
    return "".join(secrets.choice(_ID_CHARACTERS) for _ in range(9))


@dataclass(frozen=True, kw_only=True)
class Pace:
    """The durations at a table, in seconds."""

    pause: float = 1.2  # before a computer player's turn
    hand_pause: float = 20.0  # between two hands, unless all players are ready before
    cup_pause: float = 120.0  # between two rounds of a cup
    lobby_idle: float = 900.0  # until an idle lobby closes
    retry: float = 10.0  # until a timed change that failed is tried again
    patience: float = 5.0  # for unsent messages while the bot stops
    absence: float = 600.0  # until any player may let a computer play for an absent person
    gap: float = 30.0  # the shortest outage after which the current turn starts over


class Clock(ABC):
    """A source of time that tests can replace.

    A long sleep does not notice that the machine was suspended or its clock was set, so a wait
    sleeps for a few minutes at a time.
    """

    def __init__(self) -> None:
        self._waiting: set[asyncio.Task[Any]] = set()
        self._woken: set[asyncio.Task[Any]] = set()

    @abstractmethod
    def now(self) -> float:
        """Seconds since 1970."""

    @abstractmethod
    async def sleep(self, seconds: float) -> None:
        """Wait for a short time."""

    async def wait_until(self, due: float) -> None:
        """Wait until a time in seconds since 1970; look at the clock again within minutes."""
        while (left := due - self.now()) > LONGEST_SLEEP:
            await self._sleep_or_wake(LONGEST_SLEEP)
        if left > 0:
            await self.sleep(left)

    def look_again(self) -> None:
        """Wake all long waits, so that they look at the clock now."""
        for task in self._waiting - self._woken:
            self._woken.add(task)
            task.cancel()

    async def _sleep_or_wake(self, seconds: float) -> None:
        task = asyncio.current_task()
        assert task is not None, "only tasks wait"
        self._waiting.add(task)
        try:
            await self.sleep(seconds)
        except asyncio.CancelledError:
            # Somebody else may have cancelled the task, too.
            if task not in self._woken or task.uncancel():
                raise
        finally:
            self._waiting.discard(task)
            self._woken.discard(task)


class Announcer(Protocol):
    """Brings channels up to date later; each call only notes a change and returns at once."""

    def lobby(self, channel_id: int) -> None:
        """A lobby was opened or changed."""

    def table(self, channel_id: int) -> None:
        """A game began or changed."""

    def highlight(self, channel_id: int, highlight: Displayed) -> None:
        """A moment came that has an animation; each is announced once."""

    def remind(self, channel_id: int, turn_at: float) -> None:
        """A quarter of the turn limit is left of the turn that began at ``turn_at``."""

    def begun(self, lobby: Lobby) -> None:
        """The game of a lobby began."""

    def gone(self, lobby: Lobby) -> None:
        """A lobby closed without a game: cancelled, idle for too long, or left by everybody."""


class SystemClock(Clock):
    """The machine's clock."""

    def now(self) -> float:
        return time.time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


@dataclass(frozen=True, kw_only=True)
class TableConfig:
    """The configuration of all tables of one bot."""

    pace: Pace = field(default_factory=Pace)
    clock: Clock = field(default_factory=SystemClock)
    secret: Callable[[], bytes] = new_secret
    game_id: Callable[[], str] = new_id
    strategy: Callable[[Level, str], AnyPlayer] = strategy
    rng: Random = field(default_factory=Random)  # for computer players; never for shuffles
    shards: Shards = ALL_SHARDS  # of this process
    metrics: Metrics = field(default_factory=Metrics)


async def _nothing(_user_id: int) -> None: ...


@dataclass(frozen=True, kw_only=True)
class Context:
    """The database, the announcer, the configuration and the threads of all tables of one bot."""

    store: Database
    announcer: Announcer
    config: TableConfig = field(default_factory=TableConfig)
    work_queue: WorkQueue = field(default_factory=WorkQueue)
    wants_quick: Callable[[int], bool] = lambda _: False  # whether a person wants no pauses
    # These return the end of a person's holiday, and end it because the person has acted.
    holiday: Callable[[int], Awaitable[float | None]] = _nothing
    end_holiday: Callable[[int], Awaitable[None]] = _nothing
