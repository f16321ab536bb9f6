"""How a channel's lobby and game change: store first, then state, then timer and announcement."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AbstractContextManager, asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import Any

from bot.model import Lobby, Table
from bot.rules.actions import DealHand
from bot.storage.errors import ChannelTakenError, StaleWriteError, StoreError
from bot.telemetry.logs import about

from . import computers, lobbies, play
from .announcing import Announcements
from .context import Context
from .errors import TableError
from .play import Change, Play
from .state import Reading
from .tasks import Timer, unbroken
from .timing import Due, next_due

_log = logging.getLogger(__name__)


class Keeping(Reading):
    """The part of a GameManager that keeps what the doors decide, and acts when time is up."""

    def __init__(
        self,
        channel_id: int,
        guild_id: int,
        context: Context,
        announcements: Announcements,
        on_change: Callable[[], None],
    ) -> None:
        super().__init__(channel_id, guild_id, context)
        self._announcements = announcements
        self._on_change = on_change
        self._closed = False
        self._lock = asyncio.Lock()
        self._timer = Timer(context.clock)
        self._held_at: float | None = None

    # -- what was posted -------------------------------------------------------------------

    async def note_message(self, message_id: int | None, game_id: str | None = None) -> None:
        """Remember the message that shows lobby or game ``game_id`` (None: lobby, else game).

        An id that is not here any more is ignored; never raises.
        """
        async with self._lock:
            lobby, game = self._lobby, self._play
            if lobby is not None and game_id in (None, lobby.lobby_id):
                self._lobby = replace(lobby, message_id=message_id)
                await self._noted(self._context.store.put_lobby(self._lobby, lobby))
            elif game is not None and game_id in (None, game.table.game_id):
                await self._note(game, replace(game.table, message_id=message_id))

    async def note_ping(self, ping_id: int | None) -> None:
        """Remember the turn ping that stands; never raises."""
        async with self._lock:
            if self._play is not None:
                await self._note(self._play, replace(self._play.table, ping_id=ping_id))

    async def _note(self, game: Play, table: Table) -> None:
        self._play = replace(game, table=table)
        await self._noted(self._context.store.put_table(table, game.state.version))

    async def _noted(self, write: Coroutine[Any, Any, None]) -> None:
        # What was posted is true whether or not it could be stored; the next write stores it too.
        with suppress(TableError):
            await unbroken(self._stored(write))

    # -- for the registry ------------------------------------------------------------------

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids under which this manager can be found: of its lobby, of its game."""
        lobby = (self._lobby.lobby_id,) if self._lobby else ()
        return (*lobby, self._play.table.game_id) if self._play else lobby

    def in_logs(self) -> AbstractContextManager[None]:
        """Name server, channel and game in every log line within."""
        game = self.ids[-1] if self.ids else None
        return about(guild=self.guild_id, channel=self.channel_id, game=game)

    def refuse(self) -> None:
        """Refuse whatever comes from now on."""
        self._closed = True

    def resume(self, lobby: Lobby | None, game: Play | None) -> None:
        """Take up what was stored where it was; before anybody else is at it, or under the lock."""
        self._lobby, self._play = lobby, game
        if lobby is not None:
            self._announcements.lobby()
        if game is not None:
            self._announcements.table()
        self._changed()

    def hold(self) -> None:
        """Let nothing happen by itself: at present nobody can see this table or click."""
        if self._held_at is None:
            self._held_at = self._now()
            self._set_timer()

    async def go_on(self) -> None:
        """Let things happen again; after a while in which nobody could act, turns begin anew."""
        if self._held_at is None:
            return
        async with self._lock:
            held, self._held_at = self._held_at, None
            if held is not None and self._now() - held >= self._context.pace.gap:
                # If it cannot be stored, the turn just goes on.
                with suppress(TableError):
                    await self._begin_anew()
            self._set_timer()

    async def _begin_anew(self) -> None:
        if self._lobby is not None:
            await self._keep(self._lobby)
        if self._play is not None and not self._play.over:
            await self._keep_table(play.with_time_begun(self._play, self._now()))

    def forget(self) -> None:
        """Let go of a finished game."""
        if not self.running:
            self._play = None

    async def close(self) -> None:
        """Finish what was accepted, refuse what comes after, cancel timers."""
        self.refuse()
        async with self._lock:
            self._timer.cancel()
        await self._announcements.close(self._context.pace.patience)

    # -- keeping ---------------------------------------------------------------------------

    @asynccontextmanager
    async def _door(self) -> AsyncIterator[None]:
        if self._closed:
            raise TableError("closed")
        async with self._lock:
            yield

    def _now(self) -> float:
        return self._context.clock.now()

    async def _keep(self, lobby: Lobby) -> Lobby:
        """Keep a new or changed lobby."""
        return await unbroken(self._keep_whole(replace(lobby, touched_at=self._now())))

    async def _keep_whole(self, lobby: Lobby) -> Lobby:
        await self._stored(self._context.store.put_lobby(lobby, self._lobby))
        self._lobby = lobby
        self._announcements.lobby()
        self._changed()
        return lobby

    async def _drop(self, lobby: Lobby) -> None:
        """Close the lobby."""
        await unbroken(self._drop_whole(lobby))

    async def _drop_whole(self, lobby: Lobby) -> None:
        await self._stored(self._context.store.drop_lobby(lobby.lobby_id, lobby))
        self._lobby = None
        self._announcements.gone(lobby)
        self._changed()

    async def _begin(self, lobby: Lobby) -> Table:
        """Begin a lobby's game."""
        lobbies.check_start(lobby)
        change = play.begun(lobby, self._context.secret(), self._now())
        game, store = change.play, self._context.store
        begin = store.begin(game.table, game.state, change.events, self._lobby)
        await self._install(begin, game)
        return game.table

    async def _commit(self, game: Play, change: Change) -> None:
        """Keep what became of the game."""
        after = change.play
        commit = self._context.store.commit
        write = commit(after.table, after.state, change.events, game.state.version)
        await self._install(write, after)

    async def _keep_table(self, game: Play) -> None:
        """Keep a change beside the game."""
        write = self._context.store.put_table(game.table, game.state.version)
        await self._install(write, game)

    async def _install(self, write: Coroutine[Any, Any, None], game: Play) -> None:
        await unbroken(self._install_whole(write, game))

    async def _install_whole(self, write: Coroutine[Any, Any, None], game: Play) -> None:
        await self._stored(write)
        if self._lobby is not None and self._lobby.lobby_id == game.table.game_id:
            self._lobby = None
        self._play = game
        self._announcements.table()
        self._changed()

    async def _stored(self, write: Coroutine[Any, Any, None]) -> None:
        try:
            await write
        except StaleWriteError:
            await self._catch_up()
            raise TableError("stale") from None
        except ChannelTakenError:
            await self._catch_up()
            raise self._taken() from None
        except StoreError as error:
            # Its message may quote the snapshot, and with it hidden cards.
            _log.error("channel %s: not stored: %s", self.channel_id, type(error).__name__)
            _log.debug("why it was not stored", exc_info=error)
            raise TableError("not_stored") from None

    def _taken(self) -> TableError:
        """Where the game is that another process has begun here; it may be over again."""
        if self._play is None:
            return TableError("stale")
        table = self._play.table
        return TableError("already_running", game_id=table.game_id, message_id=table.message_id)

    async def _catch_up(self) -> None:
        """Take up what is stored, as after a restart: another process has moved it on."""
        store = self._context.store
        try:
            lobbies_here = await store.open_lobbies(channel_id=self.channel_id)
            games_here = await store.open_games(channel_id=self.channel_id)
        except StoreError as error:
            _log.error("what another process stored was not read: %s", error.code)
            raise TableError("not_stored") from None
        _log.warning("channel %s: another process had moved the table on", self.channel_id)
        self._context.metrics.overtaken()
        lobby = lobbies_here[-1] if lobbies_here else None
        if lobby is not None and games_here:
            await self._close_beside_game(lobby)
            lobby = None
        self.resume(lobby, play.resumed(games_here[-1]) if games_here else None)

    async def _close_beside_game(self, lobby: Lobby) -> None:
        """Close a lobby where another process has begun a game: none could begin from it."""
        # What stays stored is not taken up again while there is the game.
        with suppress(StoreError):
            await self._context.store.drop_lobby(lobby.lobby_id)
        self._announcements.gone(lobby)

    # -- time ------------------------------------------------------------------------------

    def _changed(self) -> None:
        """After every change: tell the registry, set the timer for what is due next."""
        self._on_change()
        self._set_timer()

    def _set_timer(self, *, since: float = 0, least: float = 0) -> None:
        """Wait for what is due next; it is ``since`` or later, and takes ``least`` seconds more."""
        now = max(since, self._now())
        due = next_due(self._lobby, self._play, self._context.pace, now)
        if due is None or self._closed or self._held_at is not None:
            self._timer.cancel()
        else:
            self._timer.set(max(least, due[0] - now), partial(self._on_time, *due))

    async def _on_time(self, when: float, what: Due) -> None:
        # Every change sets the timer anew under the lock: what it waited for is still due.
        async with self._lock:
            # From here on this is no longer what the timer waits for, but what happens now.
            self._timer.release()
            if self._closed or self._held_at is not None:
                return
            with self.in_logs():
                await self._do_or_retry(what, when)

    async def _do_or_retry(self, what: Due, when: float) -> None:
        try:
            await self._do(what, when)
        except Exception as error:  # noqa: BLE001  # a table never stands still for good
            if isinstance(error, TableError) and error.code == "stale":
                # The timer is set for what another process made of it.
                return
            _log.error("channel %s: %s failed: %s", self.channel_id, what, type(error).__name__)
            _log.debug("how it failed", exc_info=error)
            self._set_timer(least=self._context.pace.retry)

    async def _do(self, what: Due, when: float) -> None:
        match what:
            case Due.CLOSE_LOBBY:
                await self._drop(self._open())
            case Due.DEAL:
                game = self._game()
                await self._commit(game, play.acted(game, (DealHand(),), self._now()))
            case Due.COMPUTER:
                await self._computer_acts(self._game())
            case Due.TIME_OUT:
                game = self._game()
                await self._commit(game, play.timed_out(game, self._now()))
            case Due.REMIND:
                self._announcements.remind()
                self._set_timer(since=when)

    async def _computer_acts(self, game: Play) -> None:
        level = game.table.occupants[game.state.turn].level
        action = await computers.decide(self._context, game.state, level)
        await self._commit(game, play.acted(game, (action,), self._now()))
