"""Stops the timers of tables that cannot be reached, and resumes them afterwards."""

from __future__ import annotations

import logging
from collections.abc import Iterable

import discord
from discord.ext import commands

from bot.table.errors import TableError
from bot.table.manager import GameManager
from cogs.base.discord_errors import DISCORD_ERRORS, described, within

from .services import BaseCog, Services

_log = logging.getLogger(__name__)


class Outages(BaseCog):
    """Holds tables while the connection or their server is lost.

    A held table has no moves of computer players and no turn limits. A game in a deleted channel
    ends; its record stays. Failed updates of a channel are retried when its permissions change.
    Private tables go on, as their owners may be anywhere.
    """

    def __init__(self, bot: commands.AutoShardedBot, services: Services) -> None:
        super().__init__(services)
        self._bot = bot
        self._lost_shards: set[int] = set()
        self._lost_guilds: set[int] = set()

    def hold_all(self) -> None:
        for manager in self.services.registry.busy():
            manager.hold()

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard_id: int) -> None:
        self._lost_shards.add(shard_id)
        await self._hold_or_go_on(self.services.registry.busy())

    @commands.Cog.listener("on_shard_resumed")
    @commands.Cog.listener("on_shard_ready")
    async def shard_connected(self, shard_id: int) -> None:
        """Resume the tables of the shard, whose servers are known now."""
        self._lost_shards.discard(shard_id)
        # The machine may have been suspended.
        self.services.clock.look_again()
        await self._hold_or_go_on(self.services.registry.busy())

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Resume the table of the channel."""
        manager = self.services.registry.find(interaction.channel_id or 0)
        if manager is not None:
            await manager.go_on()

    @commands.Cog.listener("on_guild_join")
    @commands.Cog.listener("on_guild_available")
    async def guild_found(self, guild: discord.Guild) -> None:
        """Resume the tables of a server after an outage, or when the bot joined it again."""
        managers = self.services.registry.busy_in(guild.id)
        await self._hold_or_go_on(managers)
        self._retry(guild)
        if guild.id in self._lost_guilds:
            self._lost_guilds.discard(guild.id)
            # A message may have been deleted meanwhile.
            for manager in managers:
                await self.services.announcer.look_after(manager)

    @commands.Cog.listener("on_guild_unavailable")
    @commands.Cog.listener("on_guild_remove")
    async def guild_lost(self, guild: discord.Guild) -> None:
        """Hold the tables of a server that removed the bot, or during an outage of Discord."""
        managers = self.services.registry.busy_in(guild.id)
        if managers:
            self._lost_guilds.add(guild.id)
        await self._hold_or_go_on(managers)

    async def _hold_or_go_on(self, managers: Iterable[GameManager]) -> None:
        for manager in managers:
            if manager.is_private or self._reaches(manager.guild_id):
                await manager.go_on()
            else:
                manager.hold()

    def _reaches(self, guild_id: int) -> bool:
        guild = self._bot.get_guild(guild_id)
        return (
            guild is not None and not guild.unavailable and guild.shard_id not in self._lost_shards
        )

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """End the games of the channel and its archived threads; active ones have events."""
        await self._deleted(channel.id)
        for manager in self.services.registry.busy_in(channel.guild.id):
            known = channel.guild.get_channel_or_thread(manager.channel_id) is not None
            if not known and not manager.is_private:
                await self._look_for(manager.channel_id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self._deleted(payload.thread_id)

    async def _look_for(self, channel_id: int) -> None:
        """Ask Discord for an archived thread; if it is gone, end its lobby and game."""
        try:
            async with within():
                await self._bot.fetch_channel(channel_id)
        except discord.NotFound:
            await self._deleted(channel_id)
        except DISCORD_ERRORS as error:
            _log.warning("a thread was not looked for: %s", described(error))

    async def _deleted(self, channel_id: int) -> None:
        self.services.announcer.forget(channel_id)
        manager = self.services.registry.find(channel_id)
        if manager is None:
            return
        try:
            await manager.channel_deleted()
        except TableError as error:
            # The next update of its messages finds no channel, and ends it.
            _log.warning("a table in a deleted channel was not ended: %s", error)

    @commands.Cog.listener("on_guild_channel_update")
    @commands.Cog.listener("on_guild_role_update")
    async def permissions_changed(
        self, _before: object, after: discord.abc.GuildChannel | discord.Role
    ) -> None:
        """Retry failed updates: permissions may have been restored, also of its threads."""
        self._retry(after.guild)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Retry failed updates: a thread may have been unlocked."""
        self.services.announcer.retry(payload.thread_id)

    @commands.Cog.listener()
    async def on_member_update(self, _before: discord.Member, after: discord.Member) -> None:
        """Retry failed updates: the bot may have a new role."""
        if self._bot.user is not None and after.id == self._bot.user.id:
            self._retry(after.guild)

    def _retry(self, guild: discord.Guild) -> None:
        for manager in self.services.registry.busy_in(guild.id):
            self.services.announcer.retry(manager.channel_id)
