"""The settings of a server about champions: menus, lines, and the values chosen in them."""

from __future__ import annotations

from typing import Any

import discord

from bot.i18n import Words
from bot.i18n.phrases import clip
from bot.model import ServerPreferences

from .permissions import check_may_announce, check_may_give
from .text import bold
from .views.custom_ids import NO_GAME, BadCustomIdError, CustomId, Verb

ANNOUNCING_TYPES = [discord.ChannelType.text, discord.ChannelType.news]
_MOST_DIGITS = 20


def announcements_menu(words: Words, channel: int | None) -> discord.ui.ActionRow[Any]:
    """Build the menu of channels for announcements."""
    kind = discord.SelectDefaultValueType.channel
    meaning = CustomId(NO_GAME, 0, Verb.ANNOUNCEMENTS).unlike_earlier()
    select: discord.ui.ChannelSelect[Any] = discord.ui.ChannelSelect(
        id=meaning.component_id,
        custom_id=str(meaning),
        placeholder=clip(words("settings.choose_announcements")),
        channel_types=ANNOUNCING_TYPES,
        min_values=0,
        default_values=_chosen(channel, kind),
    )
    return discord.ui.ActionRow(select)


def champion_role_menu(words: Words, role: int | None) -> discord.ui.ActionRow[Any]:
    """Build the menu of roles for champions."""
    meaning = CustomId(NO_GAME, 0, Verb.CHAMPION_ROLE).unlike_earlier()
    select: discord.ui.RoleSelect[Any] = discord.ui.RoleSelect(
        id=meaning.component_id,
        custom_id=str(meaning),
        placeholder=clip(words("settings.choose_champion_role")),
        min_values=0,
        default_values=_chosen(role, discord.SelectDefaultValueType.role),
    )
    return discord.ui.ActionRow(select)


def _chosen(
    chosen: int | None, kind: discord.SelectDefaultValueType
) -> list[discord.SelectDefaultValue]:
    return [] if chosen is None else [discord.SelectDefaultValue(id=chosen, type=kind)]


def announcements_line(words: Words, server: ServerPreferences) -> str:
    """Name the channel of announcements."""
    channel = server.announcements
    value = bold(words("settings.none")) if channel is None else f"<#{channel}>"
    return words("settings.line", name=words("settings.name.announcements"), value=value)


def champion_role_line(words: Words, server: ServerPreferences) -> str:
    """Name the role of champions."""
    role = server.champion_role
    value = bold(words("settings.none")) if role is None else f"<@&{role}>"
    return words("settings.line", name=words("settings.name.champion_role"), value=value)


def parse_announcing(guild: discord.Guild | None, value: str) -> int:
    """Return the id of a channel in which the bot may announce something.

    Raises:
        BadCustomIdError: it is none.
        CannotAnnounceError: the bot may not post there.
    """
    channel = guild.get_channel(parse_id(value)) if guild else None
    if guild is None or channel is None or channel.type not in ANNOUNCING_TYPES:
        raise BadCustomIdError("no channel to announce in")
    check_may_announce(guild, channel)
    return channel.id


def parse_role(guild: discord.Guild | None, value: str) -> int:
    """Return the id of a role that the bot may give.

    Raises:
        BadCustomIdError: there is none.
        TableError: ``role_not_given``, ``role_needs_permission`` or ``role_too_high``.
    """
    role = guild.get_role(parse_id(value)) if guild else None
    if guild is None or role is None:
        raise BadCustomIdError("no such role")
    check_may_give(guild, role)
    return role.id


def parse_id(value: str) -> int:
    """Return an id, 0 for what is none."""
    known = value.isascii() and value.isdigit() and len(value) <= _MOST_DIGITS
    return int(value) if known else 0
