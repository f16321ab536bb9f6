"""Daily hands for players: the hand of each date, and everybody's attempts at it.

Any number of processes may serve the same people: a date's hand is what was stored first, and an
action counts only if the stored attempt is still at the version that it was made for.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date, timedelta

from cachetools import LRUCache

from bot.daily import engine, snapshot
from bot.daily.calendar import DailyStreaks, can_play, date_of, is_closed, streaks
from bot.daily.deal import DailyDeal, deal, secret_of
from bot.daily.engine import DailyAction
from bot.daily.record import record_lines
from bot.daily.state import DailyState
from bot.daily.views import DailySquare, DailyView, squares, view_of
from bot.games.errors import SnapshotError
from bot.model import Person
from bot.players.daily import find_deal
from bot.rules.laying import Groups
from bot.scores.daily import DailyBoard, DailyStreakRow, DailySums
from bot.storage.daily import StoredAttempt, StoredDay
from bot.storage.errors import StaleWriteError, StoreError
from bot.storage.store import SqlStore
from bot.telemetry.metrics import Metrics

from .context import Clock, new_secret
from .errors import TableError
from .lobbies import clean_name

MOST_WAYS = 26
"""Ways to lay that are offered: the best, and as many others as a menu holds."""
MOST_DEALS = 8
_DAY = timedelta(days=1)
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class DailyAttempt:
    """An attempt as its player sees it.

    Attributes:
        view: what the player knows.
        ways: ways to lay the phase now, the best first.
        squares: what can be shown to others, one for each turn that has ended.
        streaks: of the player.
        other: another date whose hand the player can open or play on now.
        closed: whether the attempts of its date are closed.
    """

    view: DailyView
    ways: tuple[Groups, ...]
    squares: tuple[DailySquare, ...]
    streaks: DailyStreaks
    other: date | None
    closed: bool


DailyChoice = Callable[[Sequence[Groups]], DailyAction]
"""Makes an action from the ways to lay the phase now; may raise a refusal."""


class DailyHands:
    """The daily hands of one installation; everything is kept in the store.

    Every method raises TableError ``not_looked_up`` when the store cannot be read, and
    ``not_stored`` when it cannot be written; then nothing has changed.

    Args:
        store: the database.
        clock: time.
        metrics: counts attempts.
        new_key: makes the installation's key, 32 random bytes, if there is none.
        find: finds the hand of a date with the installation's key; called in worker threads.
    """

    def __init__(
        self,
        store: SqlStore,
        clock: Clock,
        metrics: Metrics,
        *,
        new_key: Callable[[], bytes] = new_secret,
        find: Callable[[bytes, date], DailyDeal] = find_deal,
    ) -> None:
        self._store = store
        self._clock = clock
        self._metrics = metrics
        self._new_key = new_key
        self._find = find
        self._deals: LRUCache[date, DailyDeal] = LRUCache(MOST_DEALS)
        self._finding: dict[date, asyncio.Task[DailyDeal]] = {}

    @property
    def today(self) -> date:
        """The date whose hand can be opened now."""
        return date_of(self._clock.now())

    async def tidy(self) -> None:
        """Remove blocks of people who were deleted, of dates whose attempts are closed."""
        with _storing():
            await self._store.drop_daily_blocks()

    async def close(self) -> None:
        """Finish what is under way."""
        if self._finding:
            await asyncio.wait(list(self._finding.values()))

    # -- attempts --------------------------------------------------------------------------

    async def open(self, person: Person, guild_id: int, day: date | None = None) -> DailyAttempt:
        """Open a person's attempt, or go on with one that is open.

        Without a date it is today's, unless yesterday's is not over and today's not opened yet.

        Args:
            person: the player.
            guild_id: the server on whose board a new attempt stands; 0 for none.
            day: the date.

        Raises:
            TableError: ``daily_blocked``, ``daily_closed`` or ``daily_not_opened``.
        """
        today = self.today
        day = day or await self._usual(person.user_id, today)
        if day != today:
            return await self.show(person.user_id, day)
        opened = await self._open_today(person, guild_id, today)
        # It is found in time, and the hash of its secret published today.
        self._find_soon(today + _DAY)
        return opened

    async def show(self, user_id: int, day: date) -> DailyAttempt:
        """Return the attempt of a person at the hand of a date.

        Raises:
            TableError: ``daily_not_opened``.
        """
        stored = await self._stored(user_id, day)
        return await self._attempt(stored, await self._state(stored))

    async def act(self, user_id: int, day: date, version: int, choose: DailyChoice) -> None:
        """Do what a player chose, once.

        Args:
            user_id: the player.
            day: the date.
            version: that of the attempt for which it was chosen.
            choose: makes the action.

        Raises:
            TableError: ``daily_not_opened``, ``daily_closed`` or ``stale``.
            GameError: the action is not allowed.
        """
        stored = await self._stored(user_id, day)
        if stored.version != version:
            raise TableError("stale")
        if not can_play(day, self._clock.now()):
            raise TableError("daily_closed")
        state = await self._state(stored)
        after = await asyncio.to_thread(lambda: engine.apply(state, choose(_ways(state))).state)
        new = self._updated(stored, after)
        try:
            await self._store.commit_daily(new, stored.version)
        except StaleWriteError as error:
            # Another click, here or in another process, was first.
            raise TableError("stale") from error
        except StoreError as error:
            raise TableError("not_stored") from error
        if after.over:
            self._metrics.daily("laid" if after.laid else "not_today")

    async def record(self, user_id: int, day: date) -> list[str]:
        """Return the lines of a person's record, with the secret once the attempts are closed.

        Raises:
            TableError: ``daily_not_opened``.
        """
        state = await self._state(await self._stored(user_id, day))
        revealed = is_closed(day, self._clock.now())
        return [
            json.dumps(line, ensure_ascii=False, separators=(",", ":"))
            for line in record_lines(state, revealed=revealed)
        ]

    async def next_commitment(self, day: date) -> str:
        """Return the hash of the secret of the date after this one, which is not after today."""
        return (await self._deal(min(day, self.today) + _DAY)).commitment

    # -- boards ----------------------------------------------------------------------------

    async def share(self, person: Person, guild_id: int, day: date) -> bool:
        """Note that a result is shared in a server; False where it was before.

        Raises:
            TableError: ``daily_not_opened``.
        """
        await self._stored(person.user_id, day)
        with _storing():
            name = clean_name(person.name)
            return await self._store.share_daily(guild_id, person.user_id, day, name)

    async def unshare(self, user_id: int, guild_id: int, day: date) -> None:
        """Take that back, as it could not be posted."""
        with _storing():
            await self._store.unshare_daily(guild_id, user_id, day)

    async def is_shared(self, user_id: int, guild_id: int, day: date) -> bool:
        """Return whether a person shared a result in a server."""
        with _reading():
            return await self._store.is_daily_shared(guild_id, user_id, day)

    async def board(self, guild_id: int, day: date, me: int | None) -> DailyBoard:
        """Return a server's board of a date, as a reader may see it."""
        with _reading():
            return await self._store.daily_board(guild_id, day, self._clock.now(), me)

    async def sums(self, guild_id: int, span: tuple[date, date], me: int | None) -> DailySums:
        """Return a server's board of a span of dates, as a reader may see it."""
        with _reading():
            return await self._store.daily_sums(guild_id, span, self._clock.now(), me)

    async def streak_board(self, guild_id: int) -> list[DailyStreakRow]:
        """Return a server's board of streaks."""
        with _reading():
            return await self._store.daily_streaks(guild_id, self._clock.now())

    async def has_attempt(self, user_id: int, day: date) -> bool:
        """Return whether a person opened the hand of a date."""
        with _reading():
            return await self._store.daily_attempt(user_id, day) is not None

    # -- stored attempts -------------------------------------------------------------------

    async def _usual(self, user_id: int, today: date) -> date:
        with _reading():
            if await self._store.daily_attempt(user_id, today) is not None:
                return today
            before = await self._store.daily_attempt(user_id, today - _DAY)
        return today if before is None or before.done_at is not None else today - _DAY

    async def _open_today(self, person: Person, guild_id: int, today: date) -> DailyAttempt:
        state = engine.start(await self._deal(today))
        now = self._clock.now()
        new = StoredAttempt(person.user_id, today, state.version, snapshot.dumps(state), now)
        with _storing():
            stored = await self._store.open_daily(new, guild_id, clean_name(person.name))
        if stored is None:
            raise TableError("daily_blocked")
        if stored == new:
            self._metrics.daily("opened")
        return await self._attempt(stored, await self._state(stored))

    async def _stored(self, user_id: int, day: date) -> StoredAttempt:
        with _reading():
            found = await self._store.daily_attempt(user_id, day)
        if found is None:
            raise TableError("daily_not_opened")
        return found

    def _updated(self, stored: StoredAttempt, state: DailyState) -> StoredAttempt:
        return replace(
            stored,
            version=state.version,
            snapshot=snapshot.dumps(state),
            done_at=self._clock.now() if state.over else None,
            turns=state.result,
            points=state.laid.points if state.laid else None,
        )

    async def _state(self, stored: StoredAttempt) -> DailyState:
        given = await self._deal(stored.date)
        try:
            return await asyncio.to_thread(snapshot.loads, stored.snapshot, given)
        except SnapshotError as error:
            _log.error("an attempt of %s is damaged (%s)", stored.date, error)
            raise TableError("not_looked_up") from error

    async def _attempt(self, stored: StoredAttempt, state: DailyState) -> DailyAttempt:
        user_id, today = stored.user_id, self.today
        with _reading():
            opened = await self._store.daily_dates(user_id)
            other = await self._other(stored, today)
        return DailyAttempt(
            view=view_of(state),
            ways=await asyncio.to_thread(_ways, state),
            squares=squares(state),
            streaks=streaks(opened, today),
            other=other,
            closed=is_closed(stored.date, self._clock.now()),
        )

    async def _other(self, stored: StoredAttempt, today: date) -> date | None:
        if stored.date != today:
            return today
        before = await self._store.daily_attempt(stored.user_id, today - _DAY)
        return None if before is None or before.done_at is not None else before.date

    # -- the hands of dates ----------------------------------------------------------------

    async def _deal(self, day: date) -> DailyDeal:
        known = self._deals.get(day)
        if known is not None:
            return known
        with _reading():
            # Who asked first may be cancelled while others still wait.
            return await asyncio.shield(self._find_soon(day))

    def _find_soon(self, day: date) -> asyncio.Task[DailyDeal]:
        """Find the hand of a date in a task, which all who ask meanwhile share."""
        task = self._finding.get(day)
        if task is None:
            self._finding[day] = task = asyncio.create_task(self._found(day))
            task.add_done_callback(lambda done: self._finding_ended(day, done))
        return task

    def _finding_ended(self, day: date, task: asyncio.Task[DailyDeal]) -> None:
        del self._finding[day]
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.warning("the hand of %s was not found: %s", day, type(error).__name__)

    async def _found(self, day: date) -> DailyDeal:
        known = self._deals.get(day)
        if known is not None:
            return known
        store = self._store
        key = await store.daily_key()
        if key is None:
            key = await store.put_daily_key(self._new_key())
        stored = await store.daily_day(day)
        if stored is None:
            new = await asyncio.to_thread(self._find, key, day)
            chosen = StoredDay(day, new.counter, new.par, new.commitment)
            stored = await store.put_daily_day(chosen, self._clock.now())
            _log.info("the hand of %s is stored", day)
        secret = secret_of(key, day, stored.counter)
        found = await asyncio.to_thread(deal, day, stored.counter, secret, stored.par)
        self._deals[day] = found
        return found


def _ways(state: DailyState) -> tuple[Groups, ...]:
    return engine.legal_actions(state).ways_to_lay(MOST_WAYS)


@contextmanager
def _reading() -> Iterator[None]:
    try:
        yield
    except StoreError as error:
        raise TableError("not_looked_up") from error


@contextmanager
def _storing() -> Iterator[None]:
    try:
        yield
    except StoreError as error:
        raise TableError("not_stored") from error
