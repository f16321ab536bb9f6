"""Games at private tables, alone or against computer players."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.model import Level
from bot.players import offered_levels
from bot.rules.editions import MOST_PLAYERS
from bot.table.errors import TableError
from bot.table.manager import GameManager
from cogs.base.clicks import Click, on, person_of
from cogs.base.custom_ids import BadCustomIdError, Verb
from cogs.base.panels import show
from cogs.base.permissions import check_computers, server_of
from cogs.base.slash_commands import choices_of, command
from cogs.pages.table_page import running_panel, solo_end_panel

from .guided import offer_guided
from .lobby import EDITIONS, LENGTHS, new_rules
from .parts import BaseCog

_LEVELS = choices_of("lobby.level.{}", [level.value for level in offered_levels()])


class SoloCog(BaseCog):
    """Begins, repeats and ends games at private tables."""

    @command("solo", opponents="opponents", level="level", edition_id="edition", length="length")
    @app_commands.choices(edition_id=EDITIONS, level=_LEVELS, length=LENGTHS)
    async def solo(
        self,
        interaction: discord.Interaction,
        opponents: app_commands.Range[int, 0, MOST_PLAYERS - 1] = 2,
        level: str | None = None,
        edition_id: str | None = None,
        length: str | None = None,
    ) -> None:
        """Start at once against computer players, or alone in an edition for one player."""
        await self._begin_solo(interaction, opponents, level, edition_id, length)

    async def _begin_solo(
        self,
        interaction: discord.Interaction,
        opponents: int = 2,
        level: str | None = None,
        edition_id: str | None = None,
        length: str | None = None,
    ) -> None:
        """Begin a private game anywhere; in a server its settings apply."""
        guild_id, person = server_of(interaction), person_of(interaction)
        server = await self.parts.preferences.server(guild_id)
        if opponents:
            check_computers(server)
        rules = new_rules(server, edition_id, length)
        manager = await self.parts.registry.private_table(person.user_id)
        if manager.running:
            await show(
                interaction, running_panel(self.parts.preferences.words_of(interaction), manager)
            )
            return
        await manager.solo(
            person,
            opponents,
            server.level if level is None else Level(level),
            rules,
            self.parts.preferences.server_locale(interaction),
            guild_id=guild_id,
        )
        await self.parts.hands.open(manager, interaction)
        await offer_guided(self.parts, interaction)

    @on(Verb.SOLO)
    async def _solo(self, click: Click) -> None:
        await click.defer_private()
        await self._begin_solo(click.interaction)

    @on(Verb.AGAIN)
    async def _again(self, click: Click) -> None:
        """Begin at once with the same opponents, in the same message."""
        manager = _private(click)
        await click.defer()
        if any(seat.user_id is None for seat in manager.game.table.occupants):
            check_computers(await self.parts.preferences.server(click.guild_id))
        await manager.play_again(click.person, click.guild_id)
        await self.parts.hands.open(manager, click.interaction)

    @on(Verb.SOLO_END_NOW)
    async def _end_now(self, click: Click) -> None:
        """End the game, and show how it ended instead of the question."""
        manager = _private(click)
        await click.defer()
        await manager.end_game(click.user_id)
        await self.parts.hands.open(manager, click.interaction)

    @on(Verb.SOLO_END)
    async def _end(self, click: Click) -> None:
        manager = _private(click)
        if not manager.running:
            raise TableError("game_over")
        await click.reply(solo_end_panel(click.words, manager))


def _private(click: Click) -> GameManager:
    manager = click.seated_game
    if not manager.is_private:
        raise BadCustomIdError("a component of private tables")
    return manager
