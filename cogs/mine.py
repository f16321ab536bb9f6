"""The list of a person's running games and open lobbies, in all servers of this process."""

from __future__ import annotations

import discord

from bot.table.registry import GameRegistry
from cogs.base.clicks import Click, Handlers
from cogs.base.custom_ids import Verb
from cogs.base.panels import show
from cogs.base.preferences import Preferences
from cogs.pages.games_page import asked_page, is_to_move, my_games_panel, place_of


class MyGames:
    """Shows people the games in which they have a seat, privately."""

    def __init__(self, registry: GameRegistry, preferences: Preferences) -> None:
        self._registry = registry
        self._preferences = preferences

    @property
    def handlers(self) -> Handlers:
        """What each component does."""
        return {Verb.MINE: self._open, Verb.MINE_BACK: self._turn, Verb.MINE_ON: self._turn}

    async def show(self, interaction: discord.Interaction, page: int = 0) -> None:
        """Show a page in the answer to a deferred interaction, those that wait for them first."""
        words, user_id = self._preferences.words_of(interaction), interaction.user.id
        await self._registry.private_table(user_id)
        found = self._registry.of_person(user_id)
        games = sorted(found, key=lambda each: not is_to_move(each, user_id))
        places = [
            words("solo.mine") if each.is_private else place_of(interaction.client, each)
            for each in games
        ]
        await show(interaction, my_games_panel(words, user_id, games, places, page))

    async def _open(self, click: Click) -> None:
        await click.defer_private()
        await self.show(click.interaction)

    async def _turn(self, click: Click) -> None:
        page = asked_page(click)
        await click.defer()
        await self.show(click.interaction, page)
