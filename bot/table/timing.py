"""Background tasks, timers, and the next change that a table makes by itself."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterator
from enum import Enum, auto
from operator import itemgetter

from bot.seating import DAY, LiveGame, Lobby

from . import early_ends
from .context import Clock, Pace

DESERTED = 14 * DAY  # seconds without an action after which a game ends
_REMINDER_AT = 0.75
_TIME_TO_REGRET = 2.5  # pauses before a computer player's turn while a person may take theirs back


class Background(ABC):
    """A task that runs from :meth:`start` to :meth:`close`."""

    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @abstractmethod
    async def _run(self) -> None: ...


class Timer:
    """A delayed call; setting it again replaces the earlier one."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._task: asyncio.Task[None] | None = None
        self._alive: set[asyncio.Task[None]] = set()  # the event loop itself holds tasks weakly

    def set(self, delay: float, call: Callable[[], Awaitable[None]]) -> None:
        """Make this call in a task after ``delay`` seconds, at once if that is not positive."""
        self.cancel()
        due = self._clock.now() + delay if delay > 0 else None
        self._task = asyncio.create_task(self._run(due, call))
        self._alive.add(self._task)
        self._task.add_done_callback(self._alive.discard)

    def cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self._task = None

    def release(self) -> None:
        """Let a call in progress run to its end: a later ``set`` or ``cancel`` ignores it."""
        self._task = None

    async def _run(self, due: float | None, call: Callable[[], Awaitable[None]]) -> None:
        if due is not None:
            await self._clock.wait_until(due)
        await call()


class Due(Enum):
    """A change that a table makes by itself."""

    CLOSE_LOBBY = auto()
    INVITATION = auto()
    CALL = auto()
    BEGIN = auto()
    DEAL = auto()
    COMPUTER = auto()
    REMIND = auto()
    TIME_OUT = auto()
    UNANSWERED = auto()
    DESERTED = auto()
    GO_ON = auto()
    HOLIDAY_OVER = auto()


def next_due(
    lobby: Lobby | None, game: LiveGame | None, pace: Pace, now: float
) -> tuple[float, Due] | None:
    """Return the time of a table's next change by itself, in seconds since 1970, and its kind."""
    if lobby is not None:
        return _next_of_lobby(lobby, pace, now)
    if game is None or game.over:
        return None
    dues = [*_clocks(game, pace, now), _answer(game)]
    return min((due for due in dues if due is not None), key=itemgetter(0), default=None)


def _clocks(game: LiveGame, pace: Pace, now: float) -> Iterator[tuple[float, Due] | None]:
    """List the changes without a click, which a pause or a holiday puts off."""
    if game.table.paused_until is not None:
        yield game.table.paused_until, Due.GO_ON
        return
    if game.holiday is not None:
        yield game.holiday, Due.HOLIDAY_OVER
        return
    yield _next_move(game, pace, now)
    # If nobody acts any more, the game ends.
    yield game.table.waits_since + DESERTED, Due.DESERTED


def _next_of_lobby(lobby: Lobby, pace: Pace, now: float) -> tuple[float, Due]:
    # A second later than a timer that rings early, so that the seat is free.
    dues = [(guest.until + 1, Due.INVITATION) for guest in lobby.invited(now)]
    if lobby.begins_at is None:
        dues.append((lobby.touched_at + pace.lobby_idle, Due.CLOSE_LOBBY))
    else:
        dues.append((lobby.begins_at, Due.BEGIN))
    if lobby.call_at is not None and now < lobby.call_at:
        dues.append((lobby.call_at, Due.CALL))
    return min(dues, key=itemgetter(0))


def _answer(game: LiveGame) -> tuple[float, Due] | None:
    question = game.table.question
    return (question.until, Due.UNANSWERED) if question and early_ends.is_asking(game) else None


def _next_move(game: LiveGame, pace: Pace, now: float) -> tuple[float, Due] | None:
    if game.state.pausing:
        if game.table.is_private and not game.everybody_ready:
            # Its owner may read the result of the hand without a limit.
            return None
        pause = 0.0 if game.everybody_ready else pace.hand_pause
        return game.table.turn_at + pause, Due.DEAL
    if game.to_act is not None and game.to_act.is_computer:
        people = (who.user_id for who in game.table.occupants if who.user_id is not None)
        pauses = _TIME_TO_REGRET if any(map(game.may_take_back, people)) else 1
        return game.table.turn_at + (len(game.steps) + pauses) * pace.pause, Due.COMPUTER
    return _limit(game, now)


def _limit(game: LiveGame, now: float) -> tuple[float, Due] | None:
    limit = game.table.turn_limit
    began = game.table.turn_at
    if limit is None:
        return None
    reminder = began + limit * _REMINDER_AT
    return (reminder, Due.REMIND) if now < reminder else (began + limit, Due.TIME_OUT)
