"""Games at private tables, alone or against computer players."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Annotated

import discord
from discord import app_commands

from bot.cards.rulesets import MOST_PLAYERS, RuleSet
from bot.cards.variations import Length, game_length, with_length
from bot.core.errors import RuleSetError
from bot.core.states import AnyRules
from bot.i18n import Translator
from bot.i18n.rulesets import length_names
from bot.preferences import ServerPreferences
from bot.results.past_games import past_rules
from bot.seating import Level, private_channel, usual_minutes
from bot.storage import stats
from bot.storage.errors import StoreError
from bot.table.errors import TableError
from bot.table.manager import GameManager
from cogs.base.clicks import Click, acting_person, on
from cogs.base.custom_ids import (
    BadCustomIdError,
    CustomId,
    Verb,
    parse_choice,
    parse_edition,
    parse_index,
    parse_known,
)
from cogs.base.permissions import check_computers, known_server_id
from cogs.base.screens import PRIMARY, SUCCESS, Button
from cogs.base.slash_commands import command, make_choices
from cogs.pages.table_page import running_screen, solo_end_screen, solo_more_screen

from .guided import is_newcomer
from .lobby import EDITIONS, LENGTHS, new_rules
from .services import BaseCog, Services
from .setting_fields import PACE

SoloPace = Annotated[str, partial(parse_known, known=("lively", "quick"))]
_LEVELS = make_choices("lobby.level.{}", [level.value for level in Level])


@dataclass(frozen=True)
class SoloRequest:
    """The game that somebody asked for; None is left to the server."""

    opponents: int = 2
    level: Level | None = None
    edition: str | None = None
    length: Length | None = None

    def __str__(self) -> str:
        chosen = (self.level, self.edition, self.length)
        return ".".join([str(self.opponents), *(choice or "" for choice in chosen)])

    @classmethod
    def parse(cls, arg: str) -> SoloRequest:
        parts = arg.split(".")
        if len(parts) != 4:
            raise BadCustomIdError("not 4 parts")
        opponents, level, edition, length = parts
        return cls(
            parse_index(opponents, MOST_PLAYERS),
            parse_choice(Level, level) if level else None,
            parse_edition(edition).edition if edition else None,
            parse_choice(Length, length) if length else None,
        )


ANYTHING = SoloRequest()


def solo_button(words: Translator, rules: AnyRules | None = None, *, green: bool = True) -> Button:
    """Build the button that begins a private game; with its rules it says how long that takes."""
    style = SUCCESS if green else PRIMARY
    parts = [words("help.play_now")]
    if rules is not None:
        minutes = usual_minutes(rules, 1 + ANYTHING.opponents, ANYTHING.opponents)
        parts += [*length_names(words, rules), words("help.minutes", minutes=words.number(minutes))]
    return Button(" · ".join(parts), CustomId.of(Verb.SOLO), style)


async def solo_rules(
    services: Services,
    interaction: discord.Interaction,
    server: ServerPreferences,
    wish: SoloRequest = ANYTHING,
) -> AnyRules:
    """Return the rules of a private game.

    Without a wished length it is as long as the person's last card game alone, at first quick.
    """
    rules = new_rules(server, wish.edition, wish.length)
    if wish.length is not None or not isinstance(rules, RuleSet):
        return rules
    length = await _last_length(services, interaction.user.id)
    if length is None and await is_newcomer(services, interaction):
        length = Length.QUICK
    return with_length(rules, length) if length else rules


async def _last_length(services: Services, user_id: int) -> Length | None:
    """Return the length of a person's last card game alone; None without one, or if in doubt."""
    manager = await services.registry.private_table(user_id)
    last = [manager.game.state.game.rules] if manager.table else []
    with suppress(StoreError):
        board = private_channel(user_id)
        past, _ = await services.store.read(stats.history, board, user_id, reader=user_id)
        last += [rules for rules in map(past_rules, past) if rules is not None]
    of_cards = [rules for rules in last if isinstance(rules, RuleSet)]
    return game_length(of_cards[0]) if of_cards else None


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
        wish = SoloRequest(
            opponents,
            None if level is None else Level(level),
            edition_id,
            None if length is None else Length(length),
        )
        await self._begin_solo(interaction, wish)

    async def _begin_solo(
        self, interaction: discord.Interaction, wish: SoloRequest, instead_of: str | None = None
    ) -> None:
        """Begin a private game with the settings of the server, in place of the game of this id.

        Raises TableError ``solo_running`` if another game runs, and RuleSetError ``not_alone``.
        """
        guild_id = known_server_id(interaction)
        person = acting_person(interaction)
        server = await self.services.preferences.server(guild_id)
        if wish.opponents:
            check_computers(server)
        rules = await solo_rules(self.services, interaction, server, wish)
        manager = await self.services.registry.private_table(person.user_id)
        if 1 + wish.opponents < rules.min_players:
            raise RuleSetError("not_alone")
        ended = instead_of if manager.running else None
        if manager.running and instead_of is None:
            words = self.services.preferences.translator(interaction)
            await self.show(interaction, running_screen(words, manager, str(wish)))
            return
        await manager.solo(
            person,
            wish.opponents,
            wish.level or server.level,
            rules,
            self.services.preferences.server_locale(interaction),
            guild_id=guild_id,
            instead_of=ended,
        )
        await self.services.hands.open(manager, interaction, instead_of=ended)

    @on(Verb.SOLO)
    async def _solo(self, click: Click, wish: SoloRequest = ANYTHING) -> None:
        await click.defer_private()
        await self._begin_solo(click.interaction, wish)

    @on(Verb.SOLO_INSTEAD)
    async def _solo_instead(self, click: Click, wish: SoloRequest) -> None:
        await click.defer()
        try:
            await self._begin_solo(click.interaction, wish, click.meaning.game)
        except TableError as error:
            if error.code != "solo_running":
                raise
            # A second tap, or a game that was begun since then.
            await self._show_hand(click)

    @on(Verb.SOLO_ON)
    async def _play_on(self, click: Click) -> None:
        await click.defer()
        await self._show_hand(click)

    async def _show_hand(self, click: Click) -> None:
        """Show the present private game in place of the refusal."""
        manager = await self.services.registry.private_table(click.user_id)
        await self.services.hands.open(manager, click.interaction)

    @on(Verb.AGAIN)
    async def _again(self, click: Click) -> None:
        manager = _private(click)
        await click.defer()
        if any(seat.user_id is None for seat in manager.game.table.occupants):
            check_computers(await self.services.preferences.server(click.guild_id))
        await manager.play_again(click.person, click.guild_id)
        await self.services.hands.open(manager, click.interaction)

    @on(Verb.SOLO_END_NOW)
    async def _end_now(self, click: Click) -> None:
        manager = _private(click)
        await click.defer()
        await manager.end_game(click.user_id)
        await self.services.hands.open(manager, click.interaction)

    @on(Verb.SOLO_MORE)
    async def _more(self, click: Click) -> None:
        quick = self.services.preferences.wants_quick(click.user_id)
        await click.reply(solo_more_screen(click.words, _private(click), quick=quick))

    @on(Verb.SOLO_PACE)
    async def _change_pace(self, click: Click, pace: SoloPace) -> None:
        """Change how fast computer players play from the next turn on, and show the hand again."""
        manager = _private(click)
        await click.defer()
        await self.services.preferences.people.change(
            click.user_id, lambda own: PACE.changed(own, pace)
        )
        await self.services.hands.open(manager, click.interaction)

    @on(Verb.SOLO_END)
    async def _end(self, click: Click) -> None:
        """Ask in place of the menu; either answer becomes the hand."""
        manager = _private(click)
        if not manager.running:
            raise TableError("game_over")
        await click.replace(solo_end_screen(click.words, manager))


def _private(click: Click) -> GameManager:
    manager = click.seated_game
    if not manager.is_private:
        raise BadCustomIdError("a component of private tables")
    return manager
