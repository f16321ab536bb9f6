"""The ``/privacy`` commands."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from .errors import Guard
from .text import words_of
from .translator import localized
from .views.privacy import delete_panel, send_export


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
class Privacy(
    commands.GroupCog,
    group_name=localized("commands.privacy.name"),
    group_description=localized("commands.privacy.description"),
):
    """What is stored about a person, and how they get rid of it."""

    @app_commands.command(
        name=localized("commands.privacy_export.name"),
        description=localized("commands.privacy_export.description"),
    )
    async def export(self, interaction: discord.Interaction) -> None:
        """Send all that is stored about oneself as a file."""
        async with Guard(interaction):
            await interaction.response.defer(ephemeral=True, thinking=True)
            await send_export(interaction)

    @app_commands.command(
        name=localized("commands.privacy_delete.name"),
        description=localized("commands.privacy_delete.description"),
    )
    async def delete(self, interaction: discord.Interaction) -> None:
        """Delete all that is stored about oneself, after a question."""
        async with Guard(interaction):
            await interaction.response.defer(ephemeral=True, thinking=True)
            await interaction.edit_original_response(view=delete_panel(words_of(interaction)))
