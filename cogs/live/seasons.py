"""Announces the champions of a month when it is over, and gives them the server's role for them.

Its timer also has the best of each daily hand announced.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from functools import partial

import discord

from bot.daily.calendar import date_of, ends
from bot.i18n import Words
from bot.i18n.standings import announcement_lines
from bot.model import Shards
from bot.scores.results import Champions, month_of, month_start, period_name
from bot.storage.errors import StoreError
from bot.storage.store import SqlStore
from bot.table.context import Clock
from bot.table.errors import TableError
from bot.table.timing import Background
from cogs.base.custom_ids import NO_GAME, CustomId, Verb
from cogs.base.discord_errors import is_unknown
from cogs.base.panels import Panel, Picture, button, gallery, pictured, row, text
from cogs.base.permissions import check_may_give
from cogs.base.preferences import Preferences, Reader
from cogs.base.text import bold, escaped, moment
from cogs.live.pictures import Pictures

from .announcements import Announcement, Announcements
from .daily_podiums import DailyPodiums
from .retry_queue import RetryQueue, Work

LOOK_AGAIN = 3600.0
"""Seconds until the next look, if no month begins before."""
_log = logging.getLogger(__name__)
GuildRole = tuple[int, int]
"""A server and one of its roles."""


def announcement(words: Words, champions: Sequence[Champions], shown: Sequence[Picture]) -> Panel:
    """Build the message that announces the champions of the season before this one."""
    title, *lines = announcement_lines(words, champions, escaped)
    ends = month_start(champions[0].champions[0].month + 2)
    past = CustomId(NO_GAME, 0, Verb.CHAMPIONS, (champions[0].system, "0"))
    begun = words("seasons.begun", date=moment(ends))
    return pictured(
        text(bold(title), *lines, begun),
        gallery(*shown),
        row(button(words("seasons.champions"), past)),
    )


class Seasons(Background):
    """Looks at the beginning of each date, and every hour, after the servers of this process.

    Args:
        client: the connection to Discord.
        store: the database.
        preferences: what servers chose.
        pictures: draws.
        clock: time.
        shards: those of this process.
        retry_queue: retries what Discord refuses.
        announcements: posts.
        podiums: announces the best of daily hands.
    """

    def __init__(  # noqa: PLR0913  # all it works with
        self,
        client: discord.Client,
        *,
        store: SqlStore,
        preferences: Preferences,
        pictures: Pictures,
        clock: Clock,
        shards: Shards,
        retry_queue: RetryQueue,
        announcements: Announcements,
        podiums: DailyPodiums,
    ) -> None:
        self._client = client
        self._store = store
        self._preferences = preferences
        self._pictures = pictures
        self._clock = clock
        self._shards = shards
        self._retry_queue = retry_queue
        self._announcements = announcements
        self._podiums = podiums

    def look_after(self, guild_id: int) -> None:
        """Announce and give in a server what is due, without waiting for it."""
        due = {
            "season": self._announce,
            "champion-role": self._move_role,
            "daily": self._podiums.announce,
        }
        self._retry_queue.submit(
            *(
                ((name, guild_id), partial(_unless_refused, partial(work, guild_id)))
                for name, work in due.items()
            )
        )

    async def roles_of(self, user_id: int) -> set[GuildRole]:
        """Return the servers in which the bot gave a person a role, each with the role.

        Raises:
            StoreError: the database refused.
        """
        return await self._store.roles_of_champion(user_id)

    def take(self, user_id: int, roles: Collection[GuildRole]) -> None:
        """Remove roles from a person, without waiting for it."""
        for guild_id, role_id in roles:
            work = partial(self._take, guild_id, user_id, role_id)
            key = ("champion-role", guild_id, user_id, role_id)
            self._retry_queue.submit((key, partial(_unless_refused, work)))

    # -- when ------------------------------------------------------------------------------

    async def _run(self) -> None:
        # Before, the servers' channels and roles are not known.
        await self._client.wait_until_ready()
        while True:
            servers: set[int] = set()
            try:
                servers = await self._store.season_servers()
                await self._store.drop_daily_blocks()
            except StoreError as error:
                _log.warning("champions were not looked up: %s", error.code)
            for guild_id in servers:
                if self._shards.serve(guild_id):
                    self.look_after(guild_id)
            now = self._clock.now()
            # Months begin with a date. A timer may ring a little early.
            next_date = ends(date_of(now)) + 1 - now
            await self._clock.sleep(min(LOOK_AGAIN, next_date))

    @property
    def _last_month(self) -> int:
        return month_of(self._clock.now()) - 1

    # -- announcements ---------------------------------------------------------------------

    async def _announce(self, guild_id: int) -> None:
        place = await self._announcements.place(guild_id)
        if place is None:
            return
        champions = await self._store.season_champions(guild_id, self._last_month)
        if not champions:
            return
        key = f"season {period_name(self._last_month)}"
        made = partial(self._announcement, place.reader, champions)
        await self._announcements.post(place, key, made)

    async def _announcement(self, reader: Reader, champions: Sequence[Champions]) -> Announcement:
        drawn = [await self._pictures.champions(reader, each) for each in champions]
        shown = [each for each in drawn if each is not None]
        return announcement(reader.words, champions, shown), shown

    # -- roles -----------------------------------------------------------------------------

    async def _move_role(self, guild_id: int) -> None:
        """Let the last month's champions, and nobody else, have the role of champions."""
        server = await self._preferences.server(guild_id)
        guild = self._client.get_guild(guild_id)
        if guild is None:
            return
        held = await self._store.champion_roles(guild_id)
        wanted = set[tuple[int, int]]()
        if server.champion_role is not None:
            found = await self._store.season_champions(guild_id, self._last_month)
            people = {each.user_id for system in found for each in system.champions}
            wanted = {(user_id, server.champion_role) for user_id in people}
        for user_id, role_id in sorted(held - wanted):
            if _may_give(guild, role_id):
                await self._take(guild_id, user_id, role_id)
        for user_id, role_id in sorted(wanted - held):
            if guild.get_role(role_id) is not None and _may_give(guild, role_id):
                await self._give(guild_id, user_id, role_id)

    async def _give(self, guild_id: int, user_id: int, role_id: int) -> None:
        try:
            await self._client.http.add_role(guild_id, user_id, role_id)
        except discord.NotFound as error:
            # The person has left the server.
            if not is_unknown(error):
                raise
        else:
            await self._store.put_champion_role(guild_id, user_id, role_id)

    async def _take(self, guild_id: int, user_id: int, role_id: int) -> None:
        try:
            await self._client.http.remove_role(guild_id, user_id, role_id)
        except discord.NotFound as error:
            # Who left the server, or a role that is gone.
            if not is_unknown(error):
                raise
        await self._store.drop_champion_role(guild_id, user_id, role_id)


def _may_give(guild: discord.Guild, role_id: int) -> bool:
    """Return whether the bot may give a role; of one that is gone nothing is known."""
    role = guild.get_role(role_id)
    try:
        if role is not None:
            check_may_give(guild, role)
    except TableError as error:
        _log.warning("server %s: the champions' role cannot be moved: %s", guild.id, error.code)
        return False
    return True


async def _unless_refused(work: Work) -> None:
    """Do something unless the database refuses; then it is done an hour later."""
    try:
        await work()
    except StoreError as error:
        _log.warning("champions were not looked after: %s", error.code)
