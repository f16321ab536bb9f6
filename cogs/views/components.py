"""The one receiver of every button and menu this bot ever sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from cogs.errors import Guard

from . import hand, leaving, lobby, rules, table
from .base import Click, Handler
from .custom_ids import ANY_CUSTOM_ID, Verb, parse

if TYPE_CHECKING:
    import re

HANDLERS: dict[Verb, Handler] = {
    **lobby.HANDLERS,
    **table.HANDLERS,
    **leaving.HANDLERS,
    **rules.HANDLERS,
    **hand.HANDLERS,
}


class Component(discord.ui.DynamicItem[discord.ui.Item[Any]], template=ANY_CUSTOM_ID):
    """A button or menu, known by its custom id alone.

    The template takes in more than can be understood, so that a component of another version of
    this program gets an answer, too.
    """

    @classmethod
    async def from_custom_id(
        cls,
        _interaction: discord.Interaction,
        item: discord.ui.Item[Any],
        _match: re.Match[str],
        /,
    ) -> Component:
        """The component that was used."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction) -> None:
        """Do what the component means, or say why not."""
        async with Guard(interaction):
            data: dict[str, Any] = dict(interaction.data or {})
            click = Click(interaction, parse(self.custom_id), tuple(data.get("values", ())))
            await HANDLERS[click.meaning.verb](click)
