"""The one receiver of every button, menu and form this bot ever sent."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import discord

from bot.table.errors import TableError
from bot.table.manager import GameManager
from bot.table.past_games import Replays
from bot.table.registry import GameRegistry
from cogs.base.clicks import Click, Handlers
from cogs.base.panels import FORM_FIELD

from .custom_ids import ANY_CUSTOM_ID, NO_GAME, Verb, parse
from .errors import Guard, lacking, reply_privately
from .preferences import Preferences

_ON_PUBLIC_MESSAGES = {
    Verb.JOIN,
    Verb.QUIT,
    Verb.LENGTH,
    Verb.COMPUTER,
    Verb.READY,
    Verb.REMATCH,
}
"""Clicks whose effect is shown only in a public message."""


class Components:
    """Calls the handlers of components; ``tell_lost`` says in a hand that a click was lost."""

    def __init__(  # noqa: PLR0913  # clicks are answered by many parts
        self,
        guard: Guard,
        registry: GameRegistry,
        preferences: Preferences,
        *,
        replays: Replays,
        tell_lost: Callable[[GameManager, int], None],
        handlers: Handlers,
    ) -> None:
        self._guard = guard
        self._registry = registry
        self._preferences = preferences
        self._replays = replays
        self._tell_lost = tell_lost
        self._handlers = handlers

    async def click(
        self, interaction: discord.Interaction, custom_id: str, values: tuple[str, ...]
    ) -> None:
        """Do what a component means, or say why not."""
        async with self._guard(interaction, partial(self._lost, interaction, custom_id)):
            words, meaning = self._preferences.words_of(interaction), parse(custom_id)
            if meaning.game != NO_GAME and self._registry.by_game(meaning.game) is None:
                # It may be at the user's private table, which another process keeps.
                await self._registry.private_table(interaction.user.id)
            click = Click(interaction, meaning, words, self._registry, values)
            click.check_place()
            await self._handle(click)
            if click.meaning.verb in _ON_PUBLIC_MESSAGES:
                # The click has its effect, but nobody sees it while the bot may not write.
                missing = lacking(words, interaction, begun=True)
                if missing:
                    await reply_privately(interaction, missing)

    async def _handle(self, click: Click) -> None:
        """Call the handler; of a game that is not in memory any more, say whether it has ended."""
        try:
            await self._handlers[click.meaning.verb](click)
        except TableError as error:
            if error.code == "game_gone" and await self._has_ended(click):
                raise TableError("game_ended") from error
            raise

    async def _has_ended(self, click: Click) -> bool:
        try:
            await self._replays.past_game(click.guild_id, click.user_id, click.meaning.game)
        except TableError:
            return False
        return True

    def _lost(self, interaction: discord.Interaction, custom_id: str) -> None:
        manager = self._registry.by_game(parse(custom_id).game)
        if manager is not None:
            self._tell_lost(manager, interaction.user.id)

    async def submit(self, interaction: discord.Interaction) -> None:
        """Do what a submitted form means; interactions of other kinds are ignored."""
        if interaction.type is not discord.InteractionType.modal_submit:
            return
        data: dict[str, Any] = dict(interaction.data or {})
        custom_id = data.get("custom_id", "")
        if ANY_CUSTOM_ID.fullmatch(custom_id) is not None:
            await self.click(interaction, custom_id, (_typed(data),))

    def item(self) -> type[discord.ui.DynamicItem[Any]]:
        """Make the dynamic item that receives the components.

        Its template matches more than can be parsed, so that components of other versions of this
        program are answered, too.
        """
        components = self

        class Component(discord.ui.DynamicItem[discord.ui.Item[Any]], template=ANY_CUSTOM_ID):
            @classmethod
            async def from_custom_id(
                cls,
                _interaction: discord.Interaction,
                item: discord.ui.Item[Any],
                _match: re.Match[str],
                /,
            ) -> Component:
                return cls(item)

            async def callback(self, interaction: discord.Interaction) -> None:
                data: dict[str, Any] = dict(interaction.data or {})
                await components.click(interaction, self.custom_id, tuple(data.get("values", ())))

        return Component


def _typed(data: dict[str, Any]) -> str:
    """Return the text in the one field of a form."""
    for part in data.get("components", ()):
        fields = [part["component"]] if "component" in part else part.get("components", ())
        for field in fields:
            if field.get("custom_id") == FORM_FIELD:
                return str(field.get("value", ""))
    return ""
