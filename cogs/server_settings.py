"""Settings of a server: the commands, the message, and its menus."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

from bot.i18n import Words, language_name, words_for
from bot.model import HERE, ServerPreferences
from cogs.base.clicks import Click, on
from cogs.base.custom_ids import Verb
from cogs.base.panels import Panel, container, gallery, pictured, show, text, text_panel
from cogs.base.permissions import PlayableChannel, check_manages_server, existing, server_of
from cogs.base.preferences import Reader
from cogs.base.slash_commands import command, localized
from cogs.base.text import small

from .parts import BaseCog
from .picks import (
    ANNOUNCEMENTS,
    CHAMPION_ROLE,
    CHANNELS,
    PICKS,
    THREADS_IN,
    Pick,
    ServerChange,
    with_channels,
)
from .setting_fields import (
    ANIMATIONS,
    COMPUTERS,
    EDITION,
    LENGTH,
    OF_SERVERS,
    PINGS,
    SAMPLE,
    SERVER_ACHIEVEMENTS,
    SERVER_LANGUAGE,
    SERVER_THEME,
    THREADS,
    TURN_LIMIT,
    Setting,
    card_names,
    setting_command,
    setting_of,
)


def settings_panel(words: Words, server: ServerPreferences, defaults: Mapping[str, str]) -> Panel:
    """Build the message of a server's settings, with menus that leave out what is set.

    The server has only channels and roles that exist. ``defaults`` has, by name of a setting, the
    label of what applies where nothing is chosen.
    """
    lines = [each.line(words, server, defaults) for each in OF_SERVERS.values()]
    lines += [each.line(words, server) for each in (CHANNELS, ANNOUNCEMENTS, CHAMPION_ROLE)]
    return Panel(
        container(
            text(f"## {words('settings.title')}", *lines, small(words("settings.title_more"))),
            *[each.menu(words, Verb.SETTING, server) for each in OF_SERVERS.values()],
            *[each.menu(words, server) for each in PICKS],
        )
    )


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.default_permissions(manage_guild=True)
class ServerSettingsCog(
    BaseCog,
    commands.GroupCog,
    group_name=localized("commands.settings.name"),
    group_description=localized("commands.settings.description"),
):
    """Reads and changes what a server chose, for its moderators."""

    async def interaction_check(self, interaction: discord.Interaction) -> bool:
        """Check the permission, since a server can give its commands to others."""
        check_manages_server(interaction)
        return True

    # -- commands ----------------------------------------------------------------------------

    @command("show", "show_settings")
    async def show(self, interaction: discord.Interaction) -> None:
        """Show all that is set, with menus to change it."""
        await self._show_all(interaction, await self._server(interaction))

    edition = setting_command(EDITION, "server_")
    length = setting_command(LENGTH, "server_")
    turn_limit = setting_command(TURN_LIMIT, "server_")
    language = setting_command(SERVER_LANGUAGE, "server_")
    theme = setting_command(SERVER_THEME, "server_")
    pings = setting_command(PINGS, "server_")
    animations = setting_command(ANIMATIONS, "server_")
    achievements = setting_command(SERVER_ACHIEVEMENTS, "server_")
    computers = setting_command(COMPUTERS, "server_")

    @command("channels", "server_channels", add="add", remove="remove", everywhere="everywhere")
    async def channels(
        self,
        interaction: discord.Interaction,
        add: PlayableChannel | None = None,
        remove: PlayableChannel | None = None,
        everywhere: bool = False,  # an option of the command
    ) -> None:
        """Choose where games may be played, or show it."""

        def changed(now: ServerPreferences) -> ServerPreferences:
            kept = () if everywhere else existing(interaction.guild, now.channels)
            if add is not None:
                kept = (*kept, add.id)
            return with_channels(now, tuple(x for x in kept if remove is None or x != remove.id))

        changing = add is not None or remove is not None or everywhere
        await self._pick(interaction, CHANNELS, changed if changing else None)

    @command(
        "threads",
        "server_threads",
        where=("where", "threads_where"),
        channel=("channel", "threads_channel"),
    )
    @app_commands.choices(where=THREADS.choices())
    async def threads(
        self,
        interaction: discord.Interaction,
        where: str | None = None,
        channel: discord.TextChannel | None = None,
    ) -> None:
        """Choose whether every game gets a thread, and in which channel, or show it."""
        if channel is not None:
            change = THREADS_IN.change(interaction.guild, [str(channel.id)])
            await self._server(interaction, change)
        await self.choose(interaction, THREADS, where if channel is None else None)

    @command(
        "announcements",
        "server_announcements",
        channel=("channel", "announcements_channel"),
        off=("off", "announcements_off"),
    )
    async def announcements(
        self,
        interaction: discord.Interaction,
        channel: discord.TextChannel | None = None,
        off: bool = False,  # an option of the command
    ) -> None:
        """Choose where champions are announced, or show it."""
        await self._pick_one(interaction, ANNOUNCEMENTS, channel, off)

    @command(
        "champion_role",
        "server_champion_role",
        role=("role", "champion_role_role"),
        off=("off", "champion_role_off"),
    )
    async def champion_role(
        self,
        interaction: discord.Interaction,
        role: discord.Role | None = None,
        off: bool = False,  # an option of the command
    ) -> None:
        """Choose the role of champions, or show it."""
        await self._pick_one(interaction, CHAMPION_ROLE, role, off)

    async def _pick_one(
        self,
        interaction: discord.Interaction,
        pick: Pick,
        value: discord.TextChannel | discord.Role | None,
        off: bool,
    ) -> None:
        values = [] if off or value is None else [str(value.id)]
        change = pick.change(interaction.guild, values) if values or off else None
        await self._pick(interaction, pick, change)

    async def _pick(
        self, interaction: discord.Interaction, pick: Pick, change: ServerChange | None
    ) -> None:
        """ServerChange a setting, or show it (None)."""
        server = await self._server(interaction, change)
        words = self.parts.preferences.words_of(interaction)
        line = pick.line(words, _with_existing(interaction, server))
        panel = text_panel(line, words(f"settings.about.server.{pick.name}"))
        await interaction.edit_original_response(view=panel)

    async def choose(
        self,
        interaction: discord.Interaction,
        setting: Setting[ServerPreferences],
        value: str | None,
    ) -> None:
        """ServerChange a setting, or show it (None); the interaction is deferred already.

        Raises:
            TableError: ``not_stored`` or ``not_read``.
            BadCustomIdError: it has no such value.
        """
        change = None if value is None else partial(setting.changed, value=value)
        server = await self._server(interaction, change)
        preferences = self.parts.preferences
        theme = server.theme or preferences.default_theme
        words = preferences.words_of(interaction, theme)
        lines = [
            setting.line(words, server, self._defaults(words, interaction)),
            words(f"settings.about.server.{setting.name}", command=words.command("stats")),
            *card_names(words, setting),
        ]
        sample = None
        if setting is SERVER_THEME:
            person = await preferences.person(interaction.user.id)
            reader = Reader(words, theme, person.pictures)
            sample = await self.parts.pictures.figure(reader, SAMPLE)
        await show(interaction, pictured(text(*lines), gallery(sample)), sample)

    # -- menus -------------------------------------------------------------------------------

    @on(Verb.SETTING)
    async def _change(self, click: Click) -> None:
        check_manages_server(click.interaction)
        setting = setting_of(click, OF_SERVERS)
        await self._change_by_menu(click, partial(setting.changed, value=click.chosen))

    @on(*(pick.verb for pick in PICKS))
    async def _change_pick(self, click: Click) -> None:
        check_manages_server(click.interaction)
        pick = next(each for each in PICKS if each.verb is click.meaning.verb)
        await self._change_by_menu(click, pick.change(click.interaction.guild, click.values))

    async def _change_by_menu(self, click: Click, change: ServerChange) -> None:
        await click.defer()
        await self._show_all(click.interaction, await self._server(click.interaction, change))

    async def _show_all(self, interaction: discord.Interaction, server: ServerPreferences) -> None:
        words = self.parts.preferences.words_of(interaction)
        shown = _with_existing(interaction, server)
        panel = settings_panel(words, shown, self._defaults(words, interaction))
        await interaction.edit_original_response(view=panel)

    # -- what is set -------------------------------------------------------------------------

    async def _server(
        self, interaction: discord.Interaction, change: ServerChange | None = None
    ) -> ServerPreferences:
        """Return what is set, after a change if there is one.

        Raises:
            TableError: ``not_stored`` or ``not_read``. What ``change`` raises passes through.
        """
        guild_id, servers = server_of(interaction), self.parts.preferences.servers
        if change is None:
            return await servers.get(guild_id)
        server = await servers.change(guild_id, change)
        for manager in self.parts.registry.busy_in(guild_id):
            self.parts.channel_messages.redraw(manager)
        self.parts.announcements.look_after(guild_id)
        return server

    def _defaults(self, words: Words, interaction: discord.Interaction) -> dict[str, str]:
        locale = self.parts.preferences.server_locale(interaction)
        return {
            "theme": SERVER_THEME.label(words, self.parts.preferences.default_theme),
            "language": language_name(words_for(locale).locale),
        }


def _with_existing(
    interaction: discord.Interaction, server: ServerPreferences
) -> ServerPreferences:
    """Return a server's preferences without channels and roles that were deleted."""
    guild, role = interaction.guild, server.champion_role

    def kept(channel: int | None, default: int | None) -> int | None:
        return channel if channel and existing(guild, [channel]) else default

    return replace(
        server,
        channels=existing(guild, server.channels),
        announcements=kept(server.announcements, None),
        threads=kept(server.threads, None if server.threads is None else HERE),
        champion_role=role if guild is None or (role and guild.get_role(role)) else None,
    )
