"""Announcements: messages in the channel that a server chose for them, each posted once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial

import discord

from bot.storage.store import SqlStore
from bot.table.context import Clock
from cogs.base.panels import Panel, Picture, files
from cogs.base.preferences import Preferences, Reader

from .once import ClaimedPosts
from .posting import Posting

Announcement = tuple[Panel, Sequence[Picture]]
"""A message and its pictures."""


@dataclass(frozen=True)
class AnnouncementPlace:
    """The channel for announcements of a server, and how public messages look there."""

    guild_id: int
    channel_id: int
    reader: Reader


class Announcements:
    """Posts announcements, each at most once; see :class:`~cogs.live.once.ClaimedPosts`.

    Args:
        client: the connection to Discord.
        store: the database.
        preferences: what servers chose.
        clock: time.
    """

    def __init__(
        self, client: discord.Client, store: SqlStore, preferences: Preferences, clock: Clock
    ) -> None:
        self._client = client
        self._store = store
        self._preferences = preferences
        self._posting = Posting(client)
        self._claimed = ClaimedPosts(clock)

    async def place(self, guild_id: int) -> AnnouncementPlace | None:
        """Return where a server wants announcements; None for nowhere."""
        server = await self._preferences.server(guild_id)
        guild = self._client.get_guild(guild_id)
        channel_id = server.announcements
        if guild is None or channel_id is None or guild.get_channel(channel_id) is None:
            return None
        locale = self._preferences.default_locale or str(guild.preferred_locale)
        reader = self._preferences.public_reader(server, locale)
        return AnnouncementPlace(guild_id, channel_id, reader)

    async def post(
        self, place: AnnouncementPlace, key: str, made: Callable[[], Awaitable[Announcement]]
    ) -> None:
        """Post an announcement unless it was posted before.

        Args:
            place: where.
            key: names the announcement in its server.
            made: makes it, which is asked only where it is to be posted.

        Raises:
            StoreError: the database refused.
            DISCORD_ERRORS: it was not posted, or that is not known; the same call tries it again.
        """

        async def send() -> None:
            panel, shown = await made()
            at = place.channel_id, key
            await self._posting.post(at, key, view=panel, files=files(*shown))

        mine = place.guild_id, key
        claim, unclaim = (
            partial(self._store.claim_announcement, *mine),
            partial(self._store.drop_announcement, *mine),
        )
        await self._claimed.post(mine, claim, unclaim, send)
