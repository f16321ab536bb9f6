"""The front door: what waits for a user, and the ways to play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.i18n import Words
from bot.model import ServerPreferences
from bot.table.errors import TableError
from bot.table.manager import GameManager
from cogs.base.clicks import Click, on
from cogs.base.custom_ids import NO_GAME, CustomId, Verb
from cogs.base.errors import lacking, sentence
from cogs.base.panels import (
    Panel,
    Picture,
    button,
    gallery,
    in_rows,
    pictured,
    row,
    show,
    text,
    text_panel,
)
from cogs.base.permissions import (
    are_threads_wanted,
    check_in_server,
    check_may_play_here,
    check_may_play_in,
    parent_of,
    server_of,
)
from cogs.base.slash_commands import command
from cogs.base.text import bold
from cogs.pages.table_page import hand_button, table_link

from .game_lists import game_place, games_button
from .guided import guided_button
from .lobby import play_button
from .parts import BaseCog
from .solo import solo_button
from .stats import own_achievements_button

FIGURE = "turn"
"""The figure of the rules that shows what the game is."""
MOST_WAITING = 3
"""Games that wait for the user and have a button; all are in the list of games."""
_PHASE10 = (
    *("play", "solo", "daily", "hand", "table", "games", "rules", "history"),
    *("preferences", "help"),
)
COMMANDS = (
    *(("phase10", name) for name in _PHASE10),
    *(("leaderboard",), ("stats",), ("settings",)),
    ("cup", "cup_open"),
    *(("privacy", "privacy_export"), ("privacy", "privacy_delete")),
)
"""The catalogue's names of all commands, with those of their groups."""


@dataclass(frozen=True)
class HelpSituation:
    """What a person can do in a channel."""

    manager: GameManager
    # The places and games that wait for the person.
    waiting: Sequence[tuple[str, GameManager]] = ()
    # Why no table can be here, or begin here, as a sentence; empty if it can.
    obstacle: str = ""
    # Whether it is a server in which the bot is a member.
    in_server: bool = True
    # Whether the server allows computer players.
    computers: bool = True
    # Whether another table can be opened next to the one that is here, in a thread.
    threads: bool = True


def obstacle_in(
    words: Words, interaction: discord.Interaction, manager: GameManager, server: ServerPreferences
) -> str:
    """Say why no table can be in a channel, the bot's permissions first; empty if one can."""
    obstacle = lacking(words, interaction, begun=manager.running)
    parent = parent_of(interaction, server)
    try:
        check_in_server(interaction)
        if server.threads is None or parent is None:
            check_may_play_here(interaction, server)
        else:
            check_may_play_in(parent.guild, server, parent.id)
    except TableError as error:
        obstacle = obstacle or ("" if manager.running else sentence(words, error) or "")
    return obstacle


def help_panel(words: Words, situation: HelpSituation, picture: Picture | None = None) -> Panel:
    """Build the front door: what waits first, then the ways to play."""
    lines = [f"### {words('help.title')}", words("help.about"), *_lines(words, situation)]
    waiting = [
        hand_button(words, game, "help.play_solo" if game.is_private else "help.play", green=True)
        for _, game in situation.waiting
    ]
    return pictured(
        text(*lines),
        gallery(picture),
        *in_rows(waiting),
        row(*_ways_to_play(words, situation)),
        row(*_more(words, situation)),
    )


def _lines(words: Words, situation: HelpSituation) -> Iterator[str]:
    for place, _ in situation.waiting:
        yield bold(words("help.waits", place=place))
    if situation.in_server and situation.obstacle:
        yield situation.obstacle
    elif situation.manager.lobby is not None:
        yield words("help.table_open")
    elif situation.manager.running:
        yield words("help.table_running")


def _ways_to_play(words: Words, situation: HelpSituation) -> Iterator[discord.ui.Button[Any]]:
    manager = situation.manager
    if situation.computers:
        yield solo_button(words, green=not situation.waiting)
    primary = discord.ButtonStyle.primary
    yield button(words("daily.shown.title"), CustomId(NO_GAME, 0, Verb.DAILY), primary)
    taken = manager.running or manager.lobby is not None
    if situation.in_server and not situation.obstacle and (situation.threads or not taken):
        yield play_button(words)
    if taken:
        yield table_link(words, manager)


def _more(words: Words, situation: HelpSituation) -> Iterator[discord.ui.Button[Any]]:
    game = situation.manager.game.table.game_id if situation.manager.running else NO_GAME
    yield guided_button(words, "help.learn")
    yield button(words("table.rules"), CustomId(game, 0, Verb.RULES))
    yield games_button(words)
    if situation.in_server:
        yield own_achievements_button(words)
    yield button(words("help.commands"), CustomId(NO_GAME, 0, Verb.COMMANDS))


def commands_panel(words: Words) -> Panel:
    """Build the list of all commands."""
    lines = [
        f"`{words.command(*names)}` {words(f'commands.{names[-1]}.description')}"
        for names in COMMANDS
    ]
    return text_panel(f"### {words('help.commands')}", *lines, words("help.dice"))


class HelpCog(BaseCog):
    """Shows users what they can do where they are."""

    @command("help")
    async def help(self, interaction: discord.Interaction) -> None:
        """Show what waits for the user, and the ways to play."""
        parts, user_id = self.parts, interaction.user.id
        reader = await parts.preferences.reader(interaction)
        words, manager = reader.words, parts.manager_here(interaction)
        server = await parts.preferences.server(server_of(interaction))
        parent = parent_of(interaction, server)
        waiting = [game for game in await parts.own_games(user_id) if game.waits_for(user_id)]
        situation = HelpSituation(
            manager,
            [(game_place(words, interaction, game), game) for game in waiting[:MOST_WAITING]],
            obstacle_in(words, interaction, manager, server),
            bool(server_of(interaction)),
            server.computers,
            parent is not None and are_threads_wanted(parent),
        )
        picture = await parts.pictures.figure(reader, FIGURE)
        await show(interaction, help_panel(words, situation, picture), picture)

    @on(Verb.COMMANDS)
    async def _list_commands(self, click: Click) -> None:
        await click.reply(commands_panel(click.words))
