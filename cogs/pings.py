"""The one message that notifies a player: whose turn it is, and when they are told."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

import discord

from bot.i18n import words_for
from bot.model import Pings
from bot.rules.state import Stage
from bot.table.tasks import Timer

if TYPE_CHECKING:
    from bot.model import ServerPreferences, Table
    from bot.table.manager import GameManager
    from bot.table.ports import Clock

    from .posting import Posting
    from .preferences import Preferences
    from .retry_queue import Asked, RetryQueue

PAUSE = 60.0
"""Seconds that a turn has gone on for, where a server wants pings only after a pause."""


@dataclass(frozen=True)
class _Turn:
    """A person's turn in a game.

    Attributes:
        game_id: the game.
        user_id: the person.
        began: when, in seconds since 1970.
    """

    game_id: str
    user_id: int
    began: float

    def is_of_same(self, other: _Turn | None) -> bool:
        """Whether the other is this or another turn of the same person in the same game."""
        return other is not None and (other.game_id, other.user_id) == (self.game_id, self.user_id)


class TurnPings:
    """Keeps one ping a table up to date, as its server chose.

    What it keeps in memory only saves messages; when a late ping is due is computed from the table.
    """

    def __init__(
        self, posting: Posting, choices: Preferences, clock: Clock, retry_queue: RetryQueue
    ) -> None:
        self._posting = posting
        self._retry_queue = retry_queue
        self._choices = choices
        self._clock = clock
        self._pinged: dict[int, _Turn] = {}
        self._late: dict[int, Timer] = {}
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def keep(self, manager: GameManager) -> None:
        """Update the ping of a table, and try again when Discord does not take it."""
        await self._retry_queue.do(self.job(manager))

    def job(self, manager: GameManager) -> Asked:
        """What there is to do."""
        return ("ping", manager.channel_id), partial(self.update, manager)

    async def update(self, manager: GameManager) -> None:
        """One ping for each new turn of a person, and none that is out of date."""
        server = await self._choices.server(manager.guild_id)
        async with self._lock(manager.channel_id):
            table, turn = manager.table, _turn_of(manager)
            if table is None:
                return
            if turn is None or _is_alone(table) or server.pings is Pings.SILENT:
                await self._drop(manager, table)
            elif server.pings is Pings.PAUSE:
                await self._after_pause(manager, table, turn, server)
            else:
                await self._at_once(manager, table, turn, server)

    async def remind(self, manager: GameManager) -> None:
        """Ping who is to act once more, unless the server wants no pings."""
        server = await self._choices.server(manager.guild_id)
        async with self._lock(manager.channel_id):
            table, turn = manager.table, _turn_of(manager)
            if table is not None and turn is not None and server.pings is not Pings.SILENT:
                await self._post(manager, table, turn, "table.reminder", server)

    def close(self) -> None:
        """Forget the pings that are not due yet."""
        for timer in self._late.values():
            timer.cancel()
        self._late.clear()

    async def _at_once(
        self, manager: GameManager, table: Table, turn: _Turn, server: ServerPreferences
    ) -> None:
        self._wait_no_more(manager.channel_id)
        # Who plays twice in a row is there already.
        if not turn.is_of_same(self._known(manager, table, turn)):
            await self._post(manager, table, turn, "table.ping", server)
        self._pinged[manager.channel_id] = turn

    async def _after_pause(
        self, manager: GameManager, table: Table, turn: _Turn, server: ServerPreferences
    ) -> None:
        known = self._known(manager, table, turn)
        if known == turn and table.ping_id is not None:
            return
        if table.ping_id is not None:
            await self._drop(manager, table)
        left = turn.began + PAUSE - self._clock.now()
        if left > 0:
            timer = self._late.setdefault(manager.channel_id, Timer(self._clock))
            timer.set(left, partial(self._update_late, manager))
            return
        await self._post(manager, table, turn, "table.ping", server)
        self._pinged[manager.channel_id] = turn

    async def _update_late(self, manager: GameManager) -> None:
        # This is the timer's own task: it is not to cancel itself on its way.
        timer = self._late.pop(manager.channel_id, None)
        if timer is not None:
            timer.release()
        await self.keep(manager)

    def _known(self, manager: GameManager, table: Table, turn: _Turn) -> _Turn | None:
        known = self._pinged.get(manager.channel_id)
        # After a restart: the ping that stands is taken to be for this turn.
        return turn if known is None and table.ping_id is not None else known

    async def _drop(self, manager: GameManager, table: Table) -> None:
        self._wait_no_more(manager.channel_id)
        self._pinged.pop(manager.channel_id, None)
        if table.ping_id is not None:
            await manager.note_ping(None)
            await self._posting.delete(manager.channel_id, table.ping_id)

    def _wait_no_more(self, channel_id: int) -> None:
        timer = self._late.pop(channel_id, None)
        if timer is not None:
            timer.cancel()

    async def _post(
        self, manager: GameManager, table: Table, turn: _Turn, key: str, server: ServerPreferences
    ) -> None:
        if table.ping_id is not None:
            await self._posting.delete(manager.channel_id, table.ping_id)
        words = words_for(server.locale or table.locale)
        message_id, _ = await self._posting.post(
            manager.channel_id,
            (manager.channel_id, "ping"),
            (turn, key),
            content=words(key, mention=f"<@{turn.user_id}>"),
            allowed_mentions=discord.AllowedMentions(users=[discord.Object(turn.user_id)]),
        )
        await manager.note_ping(message_id)

    def _lock(self, channel_id: int) -> asyncio.Lock:
        """Held while the ping changes: a late one comes beside the announcements."""
        return self._locks.setdefault(channel_id, asyncio.Lock())


def _turn_of(manager: GameManager) -> _Turn | None:
    """Whose turn it is, where that is a person who is here."""
    table = manager.table
    if table is None or not manager.running:
        return None
    view = manager.view(None)
    if view.turn is None or view.stage in (Stage.DEAL, Stage.OVER):
        return None
    who = table.occupants[view.turn]
    if who.is_computer or who.user_id is None:
        return None
    return _Turn(table.game_id, who.user_id, table.turn_at)


def _is_alone(table: Table) -> bool:
    """Whether one person plays against computers: whoever moved last is the one to move."""
    return sum(not each.is_computer for each in table.occupants) < 2
