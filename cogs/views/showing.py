"""Showing in the channel what was answered privately."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.i18n import Words, words_for
from bot.table.errors import TableError
from cogs.services import server_of, services_of
from cogs.text import server_locale

from .base import Panel, container, text

if TYPE_CHECKING:
    from .base import Click


def check_may_post(interaction: discord.Interaction) -> None:
    """Check that who clicked could write here themselves.

    Raises:
        TableError: ``may_not_post``.
    """
    allowed = interaction.permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    if not (allowed.send_messages_in_threads if in_thread else allowed.send_messages):
        raise TableError("may_not_post")


async def say_it_is_shown(click: Click) -> None:
    """Put a word in place of the private message, so that nothing is posted twice."""
    panel = Panel(container(text(click.words("memories.shown"))))
    await click.replace(panel)


async def for_everybody(interaction: discord.Interaction) -> tuple[Words, str]:
    """The words and the theme of what everybody in a server sees."""
    server = await server_of(interaction)
    theme = server.theme or services_of(interaction).choices.default_theme
    return words_for(server.locale or server_locale(interaction), theme), theme
