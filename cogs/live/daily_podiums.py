"""Announces the best of a server's daily hand when its attempts are closed."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from bot.daily.calendar import date_of
from bot.i18n import Words
from bot.scores.daily import DailyBoard
from bot.storage.store import SqlStore
from bot.table.context import Clock
from cogs.pages.daily_page import podium_panel

from .announcements import Announcement, Announcements

_CLOSED = timedelta(days=2)
"""From the date whose attempts have closed last until today."""


class DailyPodiums:
    """Announces each date once in each server in which somebody laid its phase."""

    def __init__(self, store: SqlStore, clock: Clock, announcements: Announcements) -> None:
        self._store = store
        self._clock = clock
        self._announcements = announcements

    async def announce(self, guild_id: int) -> None:
        """Announce in a server the date whose attempts have closed last.

        Raises:
            StoreError: the database refused.
            DISCORD_ERRORS: it was not posted, or that is not known.
        """
        place = await self._announcements.place(guild_id)
        if place is None:
            return
        now = self._clock.now()
        day = date_of(now) - _CLOSED
        board = await self._store.daily_board(guild_id, day, now, None)
        if any(row.turns is not None for row in board.rows):
            made = partial(_announcement, place.reader.words, board)
            await self._announcements.post(place, f"daily {day.isoformat()}", made)


async def _announcement(words: Words, board: DailyBoard) -> Announcement:
    return podium_panel(words, board), ()
