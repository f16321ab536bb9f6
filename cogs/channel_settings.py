"""The settings of a server about channels: where games are played, and which get threads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord

from bot.i18n import Words
from bot.i18n.phrases import clip
from bot.model import HERE, ServerPreferences
from bot.table.errors import TableError
from cogs.base.custom_ids import NO_GAME, BadCustomIdError, CustomId, Verb
from cogs.base.permissions import MOST_CHANNELS, PLAYABLE_TYPES, check_may_open_threads
from cogs.base.text import bold

WRITTEN_TYPES = [discord.ChannelType.text, discord.ChannelType.news]
"""Channels made for messages, which can have threads."""
_MOST_DIGITS = 20


def channel_select(
    placeholder: str,
    verb: Verb,
    channels: Sequence[int],
    types: list[discord.ChannelType],
    most: int = 1,
) -> discord.ui.ActionRow[Any]:
    """Build a menu of channels, of which these are chosen."""
    kind = discord.SelectDefaultValueType.channel
    meaning = CustomId(NO_GAME, 0, verb).unlike_earlier()
    select: discord.ui.ChannelSelect[Any] = discord.ui.ChannelSelect(
        id=meaning.component_id,
        custom_id=str(meaning),
        placeholder=clip(placeholder),
        channel_types=types,
        min_values=0,
        max_values=most,
        default_values=[discord.SelectDefaultValue(id=each, type=kind) for each in channels],
    )
    return discord.ui.ActionRow(select)


def channels_menu(words: Words, channels: tuple[int, ...]) -> discord.ui.ActionRow[Any]:
    """Build the menu of channels where games may be played."""
    placeholder = words("settings.choose_channels")
    return channel_select(placeholder, Verb.CHANNELS, channels, PLAYABLE_TYPES, MOST_CHANNELS)


def threads_menu(words: Words, channel: int | None) -> discord.ui.ActionRow[Any]:
    """Build the menu of channels for threads of games."""
    placeholder, chosen = words("settings.choose_threads"), [channel] if channel else []
    return channel_select(placeholder, Verb.THREADS, chosen, WRITTEN_TYPES)


def channels_line(words: Words, server: ServerPreferences) -> str:
    """Name the channels where games may be played."""
    places = words.list([f"<#{each}>" for each in server.channels])
    value = places or bold(words("settings.everywhere"))
    return words("settings.line", name=words("settings.name.channels"), value=value)


def with_channels(server: ServerPreferences, channels: tuple[int, ...]) -> ServerPreferences:
    """Return a server's preferences with these channels.

    Raises:
        TableError: ``too_many_channels`` (data: ``most``).
    """
    if len(channels) > MOST_CHANNELS:
        raise TableError("too_many_channels", most=MOST_CHANNELS)
    return replace(server, channels=tuple(dict.fromkeys(channels)))


def with_threads(
    guild: discord.Guild | None, server: ServerPreferences, value: str | None
) -> ServerPreferences:
    """Return a server's preferences with a channel for threads; ``HERE`` for None.

    Raises:
        BadCustomIdError: it is no channel for threads.
        CannotOpenThreadsError: the bot may not open tables in its threads.
    """
    if value is None:
        return replace(server, threads=HERE)
    channel = guild.get_channel(parse_id(value)) if guild else None
    if not isinstance(channel, discord.TextChannel):
        raise BadCustomIdError("no channel for threads")
    check_may_open_threads(channel)
    return replace(server, threads=channel.id)


def parse_channel(guild: discord.Guild | None, value: str) -> int:
    """Return the id of a channel in which games can be played.

    Raises:
        BadCustomIdError: it is none.
    """
    channel = guild.get_channel(parse_id(value)) if guild else None
    if channel is None or channel.type not in PLAYABLE_TYPES:
        raise BadCustomIdError("no channel to play in")
    return channel.id


def parse_id(value: str) -> int:
    """Return an id, 0 for what is none."""
    known = value.isascii() and value.isdigit() and len(value) <= _MOST_DIGITS
    return int(value) if known else 0
