"""Where a server lets games be played, and whether with computer players."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.table.errors import TableError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.model import ServerPreferences

MOST_CHANNELS = 25
Place = discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.ForumChannel
KINDS = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.forum,
    discord.ChannelType.media,
]


def there_still(guild: discord.Guild | None, channels: Sequence[int]) -> tuple[int, ...]:
    """Those channels that were not deleted meanwhile."""
    if guild is None:
        return tuple(channels)
    return tuple(each for each in channels if guild.get_channel(each) is not None)


def check_may_play_here(interaction: discord.Interaction, server: ServerPreferences) -> None:
    """Check that a game may begin in the channel of an interaction; a thread counts as its parent.

    Where all the channels chosen are gone, games may be played everywhere.

    Raises:
        TableError: ``not_here`` (data: ``channels``, the ids of those where it may).
    """
    allowed = there_still(interaction.guild, server.channels)
    channel = interaction.channel
    here = channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id
    if allowed and here not in allowed:
        raise TableError("not_here", channels=allowed)


def check_computers(server: ServerPreferences) -> None:
    """Check that computer players may be added. Raises TableError ``no_computers``."""
    if not server.computers:
        raise TableError("no_computers")
