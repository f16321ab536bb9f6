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
from bot.players.costliest import costliest_choice, parsed, rebuild_choice, stored
from bot.results.past_games import PastGame
from bot.storage import results
from bot.storage.database import Database

from .errors import TableError, looking_up
from .replays import Replays

MOST_REVIEWS = 32
MOST_WAITING = 4
"""Reviews in progress or waiting; one takes up to five seconds."""
T = TypeVar("T")
_log = logging.getLogger(__name__)


class Reviews:
    """Makes reviews of card games in a thread, one at a time, and keeps the last ones."""

    def __init__(self, store: Database, replays: Replays) -> None:
        self._store, self._replays = store, replays
        self._thread = ThreadPoolExecutor(1, "reviewer")
        self._kept: LRUCache[str, Course] = LRUCache(MOST_REVIEWS)
        self._waiting = 0
        self._asking: set[int | None] = set()

    def forget(self) -> None:
        """Drop the reviews, since they contain the names of players."""
        self._kept = LRUCache(MOST_REVIEWS)

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def course(self, game_id: str) -> Course:
        """Return the chances during a game that is over and that the user may see.

        Raises TableError ``reviews_busy`` or ``no_review``, or as :meth:`Replays.record` does.
        """
        kept = self._kept.get(game_id)
        if kept is None:
            # A deletion meanwhile puts another cache in place.
            cache = self._kept
            cache[game_id] = kept = await self._made(game_id, compute_course)
        return kept

    async def find_costliest(self, past: PastGame, seat: int) -> None:
        """Find the costliest choice of a seat, and store it; raises as :meth:`course` does."""
        person = past.seats[seat].user_id
        if past.seats[seat].costliest is not None:
            return
        if person in self._asking:
            raise TableError("reviews_busy")
        self._asking.add(person)
        try:
            found = await self._made(past.game_id, partial(costliest_choice, seat=seat))
        finally:
            self._asking.remove(person)
        with looking_up():
            await self._store.write(results.put_costliest, past.game_id, seat, stored(found))

    async def costliest_choice(self, past: PastGame, seat: int) -> Choice | None:
        """Return the choice that was found; raises as :meth:`course` does."""
        found = parsed(past.seats[seat].costliest or "")
        if found is None:
            return None
        return await self._made(past.game_id, partial(rebuild_choice, seat=seat, found=found))

    async def _made(self, game_id: str, review: Callable[[Turns], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise TableError("reviews_busy")
        self._waiting += 1
        try:
            lines = await self._replays.record(game_id)
            work = self._thread.submit(lambda: review(finished_turns(lines)))
            return await asyncio.wrap_future(work)
        except GameError as error:
            _log.error("there is no review of game %s: %s", game_id, error.code)
            raise TableError("no_review") from error
        finally:
            self._waiting -= 1
