"""Adds all cogs to a bot, with the receiver of their components."""

from __future__ import annotations

from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

from cogs.base.clicks import Components, collect_handlers
from cogs.base.permissions import known_server_id
from cogs.base.slash_commands import localized
from cogs.dice import DiceCog
from cogs.hand import HandCog

from .challenge import ChallengeCog
from .cup import CupCog
from .daily import DailyCog
from .guided import GuidedCog
from .help import HelpCog
from .history import HistoryCog
from .leaderboard import LeaderboardCog
from .lobby import LobbyCog
from .past_sheets import PastSheetsCog
from .personal_settings import PersonalSettingsCog
from .privacy import PrivacyCog
from .review import ReviewCog
from .rules import RulesCog
from .server_settings import ServerSettingsCog
from .services import BaseCog, Services
from .sheet import SheetCog
from .solo import SoloCog
from .stats import StatsCog
from .table import TableCog

PHASE10_COGS: tuple[type[BaseCog], ...] = (
    LobbyCog,
    SoloCog,
    DailyCog,
    HandCog,
    TableCog,
    HelpCog,
    RulesCog,
    HistoryCog,
    ReviewCog,
    SheetCog,
    PersonalSettingsCog,
)
"""Cogs whose commands belong to ``/phase10``, in the order in which Discord lists them."""

# Cogs with commands outside of that group, or with buttons alone.
OTHER_COGS: tuple[type[BaseCog], ...] = (
    ServerSettingsCog,
    LeaderboardCog,
    StatsCog,
    PrivacyCog,
    CupCog,
    DiceCog,
    GuidedCog,
    PastSheetsCog,
    ChallengeCog,
)


async def add_cogs(bot: commands.AutoShardedBot, services: Services) -> None:
    group = app_commands.Group(
        name=localized("commands.phase10.name"),
        description=localized("commands.phase10.description"),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        allowed_contexts=app_commands.AppCommandContext(
            guild=True, dm_channel=True, private_channel=True
        ),
    )
    bot.tree.add_command(group)
    cogs = [cog(services) for cog in (*PHASE10_COGS, *OTHER_COGS)]
    for cog in cogs:
        await bot.add_cog(cog)
        if isinstance(cog, LobbyCog):
            bot.tree.add_command(cog.play_with)
        if isinstance(cog, PHASE10_COGS):
            # A cog adds its commands to the tree; a group of several cogs is made here.
            for command in cog.get_app_commands():
                bot.tree.remove_command(command.name)
                group.add_command(command)
    bot.tree.error(services.error_handler.command_failed)
    components = Components(
        services.error_handler,
        services.registry,
        services.preferences,
        replays=services.replays,
        tell_lost=partial(services.hands.tell, key="errors.not_answered"),
        handlers=collect_handlers(cogs),
    )

    async def on_interaction(interaction: discord.Interaction) -> None:
        services.avatars.saw(known_server_id(interaction), interaction.user)
        await components.receive(interaction)

    async def on_message(message: discord.Message) -> None:
        # Nothing of the message is read.
        if bot.user is not None and message.author.id != bot.user.id:
            services.announcer.count(message.channel.id)

    bot.add_listener(on_interaction)
    bot.add_listener(on_message)
