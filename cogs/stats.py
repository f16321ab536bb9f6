"""One player's figures: the command, its message, and what its buttons do."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from bot.i18n import Words
from bot.i18n.standings import stats_lines
from bot.scores.results import MemberStats
from bot.storage.store import SqlStore
from bot.table.errors import TableError

from .drawing import Picture, Pictures, files
from .errors import Guard
from .permissions import check_may_post
from .preferences import Preferences
from .replays import looking_up
from .slash_commands import command
from .text import bold, escaped
from .views.base import (
    Click,
    Handlers,
    Panel,
    button,
    gallery,
    pages,
    pictured,
    row,
    said_panel,
    show,
    text,
)
from .views.custom_ids import NO_GAME, BadCustomIdError, CustomId, Verb, parse_user

_PRIMARY = discord.ButtonStyle.primary


def stats_panel(
    words: Words, stats: MemberStats, name: str, shown: Sequence[Picture | None] = ()
) -> Panel:
    """Build somebody's figures for one reader.

    Args:
        words: the reader's language.
        stats: the figures.
        name: the person's name where no game has it.
        shown: the pictures; without any the figures are in words.
    """
    if not stats.games:
        sentence = words("memories.no_history_of", name=bold(escaped(name)))
        return said_panel(sentence)
    who = str(stats.user_id)
    games = CustomId(NO_GAME, 0, Verb.HISTORY, (who, "0"))
    post = CustomId(NO_GAME, 0, Verb.STATS_SHOW, (who,))
    buttons = row(
        button(words("memories.last_games"), games),
        button(words("memories.show_here"), post, _PRIMARY),
    )
    return pictured(text(*_lines(words, stats, shown)), gallery(*shown), buttons)


def public_stats_panel(
    words: Words, stats: MemberStats, shown: Sequence[Picture | None] = ()
) -> Panel:
    """Build somebody's figures for everybody."""
    return pictured(text(*_lines(words, stats, shown)), gallery(*shown))


def _lines(words: Words, stats: MemberStats, shown: Sequence[Picture | None]) -> list[str]:
    heading, *lines = stats_lines(words, stats, escaped)
    # A person with many custom phases has more figures than fit in a message.
    return next(pages([bold(heading), *([] if any(shown) else lines)]))


class StatsCommand(commands.Cog):
    """Shows one player's figures in a server."""

    def __init__(
        self, guard: Guard, store: SqlStore, preferences: Preferences, pictures: Pictures
    ) -> None:
        self.guard = guard
        self._store = store
        self._preferences = preferences
        self._pictures = pictures

    @property
    def handlers(self) -> Handlers:
        """What each component does."""
        return {Verb.STATS_SHOW: self._post}

    @command("stats", member=("member", "stats_member"))
    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True, users=False)
    async def stats(
        self,
        interaction: discord.Interaction,
        member: discord.Member | discord.User | None = None,
    ) -> None:
        """Show somebody's figures, privately."""
        who = member or interaction.user
        if who.bot:
            raise TableError("bot_member")
        stats = await self._stats(interaction.guild_id or 0, who.id)
        reader = await self._preferences.reader(interaction)
        shown = await self._pictures.stats(reader, stats) if stats.games else []
        await show(interaction, stats_panel(reader.words, stats, who.display_name, shown), *shown)

    async def _stats(self, guild_id: int, user_id: int) -> MemberStats:
        with looking_up():
            return await self._store.stats(guild_id, user_id)

    async def _post(self, click: Click) -> None:
        if len(click.meaning.args) != 1:
            raise BadCustomIdError("nobody's figures")
        user_id = parse_user(click.meaning.args[0])
        check_may_post(click.interaction)
        # Without its button nothing is posted twice.
        await click.replace(said_panel(click.words("memories.shown")))
        stats = await self._stats(click.guild_id, user_id)
        everybody = await self._preferences.everybody(click.interaction)
        shown = await self._pictures.stats(everybody, stats)
        panel = public_stats_panel(everybody.words, stats, shown)
        await click.interaction.followup.send(view=panel, files=files(*shown))
