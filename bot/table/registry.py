"""The managers of all channels."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from weakref import WeakValueDictionary

from bot.players import computer_names
from bot.seating import LobbyEnd, Person, private_channel
from bot.shards import Forgotten, PersonToForget
from bot.storage import deletion, games
from bot.storage.errors import StoreError
from bot.storage.products import PRODUCTS

from .context import Context
from .errors import TableError
from .manager import GameManager

MOST_FINISHED = 200
_RETRIED = {"not_stored", "stale"}
_log = logging.getLogger(__name__)


class GameRegistry:
    """The manager of every channel; at most ``most_finished`` finished games stay in memory."""

    def __init__(self, context: Context, most_finished: int = MOST_FINISHED) -> None:
        self._context = context
        self._most_finished = most_finished
        self._channels: dict[int, GameManager] = {}
        # Managers in use without a lobby and a game; every person has one.
        self._idle: WeakValueDictionary[int, GameManager] = WeakValueDictionary()
        self._games: dict[str, GameManager] = {}
        self._ids: dict[int, tuple[str, ...]] = {}
        self._finished: OrderedDict[int, GameManager] = OrderedDict()
        # Called after every change of a lobby or game.
        self.on_change: Callable[[GameManager], None] = lambda _: None
        self._forgetting = asyncio.Lock()
        self._closed = False

    def for_channel(self, channel_id: int, guild_id: int = 0) -> GameManager:
        """Return the channel's manager, created if necessary."""
        manager = self.find(channel_id)
        if manager is None:
            manager = GameManager(channel_id, guild_id, self._context, self._changed)
            self._idle[channel_id] = manager
            if self._closed:
                manager.refuse()
        return manager

    async def private_table(self, user_id: int) -> GameManager:
        """Return the manager of a person's private table, up to date with other processes."""
        manager = self.for_channel(private_channel(user_id))
        if not self._context.config.shards.all_here:
            # The game was begun in another server, or at another process, where it is kept.
            await manager.catch_up()
        return manager

    def find(self, channel_id: int) -> GameManager | None:
        """Return the channel's manager, if it has a lobby or a game or is in use."""
        return self._channels.get(channel_id) or self._idle.get(channel_id)

    def by_game(self, game_id: str) -> GameManager | None:
        """Return the manager of a lobby, or of a running or finished game in memory."""
        return self._games.get(game_id)

    def busy(self) -> list[GameManager]:
        managers = self._channels.values()
        return [manager for manager in managers if manager.running or manager.lobby]

    def busy_in(self, guild_id: int) -> list[GameManager]:
        busy = (manager for manager in self.busy() if not manager.is_private)
        return [manager for manager in busy if manager.guild_id == guild_id]

    def of_person(self, user_id: int) -> list[GameManager]:
        return [manager for manager in self.busy() if manager.has_seat(user_id)]

    @property
    def running(self) -> int:
        return sum(manager.running for manager in self._channels.values())

    @property
    def waiting(self) -> int:
        return sum(manager.lobby is not None for manager in self._channels.values())

    async def resume(self) -> None:
        """Resume the stored lobbies and games of these shards, once, at start; raises StoreError.

        A game whose end was not announced yet is announced, unless the next one runs.
        """
        store = self._context.store
        shards = self._context.config.shards
        now = self._context.config.clock.now()
        lobbies = await store.read(games.open_lobbies, shards)
        ended_lobbies = await store.write(games.ended_lobbies, now, shards)
        running = await games.open_games(store, shards)
        ended = await games.pending_ends(store, now, shards)
        # Everything is read first: later reads would wait for those of the announcements.
        for lobby in lobbies:
            self.for_channel(lobby.channel_id, lobby.guild_id).resume(lobby, None)
        for game in running:
            self.for_channel(game.table.channel_id, game.table.guild_id).resume(None, game)
        for game in ended:
            manager = self.for_channel(game.table.channel_id, game.table.guild_id)
            if not manager.running:
                manager.resume(manager.lobby, game)
        for lobby in ended_lobbies:
            announcer = self._context.announcer
            tell = announcer.begun if lobby.ended is LobbyEnd.BEGUN else announcer.gone
            tell(lobby)

    async def close(self) -> None:
        """Finish accepted changes, refuse further ones, cancel timers, and end the worker."""
        self._closed = True
        managers = [*self._channels.values(), *self._idle.values()]
        await asyncio.gather(*(manager.close() for manager in managers))

    async def forget(self, person: Person) -> Forgotten:
        """Remove a person from the tables of this process, then from the database.

        Raises TableError ``closed``, or ``not_forgotten``; then a second call removes the rest.
        """
        async with self._forgetting:
            store = self._context.store
            config = self._context.config
            before = config.clock.now()
            try:
                was_here = await self._forget_at_tables(person.user_id)
                forgotten = await deletion.forget(
                    store,
                    PersonToForget(person.user_id, computer_names, before, config.shards.serve),
                    PRODUCTS,
                )
            except (StoreError, TableError) as error:
                if isinstance(error, TableError) and error.code not in _RETRIED:
                    raise
                _log.error("a person was not forgotten: %s", error.code)
                raise TableError("not_forgotten") from error
            return replace(forgotten, anything=forgotten.anything or was_here)

    async def _forget_at_tables(self, user_id: int) -> bool:
        """Return whether the person was at a table; tries all tables before it raises."""
        was_here = False
        refusal = None
        for manager in list(self._channels.values()):
            try:
                was_here |= await manager.forget_person(user_id)
            except TableError as error:
                refusal = error
        if refusal is not None:
            raise refusal
        return was_here

    def _changed(self, manager: GameManager) -> None:
        self.on_change(manager)
        ids = manager.ids
        old_ids = self._ids.pop(manager.channel_id, ())
        for old_id in set(old_ids) - set(ids):
            self._games.pop(old_id, None)
        if ids:
            self._games.update(dict.fromkeys(ids, manager))
            self._ids[manager.channel_id] = ids
            self._channels[manager.channel_id] = manager
        else:
            self._channels.pop(manager.channel_id, None)
            self._idle[manager.channel_id] = manager
        if manager.table is None or manager.running:
            self._finished.pop(manager.channel_id, None)
            return
        self._finished[manager.channel_id] = manager
        while len(self._finished) > self._most_finished:
            _, oldest = self._finished.popitem(last=False)
            oldest.forget()
            self._changed(oldest)
