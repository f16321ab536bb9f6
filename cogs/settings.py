"""The ``/phase10-settings`` commands, for those who manage a server."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.model import ServerPreferences

from .errors import Guard
from .places import Place
from .setting_fields import (
    COMPUTERS,
    EDITION,
    PINGS,
    SERVER_LANGUAGE,
    SERVER_THEME,
    TURN_LIMIT,
    Setting,
)
from .translator import localized
from .views.settings import change_channels, servers_setting, show_settings


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.default_permissions(manage_guild=True)
class Settings(
    commands.GroupCog,
    group_name=localized("commands.settings.name"),
    group_description=localized("commands.settings.description"),
):
    """What a server's moderators choose.

    A server can give its commands to others, so each asks for the permission besides.
    """

    @app_commands.command(
        name=localized("commands.show.name"),
        description=localized("commands.show_settings.description"),
    )
    @app_commands.checks.has_permissions(manage_guild=True)
    async def show(self, interaction: discord.Interaction) -> None:
        """Tell all that is set, with menus to change it."""
        async with Guard(interaction):
            await _defer(interaction)
            await show_settings(interaction)

    @app_commands.command(
        name=localized("commands.edition.name"),
        description=localized("commands.server_edition.description"),
    )
    @app_commands.rename(edition=localized("commands.edition.name"))
    @app_commands.describe(edition=localized("commands.server_edition_option.description"))
    @app_commands.choices(edition=EDITION.choices())
    @app_commands.checks.has_permissions(manage_guild=True)
    async def edition(self, interaction: discord.Interaction, edition: str | None = None) -> None:
        """Choose the edition of new tables, or tell it."""
        await _set(interaction, EDITION, edition)

    @app_commands.command(
        name=localized("commands.turn_limit.name"),
        description=localized("commands.server_turn_limit.description"),
    )
    @app_commands.rename(turn_limit=localized("commands.turn_limit.name"))
    @app_commands.describe(turn_limit=localized("commands.server_turn_limit_option.description"))
    @app_commands.choices(turn_limit=TURN_LIMIT.choices())
    @app_commands.checks.has_permissions(manage_guild=True)
    async def turn_limit(
        self, interaction: discord.Interaction, turn_limit: str | None = None
    ) -> None:
        """Choose the turn limit of new tables, or tell it."""
        await _set(interaction, TURN_LIMIT, turn_limit)

    @app_commands.command(
        name=localized("commands.language.name"),
        description=localized("commands.server_language.description"),
    )
    @app_commands.rename(language=localized("commands.language.name"))
    @app_commands.describe(language=localized("commands.server_language_option.description"))
    @app_commands.choices(language=SERVER_LANGUAGE.choices())
    @app_commands.checks.has_permissions(manage_guild=True)
    async def language(self, interaction: discord.Interaction, language: str | None = None) -> None:
        """Choose the language of the tables, or tell it."""
        await _set(interaction, SERVER_LANGUAGE, language)

    @app_commands.command(
        name=localized("commands.theme.name"),
        description=localized("commands.server_theme.description"),
    )
    @app_commands.rename(theme=localized("commands.theme.name"))
    @app_commands.describe(theme=localized("commands.server_theme_option.description"))
    @app_commands.choices(theme=SERVER_THEME.choices())
    @app_commands.checks.has_permissions(manage_guild=True)
    async def theme(self, interaction: discord.Interaction, theme: str | None = None) -> None:
        """Choose the theme of the tables, or tell it."""
        await _set(interaction, SERVER_THEME, theme)

    @app_commands.command(
        name=localized("commands.pings.name"),
        description=localized("commands.server_pings.description"),
    )
    @app_commands.rename(pings=localized("commands.pings.name"))
    @app_commands.describe(pings=localized("commands.server_pings_option.description"))
    @app_commands.choices(pings=PINGS.choices())
    @app_commands.checks.has_permissions(manage_guild=True)
    async def pings(self, interaction: discord.Interaction, pings: str | None = None) -> None:
        """Choose how people are told that it is their turn, or tell it."""
        await _set(interaction, PINGS, pings)

    @app_commands.command(
        name=localized("commands.computers.name"),
        description=localized("commands.server_computers.description"),
    )
    @app_commands.rename(computers=localized("commands.computers.name"))
    @app_commands.describe(computers=localized("commands.server_computers_option.description"))
    @app_commands.choices(computers=COMPUTERS.choices())
    @app_commands.checks.has_permissions(manage_guild=True)
    async def computers(
        self, interaction: discord.Interaction, computers: str | None = None
    ) -> None:
        """Choose whether computer players may be added, and how good they usually are."""
        await _set(interaction, COMPUTERS, computers)

    @app_commands.command(
        name=localized("commands.channels.name"),
        description=localized("commands.server_channels.description"),
    )
    @app_commands.rename(
        add=localized("commands.add.name"),
        remove=localized("commands.remove.name"),
        everywhere=localized("commands.everywhere.name"),
    )
    @app_commands.describe(
        add=localized("commands.add.description"),
        remove=localized("commands.remove.description"),
        everywhere=localized("commands.everywhere.description"),
    )
    @app_commands.checks.has_permissions(manage_guild=True)
    async def channels(
        self,
        interaction: discord.Interaction,
        add: Place | None = None,
        remove: Place | None = None,
        everywhere: bool = False,  # an option of the command
    ) -> None:
        """Choose where games may be played, or tell it."""

        def changed(now: tuple[int, ...]) -> tuple[int, ...]:
            kept = () if everywhere else now
            if add is not None:
                kept = (*kept, add.id)
            return tuple(each for each in kept if remove is None or each != remove.id)

        async with Guard(interaction):
            await _defer(interaction)
            asked = add is not None or remove is not None or everywhere
            await change_channels(interaction, changed if asked else None)

    async def cog_app_command_error(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError
    ) -> None:
        """Say why a command was not done."""
        async with Guard(interaction):
            raise error


async def _defer(interaction: discord.Interaction) -> None:
    await interaction.response.defer(ephemeral=True, thinking=True)


async def _set(
    interaction: discord.Interaction, setting: Setting[ServerPreferences], value: str | None
) -> None:
    async with Guard(interaction):
        await _defer(interaction)
        await servers_setting(interaction, setting, value)
