"""Announcements in the channels that servers chose for them.

The champions of a month are announced when it is over, a daily hand at the server's hour.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from datetime import date
from functools import partial

import discord

from bot.daily.calendar import begins, ends, last_closed, utc_date
from bot.daily.challenge import challenge_week, last_challenge
from bot.i18n import Translator
from bot.i18n.catalogue import DEFAULT_LOCALE
from bot.i18n.standings import announcement_lines
from bot.results.challenge import ChallengeBoard
from bot.results.daily import DailyNews
from bot.results.standings import Champions, month_number, month_start, period_name
from bot.storage import boards, notifications, preferences
from bot.storage.challenge import challenge_board
from bot.storage.daily import daily_day, daily_news, drop_blocks, shared_dailies
from bot.storage.errors import StoreError
from bot.storage.members import ask_again
from bot.storage.sheets import close_idle
from bot.table.timing import Background
from cogs.base.custom_ids import CustomId, Verb
from cogs.base.discord_errors import described
from cogs.base.members import Members
from cogs.base.preferences import DisplayOptions
from cogs.base.screens import Button, Drawing, Screen
from cogs.base.text import bold, escaped, moment
from cogs.pages.challenge_page import challenge_news_screen
from cogs.pages.daily_page import daily_post_screen, news_screen

from .champions_role import ChampionsRole
from .retry_queue import JobKey
from .sender import Drawn
from .services import LiveServices

HOUR = 3600.0  # in seconds
LOOK_AGAIN = HOUR  # seconds until the next look, if no announcement is due before
ServerWork = Callable[[int, int, DisplayOptions], Awaitable[None]]
"""Announces something in a server and its channel, as messages look there."""
_log = logging.getLogger(__name__)


def season_screen(
    words: Translator, champions: Sequence[Champions], drawings: Iterable[Drawing | None] = ()
) -> Screen:
    title, *lines = announcement_lines(words, champions, escaped)
    ends = month_start(champions[0].champions[0].month + 2)
    past = CustomId.of(Verb.CHAMPIONS, champions[0].game_type, "0")
    begun = words("seasons.begun", date=moment(ends))
    to_champions = [Button(words("seasons.champions"), past)]
    return Screen.of([bold(title), *lines, begun], to_champions, drawings=drawings)


def _people(news: DailyNews | None) -> list[int]:
    if news is None:
        return []
    return [row.user_id for row in news.rows] + [row.user_id for row in news.week]


def people_of_challenge(board: ChallengeBoard) -> list[int]:
    return [row.user_id for row in board.rows]


class Announcements(Background):
    """Makes the announcements of this process's servers: looks every hour, or when one is due."""

    def __init__(self, services: LiveServices, members: Members) -> None:
        self._services = services
        self._members = members
        self._role = ChampionsRole(services, members)

    def look_after(self, guild_id: int) -> None:
        """Make the announcements that are due in a server, without waiting for them."""
        self._submit(("season", guild_id), guild_id, self._announce_season, "announcements")
        self._submit(("daily", guild_id), guild_id, self._announce_day)
        self._submit(("daily", guild_id, "challenge"), guild_id, self._announce_challenge)
        self._services.retry_queue.submit(self._role.job(guild_id))

    def daily_shared(self, guild_id: int, day: date) -> None:
        """Show in a server that a result was shared there, without waiting for it."""
        self._submit(("daily", guild_id, day), guild_id, partial(self._show_results, day))

    async def _run(self) -> None:
        # Before, the servers' channels are not known.
        await self._services.client.wait_until_ready()
        while True:
            daily_hours: dict[int, int] = {}
            try:
                daily_hours = await self._services.store.read(preferences.announcing_servers)
                now = self._services.clock.now()
                await self._services.store.write(drop_blocks, now)
                await self._services.store.write(ask_again, now)
                await self._services.store.write_in_pieces(close_idle, now)
            except StoreError as error:
                _log.warning("announcements were not looked up: %s", error.code)
            for guild_id in daily_hours:
                if self._services.shards.serve(guild_id):
                    self.look_after(guild_id)
            now = self._services.clock.now()
            # Months begin with a date. A timer may ring a little early.
            due = _next_hour(now, {0, *daily_hours.values()}) + 1
            await self._services.clock.wait_until(min(now + LOOK_AGAIN, due))

    # -- announcements ---------------------------------------------------------------------

    def _submit(
        self, key: JobKey, guild_id: int, work: ServerWork, channel: str = "daily_posts"
    ) -> None:
        self._services.retry_queue.submit((key, partial(self._announce, guild_id, work, channel)))

    async def _announce(self, guild_id: int, work: ServerWork, channel: str) -> None:
        """Do ``work`` if the server chose a channel for it; ``channel`` names the preference."""
        try:
            server = await self._services.preferences.server(guild_id)
            guild = self._services.client.get_guild(guild_id)
            channel_id: int = getattr(server, channel) or 0
            if guild is None or guild.get_channel(channel_id) is None:
                return
            chosen = self._services.preferences.chosen_locale(guild, guild.preferred_locale)
            locale = chosen or server.posts_locale or DEFAULT_LOCALE
            reader = self._services.preferences.public_reader(server, locale)
            await work(guild_id, channel_id, reader)
        except StoreError as error:
            _log.warning("an announcement is put off for an hour: %s", error.code)
        except discord.Forbidden as error:
            # Asking again within minutes is of no use.
            _log.warning("an announcement is put off for an hour: %s", described(error))

    async def _post(
        self, guild_id: int, channel_id: int, key: str, screen: Screen, replaced: int | None = None
    ) -> None:
        make = partial(self._services.sender.made, screen)
        await self._services.poster.announce(guild_id, key, channel_id, make, replaced=replaced)

    async def _announce_season(
        self, guild_id: int, channel_id: int, reader: DisplayOptions
    ) -> None:
        month = month_number(self._services.clock.now()) - 1
        champions = await self._members.among_present(
            guild_id,
            partial(self._services.store.read, boards.month_champions, guild_id, month),
            lambda pages: [each.user_id for page in pages for each in page.champions],
        )
        if champions:
            pictures = self._services.pictures(reader)
            screen = season_screen(reader.words, champions, map(pictures.champions, champions))
            await self._post(guild_id, channel_id, f"season {period_name(month)}", screen)

    async def _announce_day(self, guild_id: int, channel_id: int, reader: DisplayOptions) -> None:
        server = await self._services.preferences.server(guild_id)
        now = self._services.clock.now()
        today = utc_date(now)
        due = begins(today) + server.daily_hour * HOUR
        if now < due:
            return
        read = self._services.store.read
        news = await self._members.among_present(
            guild_id, partial(read, daily_news, guild_id, last_closed(due)), _people
        )
        if news is not None:
            screen = news_screen(reader.words, today, news)
            await self._post(guild_id, channel_id, f"day {today.isoformat()}", screen)

    async def _announce_challenge(
        self, guild_id: int, channel_id: int, reader: DisplayOptions
    ) -> None:
        """Announce a challenge with the results of the one before, which is closed."""
        server = await self._services.preferences.server(guild_id)
        now = self._services.clock.now()
        due = begins(utc_date(now)) + server.daily_hour * HOUR
        week = challenge_week(now)
        told = last_challenge(due)
        if now < due or challenge_week(begins(week) - 1) != told:
            return
        read = self._services.store.read
        board = await self._members.among_present(
            guild_id, partial(read, challenge_board, guild_id, told, now, None), people_of_challenge
        )
        if board.finished:
            screen = challenge_news_screen(reader.words, week, board)
            await self._post(guild_id, channel_id, f"challenge {week.isoformat()}", screen)

    async def _show_results(
        self, day: date, guild_id: int, channel_id: int, reader: DisplayOptions
    ) -> None:
        """Post the shared results of a date, or bring the message up to date."""
        stored = await self._services.store.read(daily_day, day)
        now = self._services.clock.now()
        results = await self._services.store.read(shared_dailies, guild_id, day, now)
        if stored is None or not results:
            return
        key = f"daily-post {day.isoformat()}"
        screen = daily_post_screen(reader.words, day, stored.par, results)
        replaced = None
        known = await self._services.store.read(notifications.announcement, guild_id, key)
        if known is not None and known.channel_id and known.message_id:
            edited = Drawn(screen)
            if await self._services.poster.edit(known.channel_id, known.message_id, edited):
                return
            replaced = known.message_id
        await self._post(guild_id, channel_id, key, screen, replaced)


def _next_hour(now: float, hours: Collection[int]) -> float:
    """The first moment after now at which one of some hours of a day (UTC) begins."""
    midnights = begins(utc_date(now)), ends(utc_date(now))
    moments = [midnight + hour * HOUR for midnight in midnights for hour in hours]
    return min(moment for moment in moments if moment > now)
