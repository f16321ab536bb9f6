"""Announcements in the channels that servers chose for them.

The champions of a month are announced when it is over, the best of a daily hand when its attempts
are closed.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import date, timedelta
from functools import partial

from bot.daily.calendar import date_of, ends
from bot.i18n import Translator
from bot.i18n.standings import announcement_lines
from bot.results.standings import Champions, month_of, month_start, period_name
from bot.storage import boards, daily, notifications, preferences
from bot.storage.errors import StoreError
from bot.table.timing import Background
from cogs.base.custom_ids import CustomId, Verb
from cogs.base.preferences import DisplayOptions
from cogs.base.screens import Button, Drawing, Screen
from cogs.base.text import bold, escaped, moment
from cogs.pages.daily_page import daily_post_screen, podium_screen

from .message_poster import PostContent
from .sender import Drawn
from .services import LiveServices

LOOK_AGAIN = 3600.0
"""Seconds until due announcements are looked up again, if no date begins before."""
_CLOSED = timedelta(days=2)
"""From the date whose attempts have closed last until today."""
_log = logging.getLogger(__name__)


def season_screen(
    words: Translator, champions: Sequence[Champions], drawings: Sequence[Drawing | None] = ()
) -> Screen:
    title, *lines = announcement_lines(words, champions, escaped)
    ends = month_start(champions[0].champions[0].month + 2)
    past = CustomId.of(Verb.CHAMPIONS, champions[0].game_type, "0")
    begun = words("seasons.begun", date=moment(ends))
    to_champions = [Button(words("seasons.champions"), past)]
    return Screen.of([bold(title), *lines, begun], to_champions, drawings=drawings)


class Announcements(Background):
    """Announces what is due in the servers of this process, every hour and when a date begins.

    See :meth:`~cogs.live.message_poster.MessagePoster.announce`.
    """

    def __init__(self, services: LiveServices) -> None:
        self._services = services

    def look_after(self, guild_id: int) -> None:
        """Announce what is due in a server, without waiting for it."""
        due = {"season": self._announce_season, "daily": self._announce_daily}
        for name, work in due.items():
            job = (name, guild_id), partial(_unless_refused, partial(work, guild_id))
            self._services.retry_queue.submit(job)

    def daily_shared(self, guild_id: int, day: date) -> None:
        """Show in a server that a result was shared there, without waiting for it."""
        work = partial(_unless_refused, partial(self._show_results, guild_id, day))
        self._services.retry_queue.submit((("daily", guild_id, day), work))

    async def _run(self) -> None:
        # Before, the servers' channels are not known.
        await self._services.client.wait_until_ready()
        while True:
            servers: set[int] = set()
            try:
                servers = await self._services.store.read(preferences.season_servers)
                await self._services.store.write(daily.drop_blocks, self._services.clock.now())
            except StoreError as error:
                _log.warning("announcements were not looked up: %s", error.code)
            for guild_id in servers:
                if self._services.shards.serve(guild_id):
                    self.look_after(guild_id)
            now = self._services.clock.now()
            # Months begin with a date. A timer may ring a little early.
            next_date = ends(date_of(now)) + 1 - now
            await self._services.clock.sleep(min(LOOK_AGAIN, next_date))

    # -- announcements ---------------------------------------------------------------------

    async def _announce_season(self, guild_id: int) -> None:
        place = await self._place(guild_id)
        if place is None:
            return
        (channel_id, reader), month = place, month_of(self._services.clock.now()) - 1
        champions = await self._services.store.read(boards.month_champions, guild_id, month)

        async def season() -> PostContent:
            drawings = [
                self._services.pictures(reader).champions(game_type) for game_type in champions
            ]
            screen = season_screen(reader.words, champions, drawings)
            return (await self._services.sender.made(screen)).to_post()

        if champions:
            key = f"season {period_name(month)}"
            await self._services.poster.announce(guild_id, key, channel_id, season)

    async def _announce_daily(self, guild_id: int) -> None:
        place = await self._place(guild_id)
        if place is None:
            return
        (channel_id, reader), now = place, self._services.clock.now()
        day = date_of(now) - _CLOSED
        board = await self._services.store.read(daily.daily_board, guild_id, day, now, None)

        async def podium() -> PostContent:
            return Drawn(podium_screen(reader.words, board)).to_post()

        if any(row.turns is not None for row in board.rows):
            key = f"daily {day.isoformat()}"
            await self._services.poster.announce(guild_id, key, channel_id, podium)

    async def _show_results(self, guild_id: int, day: date) -> None:
        """Post what was shared of a date, or bring the message up to date."""
        place = await self._place(guild_id)
        if place is None:
            return
        channel_id, reader = place
        stored = await self._services.store.read(daily.daily_day, day)
        results = await self._services.store.read(daily.shared_dailies, guild_id, day)
        if stored is None or not results:
            return
        key = f"daily-post {day.isoformat()}"
        drawn = Drawn(daily_post_screen(reader.words, day, stored.par, results))

        async def post() -> PostContent:
            return drawn.to_post()

        replaced = None
        known = await self._services.store.read(notifications.announcement, guild_id, key)
        if known is not None and known.channel_id and known.message_id:
            if await self._services.poster.edit(known.channel_id, known.message_id, drawn):
                return
            replaced = known.message_id
        await self._services.poster.announce(guild_id, key, channel_id, post, replaced=replaced)

    async def _place(self, guild_id: int) -> tuple[int, DisplayOptions] | None:
        """The channel for announcements, and how they look there; None if there is none."""
        server = await self._services.preferences.server(guild_id)
        guild = self._services.client.get_guild(guild_id)
        channel_id = server.announcements
        if guild is None or channel_id is None or guild.get_channel(channel_id) is None:
            return None
        locale = self._services.preferences.default_locale or str(guild.preferred_locale)
        return channel_id, self._services.preferences.public_reader(server, locale)


async def _unless_refused(work: Callable[[], Awaitable[None]]) -> None:
    """Do something unless the database refuses; then it is done an hour later."""
    try:
        await work()
    except StoreError as error:
        _log.warning("an announcement is put off: %s", error.code)
