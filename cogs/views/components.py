"""The one receiver of every button and menu this bot ever sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from cogs.errors import Guard, lacking, tell

from . import (
    board,
    hand,
    history,
    leaving,
    lobby,
    options,
    privacy,
    replay,
    rules,
    settings,
    stats,
    table,
)
from .base import Click, Handler
from .custom_ids import ANY_CUSTOM_ID, Verb, parse
from .modals import typed_in

if TYPE_CHECKING:
    import re

HANDLERS: dict[Verb, Handler] = {
    **lobby.HANDLERS,
    **options.HANDLERS,
    **table.HANDLERS,
    **leaving.HANDLERS,
    **rules.HANDLERS,
    **hand.HANDLERS,
    **settings.HANDLERS,
    **board.HANDLERS,
    **stats.HANDLERS,
    **history.HANDLERS,
    **replay.HANDLERS,
    **privacy.HANDLERS,
}

_SHOWN_TO_ALL = {Verb.JOIN, Verb.QUIT, Verb.COMPUTER, Verb.CANCEL, Verb.READY, Verb.REMATCH}
"""What is clicked on a message for everybody, and shown nowhere else."""


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
            if click.meaning.verb in _SHOWN_TO_ALL:
                await _tell_what_is_lacking(interaction)


async def _tell_what_is_lacking(interaction: discord.Interaction) -> None:
    """What was clicked counts, but nobody sees it while the bot may not write."""
    text = lacking(interaction, begun=True)
    if text:
        await tell(interaction, text)


async def on_submit(interaction: discord.Interaction) -> None:
    """Do what a submitted window means, or say why not; interactions of other kinds pass."""
    if interaction.type is not discord.InteractionType.modal_submit:
        return
    data: dict[str, Any] = dict(interaction.data or {})
    if ANY_CUSTOM_ID.fullmatch(data.get("custom_id", "")) is None:
        return
    async with Guard(interaction):
        click = Click(interaction, parse(data["custom_id"]), (typed_in(data),))
        await HANDLERS[click.meaning.verb](click)
