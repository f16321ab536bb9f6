"""Finished games: their replays, reviews, also in the background, and changes of ratings."""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect_right
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cachetools import LRUCache

from bot.analysis.review import Review
from bot.games.errors import GameError
from bot.games.records import ReplayedTurn
from bot.games.system import AnyEvent, AnyView, GameSystem
from bot.model import Shards
from bot.players.reviews import review_of, seat_review_of
from bot.scores.ratings import Kind, RatingChange
from bot.scores.results import DueReview, PastGame, SeatReview
from bot.storage.errors import StoreError, problem
from bot.storage.store import SqlStore
from bot.systems import system_of_record
from bot.workers import Worker, WorkError

from .context import Clock
from .errors import TableError, looking_up
from .timing import Background

MOST_REPLAYS = 8
MOST_REVIEWS = 32
MOST_CHANGES = 256
PATIENCE = 30.0
"""Seconds until nobody waits for a review any more; one takes up to ten."""
MOST_WAITING = 4
"""Reviews that are asked for at once, the one in progress included."""
NICE = 10
"""Games that are being played come first."""
_log = logging.getLogger(__name__)

Changes = Mapping[int, Mapping[Kind, RatingChange]]
"""By seat; seats without a rating that is shown are absent."""
NO_CHANGES: Changes = {}


@dataclass(frozen=True)
class Moment:
    """One step of a finished game, and the views after it."""

    # Its index, from 0.
    at: int
    # The number of its hand, or of its round, from 1.
    hand: int
    # Whose turn it was; None for nobody's, which has no own view.
    seat: int | None
    events: tuple[AnyEvent, ...]
    # The public view.
    view: AnyView
    own: AnyView | None
    # The ends of all hands so far, oldest first.
    scored: tuple[AnyEvent, ...]


class Replay:
    """A finished game, step by step; there is at least one."""

    def __init__(self, system: GameSystem, steps: Sequence[ReplayedTurn[Any, AnyEvent]]) -> None:
        self.system = system
        self._steps = steps
        # The first steps of hands or rounds.
        self._hands = system.records.chapter_starts(steps)

    def __len__(self) -> int:
        return len(self._steps)

    @property
    def hands(self) -> int:
        """The number of hands dealt, or of rounds."""
        return len(self._hands)

    def moment(self, at: int) -> Moment:
        """Return a step, the last one if there are fewer."""
        at = min(at, len(self) - 1)
        step = self._steps[at]
        own = None if step.seat is None else self.system.view_for(step.state, step.seat)
        view = self.system.view_for(step.state, None)
        hand = bisect_right(self._hands, at)
        return Moment(at, hand, step.seat, step.events, view, own, self._scored(at))

    def _scored(self, at: int) -> tuple[AnyEvent, ...]:
        events = (event for step in self._steps[: at + 1] for event in step.events)
        return tuple(event for event in events if isinstance(event, self.system.traits.scores))

    def hand_before(self, at: int) -> int | None:
        """Return the nearest earlier first step of a hand or round, None if there is none."""
        return max((start for start in self._hands if start < at), default=None)

    def hand_after(self, at: int) -> int | None:
        """Return the first step of the next hand or round, None in the last one."""
        return min((start for start in self._hands if start > at), default=None)


class Replays:
    """Looks up finished games, and keeps their last replays."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self._kept: LRUCache[str, Replay] = LRUCache(MOST_REPLAYS)

    def forget(self) -> None:
        """Drop the replays, since they contain the names of players."""
        self._kept.clear()

    async def past_game(self, guild_id: int, user_id: int, game_id: str) -> PastGame:
        """Look up a finished game: one of this server, or from anywhere one that the user played.

        Raises:
            TableError: ``no_past_game``; it is not over, unknown, or none of these; or
                ``not_looked_up``.
        """
        with looking_up():
            past = await self._store.past_game(game_id)
        if past is None:
            raise TableError("no_past_game")
        played = any(seat.user_id == user_id for seat in past.seats)
        if past.guild_id != guild_id and not played:
            raise TableError("no_past_game")
        return past

    async def record(self, game_id: str) -> list[str]:
        """Look up the record of a game; the caller checks that it is over and of the right server.

        Raises:
            TableError: ``no_past_game`` or ``not_looked_up``.
        """
        with looking_up():
            lines = await self._store.record(game_id)
        if lines is None:
            raise TableError("no_past_game")
        return lines

    async def of(self, game_id: str) -> Replay:
        """Return the replay of a game, checked like for :meth:`record`.

        Raises:
            TableError: ``no_past_game``, ``not_looked_up``, or ``no_replay`` for a record that
                is damaged.
        """
        kept = self._kept.get(game_id)
        if kept is None:
            lines = await self.record(game_id)
            self._kept[game_id] = kept = await asyncio.to_thread(_replayed, game_id, lines)
        return kept


def _replayed(game_id: str, lines: list[str]) -> Replay:
    try:
        system = system_of_record(lines)
        steps = tuple(system.records.turns(lines))
    except GameError as error:
        _log.error("the record of game %s does not replay: %s", game_id, error.code)
        raise TableError("no_replay") from error
    if not steps:
        raise TableError("no_replay")
    return Replay(system, steps)


class Reviews:
    """Makes reviews in a worker process, one at a time, and keeps the last ones.

    The process runs while there is work. ``patience`` is how many seconds a review may take.
    """

    def __init__(self, replays: Replays, patience: float = PATIENCE) -> None:
        self._replays = replays
        self._worker: Worker[Sequence[str], Sequence[int], Review] = Worker(
            review_of, "reviewer", patience, PATIENCE, NICE
        )
        self._kept: LRUCache[tuple[str, tuple[int, ...]], Review] = LRUCache(MOST_REVIEWS)
        self._waiting = 0

    def forget(self) -> None:
        """Drop the reviews, since they contain the names of players."""
        self._kept.clear()

    def close(self) -> None:
        """End the process; reviews that are waited for fail."""
        self._worker.close()

    async def of(self, game_id: str, *seats: int) -> Review:
        """Return the review of a card game, with the luck and choices of these seats.

        The caller checks that the game is over and of the right server.

        Raises:
            TableError: ``reviews_busy`` if too many are asked for or it takes too long;
                ``no_review`` if it fails; or what the lookup of the record raises.
        """
        kept = self._kept.get((game_id, seats))
        if kept is not None:
            return kept
        if self._waiting >= MOST_WAITING:
            raise TableError("reviews_busy")
        self._waiting += 1
        try:
            lines = await self._replays.record(game_id)
            review = await self._made(game_id, lines, seats)
        finally:
            self._waiting -= 1
            if not self._waiting:
                self._worker.rest()
        self._kept[game_id, seats] = review
        return review

    async def _made(self, game_id: str, lines: Sequence[str], seats: tuple[int, ...]) -> Review:
        try:
            return await self._worker.ask(lines, seats)
        except TimeoutError:
            _log.warning("the review of game %s took too long", game_id)
            raise TableError("reviews_busy") from None
        except (WorkError, OSError, EOFError) as error:
            _log.error("there is no review of game %s: %s", game_id, error or type(error).__name__)
            raise TableError("no_review") from error


class Ratings:
    """Looks up how finished games changed ratings, and keeps the last changes."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self._kept: LRUCache[str, Changes] = LRUCache(MOST_CHANGES)

    async def of_game(self, game_id: str) -> Changes:
        """Return the changes by a game; none if they cannot be read."""
        kept = self._kept.get(game_id)
        if kept is not None:
            return kept
        try:
            past = await self._store.past_game(game_id)
        except Exception:  # noqa: BLE001  # who won is shown in any case
            _log.warning("the ratings after a game could not be read", exc_info=True)
            return NO_CHANGES
        if past is None:
            return NO_CHANGES
        changes = changes_of(past)
        self._kept[game_id] = changes
        return changes


def changes_of(past: PastGame) -> Changes:
    """Return the changes of ratings by a finished game."""
    return {seat.seat: seat.rating_changes for seat in past.seats if seat.rating_changes}


# ── reviews in the background ─────────────────────────────────────────────────────────────────────

LOOK_AGAIN = 60.0
"""Seconds until the database is asked again for games that ended."""
LONGEST = 120.0
"""Seconds after which a review is given up; one takes up to four of a processor's time."""
TRIES = 2
"""How often a review is begun when its process ends or hangs."""
BACKGROUND_NICE = 19
"""Everything else comes first, also the reviews that people wait for."""
Waiting = Callable[[Awaitable[SeatReview]], Awaitable[SeatReview]]


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
            seat_review_of, "background-reviewer", TRIES * LONGEST, LONGEST, BACKGROUND_NICE
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
