"""Reviews in the background: luck and choices of every person who finished a card game."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence

from bot.model import Shards
from bot.players.reviews import seat_review_of
from bot.scores.results import DueReview, SeatReview
from bot.storage.errors import StoreError, problem
from bot.storage.store import SqlStore
from bot.workers import Worker, WorkError

from .context import Clock
from .timing import Background

LOOK_AGAIN = 60.0
"""Seconds until the database is asked again for games that ended."""
LONGEST = 120.0
"""Seconds after which a review is given up; one takes up to four of a processor's time."""
TRIES = 2
"""How often a review is begun when its process ends or hangs."""
NICE = 19
"""Everything else comes first, also the reviews that people wait for."""
Waiting = Callable[[Awaitable[SeatReview]], Awaitable[SeatReview]]
_log = logging.getLogger(__name__)


class BackgroundReviews(Background):
    """Reviews what is due in the database, one seat at a time, the newest game first.

    ``waiting`` awaits a review, where the bot must not count as busy meanwhile.
    """

    def __init__(
        self, store: SqlStore, clock: Clock, shards: Shards, waiting: Waiting | None = None
    ) -> None:
        self._store = store
        self._clock = clock
        self._shards = shards
        self._waiting = waiting or _wait
        self._worker: Worker[Sequence[str], int, SeatReview] = Worker(
            seat_review_of, "background-reviewer", TRIES * LONGEST, LONGEST, NICE
        )

    async def close(self) -> None:
        """Stop; what is being reviewed stays due."""
        await super().close()
        self._worker.close()

    async def _run(self) -> None:
        while True:
            try:
                if await self.review_due():
                    self._worker.rest()
            except StoreError as error:
                _log.warning("reviews are put off: %s", problem(error))
            await self._clock.sleep(LOOK_AGAIN)

    async def review_due(self) -> int:
        """Review all that is due; return how many seats."""
        count = 0
        while (due := await self._store.due_review(self._shards)) is not None:
            await self._store.put_review(due, await self._review(due))
            count += 1
        return count

    async def _review(self, due: DueReview) -> SeatReview | None:
        """The review of a seat; None where it fails."""
        lines = await self._store.record(due.game_id) or []
        for _ in range(TRIES):
            try:
                return await self._waiting(self._worker.ask(lines, due.seat))
            except WorkError as error:
                _log.error("game %s cannot be reviewed: %s", due.game_id, error)
                return None
            except (OSError, EOFError) as error:
                # Among them TimeoutError.
                _log.warning("a review of game %s failed: %r", due.game_id, error)
        return None


async def _wait(review: Awaitable[SeatReview]) -> SeatReview:
    return await review
