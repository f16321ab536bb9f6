"""What the bot must be allowed to do in a channel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import LacksPermissionsError

if TYPE_CHECKING:
    import discord

NEEDED = ("view_channel", "send_messages", "attach_files")


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
