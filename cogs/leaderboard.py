"""The ``/leaderboard`` command."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.rules.editions import EDITIONS
from bot.scores.results import BoardQuery, By, Period

from .errors import Guard
from .translator import localized
from .views.board import show_board

Choice = app_commands.Choice
_BY = [Choice(name=localized(f"standings.by.{each}"), value=each.value) for each in By]
_PERIODS = [Choice(name=localized(f"standings.period.{each}"), value=each.value) for each in Period]
_EDITIONS = [Choice(name=localized(f"lobby.edition.{name}"), value=name) for name in EDITIONS]


class Leaderboard(commands.Cog):
    """Who plays best in a server."""

    @app_commands.command(
        name=localized("commands.leaderboard.name"),
        description=localized("commands.leaderboard.description"),
    )
    @app_commands.rename(
        by=localized("commands.by.name"),
        period=localized("commands.period.name"),
        edition_id=localized("commands.edition.name"),
    )
    @app_commands.describe(
        by=localized("commands.by.description"),
        period=localized("commands.period.description"),
        edition_id=localized("commands.board_edition.description"),
    )
    @app_commands.choices(by=_BY, period=_PERIODS, edition_id=_EDITIONS)
    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True, users=False)
    async def leaderboard(
        self,
        interaction: discord.Interaction,
        by: str = By.RATING.value,
        period: str = Period.ALL.value,
        edition_id: str | None = None,
    ) -> None:
        """Show the leaderboard, privately."""
        async with Guard(interaction):
            await interaction.response.defer(ephemeral=True, thinking=True)
            query = BoardQuery(interaction.guild_id or 0, By(by), Period(period), edition_id)
            await show_board(interaction, query)
