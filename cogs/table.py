"""What the buttons of the public table do, and the menu behind its ⋯."""

from __future__ import annotations

from typing import Any

import discord

from bot.i18n import Words
from bot.table.errors import TableError
from bot.table.lobbies import check_host
from bot.table.manager import GameManager
from cogs.base.clicks import Click, on, person_of
from cogs.base.custom_ids import CustomId, Verb
from cogs.base.panels import (
    Panel,
    button,
    container,
    gallery,
    pictured,
    reply_in_pages,
    row,
    said_panel,
    show,
    text,
)
from cogs.base.permissions import check_can_post_here, check_may_play_here, is_moderator
from cogs.base.slash_commands import command
from cogs.base.text import bold, escaped, isolated, message_link
from cogs.live.displays import display_of
from cogs.pages.solo_page import solo_end_panel
from cogs.pages.watch_page import watch_button

from .parts import BaseCog
from .seat_requests import answer_rows, own_buttons, own_lines

_DANGER = discord.ButtonStyle.danger


class TableCog(BaseCog):
    """Handles the components of public tables and of the questions they ask."""

    @command("table")
    async def table(self, interaction: discord.Interaction) -> None:
        """Post the table again."""
        await self.repost(interaction, self.parts.manager_here(interaction))

    @command("scores")
    async def scores(self, interaction: discord.Interaction) -> None:
        """Show the score sheet."""
        here = self.parts.manager_here(interaction)
        manager = here if here.running else await self.parts.own_manager(interaction)
        await self.show_scores(interaction, manager)

    @command("leave")
    async def leave(self, interaction: discord.Interaction) -> None:
        """Leave the lobby, or the game after a question."""
        words, manager = (
            self.parts.preferences.words_of(interaction),
            self.parts.manager_here(interaction),
        )
        user_id, lobby = interaction.user.id, manager.lobby
        if lobby is not None and any(each.user_id == user_id for each in lobby.seats):
            await manager.leave_lobby(person_of(interaction))
            await interaction.edit_original_response(content=words("lobby.left"))
            return
        manager = await self.parts.own_manager(interaction)
        game_id = check_may_leave(manager, user_id)
        if manager.is_private:
            await show(interaction, solo_end_panel(words, manager))
        else:
            await show(interaction, question_panel(words, Verb.LEAVE, game_id))

    @command("end")
    async def end(self, interaction: discord.Interaction) -> None:
        """End the game, after a question."""
        words, moderator = self.parts.preferences.words_of(interaction), is_moderator(interaction)
        here = self.parts.manager_here(interaction)
        manager = here if moderator and here.running else await self.parts.own_manager(interaction)
        game_id = check_may_end(manager, interaction.user.id, moderator=moderator)
        if manager.is_private:
            await show(interaction, solo_end_panel(words, manager))
        else:
            await show(interaction, question_panel(words, Verb.END, game_id))

    async def show_scores(self, interaction: discord.Interaction, manager: GameManager) -> None:
        """Answer a deferred interaction with the score sheet."""
        reader = await self.parts.preferences.reader(interaction)
        scores = display_of(manager.game.system).scores
        lines, shown = await scores(self.parts.pictures, reader, manager)
        if shown is None:
            await reply_in_pages(interaction, lines)
        else:
            await show(interaction, pictured(text(*lines), gallery(shown)), shown)

    async def repost(self, interaction: discord.Interaction, manager: GameManager) -> None:
        """Post the table or lobby again, and say in the deferred answer where it is.

        The answer contains the table in words for users who want no images.

        Raises:
            LacksPermissionsError: the bot may not post here.
            TableError: ``no_game``; there is nothing to post.
        """
        check_can_post_here(interaction)
        message_id = await self.parts.channel_messages.repost(manager)
        reader = await self.parts.preferences.reader(interaction)
        link = message_link(manager.guild_id, manager.channel_id, message_id)
        lines = [f"{reader.words('table.reposted')} {link}"]
        if manager.lobby is None and not reader.pictures:
            lines += display_of(manager.game.system).table_as_text(reader.words, manager)
        await reply_in_pages(interaction, lines)

    @on(Verb.SCORES)
    async def _scores(self, click: Click) -> None:
        manager = click.game
        await click.defer_private()
        await self.show_scores(click.interaction, manager)

    @on(Verb.REMATCH)
    async def _rematch(self, click: Click) -> None:
        manager = click.game
        await click.defer_quietly()
        server = await self.parts.preferences.server(click.guild_id)
        check_may_play_here(click.interaction, server)
        await manager.rematch(click.person, computers=server.computers)

    @on(Verb.REPOST)
    async def _repost(self, click: Click) -> None:
        manager = click.game
        await click.defer()
        await self.repost(click.interaction, manager)

    @on(Verb.READY)
    async def _ready(self, click: Click) -> None:
        manager = click.seated_game
        click.check_version(manager)
        await click.defer_quietly()
        await manager.ready(click.user_id)

    @on(Verb.MORE)
    async def _more(self, click: Click) -> None:
        manager, words = click.game, click.words
        game_id = click.meaning.game
        buttons = [button(words("table.repost"), CustomId(game_id, 0, Verb.REPOST))]
        if manager.running:
            seated = manager.seat_of(click.user_id) is not None
            leave = button(words("table.leave"), CustomId(game_id, 0, Verb.LEAVE))
            buttons.append(leave if seated else watch_button(words, game_id))
            buttons += own_buttons(words, manager, click.user_id)
        buttons += _stand_in_button(click, manager)
        table, rows = manager.game.table, []
        if manager.running and (click.user_id == table.host_id or click.is_moderator):
            buttons.append(button(words("table.end"), CustomId(game_id, 0, Verb.END), _DANGER))
            rows = list(answer_rows(words, table))
        said = text(words("table.more_title"), *own_lines(words, manager, click.user_id))
        await click.reply(Panel(container(said, row(*buttons), *rows)))

    @on(Verb.LEAVE)
    async def _leave(self, click: Click) -> None:
        game_id = check_may_leave(click.game, click.user_id)
        await click.replace(question_panel(click.words, Verb.LEAVE, game_id))

    @on(Verb.LEAVE_NOW)
    async def _leave_now(self, click: Click) -> None:
        manager = click.game
        await click.defer()
        await manager.leave_game(click.user_id)
        await _say(click, click.words("table.left"))

    @on(Verb.END)
    async def _end(self, click: Click) -> None:
        game_id = check_may_end(click.game, click.user_id, moderator=click.is_moderator)
        await click.replace(question_panel(click.words, Verb.END, game_id))

    @on(Verb.END_NOW)
    async def _end_now(self, click: Click) -> None:
        manager = click.game
        await click.defer()
        await manager.end_game(click.user_id, moderator=click.is_moderator)
        await _say(click, click.words("table.ended"))

    @on(Verb.STAND_IN)
    async def _stand_in(self, click: Click) -> None:
        manager = click.game
        await click.defer()
        seat = await manager.stand_in(
            click.user_id, click.meaning.version, moderator=click.is_moderator
        )
        name = bold(escaped(manager.view(None).seats[seat].name))
        await _say(click, click.words("table.stood_in", name=name))

    @on(Verb.STAY)
    async def _stay(self, click: Click) -> None:
        await click.replace(said_panel(click.words("table.stayed")))


# -- leaving and ending --------------------------------------------------------------------


def check_may_leave(manager: GameManager, user_id: int) -> str:
    """Return the id of the running game if the user has a seat in it.

    Raises:
        TableError: ``no_game``, ``not_begun``, ``game_over`` or ``no_seat``.
    """
    game_id = _running(manager)
    if manager.seat_of(user_id) is None:
        raise TableError("no_seat")
    return game_id


def check_may_end(manager: GameManager, user_id: int, *, moderator: bool) -> str:
    """Return the id of the running game if the user is its host or a moderator.

    Raises:
        TableError: ``no_game``, ``not_begun``, ``game_over`` or ``not_host``.
    """
    game_id = _running(manager)
    check_host(manager.game.table, user_id, moderator=moderator)
    return game_id


def _running(manager: GameManager) -> str:
    table = manager.game.table
    if not manager.running:
        raise TableError("game_over")
    return table.game_id


def question_panel(words: Words, about: Verb, game_id: str) -> Panel:
    """Ask for confirmation of leaving (``Verb.LEAVE``) or ending the game (``Verb.END``)."""
    now = {Verb.LEAVE: Verb.LEAVE_NOW, Verb.END: Verb.END_NOW}[about]
    yes = button(words(f"table.{about}_yes"), CustomId(game_id, 0, now), _DANGER)
    stay = button(words("table.stay"), CustomId(game_id, 0, Verb.STAY))
    return Panel(container(text(words(f"table.{about}_question")), row(yes, stay)))


def _stand_in_button(click: Click, manager: GameManager) -> list[discord.ui.Button[Any]]:
    """Build the button that gives the present turn to a computer player, if the user may."""
    try:
        seat = manager.may_stand_in(click.user_id, moderator=click.is_moderator)
    except TableError:
        return []
    label = click.words("table.stand_in", name=isolated(manager.view(None).seats[seat].name))
    return [button(label, CustomId(click.meaning.game, manager.version, Verb.STAND_IN))]


async def _say(click: Click, sentence: str) -> None:
    await show(click.interaction, said_panel(sentence))
