"""The list of a server's open lobbies and running games, as far as its reader can see them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import discord

from bot.i18n import Words
from bot.i18n.rulesets import title
from bot.model import Lobby
from bot.table.lobbies import host_name, seat_in
from bot.table.manager import GameManager
from bot.table.registry import GameRegistry
from cogs.base.clicks import Click, on
from cogs.base.custom_ids import NO_GAME, CustomId, Verb
from cogs.base.panels import button, row, said_panel, show, text
from cogs.base.permissions import check_in_server, may_see, may_use, server_of
from cogs.base.slash_commands import command
from cogs.base.text import bold, escaped, relative
from cogs.pages.games_page import (
    Item,
    asked_page,
    games_panel,
    hand_button,
    table_button,
    whose_turn,
)
from cogs.pages.watch_page import watch_button

from .lobby import open_lobby
from .parts import BaseCog
from .seat_requests import ask_button

_PRIMARY = discord.ButtonStyle.primary


def tables_button(words: Words) -> discord.ui.Button[Any]:
    """Build the button that opens the list."""
    return button(words("tables.title"), CustomId(NO_GAME, 0, Verb.TABLES))


def shown_tables(interaction: discord.Interaction, registry: GameRegistry) -> list[GameManager]:
    """Return the tables of a server that its member can see, open lobbies first.

    Those of their own are among them also where the channel is not known.
    """
    user_id = interaction.user.id
    found = [
        each
        for each in registry.busy_in(server_of(interaction))
        if not each.is_private and (each.has_seat(user_id) or may_see(interaction, each.channel_id))
    ]
    return sorted(found, key=lambda each: each.lobby is None)


def table_items(
    words: Words, interaction: discord.Interaction, manager: GameManager, page: int
) -> Iterator[Item]:
    """Say how a table stands, and build the buttons of what its reader can do there.

    ``page`` is the one to show again after joining.
    """
    place, user_id = bold(f"<#{manager.channel_id}>"), interaction.user.id
    lobby = manager.lobby
    if lobby is not None:
        names = " · ".join(escaped(each.name) for each in lobby.seats)
        yield text(place, " · ".join(_lobby_parts(words, lobby)), names)
        may_join = _free(lobby) > 0 and seat_in(lobby, user_id) is None
        again = CustomId(lobby.lobby_id, 0, Verb.TABLES_JOIN, (str(page),))
        join = [button(words("lobby.join"), again, _PRIMARY)]
        usable = may_join and may_use(interaction, manager.channel_id)
        yield row(*(join if usable else ()), table_button(words, manager))
        return
    yield text(
        place, " · ".join(_game_parts(words, manager)), " · ".join(_standing(words, manager))
    )
    yield row(*_game_buttons(words, user_id, manager), table_button(words, manager))


def _free(lobby: Lobby) -> int:
    return lobby.rules.max_players - len(lobby.seats)


def _lobby_parts(words: Words, lobby: Lobby) -> Iterator[str]:
    yield title(words, lobby.rules)
    yield words.plural("help.mine.lobby", len(lobby.seats))
    free = _free(lobby)
    yield words.plural("tables.free", free) if free > 0 else words("tables.full")


def _game_parts(words: Words, manager: GameManager) -> Iterator[str]:
    view = manager.view(None)
    yield title(words, view.rules)
    yield whose_turn(words, view)
    if view.turn is not None and manager.game.deadline is not None:
        yield words("help.mine.until", when=relative(manager.game.deadline))


def _standing(words: Words, manager: GameManager) -> Iterator[str]:
    """Name each player and the phase they are on; computer players are marked."""
    occupants = manager.game.table.occupants
    for seat, who in zip(manager.view(None).seats, occupants, strict=True):
        name = escaped(seat.name)
        if who.is_computer:
            name = words("memories.marked", name=name, mark=words("memories.computer"))
        if seat.trying is not None:
            phase = words.number(seat.trying)
            name = words("tables.on_phase", name=name, phase=phase)
        yield name


def _game_buttons(
    words: Words, user_id: int, manager: GameManager
) -> Iterator[discord.ui.Button[Any]]:
    if manager.seat_of(user_id) is not None:
        yield hand_button(words, manager)
        return
    game_id = manager.game.table.game_id
    yield watch_button(words, game_id)
    if manager.may_ask_for_seat(user_id):
        yield ask_button(words, game_id)


class TablesCog(BaseCog):
    """Shows people the tables of a server, privately, and seats them in lobbies."""

    @command("tables")
    async def tables(self, interaction: discord.Interaction) -> None:
        """Show the tables of this server that the user can see."""
        await self.show(interaction)

    async def show(self, interaction: discord.Interaction, page: int = 0, notice: str = "") -> None:
        """Show a page in the answer to a deferred interaction, below a notice if there is one.

        Raises:
            TableError: ``only_in_servers`` or ``not_a_member``.
        """
        check_in_server(interaction)
        words = self.parts.preferences.words_of(interaction)
        found = shown_tables(interaction, self.parts.registry)
        if not found:
            nothing = words("tables.none", play=f"`{words.command('phase10', 'play')}`")
            await show(interaction, said_panel(nothing))
            return
        games = [partial(table_items, words, interaction, each, page) for each in found]
        paging = Verb.TABLES_BACK, Verb.TABLES_ON
        head = [f"### {words('tables.title')}", *([notice] if notice else [])]
        await show(interaction, games_panel(words, head, games, page, paging))

    @on(Verb.TABLES)
    async def _open(self, click: Click) -> None:
        await click.defer_private()
        await self.show(click.interaction)

    @on(Verb.TABLES_BACK, Verb.TABLES_ON)
    async def _turn(self, click: Click) -> None:
        page = asked_page(click)
        await click.defer()
        await self.show(click.interaction, page)

    @on(Verb.TABLES_JOIN)
    async def _join(self, click: Click) -> None:
        manager, page = open_lobby(click)[0], asked_page(click)
        await click.defer()
        lobby = await manager.join(click.person)
        host = bold(escaped(host_name(lobby)))
        await self.show(click.interaction, page, click.words("tables.joined", host=host))
