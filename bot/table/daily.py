"""Daily hands: the hand of each date, and the attempts of players.

Several processes may serve the same people: the hand of a date is the one that was stored first,
and an action counts only for the version of the attempt for which it was chosen.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import partial

from cachetools import LRUCache

from bot.cards.groups import Groups
from bot.core.errors import SnapshotError
from bot.daily import engine
from bot.daily.calendar import (
    DailyStreaks,
    can_open,
    can_play,
    current_streaks,
    first_offered,
    is_closed,
    utc_date,
)
from bot.daily.deal import DailyDeal, deal, derive_secret
from bot.daily.engine import DailyAction
from bot.daily.snapshot import dump_snapshot, restored
from bot.daily.state import DailyState
from bot.daily.views import DailyView, build_view, cards_missing_by_turn
from bot.players.daily import computers_hand, find_deal
from bot.seating import Person
from bot.storage.daily import (
    StoredAttempt,
    StoredDay,
    commit_daily,
    daily_attempt,
    daily_dates,
    daily_day,
    daily_key,
    open_daily,
    put_daily_day,
    put_daily_key,
)
from bot.storage.database import Database
from bot.telemetry.metrics import Metrics
from bot.work_queue import Urgency, WorkQueue

from .context import Clock, new_secret
from .errors import TableError, looking_up, storing
from .lobbies import clean_name

MOST_WAYS = 26  # ways to lay that are offered: the best, and as many others as a menu holds
MOST_DEALS = 8  # in memory
_DAY = timedelta(days=1)
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class DailyAttempt:
    """An attempt as its player sees it."""

    view: DailyView
    ways: tuple[Groups, ...]  # to lay the phase now, the best first
    cards_missing: tuple[int, ...]  # after each turn, once the attempt is over
    streaks: DailyStreaks
    # Another date with an open attempt; after a result, also one whose hand can be opened.
    other: date | None
    closed: bool  # whether the attempts of its date are closed


DailyChoice = Callable[[Sequence[Groups]], DailyAction]
"""Makes an action from the ways to lay the phase now; may raise a refusal."""


class DailyHands:
    """The daily hands of one installation; everything is kept in the store.

    Every method may raise TableError ``not_looked_up``, or ``not_stored``; then nothing has
    changed. ``new_key`` makes the installation's key once; ``find`` finds the hand of a date.
    """

    def __init__(  # noqa: PLR0913  # hands are found, stored and counted
        self,
        store: Database,
        clock: Clock,
        metrics: Metrics,
        work_queue: WorkQueue,
        *,
        new_key: Callable[[], bytes] = new_secret,
        find: Callable[[bytes, date], DailyDeal] = find_deal,
    ) -> None:
        self._store = store
        self._clock = clock
        self._metrics = metrics
        self._work_queue = work_queue
        self._new_key = new_key
        self._find = find
        self._deals: LRUCache[date, DailyDeal] = LRUCache(MOST_DEALS)
        self._finding: dict[date, asyncio.Task[DailyDeal]] = {}

    @property
    def now(self) -> float:
        return self._clock.now()

    @property
    def today(self) -> date:
        return utc_date(self.now)

    async def close(self) -> None:
        if self._finding:
            await asyncio.wait(list(self._finding.values()))

    async def open(self, person: Person, guild_id: int, day: date | None = None) -> DailyAttempt:
        """Open a person's attempt, for the board of a server (0: none), or go on with an open one.

        Without a date it is yesterday's while today's is not opened, and yesterday's is open or can
        still be opened for the person's streak; otherwise today's. Raises TableError
        ``daily_blocked`` after the player deleted their data, and ``daily_not_opened`` if it is too
        late.
        """
        day = day or await self._usual(person.user_id)
        if not can_open(day, self.now):
            return await self.show(person.user_id, day)
        attempt = await self._open_date(person, guild_id, day)
        # Tomorrow's hand is ready in time.
        self._find_soon(self.today + _DAY)
        return attempt

    async def show(self, user_id: int, day: date) -> DailyAttempt:
        """Return a person's attempt at a date's hand; raises TableError ``daily_not_opened``."""
        stored = await self._stored(user_id, day)
        return await self._attempt(stored, await self._state(stored))

    async def act(self, user_id: int, day: date, version: int, choose: DailyChoice) -> None:
        """Perform a player's action once, for this version of their attempt.

        Raises TableError ``daily_not_opened``, ``daily_closed`` or ``stale``, or GameError.
        """
        stored = await self._stored(user_id, day)
        if stored.version != version:
            raise TableError("stale")
        if not can_play(day, self.now):
            raise TableError("daily_closed")
        state = await self._state(stored)
        after = await self._work_queue.run(
            lambda: engine.apply(state, choose(_ways(state))), Urgency.MOVE, user_id
        )
        played = replace(
            stored,
            version=after.version,
            snapshot=dump_snapshot(after),
            done_at=self.now if after.over else None,
            turns=after.result,
            points=after.laid.points if after.laid else None,
        )
        with storing():
            await self._store.write(commit_daily, played, stored.version)
        if after.over:
            self._metrics.daily_attempts.labels("laid" if after.laid else "not_today").inc()

    async def computer(self, user_id: int, day: date) -> DailyView:
        """Return the computer's attempt; raises TableError ``not_now`` until the own is over."""
        state = await self._state(await self._stored(user_id, day))
        if not state.over:
            raise TableError("not_now")
        attempt = partial(computers_hand, state.deal)
        return build_view(await self._work_queue.run(attempt, Urgency.HINT, user_id))

    async def _usual(self, user_id: int) -> date:
        today = self.today
        with looking_up():
            opened = await self._store.read(daily_dates, user_id)
            if today in opened:
                return today
            if today - _DAY in opened:
                return await self._unfinished(user_id, today - _DAY) or today
        return first_offered(opened, self.now)

    async def _unfinished(self, user_id: int, day: date, *, opens: bool = False) -> date | None:
        """Return the date if the player can go on with its hand, or (``opens``) open it."""
        stored = await self._store.read(daily_attempt, user_id, day)
        if stored is None:
            return day if opens and can_open(day, self.now) else None
        return day if stored.done_at is None and can_play(day, self.now) else None

    async def _open_date(self, person: Person, guild_id: int, day: date) -> DailyAttempt:
        state = engine.start(await self._deal(day))
        new = StoredAttempt(person.user_id, day, state.version, dump_snapshot(state), self.now)
        with storing():
            stored = await self._store.write(open_daily, new, guild_id, clean_name(person.name))
        if stored is None:
            raise TableError("daily_blocked")
        if stored == new:
            self._metrics.daily_attempts.labels("opened").inc()
        return await self._attempt(stored, await self._state(stored))

    async def _stored(self, user_id: int, day: date) -> StoredAttempt:
        with looking_up():
            stored = await self._store.read(daily_attempt, user_id, day)
        if stored is None:
            raise TableError("daily_not_opened")
        return stored

    async def _state(self, stored: StoredAttempt) -> DailyState:
        hand = await self._deal(stored.date)
        try:
            restoring = partial(restored, stored.snapshot, hand)
            return await self._work_queue.run(restoring, Urgency.ANSWER, stored.user_id)
        except SnapshotError as error:
            _log.error("an attempt of %s is damaged (%s)", stored.date, error)
            raise TableError("not_looked_up") from error

    async def _attempt(self, stored: StoredAttempt, state: DailyState) -> DailyAttempt:
        user_id = stored.user_id
        today = self.today
        with looking_up():
            dates = await self._store.read(daily_dates, user_id)
            other: date | None = today
            if stored.date == today:
                other = await self._unfinished(user_id, today - _DAY, opens=state.over)
        view = build_view(state)

        def search() -> tuple[tuple[Groups, ...], tuple[int, ...]]:
            return _ways(state), cards_missing_by_turn(view) if state.over else ()

        ways, cards_missing = await self._work_queue.run(search, Urgency.ANSWER, user_id)
        return DailyAttempt(
            view=view,
            ways=ways,
            cards_missing=cards_missing,
            streaks=current_streaks(dates, self.now),
            other=other,
            closed=is_closed(stored.date, self.now),
        )

    async def _deal(self, day: date) -> DailyDeal:
        if (hand := self._deals.get(day)) is not None:
            return hand
        with looking_up():
            # The first caller may be cancelled while others still wait.
            return await asyncio.shield(self._find_soon(day))

    def _find_soon(self, day: date) -> asyncio.Task[DailyDeal]:
        """Find the hand of a date in a task that all callers share."""
        task = self._finding.get(day)
        if task is None:
            self._finding[day] = task = asyncio.create_task(self._find_hand(day))
            task.add_done_callback(lambda done: self._finding_ended(day, done))
        return task

    def _finding_ended(self, day: date, task: asyncio.Task[DailyDeal]) -> None:
        del self._finding[day]
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.warning("the hand of %s was not found: %s", day, type(error).__name__)

    async def _find_hand(self, day: date) -> DailyDeal:
        if (hand := self._deals.get(day)) is not None:
            return hand
        store = self._store
        key = await store.read(daily_key)
        if key is None:
            key = await store.write(put_daily_key, self._new_key())
        stored = await store.read(daily_day, day)
        if stored is None:
            hand = await self._work_queue.run(partial(self._find, key, day), Urgency.HINT)
            new = StoredDay(day, hand.counter, hand.par)
            stored = await store.write(put_daily_day, new, self.now)
            _log.info("the hand of %s is stored", day)
        # Another process may have stored another hand first.
        secret = derive_secret(key, day, stored.counter)
        hand = deal(day, stored.counter, secret, stored.par)
        self._deals[day] = hand
        return hand


def _ways(state: DailyState) -> tuple[Groups, ...]:
    return engine.legal_actions(state).ways_to_lay(MOST_WAYS)
