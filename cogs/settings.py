"""The ``/phase10-settings`` commands, for those who manage a server."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from .errors import Guard
from .theming import server_theme, theme_choices
from .translator import localized


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.default_permissions(manage_guild=True)
class Settings(
    commands.GroupCog,
    group_name=localized("commands.settings.name"),
    group_description=localized("commands.settings.description"),
):
    """What a server's moderators choose."""

    @app_commands.command(
        name=localized("commands.theme.name"),
        description=localized("commands.server_theme.description"),
    )
    @app_commands.rename(theme=localized("commands.theme.name"))
    @app_commands.describe(theme=localized("commands.server_theme_option.description"))
    @app_commands.choices(theme=theme_choices("settings.default_theme"))
    # A server can give its commands to others: then this still asks for the permission.
    @app_commands.checks.has_permissions(manage_guild=True)
    async def theme(self, interaction: discord.Interaction, theme: str | None = None) -> None:
        """Choose the theme of the server's tables, or show which it is."""
        async with Guard(interaction):
            await interaction.response.defer(ephemeral=True, thinking=True)
            await server_theme(interaction, theme)

    async def cog_app_command_error(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError
    ) -> None:
        """Say why a command was not done."""
        async with Guard(interaction):
            raise error
