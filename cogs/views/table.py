"""The public table: its message, and what its buttons do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord

from bot.rules.state import Stage
from bot.table.errors import TableError
from cogs.as_text import pages, scores_as_text, table_as_text
from cogs.draw_queue import Urgency
from cogs.drawing import Pictures, files
from cogs.places import check_may_play_here
from cogs.ratings import NO_CHANGES
from cogs.services import person_of, server_of, services_of, theme_of, wants_pictures
from cogs.text import bold, message_link, small, words_of

from .base import Click, Handler, Panel, button, container, gallery, row, text
from .custom_ids import CustomId, Verb
from .history import send_record
from .table_page import table_lines
from .telling import tell_all

if TYPE_CHECKING:
    from bot.i18n import Words
    from bot.rules.views import PlayerView
    from bot.table.manager import GameManager
    from cogs.drawing import Picture
    from cogs.ratings import Changes, Ratings

Message = tuple[Panel, list[discord.File]]
_PLAIN = discord.ButtonStyle.secondary
_PRIMARY = discord.ButtonStyle.primary
_SUCCESS = discord.ButtonStyle.success


async def table_message(  # noqa: PLR0913  # what a table is shown comes from many parts
    pictures: Pictures,
    words: Words,
    theme: str,
    manager: GameManager,
    ratings: Ratings,
    *,
    in_words: bool = False,
) -> Message:
    """The table message and its upload, for everybody.

    Args:
        pictures: draws.
        words: the table's.
        theme: of the picture.
        manager: the table.
        ratings: what a game's end did to them.
        in_words: without a picture, where no file may be posted.

    Raises:
        TableError: ``no_game``.
    """
    changes = await _changes(manager, ratings)
    if in_words:
        lines = _all_in_words(words, manager, changes)
        return table_panel(words, manager.view(None), lines, None), []
    async with pictures.draw_queue.turn(Urgency.TABLE):
        view = manager.view(None)
        # The text is made before the picture, so that both show one moment.
        lines = table_lines(words, view, manager, changes)
        shown = await _picture(pictures, words, theme, view.stage, manager)
    return table_panel(words, view, lines, shown), files(shown)


async def _changes(manager: GameManager, ratings: Ratings) -> Changes:
    view = manager.view(None)
    if view.stage is not Stage.OVER:
        return NO_CHANGES
    return await ratings.of_game(manager.guild_id, view.game_id)


def _all_in_words(words: Words, manager: GameManager, changes: Changes) -> list[str]:
    """What text and picture would show, as far as one message holds it, and why it is in words."""
    lines = next(pages(table_as_text(words, manager, changes)))
    lacking = words("errors.permission.attach_files")
    return [*lines, small(words("table.in_words", permission=lacking))]


def table_panel(
    words: Words, view: PlayerView, lines: Sequence[str], shown: Picture | None
) -> Panel:
    """The table message: what is said, the picture, and the buttons of this stage."""
    return Panel(container(text(*lines), *gallery(shown), row(*_buttons(words, view))))


async def _picture(
    pictures: Pictures, words: Words, theme: str, stage: Stage, manager: GameManager
) -> Picture | None:
    if stage is Stage.OVER:
        return await pictures.podium(words, theme, manager)
    if stage is Stage.DEAL:
        return await pictures.scores(words, theme, manager)
    return await pictures.table(words, theme, manager)


def _buttons(words: Words, view: PlayerView) -> list[discord.ui.Button[Any]]:
    def made(key: str, verb: Verb, style: discord.ButtonStyle = _PLAIN) -> discord.ui.Button[Any]:
        return button(words(key), CustomId(view.game_id, view.version, verb), style)

    scores = made("table.scores", Verb.SCORES)
    if view.stage is Stage.OVER:
        rematch = made("table.rematch", Verb.REMATCH, _PRIMARY)
        return [rematch, scores, made("table.record", Verb.RECORD)]
    ready = [made("table.ready", Verb.READY, _SUCCESS)] if view.stage is Stage.DEAL else []
    hand = made("table.my_hand", Verb.HAND, _PRIMARY)
    return [*ready, hand, scores, made("table.rules", Verb.RULES), made("table.more", Verb.MORE)]


async def show_scores(interaction: discord.Interaction, manager: GameManager) -> None:
    """Answer an interaction, deferred already, with the score sheet."""
    theme = await theme_of(interaction)
    words, shown = words_of(interaction, theme), None
    line = words("table.scores_title" if manager.hands_scored else "table.no_scores")
    if await wants_pictures(interaction):
        shown = await services_of(interaction).pictures.scores(words, theme, manager)
    if shown is None and manager.hands_scored:
        await tell_all(interaction, [bold(line), *scores_as_text(words, manager)])
        return
    panel = Panel(container(text(line), *gallery(shown)))
    await interaction.edit_original_response(view=panel, attachments=files(shown))


async def show_reposted(interaction: discord.Interaction, manager: GameManager) -> None:
    """Post anew what is here; say in the answer, deferred already, where it is.

    Who wants no pictures is told there what the table shows.

    Raises:
        TableError: ``no_game``; there is nothing to post.
    """
    message_id = await services_of(interaction).announcer.repost(manager)
    theme = await theme_of(interaction)
    words = words_of(interaction, theme)
    link = message_link(manager.guild_id, manager.channel_id, message_id or 0)
    lines = [f"{words('table.reposted')} {link}"]
    if manager.lobby is None and not await wants_pictures(interaction):
        lines += table_as_text(words, manager)
    await tell_all(interaction, lines)


async def _scores(click: Click) -> None:
    manager = click.game
    await click.defer_private()
    await show_scores(click.interaction, manager)


async def _ready(click: Click) -> None:
    manager = click.seated_game
    click.check_version(manager)
    await click.defer_quietly()
    await manager.ready(click.user_id)


async def _rematch(click: Click) -> None:
    manager = click.game
    await click.defer_quietly()
    server = await server_of(click.interaction)
    check_may_play_here(click.interaction, server)
    await manager.rematch(person_of(click.interaction), computers=server.computers)


async def _record(click: Click) -> None:
    manager = click.services.registry.by_game(click.meaning.game)
    if manager is not None and manager.running and manager.guild_id == click.interaction.guild_id:
        raise TableError("record_running")
    await click.defer_private()
    await send_record(click.interaction, click.meaning.game)


HANDLERS: dict[Verb, Handler] = {
    Verb.SCORES: _scores,
    Verb.READY: _ready,
    Verb.REMATCH: _rematch,
    Verb.RECORD: _record,
}
