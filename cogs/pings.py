"""The turn ping: the message that notifies the player to act."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import discord

from bot.i18n import words_for
from bot.model import Pings, ServerPreferences, Table
from bot.table.manager import GameManager
from bot.table.ports import Clock
from bot.table.timing import Timer

from .posting import Posting
from .preferences import Preferences
from .retry_queue import Job, RetryQueue

PAUSE = 60.0
"""Seconds of a turn before its ping, on servers that want pings only after a pause."""


@dataclass(frozen=True)
class _PingedTurn:
    """A person's turn in a game, which began ``began`` seconds after 1970."""

    game_id: str
    user_id: int
    began: float

    def is_of_same(self, other: _PingedTurn | None) -> bool:
        """Whether the other turn is of the same person in the same game."""
        return other is not None and (other.game_id, other.user_id) == (self.game_id, self.user_id)


class TurnPings:
    """Keeps one ping per table up to date, as its server chose.

    What is kept in memory only saves messages; when a late ping is due is computed from the table.
    """

    def __init__(
        self, posting: Posting, preferences: Preferences, clock: Clock, retry_queue: RetryQueue
    ) -> None:
        self._posting = posting
        self._retry_queue = retry_queue
        self._preferences = preferences
        self._clock = clock
        self._pinged: dict[int, _PingedTurn] = {}
        self._late: dict[int, Timer] = {}

    def job(self, manager: GameManager) -> Job:
        """The job that updates the ping of a table."""
        return ("ping", manager.channel_id), partial(self.update, manager)

    def reminder_job(self, manager: GameManager, turn_at: float) -> Job:
        """The job that pings once more in the turn that began at ``turn_at``."""
        return ("remind", manager.channel_id), partial(self._remind, manager, turn_at)

    async def update(self, manager: GameManager) -> None:
        """Post a ping for each new turn of a person, and delete one that is out of date."""
        server = await self._preferences.server(manager.guild_id)
        async with self._posting.lock((manager.channel_id, "ping")):
            table, turn = manager.table, _turn_of(manager)
            if table is None:
                return
            if turn is None or _is_alone(table) or server.pings is Pings.SILENT:
                await self._drop(manager, table)
            elif server.pings is Pings.PAUSE:
                await self._after_pause(manager, table, turn, server)
            else:
                await self._at_once(manager, table, turn, server)

    async def _remind(self, manager: GameManager, turn_at: float) -> None:
        server = await self._preferences.server(manager.guild_id)
        async with self._posting.lock((manager.channel_id, "ping")):
            table, turn = manager.table, _turn_of(manager)
            # The turn may have ended while this waited or failed.
            if table is None or turn is None or turn.began != turn_at:
                return
            if server.pings is not Pings.SILENT:
                await self._post(manager, table, turn, "table.reminder", server)

    def close(self) -> None:
        """Cancel the pings that are not due yet."""
        for timer in self._late.values():
            timer.cancel()
        self._late.clear()

    async def _at_once(
        self, manager: GameManager, table: Table, turn: _PingedTurn, server: ServerPreferences
    ) -> None:
        self._cancel_late(manager.channel_id)
        # A person who plays twice in a row needs no second ping.
        if not turn.is_of_same(self._known(manager, table, turn)):
            await self._post(manager, table, turn, "table.ping", server)
        self._pinged[manager.channel_id] = turn

    async def _after_pause(
        self, manager: GameManager, table: Table, turn: _PingedTurn, server: ServerPreferences
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
        # This is the timer's own task: the update must not cancel it.
        timer = self._late.pop(manager.channel_id, None)
        if timer is not None:
            timer.release()
        await self._retry_queue.run(self.job(manager))

    def _known(self, manager: GameManager, table: Table, turn: _PingedTurn) -> _PingedTurn | None:
        known = self._pinged.get(manager.channel_id)
        # After a restart the stored ping is assumed to be for this turn.
        return turn if known is None and table.ping_id is not None else known

    async def _drop(self, manager: GameManager, table: Table) -> None:
        self._cancel_late(manager.channel_id)
        self._pinged.pop(manager.channel_id, None)
        if table.ping_id is not None:
            await manager.note_ping(None)
            await self._posting.delete(manager.channel_id, table.ping_id)

    def _cancel_late(self, channel_id: int) -> None:
        timer = self._late.pop(channel_id, None)
        if timer is not None:
            timer.cancel()

    async def _post(
        self,
        manager: GameManager,
        table: Table,
        turn: _PingedTurn,
        key: str,
        server: ServerPreferences,
    ) -> None:
        if table.ping_id is not None:
            await self._posting.delete(manager.channel_id, table.ping_id)
        words = words_for(server.locale or table.locale)
        message_id, _ = await self._posting.post(
            (manager.channel_id, "ping"),
            (turn, key),
            content=words(key, mention=f"<@{turn.user_id}>"),
            allowed_mentions=discord.AllowedMentions(users=[discord.Object(turn.user_id)]),
        )
        await manager.note_ping(message_id)


def _turn_of(manager: GameManager) -> _PingedTurn | None:
    """The current turn, when it is that of a person who is present."""
    table = manager.table
    if table is None or not manager.running:
        return None
    view = manager.view(None)
    if view.turn is None:
        return None
    who = table.occupants[view.turn]
    if who.is_computer or who.user_id is None:
        return None
    return _PingedTurn(table.game_id, who.user_id, table.turn_at)


def _is_alone(table: Table) -> bool:
    """Whether one person plays against computers, and so is to move whenever they have moved."""
    return sum(not each.is_computer for each in table.occupants) < 2
