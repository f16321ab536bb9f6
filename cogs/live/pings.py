"""The turn ping: the message that notifies the player to act."""

from __future__ import annotations

from functools import partial

import discord

from bot.i18n import words_for
from bot.model import Pings, ServerPreferences, Table
from bot.table.context import Clock
from bot.table.manager import GameManager
from cogs.base.preferences import Preferences

from .personal_turns import LateJobs, PersonalTurn, is_alone, turn_of
from .posting import Posting
from .retry_queue import Job, RetryQueue

PAUSE = 60.0
"""Seconds of a turn before its ping, on servers that want pings only after a pause."""


class TurnPings:
    """Keeps one ping per table up to date, as its server chose.

    What is kept in memory only saves messages; when a late ping is due is computed from the table.
    """

    def __init__(
        self, posting: Posting, preferences: Preferences, clock: Clock, retry_queue: RetryQueue
    ) -> None:
        self._posting = posting
        self._preferences = preferences
        self._clock = clock
        self._pinged: dict[int, PersonalTurn] = {}
        self._late = LateJobs(clock, retry_queue)

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
            table, turn = manager.table, turn_of(manager)
            if table is None:
                return
            if turn is None or is_alone(table) or server.pings is Pings.SILENT:
                await self._drop(manager, table)
            elif server.pings is Pings.PAUSE:
                await self._after_pause(manager, table, turn, server)
            else:
                await self._at_once(manager, table, turn, server)

    async def _remind(self, manager: GameManager, turn_at: float) -> None:
        server = await self._preferences.server(manager.guild_id)
        async with self._posting.lock((manager.channel_id, "ping")):
            table, turn = manager.table, turn_of(manager)
            # The turn may have ended while this waited or failed.
            if table is None or turn is None or turn.began != turn_at:
                return
            if server.pings is not Pings.SILENT:
                await self._post(manager, table, turn, "table.reminder", server)

    def close(self) -> None:
        """Cancel the pings that are not due yet."""
        self._late.close()

    async def _at_once(
        self, manager: GameManager, table: Table, turn: PersonalTurn, server: ServerPreferences
    ) -> None:
        self._late.cancel(manager.channel_id)
        # A person who plays twice in a row needs no second ping.
        if not turn.is_of_same(self._known(manager, table, turn)):
            await self._post(manager, table, turn, "table.ping", server)
        self._pinged[manager.channel_id] = turn

    async def _after_pause(
        self, manager: GameManager, table: Table, turn: PersonalTurn, server: ServerPreferences
    ) -> None:
        known = self._known(manager, table, turn)
        if known == turn and table.ping_id is not None:
            return
        if table.ping_id is not None:
            await self._drop(manager, table)
        left = turn.began + PAUSE - self._clock.now()
        if left > 0:
            self._late.set(manager.channel_id, left, self.job(manager))
            return
        await self._post(manager, table, turn, "table.ping", server)
        self._pinged[manager.channel_id] = turn

    def _known(self, manager: GameManager, table: Table, turn: PersonalTurn) -> PersonalTurn | None:
        known = self._pinged.get(manager.channel_id)
        # After a restart the stored ping is assumed to be for this turn.
        return turn if known is None and table.ping_id is not None else known

    async def _drop(self, manager: GameManager, table: Table) -> None:
        self._late.cancel(manager.channel_id)
        self._pinged.pop(manager.channel_id, None)
        if table.ping_id is not None:
            await manager.note_ping(None)
            await self._posting.delete(manager.channel_id, table.ping_id)

    async def _post(
        self,
        manager: GameManager,
        table: Table,
        turn: PersonalTurn,
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
