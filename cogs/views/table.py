"""The public table: its message, and what its buttons do."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord

from bot.rules.state import Stage
from bot.table.errors import TableError
from cogs.desk import desk_of, person_of, theme_of
from cogs.drawing import Pictures, files
from cogs.text import words_of

from .base import Click, Handler, Panel, button, container, gallery, row, text
from .custom_ids import CustomId, Verb
from .table_page import table_lines

if TYPE_CHECKING:
    from bot.i18n import Words
    from bot.rules.views import PlayerView
    from bot.table.manager import GameManager
    from cogs.drawing import Picture

Message = tuple[Panel, list[discord.File]]
_PLAIN = discord.ButtonStyle.secondary
_PRIMARY = discord.ButtonStyle.primary
_SUCCESS = discord.ButtonStyle.success


async def table_message(
    pictures: Pictures, words: Words, theme: str, manager: GameManager
) -> Message:
    """The table message and its upload, for everybody.

    Raises:
        TableError: ``no_game``.
    """
    view = manager.view(None)
    # The text is made before the picture, so that both show one moment.
    lines = table_lines(words, view, manager)
    shown = await _picture(pictures, words, theme, view.stage, manager)
    return table_panel(words, view, lines, shown), files(shown)


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
    words = words_of(interaction, theme)
    shown = await desk_of(interaction).pictures.scores(words, theme, manager)
    line = words("table.scores_title" if manager.hands_scored else "table.no_scores")
    panel = Panel(container(text(line), *gallery(shown)))
    await interaction.edit_original_response(view=panel, attachments=files(shown))


async def _scores(click: Click) -> None:
    manager = click.game
    await click.defer_private()
    await show_scores(click.interaction, manager)


async def _ready(click: Click) -> None:
    manager = click.seated_game
    click.check_version(manager)
    await click.defer()
    await manager.ready(click.user_id)


async def _rematch(click: Click) -> None:
    manager = click.game
    await click.defer()
    await manager.rematch(person_of(click.interaction))


async def _record(click: Click) -> None:
    await click.defer_private()
    lines = await click.desk.store.record(click.meaning.game)
    if lines is None:
        raise TableError("record_running")
    text_of_record = "".join(f"{line}\n" for line in lines)
    file = discord.File(io.BytesIO(text_of_record.encode()), f"phase10-{click.meaning.game}.jsonl")
    await click.interaction.edit_original_response(
        content=click.words("table.record_here"), attachments=[file]
    )


HANDLERS: dict[Verb, Handler] = {
    Verb.SCORES: _scores,
    Verb.READY: _ready,
    Verb.REMATCH: _rematch,
    Verb.RECORD: _record,
}
