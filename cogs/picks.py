"""Settings of a server whose values are channels or a role that it has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord

from bot.i18n import Words
from bot.i18n.phrases import clip
from bot.model import HERE, ServerPreferences
from cogs.base.custom_ids import NO_GAME, BadCustomIdError, CustomId, Verb
from cogs.base.permissions import (
    MOST_CHANNELS,
    PLAYABLE_TYPES,
    check_may_announce,
    check_may_give,
    check_may_open_threads,
)
from cogs.base.text import bold

from .setting_fields import named_line

WRITTEN_TYPES = [discord.ChannelType.text, discord.ChannelType.news]
"""Channels made for messages, which can have threads."""
_MOST_DIGITS = 20
ServerChange = Callable[[ServerPreferences], ServerPreferences]


@dataclass(frozen=True)
class Pick:
    """A setting that is chosen from a menu of channels, or of roles where it has no types."""

    name: str
    """In catalogue keys."""
    verb: Verb
    read: Callable[[ServerPreferences], Sequence[int]]
    put: Callable[[ServerPreferences, tuple[int, ...]], ServerPreferences]
    check: Callable[[discord.Guild, Any], None]
    """Raises what keeps the bot from using a channel or a role."""
    types: Sequence[discord.ChannelType] = ()
    most: int = 1
    nothing: str = "settings.none"
    """The catalogue key of the value where none is chosen."""

    def menu(self, words: Words, server: ServerPreferences) -> discord.ui.ActionRow[Any]:
        """Build the menu, in which the present values are chosen."""
        meaning = CustomId(NO_GAME, 0, self.verb).with_random_version()
        kind = discord.SelectDefaultValueType.channel
        select: discord.ui.ChannelSelect[Any] | discord.ui.RoleSelect[Any]
        if self.types:
            select = discord.ui.ChannelSelect(channel_types=list(self.types))
        else:
            select, kind = discord.ui.RoleSelect(), discord.SelectDefaultValueType.role
        select.id, select.custom_id = meaning.component_id, str(meaning)
        select.placeholder = clip(words(f"settings.choose_{self.name}"))
        select.min_values, select.max_values = 0, self.most
        select.default_values = [
            discord.SelectDefaultValue(id=each, type=kind) for each in self.read(server) if each
        ]
        return discord.ui.ActionRow(select)

    def line(self, words: Words, server: ServerPreferences) -> str:
        """Name the setting and its values."""
        sign = "#" if self.types else "@&"
        values = words.list([f"<{sign}{each}>" for each in self.read(server)])
        return named_line(words, self.name, values or bold(words(self.nothing)))

    def change(self, guild: discord.Guild | None, values: Sequence[str]) -> ServerChange:
        """Return the change to these ids, which may come from anybody.

        Raises:
            BadCustomIdError: one is not of this server, or of no type of the setting, or there are
                too many. What ``check`` raises passes through.
        """
        if len(values) > self.most:
            raise BadCustomIdError(f"too many values of {self.name}")
        chosen = tuple(dict.fromkeys(self._checked(guild, each) for each in values))
        return lambda server: self.put(server, chosen)

    def _checked(self, guild: discord.Guild | None, value: str) -> int:
        known = value.isascii() and value.isdigit() and len(value) <= _MOST_DIGITS
        number = int(value) if known else 0
        if guild is not None and self.types:
            channel = guild.get_channel(number)
            if channel is not None and channel.type in self.types:
                self.check(guild, channel)
                return channel.id
        elif guild is not None and (role := guild.get_role(number)) is not None:
            self.check(guild, role)
            return role.id
        raise BadCustomIdError(f"no value of {self.name}")


def _only(chosen: tuple[int, ...]) -> int | None:
    return chosen[0] if chosen else None


def _values(chosen: int | None) -> tuple[int, ...]:
    return () if chosen is None else (chosen,)


CHANNELS = Pick(
    "channels",
    Verb.CHANNELS,
    lambda server: server.channels,
    lambda server, chosen: replace(server, channels=chosen),
    lambda _guild, _channel: None,
    PLAYABLE_TYPES,
    MOST_CHANNELS,
    "settings.everywhere",
)
THREADS_IN = Pick(
    "threads",
    Verb.THREADS,
    lambda server: _values(server.threads),
    # Without a channel they are opened where the game is.
    lambda server, chosen: replace(server, threads=_only(chosen) or HERE),
    lambda _guild, channel: check_may_open_threads(channel),
    WRITTEN_TYPES,
)
ANNOUNCEMENTS = Pick(
    "announcements",
    Verb.ANNOUNCEMENTS,
    lambda server: _values(server.announcements),
    lambda server, chosen: replace(server, announcements=_only(chosen)),
    check_may_announce,
    WRITTEN_TYPES,
)
CHAMPION_ROLE = Pick(
    "champion_role",
    Verb.CHAMPION_ROLE,
    lambda server: _values(server.champion_role),
    lambda server, chosen: replace(server, champion_role=_only(chosen)),
    check_may_give,
)
