"""Reviews of finished games, made in a thread."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from cachetools import LRUCache

from bot.chances.review import Choice, Course, Turns, compute_course, finished_turns
from bot.core.errors import GameError
from bot.players.costliest import costliest_choices, parsed, rebuild_choice, stored
from bot.results.past_games import PastGame
from bot.storage import results
from bot.storage.database import Database

from .errors import TableError, looking_up
from .replays import Replays

MOST_REVIEWS = 32
MOST_WAITING = 4  # reviews in progress or waiting; one takes about two seconds at most
T = TypeVar("T")
_log = logging.getLogger(__name__)


class Reviews:
    """Makes reviews of card games in a thread, one at a time, and keeps the last ones."""

    def __init__(self, store: Database, replays: Replays) -> None:
        self._store = store
        self._replays = replays
        # Choices take longer, and nobody waits for those of others.
        self._thread, self._long_thread = (ThreadPoolExecutor(1, "reviewer") for _ in range(2))
        self._kept: LRUCache[str, Course] = LRUCache(MOST_REVIEWS)
        self._waiting = 0
        self._asking: set[int | None] = set()

    def forget(self) -> None:
        """Drop the reviews, since they contain the names of players."""
        self._kept = LRUCache(MOST_REVIEWS)

    def close(self) -> None:
        for thread in (self._thread, self._long_thread):
            thread.shutdown(wait=False, cancel_futures=True)

    async def course(self, game_id: str) -> Course:
        """Return the chances during a game that is over and that the user may see.

        Raises TableError ``reviews_busy`` or ``no_review``, or as :meth:`Replays.record` does.
        """
        kept = self._kept.get(game_id)
        if kept is None:
            # A deletion meanwhile puts another cache in place.
            cache = self._kept
            cache[game_id] = kept = await self._made(game_id, compute_course, self._thread)
        return kept

    async def find_costliest(
        self, past: PastGame, seat: int, told: Callable[[float], None] = lambda _: None
    ) -> None:
        """Find the costliest choices of a seat, and store them; raises as :meth:`course` does.

        A thread tells the share that is done.
        """
        person = past.seats[seat].user_id
        if parsed(past.seats[seat].costliest) is not None:
            return
        if person in self._asking:
            raise TableError("reviews_busy")
        self._asking.add(person)
        try:
            find = partial(costliest_choices, seat=seat, told=told)
            found = await self._made(past.game_id, find, self._long_thread)
        finally:
            self._asking.remove(person)
        with looking_up():
            await self._store.write(results.put_costliest, past.game_id, seat, stored(found))

    async def costliest_choices(self, past: PastGame, seat: int) -> list[Choice] | None:
        """Return the choices that were found, if they were looked for; raises as :meth:`course`."""
        found = parsed(past.seats[seat].costliest)
        if not found:
            return found if found is None else []

        def rebuilt(turns: Turns) -> list[Choice]:
            return [rebuild_choice(turns, seat, each) for each in found]

        return await self._made(past.game_id, rebuilt, self._thread)

    async def _made(
        self, game_id: str, review: Callable[[Turns], T], thread: ThreadPoolExecutor
    ) -> T:
        if self._waiting >= MOST_WAITING:
            raise TableError("reviews_busy")
        self._waiting += 1
        try:
            lines = await self._replays.record(game_id)
            work = thread.submit(lambda: review(finished_turns(lines)))
            return await asyncio.wrap_future(work)
        except GameError as error:
            _log.error("there is no review of game %s: %s", game_id, error.code)
            raise TableError("no_review") from error
        finally:
            self._waiting -= 1
