"""The ``/stats`` command."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from .errors import Guard
from .translator import localized
from .views.stats import show_stats


class Stats(commands.Cog):
    """One player's figures in a server."""

    @app_commands.command(
        name=localized("commands.stats.name"), description=localized("commands.stats.description")
    )
    @app_commands.rename(member=localized("commands.member.name"))
    @app_commands.describe(member=localized("commands.stats_member.description"))
    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True, users=False)
    async def stats(
        self,
        interaction: discord.Interaction,
        member: discord.Member | discord.User | None = None,
    ) -> None:
        """Show somebody's figures, privately."""
        async with Guard(interaction):
            await interaction.response.defer(ephemeral=True, thinking=True)
            await show_stats(interaction, member or interaction.user)
