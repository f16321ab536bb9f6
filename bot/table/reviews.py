"""Reviews of finished games, made in a thread."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from cachetools import LRUCache

from bot.core.errors import GameError
from bot.reviews.choices import OwnChoices, own_choices
from bot.reviews.course import Course, Turns, compute_course, finished_turns

from .errors import TableError
from .replays import Replays

MOST_REVIEWS = 32
MOST_WAITING = 4  # reviews in progress or waiting; one takes less than a second
T = TypeVar("T")
_log = logging.getLogger(__name__)


class Reviews:
    """Makes reviews of card games in a thread, one at a time, and keeps the last ones."""

    def __init__(self, replays: Replays) -> None:
        self._replays = replays
        self._thread = ThreadPoolExecutor(1, "reviewer")
        self._kept: LRUCache[str, Course] = LRUCache(MOST_REVIEWS)
        self._waiting = 0

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

    async def choices(self, game_id: str, seat: int) -> OwnChoices:
        """Return what the choices of a seat did to its hand; raises as :meth:`course` does."""
        return await self._made(game_id, partial(own_choices, seat=seat))

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
