"""Reviews of finished games, made in a worker process and kept for a while."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from cachetools import LRUCache

from bot.analysis.review import Review
from bot.players.reviews import review_of
from bot.table.errors import TableError
from bot.workers import Worker, WorkError

from .replays import Replays

PATIENCE = 30.0
"""Seconds until nobody waits for a review any more; one takes up to ten."""
MOST_WAITING = 4
"""Reviews that are asked for at once, that which is being made included."""
MOST_KEPT = 32
NICE = 10
"""Games that are being played come first."""
_log = logging.getLogger(__name__)


class Reviews:
    """Makes reviews, one at a time, and keeps the last ones in an LRU cache.

    The worker process runs while there is work.

    Args:
        replays: has the records.
        patience: seconds until nobody waits for a review any more.
    """

    def __init__(self, replays: Replays, patience: float = PATIENCE) -> None:
        self._replays = replays
        self._worker: Worker[Sequence[str], Sequence[int], Review] = Worker(
            review_of, "reviewer", patience, PATIENCE, NICE
        )
        self._kept: LRUCache[tuple[str, tuple[int, ...]], Review] = LRUCache(MOST_KEPT)
        self._waiting = 0

    def forget(self) -> None:
        """Empty the cache, since reviews contain the names of players."""
        self._kept.clear()

    def close(self) -> None:
        """End the process; reviews that are waited for fail."""
        self._worker.close()

    async def of(self, game_id: str, *seats: int) -> Review:
        """The review of a game; the caller checks that it is over and of the right server.

        Args:
            game_id: a finished card game.
            seats: whose luck and choices are wanted.

        Raises:
            TableError: ``reviews_busy`` where too many are asked for, or it takes too long;
                ``no_review`` where it fails; or what the lookup of the record raises.
        """
        kept = self._kept.get((game_id, seats))
        if kept is not None:
            return kept
        if self._waiting >= MOST_WAITING:
            raise TableError("reviews_busy")
        self._waiting += 1
        try:
            lines = await self._replays.record(game_id)
            found = await self._asked(game_id, lines, seats)
        finally:
            self._waiting -= 1
            if not self._waiting:
                self._worker.rest()
        self._kept[game_id, seats] = found
        return found

    async def _asked(self, game_id: str, lines: Sequence[str], seats: tuple[int, ...]) -> Review:
        try:
            return await self._worker.ask(lines, seats)
        except TimeoutError:
            _log.warning("the review of game %s took too long", game_id)
            raise TableError("reviews_busy") from None
        except (WorkError, OSError, EOFError) as error:
            _log.error("there is no review of game %s: %s", game_id, error or type(error).__name__)
            raise TableError("no_review") from error
