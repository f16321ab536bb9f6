"""Whose turn it is at a table, and what is done later in a turn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from bot.model import Table
from bot.table.context import Clock
from bot.table.manager import GameManager
from bot.table.timing import Timer

from .retry_queue import Job, RetryQueue


@dataclass(frozen=True)
class PersonalTurn:
    """A person's turn in a game, which began ``began`` seconds after 1970.

    ``number`` is the version of the game with which it began.
    """

    game_id: str
    user_id: int
    number: int
    began: float

    def is_of_same(self, other: PersonalTurn | None) -> bool:
        """Whether the other turn is of the same person in the same game."""
        return other is not None and (other.game_id, other.user_id) == (self.game_id, self.user_id)


def turn_of(manager: GameManager) -> PersonalTurn | None:
    """The current turn, when it is that of a person who is present."""
    table = manager.table
    if table is None or not manager.running:
        return None
    view = manager.view(None)
    if view.turn is None:
        return None
    who = table.occupants[view.turn]
    if who.is_computer or who.user_id is None:
        return None
    return PersonalTurn(table.game_id, who.user_id, table.turn_from, table.turn_at)


def is_alone(table: Table) -> bool:
    """Whether one person plays against computers, and so is to move whenever they have moved."""
    return sum(not each.is_computer for each in table.occupants) < 2


class LateJobs:
    """Does the job of a table later in a turn, with one timer for each table."""

    def __init__(self, clock: Clock, retry_queue: RetryQueue) -> None:
        self._clock = clock
        self._retry_queue = retry_queue
        self._timers: dict[int, Timer] = {}

    def set(self, channel_id: int, delay: float, job: Job) -> None:
        """Do a job of a table after ``delay`` seconds, in place of the one that waits."""
        timer = self._timers.setdefault(channel_id, Timer(self._clock))
        timer.set(delay, partial(self._do, channel_id, job))

    def cancel(self, channel_id: int) -> None:
        """Cancel the job of a table."""
        timer = self._timers.pop(channel_id, None)
        if timer is not None:
            timer.cancel()

    def close(self) -> None:
        """Cancel all jobs that are not due yet."""
        for channel_id in list(self._timers):
            self.cancel(channel_id)

    async def _do(self, channel_id: int, job: Job) -> None:
        # This is the timer's own task: the job must not cancel it.
        timer = self._timers.pop(channel_id, None)
        if timer is not None:
            timer.release()
        await self._retry_queue.run(job)
