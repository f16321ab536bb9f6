"""Announces the best of a server's daily hand when its attempts are closed."""

from __future__ import annotations

import logging
from datetime import timedelta
from functools import partial

from bot.i18n import Words
from bot.scores.daily import DailyBoard
from bot.table.daily import DailyHands
from bot.table.errors import TableError

from .announcements import Announcement, Announcements
from .views.daily_page import podium_panel

_log = logging.getLogger(__name__)
_CLOSED = timedelta(days=2)
"""From the date whose attempts have closed last until today."""


class DailyPodiums:
    """Announces each date once in each server in which somebody laid its phase.

    Args:
        hands: the daily hands.
        announcements: posts.
    """

    def __init__(self, hands: DailyHands, announcements: Announcements) -> None:
        self._hands = hands
        self._announcements = announcements

    async def tidy(self) -> None:
        """Have removed what is kept of people who were deleted until a date has closed."""
        try:
            await self._hands.tidy()
        except TableError as error:
            _log.warning("blocks of daily hands were not removed: %s", error.code)

    async def announce(self, guild_id: int) -> None:
        """Announce in a server the date whose attempts have closed last.

        Raises:
            StoreError: the database refused.
            DISCORD_ERRORS: it was not posted, or that is not known.
        """
        place = await self._announcements.place(guild_id)
        if place is None:
            return
        day = self._hands.today - _CLOSED
        try:
            board = await self._hands.board(guild_id, day, None)
        except TableError as error:
            _log.warning("the podium of %s was not looked up: %s", day, error.code)
            return
        if any(row.turns is not None for row in board.rows):
            made = partial(_announcement, place.reader.words, board)
            await self._announcements.post(place, f"daily {day.isoformat()}", made)


async def _announcement(words: Words, board: DailyBoard) -> Announcement:
    return podium_panel(words, board), ()
