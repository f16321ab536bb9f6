"""Help: what a user can do in a channel now, in a few lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import discord

from bot.i18n import Words
from bot.model import Lobby, ServerPreferences
from bot.table.errors import TableError
from bot.table.lobbies import host_name, seat_in
from bot.table.manager import GameManager
from cogs.base.custom_ids import NO_GAME, CustomId, Verb
from cogs.base.errors import lacking, sentence
from cogs.base.panels import Panel, button, container, in_rows, show, text
from cogs.base.permissions import (
    are_threads_wanted,
    check_in_server,
    check_may_play_here,
    check_may_play_in,
    parent_of,
    server_of,
)
from cogs.base.slash_commands import command
from cogs.base.text import bold, escaped
from cogs.pages.table_page import hand_button, table_link

from .game_lists import is_to_move, my_games_button, tables_button
from .guided import guided_button
from .parts import BaseCog


@dataclass(frozen=True)
class HelpSituation:
    """What a person can do in a channel."""

    manager: GameManager
    user_id: int
    # Why no table can be here, or begin here, as a sentence; empty if it can.
    obstacle: str = ""
    # Whether it is a server in which the bot is a member.
    in_server: bool = True
    # Whether the server allows computer players.
    computers: bool = True
    # Whether the person may change the server's settings.
    manages: bool = False
    # Whether another table can be opened here, in a thread.
    threads: bool = False
    # Whether every table gets a thread.
    only_threads: bool = False
    # The person's private table, if it is known.
    solo: GameManager | None = None

    @property
    def plays(self) -> bool:
        """Whether the person has a seat in the channel's running game."""
        return self.manager.running and self.manager.seat_of(self.user_id) is not None


def situation_in(
    words: Words, interaction: discord.Interaction, manager: GameManager, server: ServerPreferences
) -> HelpSituation:
    """Return what a user can do in a channel; the bot's permissions come first among obstacles."""
    obstacle = lacking(words, interaction, begun=manager.running)
    parent = parent_of(interaction, server)
    place = None if server.threads is None else parent
    try:
        check_in_server(interaction)
        if place is None:
            check_may_play_here(interaction, server)
        else:
            check_may_play_in(place.guild, server, place.id)
    except TableError as error:
        obstacle = obstacle or ("" if manager.running else sentence(words, error) or "")
    in_server = bool(server_of(interaction))
    manages = in_server and interaction.permissions.manage_guild
    who = interaction.user.id
    return HelpSituation(
        manager,
        who,
        obstacle,
        in_server,
        server.computers,
        manages,
        threads=parent is not None and are_threads_wanted(parent),
        only_threads=place is not None,
    )


def help_panel(words: Words, situation: HelpSituation) -> Panel:
    """Build the answer, with buttons that lead to what it mentions."""
    lines = [
        f"### {words('help.title')}",
        *_here(words, situation),
        "",
        *_anywhere(words, situation),
    ]
    return Panel(container(text(*lines), *in_rows(list(_buttons(words, situation)))))


def _command(words: Words, name: str) -> str:
    return f"`{words.command('phase10', name)}`"


def _commands(words: Words, *names: str) -> dict[str, str]:
    return {name: _command(words, name) for name in names}


def _here(words: Words, situation: HelpSituation) -> Iterator[str]:
    """Say what can be done in this channel."""
    if situation.obstacle:
        yield situation.obstacle
    manager = situation.manager
    if manager.lobby is not None:
        yield _at_lobby(words, manager.lobby, situation)
    elif situation.plays:
        key = "help.waits" if is_to_move(manager, situation.user_id) else "help.playing"
        yield words(key, hand=_command(words, "hand"))
        yield words("help.at_table", **_commands(words, "table", "scores", "leave"))
    elif manager.running:
        key = "help.watching_threads" if situation.threads else "help.watching"
        yield words(key, **_commands(words, "table", "play"))
        yield words("help.watch", watch=bold(words("watch.button")))
    elif not situation.obstacle:
        key = "help.begin_threads" if situation.only_threads else "help.begin"
        yield words(key, **_commands(words, "play"))
    if situation.solo is not None and situation.solo.running:
        yield words("help.solo_on")
    elif situation.computers:
        yield words("help.solo", **_commands(words, "solo"))


def _at_lobby(words: Words, lobby: Lobby, situation: HelpSituation) -> str:
    if lobby.host_id == situation.user_id:
        return words("help.your_lobby", start=bold(words("lobby.start")))
    if seat_in(lobby, situation.user_id) is not None:
        return words("help.joined", host=bold(escaped(host_name(lobby))))
    if len(lobby.seats) >= lobby.rules.max_players:
        key = "help.full_threads" if situation.threads else "help.full"
        return words(key, **_commands(words, "play"))
    return words("help.join", join=bold(words("lobby.join")))


def _anywhere(words: Words, situation: HelpSituation) -> Iterator[str]:
    """Name what can be looked up and chosen in every channel."""
    boards = {name: f"`{words.command(name)}`" for name in ("leaderboard", "stats")}
    yield words("help.daily", **_commands(words, "daily"))
    yield words("help.games", **_commands(words, "mine", "history"))
    if situation.in_server:
        yield words("help.tables", **_commands(words, "tables"))
        yield words("help.boards", **boards)
    yield words("help.rules", **_commands(words, "rules"))
    yield words("help.yours", **_commands(words, "preferences"))
    if situation.manages:
        yield words("help.server", settings=f"`{words.command('settings')}`")


def _buttons(
    words: Words, situation: HelpSituation
) -> Iterator[discord.ui.Button[discord.ui.LayoutView]]:
    manager = situation.manager
    if situation.plays:
        yield hand_button(words, manager)
    if situation.solo is not None and situation.solo.running:
        yield hand_button(words, situation.solo, "help.play_solo")
    if manager.running or manager.lobby is not None:
        yield table_link(words, manager)
    game = manager.game.table.game_id if manager.running else NO_GAME
    yield button(words("table.rules"), CustomId(game, 0, Verb.RULES))
    yield my_games_button(words)
    if situation.in_server:
        yield tables_button(words)
    yield guided_button(words)


class HelpCog(BaseCog):
    """Says what users can do where they are."""

    @command("help")
    async def help(self, interaction: discord.Interaction) -> None:
        """Show what the user can do here now."""
        words, manager = (
            self.parts.preferences.words_of(interaction),
            self.parts.manager_here(interaction),
        )
        server = await self.parts.preferences.server(server_of(interaction))
        solo = await self.parts.registry.private_table(interaction.user.id)
        situation = situation_in(words, interaction, manager, server)
        await show(interaction, help_panel(words, replace(situation, solo=solo)))
