"""One person's figures: their message, and what its buttons do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.i18n.standings import stats_lines
from bot.table.errors import TableError
from cogs.as_text import pages
from cogs.drawing import files
from cogs.memories import looking_up
from cogs.services import services_of, theme_of, wants_pictures
from cogs.text import bold, escaped, words_of

from .base import Click, Handler, Panel, button, container, gallery, row, text
from .custom_ids import NO_GAME, BadCustomIdError, CustomId, Verb, parse_user
from .showing import check_may_post, for_everybody, say_it_is_shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.i18n import Words
    from bot.scores.results import MemberStats
    from cogs.drawing import Picture

_PRIMARY = discord.ButtonStyle.primary


def stats_panel(
    words: Words, stats: MemberStats, name: str, shown: Sequence[Picture | None] = ()
) -> Panel:
    """Somebody's figures for one reader.

    Args:
        words: the reader's language.
        stats: the figures.
        name: what the person is called where no game says it.
        shown: the pictures; where there is none, the figures are told in words.
    """
    if not stats.games:
        sentence = words("memories.no_history_of", name=bold(escaped(name)))
        return Panel(container(text(sentence)))
    who = str(stats.user_id)
    games = CustomId(NO_GAME, 0, Verb.HISTORY, (who, "0"))
    show = CustomId(NO_GAME, 0, Verb.STATS_SHOW, (who,))
    buttons = row(
        button(words("memories.last_games"), games),
        button(words("memories.show_here"), show, _PRIMARY),
    )
    return Panel(container(text(*_lines(words, stats, shown)), *gallery(*shown), buttons))


def public_stats_panel(
    words: Words, stats: MemberStats, shown: Sequence[Picture | None] = ()
) -> Panel:
    """Somebody's figures for everybody."""
    return Panel(container(text(*_lines(words, stats, shown)), *gallery(*shown)))


def _lines(words: Words, stats: MemberStats, shown: Sequence[Picture | None]) -> list[str]:
    heading, *lines = stats_lines(words, stats, escaped)
    # Who played many phases of their own has more of them than a message holds.
    return next(pages([bold(heading), *([] if any(shown) else lines)]))


async def show_stats(interaction: discord.Interaction, who: discord.Member | discord.User) -> None:
    """Show somebody's figures in the private answer to an interaction, deferred already.

    Raises:
        TableError: ``bot_member`` or ``not_looked_up``.
    """
    if who.bot:
        raise TableError("bot_member")
    stats = await _stats(interaction, who.id)
    theme = await theme_of(interaction)
    words, shown = words_of(interaction, theme), []
    if stats.games and await wants_pictures(interaction):
        shown = await services_of(interaction).pictures.stats(words, theme, stats)
    panel = stats_panel(words, stats, who.display_name, shown)
    await interaction.edit_original_response(view=panel, attachments=files(*shown))


async def _stats(interaction: discord.Interaction, user_id: int) -> MemberStats:
    with looking_up():
        return await services_of(interaction).memories.stats(interaction.guild_id or 0, user_id)


async def _post(click: Click) -> None:
    if len(click.meaning.args) != 1:
        raise BadCustomIdError("nobody's figures")
    user_id = parse_user(click.meaning.args[0])
    check_may_post(click.interaction)
    await say_it_is_shown(click)
    stats = await _stats(click.interaction, user_id)
    words, theme = await for_everybody(click.interaction)
    shown = await click.services.pictures.stats(words, theme, stats)
    panel = public_stats_panel(words, stats, shown)
    await click.interaction.followup.send(view=panel, files=files(*shown))


HANDLERS: dict[Verb, Handler] = {Verb.STATS_SHOW: _post}
