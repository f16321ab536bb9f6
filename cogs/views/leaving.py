"""Leaving and ending a game, which ask first, and the menu behind the table's ⋯."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from bot.table.errors import TableError
from cogs.permissions import check_can_post_here
from cogs.services import is_moderator
from cogs.text import bold, escaped, isolated

from .base import Click, Handler, Panel, button, container, row, text
from .custom_ids import CustomId, Verb
from .table import show_reposted

if TYPE_CHECKING:
    from bot.i18n import Words
    from bot.table.manager import GameManager

_DANGER = discord.ButtonStyle.danger


def check_may_leave(manager: GameManager, user_id: int) -> str:
    """The running game's id, for who has a seat in it.

    Raises:
        TableError: ``no_game``, ``game_over`` or ``no_seat``.
    """
    game_id = _running(manager)
    if manager.seat_of(user_id) is None:
        raise TableError("no_seat")
    return game_id


def check_may_end(manager: GameManager, user_id: int, *, moderator: bool) -> str:
    """The running game's id, for its host or a moderator.

    Raises:
        TableError: ``no_game``, ``game_over`` or ``not_host``.
    """
    game_id = _running(manager)
    if not _may_end(manager, user_id, moderator=moderator):
        raise TableError("not_host")
    return game_id


def _running(manager: GameManager) -> str:
    if manager.table is None:
        raise TableError("no_game")
    if not manager.running:
        raise TableError("game_over")
    return manager.table.game_id


def _may_end(manager: GameManager, user_id: int, *, moderator: bool) -> bool:
    return moderator or (manager.table is not None and manager.table.host_id == user_id)


def leave_panel(words: Words, game_id: str) -> Panel:
    """Asks whether one really wants to leave."""
    return _question(
        words,
        words("table.leave_question"),
        words("table.leave_yes"),
        CustomId(game_id, 0, Verb.LEAVE_NOW),
    )


def end_panel(words: Words, game_id: str) -> Panel:
    """Asks whether the game shall really end."""
    return _question(
        words,
        words("table.end_question"),
        words("table.end_yes"),
        CustomId(game_id, 0, Verb.END_NOW),
    )


def _question(words: Words, question: str, yes: str, meaning: CustomId) -> Panel:
    stay = button(words("table.stay"), CustomId(meaning.game, 0, Verb.STAY))
    return Panel(container(text(question), row(button(yes, meaning, _DANGER), stay)))


def said_panel(sentence: str) -> Panel:
    """A sentence where a question was."""
    return Panel(container(text(sentence)))


async def _more(click: Click) -> None:
    manager, words = click.game, click.words
    game_id = click.meaning.game
    buttons = [button(words("table.repost"), CustomId(game_id, 0, Verb.REPOST))]
    if manager.running and manager.seat_of(click.user_id) is not None:
        buttons.append(button(words("table.leave"), CustomId(game_id, 0, Verb.LEAVE)))
    buttons += _stand_in_button(click, manager)
    if manager.running and _may_end(
        manager, click.user_id, moderator=is_moderator(click.interaction)
    ):
        buttons.append(button(words("table.end"), CustomId(game_id, 0, Verb.END), _DANGER))
    await click.reply(Panel(container(text(words("table.more_title")), row(*buttons))))


def _stand_in_button(click: Click, manager: GameManager) -> list[discord.ui.Button[Any]]:
    """For whoever may give the present turn to a computer player."""
    try:
        seat = manager.may_stand_in(click.user_id, moderator=is_moderator(click.interaction))
    except TableError:
        return []
    label = click.words("table.stand_in", name=isolated(manager.view(None).seats[seat].name))
    return [button(label, CustomId(click.meaning.game, manager.version, Verb.STAND_IN))]


async def _stand_in(click: Click) -> None:
    manager = click.game
    await click.defer()
    moderator = is_moderator(click.interaction)
    seat = await manager.stand_in(click.user_id, click.meaning.version, moderator=moderator)
    name = bold(escaped(manager.view(None).seats[seat].name))
    said = said_panel(click.words("table.stood_in", name=name))
    await click.interaction.edit_original_response(view=said)


async def _leave(click: Click) -> None:
    game_id = check_may_leave(click.game, click.user_id)
    await click.replace(leave_panel(click.words, game_id))


async def _end(click: Click) -> None:
    moderator = is_moderator(click.interaction)
    game_id = check_may_end(click.game, click.user_id, moderator=moderator)
    await click.replace(end_panel(click.words, game_id))


async def _leave_now(click: Click) -> None:
    manager = click.game
    await click.defer()
    await manager.leave_game(click.user_id)
    await click.interaction.edit_original_response(view=said_panel(click.words("table.left")))


async def _end_now(click: Click) -> None:
    manager = click.game
    await click.defer()
    await manager.end_game(click.user_id, moderator=is_moderator(click.interaction))
    await click.interaction.edit_original_response(view=said_panel(click.words("table.ended")))


async def _stay(click: Click) -> None:
    await click.replace(said_panel(click.words("table.stayed")))


async def _repost(click: Click) -> None:
    manager = click.game
    await click.defer()
    check_can_post_here(click.interaction)
    await show_reposted(click.interaction, manager)


HANDLERS: dict[Verb, Handler] = {
    Verb.MORE: _more,
    Verb.LEAVE: _leave,
    Verb.LEAVE_NOW: _leave_now,
    Verb.END: _end,
    Verb.END_NOW: _end_now,
    Verb.STAND_IN: _stand_in,
    Verb.STAY: _stay,
    Verb.REPOST: _repost,
}
