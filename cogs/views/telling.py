"""Private answers in words alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.as_text import pages

from .base import Panel, container, text

if TYPE_CHECKING:
    from collections.abc import Iterable

    import discord


async def tell_all(interaction: discord.Interaction, lines: Iterable[str]) -> None:
    """Answer an interaction, deferred already, with lines; what is too long goes on in another."""
    first, *more = pages(lines)
    await interaction.edit_original_response(view=_panel(first), attachments=[])
    for page in more:
        await interaction.followup.send(view=_panel(page), ephemeral=True)


def _panel(lines: Iterable[str]) -> Panel:
    return Panel(container(text(*lines)))
