"""Running cups: a task for each cup takes the steps that are due.

A step is stored first, and its results (a thread, a game, a record) are looked for before they are
made, so a cup goes on after a restart at any moment.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from math import ceil
from typing import Any, Protocol

from bot.core import records
from bot.core.events import TakenOver
from bot.core.states import AnyRules
from bot.cups.engine import CupError, apply, open_cup, start_round
from bot.cups.record import never_begun, table_ended
from bot.cups.standings import leader
from bot.cups.state import (
    FEWEST_PEOPLE,
    CheckedIn,
    CupCancelled,
    CupClosed,
    CupEvent,
    CupGame,
    CupStarted,
    CupStatus,
    Format,
    Joined,
    LiveCup,
    PersonLeft,
    PersonRemoved,
    RoundEnded,
    TimeUp,
)
from bot.seating import DAY, NOBODY, Level, LiveGame, Lobby, Occupant, Person
from bot.shards import Forgotten
from bot.storage import cups
from bot.storage.games import finished_record

from .context import Context
from .errors import TableError, storing
from .lobbies import clean_name, computer, occupant
from .manager import GameManager
from .registry import GameRegistry
from .timing import Timer

LONGEST_RETRY = 300.0  # seconds until something that failed is tried again, at most
REMINDER = 900.0  # seconds before the start of a cup when its people are reminded
WEEK = 7 * DAY  # from the start of a cup to that of the next
NOTICE = 3600.0  # seconds from the opening of a cup that follows to its start, at least
_log = logging.getLogger(__name__)


class CupChannels(Protocol):
    """Shows cups in their channels. The first two methods only note that there is work.

    ``cups`` is asked for the newest state when the work is done, and is told what was posted.
    """

    def show(self, cups: Cups, stored: LiveCup) -> None:
        """A cup was opened or changed."""

    def remind(self, stored: LiveCup) -> None:
        """A cup begins soon; may be called again."""

    async def open_thread(
        self, cups: Cups, stored: LiveCup, table: int, note: Callable[[int], Awaitable[None]]
    ) -> int:
        """The id of the thread of a table of the newest round, made unless it is there.

        ``note`` stores the id as soon as it is known, before the thread is made.
        """


@dataclass
class _Running:
    """A cup that is not over, or whose end is not shown yet."""

    stored: LiveCup
    timer: Timer
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    outdated: bool = False  # whether the database may have another number for a deleted person
    # The task of the steps that are due, and whether it is to look again.
    task: asyncio.Task[None] | None = None
    again: bool = False
    failures: int = 0  # in a row
    reminded: bool = False
    arrived: set[int] = field(default_factory=set)  # people who moved, and have to be checked in


class Cups:
    """All cups of this process.

    A change may raise TableError ``not_stored``, ``stale``, ``no_cup`` or ``closed``, or CupError.
    """

    def __init__(self, registry: GameRegistry, context: Context, channels: CupChannels) -> None:
        self._registry = registry
        self._store = context.store
        self._config = context.config
        self._channels = channels
        self._running: dict[str, _Running] = {}
        self._closed = False
        registry.on_change = self._game_changed

    # -- reading ---------------------------------------------------------------------------

    def find(self, cup_id: str) -> LiveCup | None:
        """Return a cup that is running, or whose end is not shown yet."""
        running = self._running.get(cup_id)
        return None if running is None else running.stored

    @property
    def running(self) -> list[LiveCup]:
        """The cups that are running, or whose end is not shown yet."""
        return [running.stored for running in self._running.values()]

    # -- changes ---------------------------------------------------------------------------

    async def open(  # noqa: PLR0913  # the choices of a cup
        self,
        host: Person,
        name: str,
        form: Format,
        rules: AnyRules,
        *,
        guild_id: int,
        channel_id: int,
        locale: str,
        due: float | None = None,
        weekly: bool = False,
    ) -> LiveCup:
        """Open a cup that begins by itself when it is ``due``, in seconds since 1970.

        After a ``weekly`` one the next opens. Raises TableError ``needs_start`` if it has no start.
        """
        if self._closed:
            raise TableError("closed")
        cup = open_cup(self._config.game_id(), clean_name(name), form, rules)
        stored = LiveCup(cup, guild_id, channel_id, host.user_id, locale, due=due)
        if weekly:
            if due is None:
                raise TableError("needs_start")
            stored = replace(stored, series=cup.cup_id, next_at=due + WEEK)
        with storing():
            await self._store.write(cups.put_cup, stored)
        self._begin(stored, reminded=due is not None and due - self._now() < 1.5 * REMINDER)
        return stored

    async def join(self, cup_id: str, person: Person) -> LiveCup:
        name = clean_name(person.name)
        return await self._add(cup_id, Joined(self._now(), person.user_id, name))

    async def leave(self, cup_id: str, user_id: int) -> LiveCup:
        """Let somebody leave; a computer player takes their seat."""
        return await self._add(cup_id, PersonLeft(self._now(), user_id))

    async def take_out(self, cup_id: str, user_id: int) -> LiveCup:
        """Take somebody out for good; a computer player takes their seat."""
        return await self._add(cup_id, PersonRemoved(self._now(), user_id))

    async def check_in(self, cup_id: str, user_id: int) -> LiveCup:
        """Note that somebody is at their table of this round."""
        stored = self._get(cup_id).stored
        if stored.cup.rounds and user_id in stored.cup.round.here:
            return stored
        return await self._add(cup_id, CheckedIn(self._now(), user_id))

    async def close_early(self, cup_id: str) -> LiveCup:
        """End the cup with its leader as winner; its games end as they stand."""
        return await self._add(cup_id, CupClosed(self._now()), due=None)

    async def start(self, cup_id: str) -> LiveCup:
        """Begin the cup, or its next round, now."""
        running = self._get(cup_id)
        if running.stored.cup.status is CupStatus.OPEN:
            return await self._add(cup_id, self._started(), due=None)
        if running.stored.cup.status is not CupStatus.BETWEEN:
            raise CupError("not_now", status=running.stored.cup.status.value)
        await self._note(running, due=None)
        return running.stored

    def _started(self) -> CupStarted:
        return CupStarted(self._now(), self._config.secret().hex())

    async def cancel(self, cup_id: str) -> LiveCup:
        """End the cup: its games end as they stand."""
        running = self._get(cup_id)
        await self._note(running, cancelling=True)
        return running.stored

    async def stop_repeating(self, series: str) -> None:
        """Let no cup follow the one of a series that runs."""
        for running in [*self._running.values()]:
            if running.stored.series == series and not running.stored.cup.over:
                await self._note(running, next_at=None)

    async def channel_lost(self, cup_id: str) -> None:
        """Cancel a cup that cannot be shown in its channel any more; none follows."""
        running = self._get(cup_id)
        if running.stored.cup.over:
            await self.note_end_shown(cup_id)
        elif not running.stored.cancelling or running.stored.next_at is not None:
            await self._note(running, cancelling=True, next_at=None)

    async def forget(self, person: Person) -> Forgotten:
        """Remove a person from all cups, and then as :meth:`GameRegistry.forget` does."""
        async with AsyncExitStack() as locked:
            # Meanwhile no cup changes.
            for running in [*self._running.values()]:
                await locked.enter_async_context(self._locked(running))
            known = [
                running
                for running in self._running.values()
                if running.stored.host_id == person.user_id
                or running.stored.cup.participant(person.user_id) is not None
            ]
            for running in known:
                participant = running.stored.cup.participant(person.user_id)
                if participant is not None and not participant.left and not running.stored.cup.over:
                    await self._commit(running, PersonLeft(self._now(), person.user_id))
            try:
                return await self._registry.forget(person)
            finally:
                for running in known:
                    running.outdated = True
                    with suppress(TableError):
                        await self._reload(running)

    async def note_message(self, cup_id: str, message_id: int | None) -> None:
        if running := self._running.get(cup_id):
            await self._note(running, message_id=message_id, wake=False)

    async def note_end_shown(self, cup_id: str) -> None:
        running = self._running.get(cup_id)
        if running is not None and running.stored.cup.over:
            await self._note(running, shown=running.stored.events, wake=False)
            self._running.pop(cup_id, None)

    # -- start and stop --------------------------------------------------------------------

    async def resume(self) -> None:
        """Resume the stored cups of these shards, after the tables; raises StoreError."""
        for stored in await self._store.read(cups.open_cups, self._now(), self._config.shards):
            if stored.cup.cup_id not in self._running:
                self._begin(stored)

    async def close(self) -> None:
        self._closed = True
        tasks = [running.task for running in self._running.values() if running.task]
        for running in self._running.values():
            running.timer.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _begin(self, stored: LiveCup, *, reminded: bool = False) -> None:
        running = _Running(stored, Timer(self._config.clock), reminded=reminded)
        self._running[stored.cup.cup_id] = running
        self._channels.show(self, stored)
        self._look(running)

    # -- storing ---------------------------------------------------------------------------

    def _now(self) -> float:
        return self._config.clock.now()

    def _get(self, cup_id: str) -> _Running:
        running = self._running.get(cup_id)
        if running is None:
            raise TableError("no_cup")
        if self._closed:
            raise TableError("closed")
        return running

    async def _add(self, cup_id: str, event: CupEvent, **changes: Any) -> LiveCup:  # noqa: ANN401  # fields
        running = self._get(cup_id)
        async with self._locked(running):
            await self._commit(running, event, **changes)
        return running.stored

    @asynccontextmanager
    async def _locked(self, running: _Running) -> AsyncIterator[None]:
        """Hold the lock of a cup, after a reload if the stored cup may differ."""
        async with running.lock:
            if running.outdated:
                await self._reload(running)
            yield

    async def _commit(self, running: _Running, event: CupEvent, **changes: Any) -> None:  # noqa: ANN401
        """Store an event, then adopt and show it; under the lock."""
        old = running.stored
        cup = apply(old.cup, event)
        new = replace(old, cup=cup, events=old.events + 1, **changes)
        following = await self._following(new) if cup.over else None
        if cup.over:
            new = replace(new, next_at=None if following is None else following.due)
        try:
            with storing():
                await self._store.write(cups.advance_cup, new, event, following)
        except TableError as error:
            if error.code == "stale":
                await self._reload(running)
            raise
        self._adopt(running, new)
        if following is not None:
            self._begin(following)

    async def _following(self, ended: LiveCup) -> LiveCup | None:
        """The cup that opens after one of a series; None after two that nobody joined."""
        if ended.next_at is None:
            return None
        if not ended.cup.participants:
            with storing():
                before = await self._store.read(cups.cup_before, ended)
            if before is not None and not before.cup.participants:
                return None
        late = self._now() + NOTICE - ended.next_at
        due = ended.next_at + WEEK * max(0, ceil(late / WEEK))
        cup = open_cup(self._config.game_id(), ended.cup.name, ended.cup.format, ended.cup.rules)
        return LiveCup(
            cup,
            ended.guild_id,
            ended.channel_id,
            ended.host_id,
            ended.locale,
            due=due,
            series=ended.series,
            next_at=due + WEEK,
        )

    async def _note(self, running: _Running, *, wake: bool = True, **columns: Any) -> None:  # noqa: ANN401
        async with self._locked(running):
            with storing():
                await self._store.write(cups.note_cup, running.stored.cup.cup_id, columns)
            running.stored = replace(running.stored, **columns)
        if wake:
            self._adopt(running, running.stored)

    async def _reload(self, running: _Running) -> None:
        with storing():
            stored = await self._store.read(cups.stored_cup, running.stored.cup.cup_id)
        running.outdated = False
        if stored is not None:
            self._adopt(running, stored)
            if stored.cup.over and stored.next_at is not None:
                with storing():
                    # It may be unknown here that the end and the cup that follows were stored.
                    await self.resume()

    def _adopt(self, running: _Running, stored: LiveCup) -> None:
        running.stored = stored
        self._look(running)
        self._channels.show(self, stored)

    # -- steps that are due ----------------------------------------------------------------

    def _game_changed(self, manager: GameManager) -> None:
        table = manager.table
        if table is None or table.cup_id not in self._running:
            return
        running = self._running[table.cup_id]
        if not manager.running:
            self._look(running)
            return
        status = running.stored.cup.status
        here = running.stored.cup.round.here if status is CupStatus.PLAYING else None
        mover = _mover(manager.game)
        if here is not None and mover is not None and mover not in here | running.arrived:
            running.arrived.add(mover)
            self._look(running)

    def _look(self, running: _Running) -> None:
        """Take the steps that are due, now and later, in a task."""
        running.again = True
        if not self._closed and (running.task is None or running.task.done()):
            running.task = asyncio.create_task(self._work(running))

    async def _work(self, running: _Running) -> None:
        wait: float | None = None
        while running.again and not (self._closed or running.stored.cup.over):
            running.again = False
            try:
                looked_at = self._now()
                await self._advance(running)
                running.failures = 0
                wait = self._wait(running, looked_at)
            except Exception as error:  # noqa: BLE001  # a cup must never stop
                cup_id = running.stored.cup.cup_id
                _log.warning("cup %s: not done yet: %s", cup_id, error or type(error).__name__)
                _log.debug("why it was not done", exc_info=error)
                wait = min(self._config.pace.retry * 2**running.failures, LONGEST_RETRY)
                wait = min(wait, self._wait(running, self._now()) or wait)
                running.again = False
                running.failures = min(running.failures + 1, 10)
        if wait is not None and not self._closed:
            running.timer.set(wait, partial(self._on_time, running))

    async def _on_time(self, running: _Running) -> None:
        running.timer.release()
        self._look(running)

    async def _advance(self, running: _Running) -> None:
        async with self._locked(running):
            while running.arrived:
                await self._check_in(running, running.arrived.pop())
            while (due := self._due(running.stored)) is not None:
                await self._commit(running, due[0], **due[1])
        await self._look_after_tables(running)
        stored = running.stored
        if self._reminder(running) is not None and self._now() >= (stored.due or 0) - REMINDER:
            running.reminded = True
            self._channels.remind(stored)

    async def _check_in(self, running: _Running, person: int) -> None:
        """Check in somebody who moved, unless the round is over; under the lock."""
        cup = running.stored.cup
        playing = cup.status is CupStatus.PLAYING
        if playing and cup.round.find_table(person) is not None and person not in cup.round.here:
            await self._commit(running, CheckedIn(self._now(), person))

    def _due(self, stored: LiveCup) -> tuple[CupEvent, dict[str, Any]] | None:
        cup = stored.cup
        now = self._now()
        if cup.status is CupStatus.PLAYING:
            return self._due_in_round(stored, now)
        if stored.cancelling and not cup.over:
            return CupCancelled(now), {}
        waits = cup.status is CupStatus.OPEN if stored.due is None else stored.due > now
        if waits or cup.over:
            return None
        if cup.status is CupStatus.BETWEEN:
            event = start_round(cup, now)
            games = tuple(CupGame(self._config.game_id()) for _ in event.tables)
            return event, {"games": games, "due": None}
        if len(cup.participants) < FEWEST_PEOPLE:
            return CupCancelled(now), {}
        return self._started(), {"due": None}

    def _due_in_round(self, stored: LiveCup, now: float) -> tuple[CupEvent, dict[str, Any]] | None:
        cup = stored.cup
        ends = stored.cancelling and not any(self._plays(game) for game in stored.games)
        none_begun = cup.round.over and not any(game.begun for game in stored.games)
        if ends or (none_begun and not cup.closed):
            return CupCancelled(now), {}
        if cup.round.over:
            ended = RoundEnded(now)
            if apply(cup, ended).over and leader(cup) is None:
                # Nobody came, so nobody wins.
                return CupCancelled(now), {}
            return ended, {"due": now + self._config.pace.cup_pause}
        if cup.deadline is not None and cup.deadline <= now and not cup.round.time_up:
            return TimeUp(now), {}
        return None

    def _plays(self, game: CupGame) -> bool:
        manager = self._registry.by_game(game.game_id)
        return manager is not None and manager.running

    def _reminder(self, running: _Running) -> float | None:
        due = running.stored.due
        if running.reminded or due is None or running.stored.cup.status is not CupStatus.OPEN:
            return None
        return due - REMINDER

    def _wait(self, running: _Running, looked_at: float) -> float | None:
        """Seconds until the next step becomes due after ``looked_at``; None without one."""
        times = (self._reminder(running), running.stored.due, running.stored.cup.deadline)
        due = min((at for at in times if at is not None and at > looked_at), default=None)
        return None if due is None else max(0.0, due - self._now())

    # -- the tables of a round -------------------------------------------------------------

    async def _look_after_tables(self, running: _Running) -> None:
        """Look after all tables; raises the last error after all were tried."""
        failure: Exception | None = None
        for place in range(len(running.stored.games)):
            try:
                await self._look_after(running, place)
            except Exception as error:  # noqa: BLE001  # of a table, which must not stop the others
                failure = error
            if self._closed:
                return
        if failure is not None:
            raise failure

    async def _look_after(self, running: _Running, place: int) -> None:
        """Begin the game of a table, end it when its time is up, and store how it ended."""
        stored = running.stored
        cup = stored.cup
        if cup.status is not CupStatus.PLAYING or cup.round.tables[place].result is not None:
            return
        game = stored.games[place]
        manager = self._registry.by_game(game.game_id)
        if manager is not None and manager.running:
            await self._look_after_game(stored, place, manager)
            return
        with storing():
            lines = await self._store.read(finished_record, game.game_id)
        if lines is not None:
            parsed = [records.loads(line) for line in lines]
            async with self._locked(running):
                event = table_ended(running.stored.cup, self._now(), place, parsed)
                await self._commit(running, event)
        elif stored.cup.round.time_up:
            async with self._locked(running):
                await self._commit(running, never_begun(running.stored.cup, self._now(), place))
        elif not stored.cancelling:
            await self._begin_game(running, place)

    async def _look_after_game(self, stored: LiveCup, place: int, manager: GameManager) -> None:
        if stored.cup.round.time_up or stored.cancelling:
            await manager.end_game(NOBODY, moderator=True)
            return
        for person in stored.cup.round.tables[place].people:
            participant = stored.cup.participant(person)
            gone = participant is None or participant.left
            if gone and manager.running and manager.find_seat(person) is not None:
                await manager.leave_game(person)

    async def _begin_game(self, running: _Running, place: int) -> None:
        stored = running.stored
        game_id = running.stored.games[place].game_id

        async def note(channel_id: int) -> None:
            with storing():
                await self._store.write(cups.note_thread, game_id, channel_id)
            await self._put_game(running, place, channel_id=channel_id)

        channel_id = await self._channels.open_thread(self, stored, place, note)
        manager = self._registry.for_channel(channel_id, stored.guild_id)
        # Under the lock no person is renamed.
        async with self._locked(running):
            lobby = self._lobby(running.stored, place, channel_id)
            await manager.begin(lobby, cup_id=stored.cup.cup_id)
        await self._put_game(running, place, begun=True)
        self._channels.show(self, running.stored)

    async def _put_game(self, running: _Running, place: int, **changes: Any) -> None:  # noqa: ANN401
        async with self._locked(running):
            games = list(running.stored.games)
            games[place] = replace(games[place], **changes)
            running.stored = replace(running.stored, games=tuple(games))

    def _lobby(self, stored: LiveCup, place: int, channel_id: int) -> Lobby:
        """Return the lobby of a table, without a host."""
        cup = stored.cup
        return Lobby(
            lobby_id=stored.games[place].game_id,
            guild_id=stored.guild_id,
            channel_id=channel_id,
            host_id=NOBODY,
            rules=cup.rules,
            turn_limit=cup.format.turn_limit,
            seats=tuple(self._seats(stored, place)),
            locale=stored.locale,
            touched_at=self._now(),
            secret=self._config.secret(),
        )

    def _seats(self, stored: LiveCup, place: int) -> Iterator[Occupant]:
        """Yield the people of a table under the names of their entries, and computer players."""
        cup = stored.cup
        people = {who.person: occupant(Person(who.person, who.name)) for who in cup.participants}
        seated: list[Occupant] = [people[who] for who in cup.round.tables[place].people]
        for who in cup.round.tables[place].seats:
            if who is None:
                seated.append(computer(Level.NORMAL, seated))
                yield seated[-1]
            else:
                yield people[who]


def _mover(game: LiveGame) -> int | None:
    """The person who ended the newest turn; None if a computer player had a seat meanwhile."""
    turns = [event for event in game.recent if isinstance(event, game.game_type.plays)]
    seat: int | None = getattr(turns[-1], "seat", None) if turns else None
    replaced = {event.seat for event in game.recent if isinstance(event, TakenOver)}
    if seat is None or seat in replaced:
        return None
    return game.table.occupants[seat].user_id
