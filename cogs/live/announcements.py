"""Announcements in the channels that servers chose for them, and the role of champions.

The champions of a month are announced when it is over, the best of a daily hand when its attempts
are closed.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import partial

import discord

from bot.daily.calendar import date_of, ends
from bot.i18n import Words
from bot.i18n.standings import announcement_lines
from bot.model import Shards
from bot.scores.results import Champions, month_of, month_start, period_name
from bot.storage.errors import StoreError
from bot.storage.notices import Claim
from bot.storage.store import SqlStore
from bot.table.context import Clock
from bot.table.errors import TableError
from bot.table.timing import Background
from cogs.base.custom_ids import NO_GAME, CustomId, Verb
from cogs.base.discord_errors import LONGEST, is_unknown, within
from cogs.base.panels import Panel, Picture, button, files, gallery, pictured, row, text
from cogs.base.permissions import check_may_give
from cogs.base.preferences import Preferences, Reader
from cogs.base.text import bold, escaped, moment
from cogs.live.pictures import Pictures
from cogs.pages.daily_page import daily_post_panel, podium_panel

from .posting import REPEATED, Posting
from .retry_queue import RetryQueue

LOOK_AGAIN = 3600.0
"""Seconds until due announcements are looked up again, if no date begins before."""
_CLOSED = timedelta(days=2)
"""From the date whose attempts have closed last until today."""
_UNDER_WAY = LONGEST + REPEATED + 60.0
"""Seconds after a claim in which the process that claimed may still be trying."""
_SKEW = 60.0
"""Seconds by which the clock of that process may have differed from Discord's."""
_log = logging.getLogger(__name__)
GuildRole = tuple[int, int]
"""A server and one of its roles."""
Announcement = tuple[Panel, Sequence[Picture]]
"""A message and its pictures."""


@dataclass(frozen=True)
class _Place:
    """The channel for announcements of a server, and how public messages look there."""

    guild_id: int
    channel_id: int
    reader: Reader


def season_panel(
    words: Words, champions: Sequence[Champions], pictures: Sequence[Picture]
) -> Panel:
    """Build the message that announces the champions of the season before this one."""
    title, *lines = announcement_lines(words, champions, escaped)
    ends = month_start(champions[0].champions[0].month + 2)
    past = CustomId(NO_GAME, 0, Verb.CHAMPIONS, (champions[0].system, "0"))
    begun = words("seasons.begun", date=moment(ends))
    return pictured(
        text(bold(title), *lines, begun),
        gallery(*pictures),
        row(button(words("seasons.champions"), past)),
    )


class Announcements(Background):
    """Announces what is due in the servers of this process, every hour and when a date begins.

    Each announcement is posted at most once; see :meth:`~cogs.live.posting.Posting.post_once`. Of
    one that was claimed without an answer the channel says whether it is there.
    """

    def __init__(  # noqa: PLR0913  # all it works with
        self,
        client: discord.Client,
        *,
        store: SqlStore,
        preferences: Preferences,
        pictures: Pictures,
        posting: Posting,
        clock: Clock,
        shards: Shards,
        retry_queue: RetryQueue,
    ) -> None:
        self._client = client
        self._store = store
        self._preferences = preferences
        self._pictures = pictures
        self._posting = posting
        self._clock = clock
        self._shards = shards
        self._retry_queue = retry_queue

    def look_after(self, guild_id: int) -> None:
        """Announce what is due in a server and move its role, without waiting for it."""
        due = {
            "season": self._announce_season,
            "champion-role": self._move_role,
            "daily": self._announce_daily,
        }
        for name, work in due.items():
            job = (name, guild_id), partial(_unless_refused, partial(work, guild_id))
            self._retry_queue.submit(job)

    def daily_shared(self, guild_id: int, day: date) -> None:
        """Show in a server that a result was shared there, without waiting for it."""
        work = partial(_unless_refused, partial(self._show_results, guild_id, day))
        self._retry_queue.submit((("daily", guild_id, day), work))

    def take(self, user_id: int, roles: Collection[GuildRole]) -> None:
        """Remove roles from a person, without waiting for it."""
        for guild_id, role_id in roles:
            work = partial(self._take, guild_id, user_id, role_id)
            key = ("champion-role", guild_id, user_id, role_id)
            self._retry_queue.submit((key, partial(_unless_refused, work)))

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

    # -- announcements ---------------------------------------------------------------------

    async def _announce_season(self, guild_id: int) -> None:
        place = await self._place(guild_id)
        if place is None:
            return
        champions = await self._store.season_champions(guild_id, self._last_month)
        if champions:
            key = f"season {period_name(self._last_month)}"
            await self._post(place, key, partial(self._season, place.reader, champions))

    async def _season(self, reader: Reader, champions: Sequence[Champions]) -> Announcement:
        drawn = [await self._pictures.champions(reader, system) for system in champions]
        pictures = [picture for picture in drawn if picture is not None]
        return season_panel(reader.words, champions, pictures), pictures

    async def _announce_daily(self, guild_id: int) -> None:
        place = await self._place(guild_id)
        if place is None:
            return
        now = self._clock.now()
        day = date_of(now) - _CLOSED
        board = await self._store.daily_board(guild_id, day, now, None)

        async def podium() -> Announcement:
            return podium_panel(place.reader.words, board), ()

        if any(row.turns is not None for row in board.rows):
            await self._post(place, f"daily {day.isoformat()}", podium)

    async def _show_results(self, guild_id: int, day: date) -> None:
        """Post what was shared of a date, or bring the message up to date."""
        place = await self._place(guild_id)
        if place is None:
            return
        stored = await self._store.daily_day(day)
        results = await self._store.shared_dailies(guild_id, day)
        if stored is None or not results:
            return
        key = f"daily-post {day.isoformat()}"
        panel = daily_post_panel(place.reader.words, day, stored.par, results)

        async def post() -> Announcement:
            return panel, ()

        message = await self._store.announced_message(guild_id, key)
        if message is not None:
            if await self._posting.edit_text(*message, panel):
                return
            await self._store.drop_announcement(guild_id, key)
        await self._post(place, key, post)

    @property
    def _last_month(self) -> int:
        return month_of(self._clock.now()) - 1

    async def _place(self, guild_id: int) -> _Place | None:
        """Where a server wants announcements; None for nowhere."""
        server = await self._preferences.server(guild_id)
        guild = self._client.get_guild(guild_id)
        channel_id = server.announcements
        if guild is None or channel_id is None or guild.get_channel(channel_id) is None:
            return None
        locale = self._preferences.default_locale or str(guild.preferred_locale)
        reader = self._preferences.public_reader(server, locale)
        return _Place(guild_id, channel_id, reader)

    async def _post(
        self, place: _Place, key: str, announcement: Callable[[], Awaitable[Announcement]]
    ) -> None:
        """Post an announcement, which ``key`` names in its server, unless it was posted before.

        Raises:
            StoreError: the database refused.
            DISCORD_ERRORS: it was not posted, or that is not known; the same call tries it again.
        """
        what = place.guild_id, key

        async def claim() -> bool:
            earlier = await self._store.unanswered_claim(*what)
            if earlier is not None and not await self._is_missing(earlier, announcement):
                return False
            new = Claim(*what, place.channel_id, self._clock.now())
            return await self._store.claim_announcement(new, earlier)

        async def send() -> int:
            panel, pictures = await announcement()
            message = key, place.channel_id
            posted, _ = await self._posting.post(message, key, view=panel, files=files(*pictures))
            return posted

        unclaim = partial(self._store.drop_announcement, *what)
        message_id = await self._posting.post_once(what, claim, unclaim, send)
        if message_id is not None:
            await self._store.put_announced(*what, message_id)

    async def _is_missing(
        self, claim: Claim, announcement: Callable[[], Awaitable[Announcement]]
    ) -> bool:
        """Return whether nobody posted what was claimed; raises DISCORD_ERRORS.

        While a process may be about to post it, this is looked up again later.
        """

        async def again() -> None:
            self.look_after(claim.guild_id)

        wait = claim.claimed_at + _UNDER_WAY - self._clock.now()
        if wait > 0:
            self._retry_queue.submit_later(wait, (("season", claim.guild_id, claim.key), again))
            return False
        panel, _ = await announcement()
        may_be_there, message_id = await self._look_for(claim, _ids_in(panel))
        if may_be_there:
            await self._store.put_announced(claim.guild_id, claim.key, message_id)
        return not may_be_there

    async def _look_for(self, claim: Claim, ids: set[str]) -> tuple[bool, int | None]:
        """Return whether a message with these ids followed a claim or may have, and its id."""
        guild = self._client.get_guild(claim.guild_id)
        channel = guild.get_channel(claim.channel_id) if guild is not None else None
        if guild is None or not isinstance(channel, discord.abc.Messageable):
            return True, None
        allowed = channel.permissions_for(guild.me)
        if not (allowed.view_channel and allowed.read_message_history):
            _log.warning("server %s: %r may be missing: no right to look", guild.id, claim.key)
            return True, None
        first, last = (
            datetime.fromtimestamp(claim.claimed_at + seconds, UTC)
            for seconds in (-_SKEW, _UNDER_WAY + _SKEW)
        )
        async with within():
            async for message in channel.history(limit=None, after=first, oldest_first=True):
                if message.created_at > last:
                    break
                posted = discord.ui.LayoutView.from_message(message, timeout=None)
                if message.author.id == guild.me.id and _ids_in(posted) == ids:
                    return True, message.id
        return False, None

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
            champions = await self._store.season_champions(guild_id, self._last_month)
            people = {person.user_id for system in champions for person in system.champions}
            wanted = {(user_id, server.champion_role) for user_id in people}
        for user_id, role_id in sorted(held - wanted):
            if _may_give(guild, role_id):
                await self._take(guild_id, user_id, role_id)
        for user_id, role_id in sorted(wanted - held):
            if guild.get_role(role_id) is not None and _may_give(guild, role_id):
                await self._give(guild_id, user_id, role_id)

    async def _give(self, guild_id: int, user_id: int, role_id: int) -> None:
        try:
            async with within():
                await self._client.http.add_role(guild_id, user_id, role_id)
        except discord.NotFound as error:
            # The person has left the server.
            if not is_unknown(error):
                raise
        else:
            await self._store.put_champion_role(guild_id, user_id, role_id)

    async def _take(self, guild_id: int, user_id: int, role_id: int) -> None:
        try:
            async with within():
                await self._client.http.remove_role(guild_id, user_id, role_id)
        except discord.NotFound as error:
            # The person has left the server, or the role is gone.
            if not is_unknown(error):
                raise
        await self._store.drop_champion_role(guild_id, user_id, role_id)


def _ids_in(view: discord.ui.LayoutView) -> set[str]:
    buttons = (item for item in view.walk_children() if isinstance(item, discord.ui.Button))
    return {item.custom_id for item in buttons if item.custom_id is not None}


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


async def _unless_refused(work: Callable[[], Awaitable[None]]) -> None:
    """Do something unless the database refuses; then it is done an hour later."""
    try:
        await work()
    except StoreError as error:
        _log.warning("champions were not looked after: %s", error.code)
