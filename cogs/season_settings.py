"""The settings of a server about champions: menus, lines, and the values chosen in them."""

from __future__ import annotations

from typing import Any

import discord

from bot.i18n import Words
from bot.i18n.phrases import clip
from bot.model import ServerPreferences
from cogs.base.custom_ids import NO_GAME, BadCustomIdError, CustomId, Verb
from cogs.base.permissions import check_may_announce, check_may_give
from cogs.base.text import bold

from .channel_settings import WRITTEN_TYPES, channel_select, parse_id


def announcements_menu(words: Words, channel: int | None) -> discord.ui.ActionRow[Any]:
    """Build the menu of channels for announcements."""
    placeholder, chosen = words("settings.choose_announcements"), [channel] if channel else []
    return channel_select(placeholder, Verb.ANNOUNCEMENTS, chosen, WRITTEN_TYPES)


def champion_role_menu(words: Words, role: int | None) -> discord.ui.ActionRow[Any]:
    """Build the menu of roles for champions."""
    kind = discord.SelectDefaultValueType.role
    meaning = CustomId(NO_GAME, 0, Verb.CHAMPION_ROLE).unlike_earlier()
    select: discord.ui.RoleSelect[Any] = discord.ui.RoleSelect(
        id=meaning.component_id,
        custom_id=str(meaning),
        placeholder=clip(words("settings.choose_champion_role")),
        min_values=0,
        default_values=[] if role is None else [discord.SelectDefaultValue(id=role, type=kind)],
    )
    return discord.ui.ActionRow(select)


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
    if guild is None or channel is None or channel.type not in WRITTEN_TYPES:
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
