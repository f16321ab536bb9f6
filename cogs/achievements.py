"""Achievements: the line at the end of a game, and the pages of somebody's achievements."""

from __future__ import annotations

from typing import Any

import discord

from bot.i18n import Words
from bot.i18n.achievements import achievement_lines, earned_of
from bot.scores.achievements import Progress
from bot.table.errors import looking_up
from cogs.base.clicks import Click, on
from cogs.base.custom_ids import NO_GAME, BadCustomIdError, CustomId, Verb, parse_user
from cogs.base.panels import Panel, Picture, button, gallery, pictured, row, said_panel, show, text
from cogs.base.permissions import check_in_server
from cogs.base.text import bold, escaped, small

from .parts import BaseCog

ON_A_PAGE = 6


def achievements_panel(  # noqa: PLR0913  # whose, which page, and how it is shown
    words: Words,
    user_id: int,
    name: str,
    progress: tuple[Progress, ...],
    *,
    page: int = 0,
    shown: Picture | None = None,
) -> Panel:
    """Build a page of somebody's achievements; without a picture all of it is in words."""
    part = page_of(progress, page)
    title = words("achievements.title_of", name=escaped(name))
    heading = [bold(title), earned_of(words, progress)]
    lines = achievement_lines(words, part, brief=shown is not None)
    said = [*heading, *(map(small, lines) if shown else lines)]
    return pictured(text(*said), gallery(shown), row(*_buttons(words, user_id, page, progress)))


def _buttons(
    words: Words, user_id: int, page: int, progress: tuple[Progress, ...]
) -> list[discord.ui.Button[Any]]:
    who, last = str(user_id), (len(progress) - 1) // ON_A_PAGE

    def turn(key: str, to: int) -> discord.ui.Button[Any]:
        meaning = CustomId(NO_GAME, 0, Verb.ACHIEVEMENTS, (who, str(to)))
        return button(words(key), meaning)

    figures = CustomId(NO_GAME, 0, Verb.STATS_OF, (who, "cards"))
    return [
        *([turn("memories.back", page - 1)] if page else []),
        *([turn("memories.on", page + 1)] if page < last else []),
        button(words("achievements.figures"), figures),
    ]


def page_of(progress: tuple[Progress, ...], page: int) -> tuple[Progress, ...]:
    """Return a page, from 0.

    Raises:
        BadCustomIdError: there is no such page.
    """
    part = progress[page * ON_A_PAGE : (page + 1) * ON_A_PAGE]
    if not part:
        raise BadCustomIdError("no such page")
    return part


def achievements_button(words: Words, user_id: int) -> discord.ui.Button[Any]:
    """Build the button that opens somebody's achievements."""
    meaning = CustomId(NO_GAME, 0, Verb.ACHIEVEMENTS, (str(user_id), "0"))
    return button(words("achievements.title"), meaning)


class AchievementsCog(BaseCog):
    """Shows the pages of somebody's achievements, privately."""

    @on(Verb.ACHIEVEMENTS)
    async def _show(self, click: Click) -> None:
        user_id, page = _which(click)
        check_in_server(click.interaction)
        await click.defer()
        reader = await self.parts.preferences.reader(click.interaction)
        words = reader.words
        with looking_up():
            name = (await self.parts.store.stats(click.guild_id, user_id)).name
            progress = await self.parts.store.achievements(click.guild_id, user_id)
        # Who has finished no game has a name nowhere.
        mine = click.person.name if user_id == click.user_id else ""
        name = name or mine or words("memories.forgotten")
        if not (await self.parts.preferences.server(click.guild_id)).achievements:
            await show(click.interaction, said_panel(words("achievements.off")))
            return
        if not (await self.parts.preferences.person(user_id)).achievements:
            line = words("achievements.off_for", name=bold(escaped(name)))
            await show(click.interaction, said_panel(line))
            return
        shown = await self.parts.pictures.achievements(
            reader, name, progress, page_of(progress, page)
        )
        panel = achievements_panel(words, user_id, name, progress, page=page, shown=shown)
        await show(click.interaction, panel, shown)


def _which(click: Click) -> tuple[int, int]:
    """The person and the page of a component."""
    if len(click.meaning.args) != 2:
        raise BadCustomIdError("nobody's achievements")
    who, page = click.meaning.args
    if len(page) != 1 or page not in "0123456789":
        raise BadCustomIdError("no such page")
    return parse_user(who), int(page)
