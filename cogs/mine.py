"""The list of a person's running games and open lobbies, in all servers of this process."""

from __future__ import annotations

import discord

from cogs.base.clicks import Click, on
from cogs.base.custom_ids import Verb
from cogs.base.panels import show
from cogs.base.slash_commands import command
from cogs.pages.games_page import asked_page, is_to_move, my_games_panel, place_of

from .parts import BaseCog


class MineCog(BaseCog):
    """Shows people the games in which they have a seat, privately."""

    @command("mine")
    async def mine(self, interaction: discord.Interaction) -> None:
        """Show the user's running games and open lobbies."""
        await self.show(interaction)

    async def show(self, interaction: discord.Interaction, page: int = 0) -> None:
        """Show a page in the answer to a deferred interaction, those that wait for them first."""
        words, user_id = self.parts.preferences.words_of(interaction), interaction.user.id
        await self.parts.registry.private_table(user_id)
        found = self.parts.registry.of_person(user_id)
        games = sorted(found, key=lambda each: not is_to_move(each, user_id))
        places = [
            words("solo.mine") if each.is_private else place_of(interaction.client, each)
            for each in games
        ]
        await show(interaction, my_games_panel(words, user_id, games, places, page))

    @on(Verb.MINE)
    async def _open(self, click: Click) -> None:
        await click.defer_private()
        await self.show(click.interaction)

    @on(Verb.MINE_BACK, Verb.MINE_ON)
    async def _turn(self, click: Click) -> None:
        page = asked_page(click)
        await click.defer()
        await self.show(click.interaction, page)
