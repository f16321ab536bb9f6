"""What servers and people chose, in words, and the menus with which a server's is changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from zlib import crc32

import discord
from discord import app_commands

from bot.i18n import language_name, words_for
from bot.i18n.phrases import clip
from bot.model import PersonalPreferences, ServerPreferences
from bot.table.errors import TableError
from cogs.drawing import Picture, files
from cogs.places import KINDS, MOST_CHANNELS, there_still
from cogs.services import services_of, theme_of, wants_pictures
from cogs.setting_fields import (
    DEFAULT,
    OF_SERVERS,
    SERVER_LANGUAGE,
    SERVER_THEME,
    THEME,
    Setting,
)
from cogs.text import bold, server_locale, small, words_of

from .base import Click, Handler, Panel, container, gallery, menu, text
from .custom_ids import NO_GAME, BadCustomIdError, CustomId, Verb

if TYPE_CHECKING:
    from bot.i18n import Words

SAMPLE = "sets"
_MOST_DIGITS = 20


# -- what a server chose -------------------------------------------------------------------


async def servers_setting(
    interaction: discord.Interaction, setting: Setting[ServerPreferences], value: str | None
) -> None:
    """Set one thing of a server, or tell it (None); the interaction is deferred already.

    Raises:
        TableError: ``not_stored`` or ``not_read``.
        UnknownValueError: it has no such value.
    """
    services, guild_id = services_of(interaction), interaction.guild_id or 0
    if value is None:
        server = await services.choices.stored_server(guild_id)
    else:
        chosen = value
        server = await services.choices.change_server(
            guild_id, lambda now: setting.changed(now, chosen)
        )
    theme = server.theme or services.choices.default_theme
    words = words_of(interaction, theme)
    lines = [
        _server_line(words, interaction, setting, server),
        words(f"settings.about.server.{setting.name}"),
    ]
    sample = await _sample(interaction, words, theme) if setting is SERVER_THEME else None
    panel = Panel(container(text(*lines), *gallery(sample)))
    await interaction.edit_original_response(view=panel, attachments=files(sample))
    if value is not None:
        await show_changes(interaction)


async def change_channels(
    interaction: discord.Interaction,
    how: Callable[[tuple[int, ...]], tuple[int, ...]] | None,
) -> None:
    """Change the channels where games may be played, or tell them (None); deferred already.

    Raises:
        TableError: ``not_stored``, ``not_read`` or ``too_many_channels``.
    """
    choices, guild_id = services_of(interaction).choices, interaction.guild_id or 0

    def changed(now: ServerPreferences) -> ServerPreferences:
        assert how is not None
        return with_channels(now, how(there_still(interaction.guild, now.channels)))

    if how is None:
        server = await choices.stored_server(guild_id)
    else:
        server = await choices.change_server(guild_id, changed)
    words = words_of(interaction)
    lines = (_channels_line(words, interaction, server), words("settings.about.server.channels"))
    await interaction.edit_original_response(view=Panel(container(text(*lines))))


def with_channels(server: ServerPreferences, channels: tuple[int, ...]) -> ServerPreferences:
    """What a server chose, with these channels.

    Raises:
        TableError: ``too_many_channels`` (data: ``most``).
    """
    if len(channels) > MOST_CHANNELS:
        raise TableError("too_many_channels", most=MOST_CHANNELS)
    return replace(server, channels=tuple(dict.fromkeys(channels)))


async def show_settings(interaction: discord.Interaction) -> None:
    """Tell all that a server chose, with menus to change it; deferred already.

    Raises:
        TableError: ``not_read``.
    """
    server = await services_of(interaction).choices.stored_server(interaction.guild_id or 0)
    panel = settings_panel(words_of(interaction), interaction, server)
    await interaction.edit_original_response(view=panel)


async def show_changes(interaction: discord.Interaction) -> None:
    """Show lobbies and running games of a server as it has just chosen."""
    services = services_of(interaction)
    busy = services.registry.busy_in(interaction.guild_id or 0)
    for manager in busy:
        services.announcer.redraw(manager)


def settings_panel(
    words: Words, interaction: discord.Interaction, server: ServerPreferences
) -> Panel:
    """All that a server chose, and menus to change it; each leaves out what is set."""
    lines = [_server_line(words, interaction, each, server) for each in OF_SERVERS.values()]
    lines.append(_channels_line(words, interaction, server))
    menus = [_menu(words, each, server) for each in OF_SERVERS.values()]
    return Panel(
        container(
            text(f"## {words('settings.title')}", *lines, small(words("settings.title_more"))),
            *menus,
            _channel_menu(words, there_still(interaction.guild, server.channels)),
        )
    )


def _menu(
    words: Words, setting: Setting[ServerPreferences], server: ServerPreferences
) -> discord.ui.ActionRow[Any]:
    now = setting.read(server)
    options = [(setting.label(words, each), each) for each in setting.values() if each != now]
    # An id that changes with what is set: clients then show the menu with nothing chosen.
    mark = f"{crc32(now.encode()):x}"
    placeholder = words("settings.change", name=words(f"settings.name.{setting.name}"))
    return menu(placeholder, CustomId(NO_GAME, 0, Verb.SETTING, (setting.name, mark)), options)


def _channel_menu(words: Words, channels: tuple[int, ...]) -> discord.ui.ActionRow[Any]:
    mark = f"{crc32(repr(channels).encode()):x}"
    kind = discord.SelectDefaultValueType.channel
    select: discord.ui.ChannelSelect[Any] = discord.ui.ChannelSelect(
        custom_id=str(CustomId(NO_GAME, 0, Verb.CHANNELS, (mark,))),
        placeholder=clip(words("settings.choose_channels")),
        channel_types=KINDS,
        min_values=0,
        max_values=MOST_CHANNELS,
        default_values=[discord.SelectDefaultValue(id=each, type=kind) for each in channels],
    )
    return discord.ui.ActionRow(select)


def _server_line(
    words: Words,
    interaction: discord.Interaction,
    setting: Setting[ServerPreferences],
    server: ServerPreferences,
) -> str:
    instead = ""
    if setting is SERVER_THEME:
        instead = setting.label(words, services_of(interaction).choices.default_theme)
    elif setting is SERVER_LANGUAGE:
        instead = language_name(words_for(server_locale(interaction)).locale)
    return _line(words, setting, setting.read(server), instead)


def _channels_line(
    words: Words, interaction: discord.Interaction, server: ServerPreferences
) -> str:
    channels = there_still(interaction.guild, server.channels)
    places = words.list([f"<#{each}>" for each in channels])
    value = places or bold(words("settings.everywhere"))
    return words("settings.line", name=words("settings.name.channels"), value=value)


def _line(words: Words, setting: Setting[Any], value: str, instead: str) -> str:
    """A setting and its value; ``instead`` is what counts where nothing is chosen."""
    name, label = words(f"settings.name.{setting.name}"), setting.label(words, value)
    if value == DEFAULT:
        return words("settings.line_by_default", name=name, value=bold(instead), choice=label)
    return words("settings.line", name=name, value=bold(label))


# -- what a person chose -------------------------------------------------------------------


async def personal_setting(
    interaction: discord.Interaction, setting: Setting[PersonalPreferences], value: str | None
) -> None:
    """Set one thing of a person, or tell it (None); the interaction is deferred already.

    Raises:
        TableError: ``not_stored`` or ``not_read``.
        UnknownValueError: it has no such value.
    """
    services, user_id = services_of(interaction), interaction.user.id
    if value is None:
        own = await services.choices.stored_person(user_id)
    else:
        chosen = value
        own = await services.choices.change_person(
            user_id, lambda now: setting.changed(now, chosen)
        )
    theme = await theme_of(interaction)
    words = words_of(interaction, theme)
    instead = setting.label(words, theme) if setting is THEME else language_name(words.locale)
    lines = [
        _line(words, setting, setting.read(own), instead),
        words(f"settings.about.person.{setting.name}", command=words.command("phase10", "table")),
    ]
    sample = await _sample(interaction, words, theme) if setting is THEME else None
    panel = Panel(container(text(*lines), *gallery(sample)))
    await interaction.edit_original_response(view=panel, attachments=files(sample))
    if value is not None:
        await services.hands.refresh_person(services.registry, user_id)


async def _sample(interaction: discord.Interaction, words: Words, theme: str) -> Picture | None:
    """A small picture of a theme, for who wants pictures."""
    if not await wants_pictures(interaction):
        return None
    return await services_of(interaction).pictures.figure(words, theme, SAMPLE)


# -- menus ---------------------------------------------------------------------------------


def _check_manages(interaction: discord.Interaction) -> None:
    """Whoever kept the menus open may have lost the permission since."""
    if not interaction.permissions.manage_guild:
        raise app_commands.MissingPermissions(["manage_guild"])


async def _change(click: Click) -> None:
    _check_manages(click.interaction)
    name = click.meaning.args[0] if click.meaning.args else ""
    if name not in OF_SERVERS:
        raise BadCustomIdError("no such setting")
    setting, value = OF_SERVERS[name], click.only
    await _keep(click, lambda now: setting.changed(now, value))


async def _choose_channels(click: Click) -> None:
    _check_manages(click.interaction)
    channels = tuple(parse_channel(click.interaction.guild, each) for each in click.values)
    await _keep(click, lambda now: with_channels(now, channels))


def parse_channel(guild: discord.Guild | None, value: str) -> int:
    """A channel of a server in which a game can be played.

    Raises:
        BadCustomIdError: it is none.
    """
    known = value.isascii() and value.isdigit() and len(value) <= _MOST_DIGITS
    channel = guild.get_channel(int(value)) if guild and known else None
    if channel is None or channel.type not in KINDS:
        raise BadCustomIdError("no channel to play in")
    return channel.id


async def _keep(click: Click, how: Callable[[ServerPreferences], ServerPreferences]) -> None:
    interaction = click.interaction
    await click.defer()
    server = await click.services.choices.change_server(interaction.guild_id or 0, how)
    await interaction.edit_original_response(view=settings_panel(click.words, interaction, server))
    await show_changes(interaction)


HANDLERS: dict[Verb, Handler] = {
    Verb.SETTING: _change,
    Verb.CHANNELS: _choose_channels,
}
