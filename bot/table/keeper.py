"""What a channel's table is: the lobby and the game, in memory as they are stored."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from bot.seating import Change, LiveGame, Lobby, LobbyEnd, Table, TableQuestion, is_private
from bot.storage import games, results
from bot.storage.errors import ChannelTakenError, StaleWriteError, StoreError
from bot.telemetry.logs import about

from . import early_ends, lobbies, play
from .context import Context
from .errors import TableError

T = TypeVar("T")
_log = logging.getLogger(__name__)


class TableKeeper:
    """Keeps a channel's lobby and game: stores a change first, then adopts and announces it.

    Its methods are called under its lock. What another process stored is loaded when a write is
    refused. ``on_adopted`` is called after each change of the lobby or game.
    """

    def __init__(
        self, channel_id: int, guild_id: int, context: Context, on_adopted: Callable[[], None]
    ) -> None:
        self.channel_id = channel_id
        self._guild_id = guild_id
        self._store = context.store
        self._announcer = context.announcer
        self._config = context.config
        self._holiday = context.holiday
        self._on_adopted = on_adopted
        self.lobby: Lobby | None = None
        self.game: LiveGame | None = None
        self.lock = asyncio.Lock()
        self.closed = False

    @property
    def guild_id(self) -> int:
        """The server, 0 for none; for a private table, the one in which its game began."""
        return self.game.table.guild_id if self.is_private and self.game else self._guild_id

    @property
    def is_private(self) -> bool:
        return is_private(self.channel_id)

    @property
    def ids(self) -> tuple[str, ...]:
        lobby = (self.lobby.lobby_id,) if self.lobby else ()
        return (*lobby, self.game.table.game_id) if self.game else lobby

    @property
    def running(self) -> bool:
        return self.game is not None and not self.game.over

    def now(self) -> float:
        return self._config.clock.now()

    @asynccontextmanager
    async def accepting(self) -> AsyncIterator[None]:
        if self.closed:
            raise TableError("closed")
        async with self.lock:
            yield

    def require_lobby(self) -> Lobby:
        """Return the open lobby; raises TableError ``no_lobby``."""
        if self.lobby is None:
            raise TableError("no_lobby")
        return self.lobby

    def require_game(self) -> LiveGame:
        """Return the running or newest finished game; raises ``no_game`` or ``not_begun``."""
        if self.game is not None:
            return self.game
        raise TableError("no_game") if self.lobby is None else lobbies.not_begun(self.lobby)

    # -- storing -------------------------------------------------------------------------

    async def save_lobby(self, lobby: Lobby) -> Lobby:
        lobby = replace(lobby, touched_at=self.now())
        write = self._store.write(games.put_lobby, lobby, self.lobby)
        await self.save(write, lobby, self.game, self.show_lobby)
        return lobby

    async def close_lobby(self, lobby: Lobby) -> None:
        ended = replace(lobby, ended=LobbyEnd.CLOSED, touched_at=self.now())
        write = self._store.write(games.put_lobby, ended, lobby)
        await self.save(write, None, self.game, partial(self._announcer.gone, lobby))

    async def start_game(self, lobby: Lobby, beacon: str = "", *, cup_id: str = "") -> Table:
        lobbies.check_start(lobby)
        change = play.begun(lobby, beacon, self.now())
        if cup_id:
            change = replace(change, game=change.game.with_table(cup_id=cup_id))
        change = await self._with_begun_turn(change)
        write = self._store.write(games.begin, change, self.lobby)
        begun = partial(self._announcer.begun, lobby)
        await self.save(write, None, change.game, self.show_table, begun)
        return change.game.table

    async def commit(self, change: Change) -> None:
        before = self.require_game()
        was = before.state.version
        change = early_ends.settled(play.granted(change, self.now()), self.now())
        if change.game.table.turn_from != before.table.turn_from:
            change = await self._with_begun_turn(change)
        game = change.game
        announcements = [self.show_table]
        highlight = game.game_type.find_highlight(lambda: game.view(None), change.events)
        if highlight is not None:
            animate = partial(self._announcer.highlight, self.channel_id, highlight)
            announcements.append(animate)
        write = self._store.write(results.commit, change, was, self.now())
        await self.save(write, self.lobby, game, *announcements)

    async def _with_begun_turn(self, change: Change) -> Change:
        """Note whether the person whose turn begins is on holiday; if unknown, it is read later."""
        with suppress(TableError):
            change = replace(change, game=await self.with_holiday(change.game))
        return change

    async def with_holiday(self, game: LiveGame) -> LiveGame:
        """Note until when the person to act is on holiday; raises TableError ``not_read``."""
        who = game.to_act
        if who is None or who.user_id is None or not game.table.has_holidays:
            return game
        until = await self._holiday(who.user_id)
        return play.with_holiday(game, game.state.turn, until, self.now())

    async def save_table(self, game: LiveGame) -> None:
        write = self._store.write(games.put_table, game.table, game.state.version)
        await self.save(write, self.lobby, game, self.show_table)

    async def save(
        self,
        write: Coroutine[Any, Any, None],
        lobby: Lobby | None,
        game: LiveGame | None,
        *announcements: Callable[[], None],
    ) -> None:
        """Store a change, then adopt and announce it, even if the caller is cancelled."""

        async def save() -> None:
            await self._write(write)
            self.lobby = lobby
            self.game = game
            self.announce(*announcements)
            self._on_adopted()

        saving = asyncio.ensure_future(save())
        try:
            await asyncio.shield(saving)
        except asyncio.CancelledError:
            await asyncio.wait([saving])
            raise

    async def _write(self, write: Coroutine[Any, Any, None]) -> None:
        """Write to the store; its errors become TableError ``stale`` or ``not_stored``."""
        try:
            await write
        except StaleWriteError:
            await self._reload()
            raise TableError("stale") from None
        except ChannelTakenError:
            await self._reload()
            # The other process's game here may be over already.
            game = self.game
            raise play.already_running(game) if game else TableError("stale") from None
        except StoreError as error:
            # Its message may quote hidden cards of the snapshot.
            _log.error("channel %s: not stored: %s", self.channel_id, type(error).__name__)
            _log.debug("why it was not stored", exc_info=error)
            raise TableError("not_stored") from None

    async def _reload(self) -> None:
        """Load the lobby and the game that another process stored."""
        lobby = await self.newest(self._store.read(games.open_lobbies, channel_id=self.channel_id))
        game = await self.newest(games.open_games(self._store, channel_id=self.channel_id))
        _log.warning("channel %s: another process changed the table", self.channel_id)
        self._config.metrics.overtaken_tables.inc()
        if lobby is not None and game is not None:
            # A lobby beside a running game is of no use; if it is not deleted now, it is ignored.
            with suppress(StoreError):
                await self._store.write(games.drop_lobby, lobby.lobby_id)
            self.announce(partial(self._announcer.gone, lobby))
            lobby = None
        self.resume(lobby, game)

    async def newest(self, reading: Awaitable[Sequence[T]]) -> T | None:
        try:
            stored = await reading
        except StoreError as error:
            _log.error("what another process stored was not read: %s", error.code)
            raise TableError("not_stored") from None
        return stored[-1] if stored else None

    async def put(self, change: Change) -> None:
        """Store a change of the game, or of its table alone."""
        await (self.commit(change) if change.events else self.save_table(change.game))

    async def note(self, game: LiveGame, **messages: int | TableQuestion | None) -> None:
        self.game = game.with_table(**messages)
        table = self.game.table
        version = game.state.version
        await self.try_to_write(self._store.write(games.put_table, table, version))

    async def try_to_write(self, write: Coroutine[Any, Any, None]) -> None:
        # The message exists even if its id is not stored; the next write stores it, too.
        with suppress(TableError):
            await self.save(write, self.lobby, self.game)

    def resume(self, lobby: Lobby | None, game: LiveGame | None) -> None:
        """Adopt a stored lobby and game, at start or under the lock."""
        self.lobby = lobby
        self.game = game
        if lobby is not None:
            self.announce(partial(self._announcer.lobby, self.channel_id))
        if game is not None:
            self.announce(partial(self._announcer.table, self.channel_id))
        self._on_adopted()

    # -- announcing ------------------------------------------------------------------------

    def show_lobby(self) -> None:
        self._announcer.lobby(self.channel_id)

    def show_table(self) -> None:
        self._announcer.table(self.channel_id)

    def announce(self, *announcements: Callable[[], None]) -> None:
        try:
            with self.in_logs():
                for announce in announcements:
                    announce()
        except Exception:  # noqa: BLE001  # a failing display never affects a game
            _log.exception("channel %s: announcing failed", self.channel_id)

    def in_logs(self) -> AbstractContextManager[None]:
        """Add server, channel and game to log lines of the context and of tasks that it starts."""
        game = self.ids[-1] if self.ids else None
        return about(guild=self.guild_id, channel=self.channel_id, game=game)
