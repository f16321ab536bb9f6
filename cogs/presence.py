"""Where the bot is: tables that nobody can see or click at present wait until it is back."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

import discord
from discord.ext import commands

from bot.table.errors import TableError

from .services import HasServices, Services

if TYPE_CHECKING:
    from bot.table.manager import GameManager

_log = logging.getLogger(__name__)


class Presence(commands.Cog):
    """Holds tables while the connection, their server or the bot's place in it is lost.

    Computer players and turn limits do not run on unseen. A table in a channel that was deleted
    ends; its record stays. What a channel did not take is tried again when its permissions change.
    """

    def __init__(self, bot: commands.AutoShardedBot) -> None:
        self._bot = bot
        self._lost: set[int] = set()
        self._gone: set[int] = set()

    @property
    def _services(self) -> Services:
        return cast("HasServices", self._bot).services

    def hold_all(self) -> None:
        """Let tables wait until it is known which servers the bot is in."""
        for manager in self._services.registry.busy():
            manager.hold()

    # -- the connection --------------------------------------------------------------------

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Nobody's clicks come through."""
        self._lost.add(shard_id)
        await self._look(self._services.registry.busy())

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard_id: int) -> None:
        """The connection goes on where it was."""
        await self._found(shard_id)

    @commands.Cog.listener()
    async def on_shard_ready(self, shard_id: int) -> None:
        """It is known which servers the bot is in."""
        await self._found(shard_id)

    async def _found(self, shard_id: int) -> None:
        self._lost.discard(shard_id)
        await self._look(self._services.registry.busy())

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Whoever clicks is there, whatever was thought."""
        manager = self._services.registry.find(interaction.channel_id or 0)
        if manager is not None:
            await manager.go_on()

    # -- servers ---------------------------------------------------------------------------

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot is in a server, perhaps again."""
        await self._back(guild)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A server can be reached, perhaps again."""
        await self._back(guild)

    async def _back(self, guild: discord.Guild) -> None:
        managers = self._services.registry.busy_in(guild.id)
        await self._look(managers)
        self._again(guild)
        if guild.id in self._gone:
            self._gone.discard(guild.id)
            # Meanwhile a message may have been deleted.
            for manager in managers:
                await self._services.announcer.look_after(manager)

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Discord lost a server for a while."""
        await self._went(guild)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed; its tables wait."""
        await self._went(guild)

    async def _went(self, guild: discord.Guild) -> None:
        managers = self._services.registry.busy_in(guild.id)
        if managers:
            self._gone.add(guild.id)
        await self._look(managers)

    async def _look(self, managers: Iterable[GameManager]) -> None:
        for manager in managers:
            if self._reaches(manager.guild_id):
                await manager.go_on()
            else:
                manager.hold()

    def _reaches(self, guild_id: int) -> bool:
        guild = self._bot.get_guild(guild_id)
        return guild is not None and not guild.unavailable and guild.shard_id not in self._lost

    # -- channels --------------------------------------------------------------------------

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """What was played there can never be seen again."""
        await self._deleted(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """The same for a thread."""
        await self._deleted(payload.thread_id)

    async def _deleted(self, channel_id: int) -> None:
        manager = self._services.registry.find(channel_id)
        if manager is None:
            return
        try:
            await self._services.announcer.channel_deleted(manager)
        except TableError as error:
            # The next thing that is to be shown there finds no channel, and ends it.
            _log.warning("a table in a deleted channel goes on: %s", error)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Permissions may have been given back, to its threads as well."""
        self._again(after.guild)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """A thread may have been unlocked."""
        self._services.announcer.again(payload.thread_id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        """Permissions may have been given back."""
        self._again(after.guild)

    @commands.Cog.listener()
    async def on_member_update(self, _before: discord.Member, after: discord.Member) -> None:
        """The bot may have been given a role."""
        if self._bot.user is not None and after.id == self._bot.user.id:
            self._again(after.guild)

    def _again(self, guild: discord.Guild) -> None:
        for manager in self._services.registry.busy_in(guild.id):
            self._services.announcer.again(manager.channel_id)
