"""Finished games: their replays, reviews, and changes of ratings."""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from cachetools import LRUCache

from bot.chances.review import Choice, Course, Turns, course_of, finished_turns
from bot.core.errors import GameError
from bot.core.events import AnyEvent
from bot.core.records import ReplayedTurn
from bot.core.states import AnyState, Displayed
from bot.core.system import AnyGame
from bot.players.costliest import choice_of, costliest_choice, parsed, stored
from bot.results.ratings import Kind, RatingChange
from bot.results.results import PastGame
from bot.storage.store import SqlStore
from bot.systems import system_of_record
from bot.work_queue import Urgency, WorkQueue

from .errors import TableError, looking_up

MOST_REPLAYS = 8
MOST_REVIEWS = 32
MOST_CHANGES = 256
MOST_WAITING = 4
"""Reviews in progress or waiting; one takes up to five seconds."""
T = TypeVar("T")
_log = logging.getLogger(__name__)

Changes = Mapping[int, Mapping[Kind, RatingChange]]
"""By seat; seats without a rating that is shown are absent."""
NO_CHANGES: Changes = {}


@dataclass(frozen=True)
class Moment:
    """A step of a finished game, and the views after it."""

    # Its index, from 0.
    at: int
    # The number of its hand, or of its round, from 1.
    hand: int
    # The seat whose turn it was; without one there is no own view.
    seat: int | None
    events: tuple[Displayed, ...]
    # The public view.
    view: Displayed
    own: Displayed | None
    # The ends of all hands so far, oldest first.
    scored: tuple[Displayed, ...]


class Replay:
    """A finished game in at least one step."""

    def __init__(self, system: AnyGame, steps: Sequence[ReplayedTurn[AnyState, AnyEvent]]) -> None:
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
        return tuple(event for event in events if isinstance(event, self.system.scores))

    def hand_before(self, at: int) -> int | None:
        """Return the first step of the hand or round of the previous step; None at the start."""
        return max((start for start in self._hands if start < at), default=None)

    def hand_after(self, at: int) -> int | None:
        """Return the first step of the next hand or round, None in the last one."""
        return min((start for start in self._hands if start > at), default=None)


class Replays:
    """Looks up finished games, and keeps their last replays."""

    def __init__(self, store: SqlStore, work_queue: WorkQueue) -> None:
        self._store = store
        self._work_queue = work_queue
        self._kept: LRUCache[str, Replay] = LRUCache(MOST_REPLAYS)

    def forget(self) -> None:
        """Drop the replays, since they contain the names of players."""
        self._kept.clear()

    async def past_game(self, guild_id: int, user_id: int, game_id: str) -> PastGame:
        """Look up a finished game of this server, or of any server if the user played in it.

        Raises TableError ``no_past_game`` for all others, or ``not_looked_up``.
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
        """Look up the record of a game; the caller checks that the user may see it.

        Raises TableError ``no_past_game`` or ``not_looked_up``.
        """
        with looking_up():
            lines = await self._store.record(game_id)
        if lines is None:
            raise TableError("no_past_game")
        return lines

    async def of(self, game_id: str, user_id: int) -> Replay:
        """Return the replay of a game that the user may see.

        Raises as :meth:`record` does, and TableError ``no_replay`` for a damaged record.
        """
        kept = self._kept.get(game_id)
        if kept is None:
            lines = await self.record(game_id)
            replayed = partial(_replayed, game_id, lines)
            kept = await self._work_queue.run(replayed, Urgency.HINT, user_id)
            self._kept[game_id] = kept
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
    """Makes reviews of card games in a thread, one at a time, and keeps the last ones."""

    def __init__(self, store: SqlStore, replays: Replays) -> None:
        self._store, self._replays = store, replays
        self._thread = ThreadPoolExecutor(1, "reviewer")
        self._kept: LRUCache[str, Course] = LRUCache(MOST_REVIEWS)
        self._waiting = 0
        self._asking: set[int | None] = set()

    def forget(self) -> None:
        """Drop the reviews, since they contain the names of players."""
        self._kept.clear()

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def course(self, game_id: str) -> Course:
        """Return the chances during a game that is over and that the user may see.

        Raises TableError ``reviews_busy`` or ``no_review``, or as :meth:`Replays.record` does.
        """
        kept = self._kept.get(game_id)
        if kept is None:
            kept = self._kept[game_id] = await self._made(game_id, course_of)
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
            await self._store.put_costliest(past.game_id, seat, stored(found))

    async def costliest_choice(self, past: PastGame, seat: int) -> Choice | None:
        """Return the choice that was found; raises as :meth:`course` does."""
        found = parsed(past.seats[seat].costliest or "")
        if found is None:
            return None
        return await self._made(past.game_id, partial(choice_of, seat=seat, found=found))

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


class Ratings:
    """Looks up how finished games changed ratings, and keeps the last changes."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self._kept: LRUCache[str, Changes] = LRUCache(MOST_CHANGES)

    async def of_game(self, game_id: str) -> Changes:
        """Return the changes by a game; empty if they cannot be read."""
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
    return {seat.seat: seat.rating_changes for seat in past.seats if seat.rating_changes}
