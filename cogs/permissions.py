"""What the bot must be allowed to do in a channel."""

from __future__ import annotations

import discord

NEEDED = ("view_channel", "send_messages", "attach_files")


class LacksPermissionsError(Exception):
    """The bot lacks permissions in a channel; ``missing`` are discord.py's names of them."""

    def __init__(self, *missing: str) -> None:
        super().__init__(*missing)
        self.missing = missing


def check_can_post_here(interaction: discord.Interaction) -> None:
    """Check that the bot may post tables in the channel of an interaction.

    Raises:
        LacksPermissionsError: with the names of what it may not.
    """
    in_thread = isinstance(interaction.channel, discord.Thread)
    check_can_post(interaction.app_permissions, in_thread=in_thread)


def may_attach(guild: discord.Guild | None, channel_id: int) -> bool:
    """Whether the bot may post pictures in a channel; where that is not known, it may."""
    channel = guild.get_channel_or_thread(channel_id) if guild is not None else None
    if guild is None or channel is None:
        return True
    try:
        return channel.permissions_for(guild.me).attach_files
    except discord.ClientException:
        # A thread whose channel the library does not know.
        return True


def check_can_post(allowed: discord.Permissions, *, in_thread: bool = False) -> None:
    """Check that the bot may post tables in a channel.

    Raises:
        LacksPermissionsError: with the names of what it may not.
    """
    needed = [
        "send_messages_in_threads" if in_thread and name == "send_messages" else name
        for name in NEEDED
    ]
    missing = [name for name in needed if not getattr(allowed, name)]
    if missing:
        raise LacksPermissionsError(*missing)
