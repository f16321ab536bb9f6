"""One player's figures: the command, its message, and what its buttons do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

import discord
from discord import app_commands

from bot.i18n import Words
from bot.i18n.reviews import means_lines, own_means_note
from bot.i18n.standings import stats_lines
from bot.scores.results import MemberStats
from bot.systems import DEFAULT_SYSTEM, SYSTEMS_BY_NAME
from bot.table.errors import TableError, looking_up
from cogs.base.clicks import Click, on
from cogs.base.custom_ids import NO_GAME, BadCustomIdError, CustomId, Verb, parse_user
from cogs.base.panels import (
    Panel,
    Picture,
    button,
    files,
    gallery,
    in_rows,
    pages,
    pictured,
    row,
    said_panel,
    show,
    text,
)
from cogs.base.permissions import check_in_server, check_may_post, server_of
from cogs.base.slash_commands import command
from cogs.base.text import bold, escaped, small

from .achievements import achievements_button
from .parts import BaseCog

_PRIMARY = discord.ButtonStyle.primary


def stats_panel(  # noqa: PLR0913  # whose, and how it is shown
    words: Words,
    stats: MemberStats,
    name: str,
    shown: Sequence[Picture | None] = (),
    *,
    achievements: bool = False,
    note: str = "",
) -> Panel:
    """Build somebody's figures for one reader.

    Args:
        words: the reader's language.
        stats: the figures.
        name: the person's name where no game has it.
        shown: the pictures; without any the figures are in words.
        achievements: whether there is a way to their achievements.
        note: what stands below the figures; empty for nothing.
    """
    if not stats.games:
        sentence = words("memories.no_stats_of", name=bold(escaped(name)))
        earned = [row(achievements_button(words, stats.user_id))] if achievements else []
        return pictured(text(sentence), (), *earned)
    who = str(stats.user_id)
    games = CustomId(NO_GAME, 0, Verb.HISTORY, (who, "0"))
    post = CustomId(NO_GAME, 0, Verb.STATS_SHOW, (who, stats.system))
    buttons = row(
        *_other_systems(words, stats),
        *([achievements_button(words, stats.user_id)] if achievements else []),
        button(words("memories.last_games"), games),
        button(words("memories.show_here"), post, _PRIMARY),
    )
    return pictured(text(*_lines(words, stats, shown, note)), gallery(*shown), buttons)


def own_stats_panel(
    words: Words, stats: MemberStats, shown: Sequence[Picture | None] = (), note: str = ""
) -> Panel:
    """Build the reader's own figures of all servers."""
    if not stats.games:
        return said_panel(words("memories.no_own_stats", command=words.command("phase10", "solo")))
    about = small(words("memories.everywhere", command=words.command("stats")))
    buttons = list(_other_systems(words, stats))
    lines = _lines(words, stats, shown, note)
    return pictured(text(*lines, about), gallery(*shown), *in_rows(buttons))


def _other_systems(
    words: Words, stats: MemberStats
) -> Iterator[discord.ui.Button[discord.ui.LayoutView]]:
    """Build a button to the figures of each other system of which there are some."""
    for each in stats.systems:
        if each != stats.system:
            meaning = CustomId(NO_GAME, 0, Verb.STATS_OF, (str(stats.user_id), each))
            yield button(words(f"memories.game_of.{each}"), meaning)


def public_stats_panel(
    words: Words, stats: MemberStats, shown: Sequence[Picture | None] = ()
) -> Panel:
    """Build somebody's figures for everybody."""
    return pictured(text(*_lines(words, stats, shown)), gallery(*shown))


def _lines(
    words: Words, stats: MemberStats, shown: Sequence[Picture | None], note: str = ""
) -> list[str]:
    heading, *lines = stats_lines(words, stats, escaped)
    said = means_lines(words, stats.reviews) if any(shown) else lines
    below = [small(note)] if note else []
    # A person with many custom phases has more figures than fit in a message.
    return next(pages([bold(heading), *said, *below]))


class StatsCog(BaseCog):
    """Shows one player's figures in a server, and people's own in all servers anywhere else."""

    @command("stats", member=("member", "stats_member"))
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def stats(
        self,
        interaction: discord.Interaction,
        member: discord.Member | discord.User | None = None,
    ) -> None:
        """Show somebody's figures, privately."""
        who = member or interaction.user
        if who.bot:
            raise TableError("bot_member")
        stats = await self._stats(interaction, who.id)
        await self._show(interaction, stats, who.display_name)

    async def _show(
        self, interaction: discord.Interaction, stats: MemberStats, name: str = ""
    ) -> None:
        """Show figures in the private answer to a deferred interaction."""
        reader = await self.parts.preferences.reader(interaction)
        shown = await self.parts.pictures.stats(reader, stats) if stats.games else []
        guild_id, user_id = server_of(interaction), stats.user_id
        mine = interaction.user.id == user_id
        note = await self._note(reader.words, stats) if mine else ""
        if not guild_id:
            await show(interaction, own_stats_panel(reader.words, stats, shown, note), *shown)
            return
        name = name or (
            interaction.user.display_name if mine else reader.words("memories.forgotten")
        )
        # Achievements of daily hands need no finished game.
        offered = mine or bool(stats.games)
        panel = stats_panel(
            reader.words,
            stats,
            name,
            shown,
            achievements=offered
            and await self.parts.preferences.show_achievements(guild_id, user_id),
            note=note,
        )
        await show(interaction, panel, *shown)

    async def _note(self, words: Words, stats: MemberStats) -> str:
        """What one's own figures say about luck and choices: who sees them, or that they come."""
        if stats.reviews is None:
            return ""
        shared = (await self.parts.preferences.person(stats.user_id)).skill
        return own_means_note(words, stats.reviews, shared=shared)

    async def _stats(
        self,
        interaction: discord.Interaction,
        user_id: int,
        system: str = DEFAULT_SYSTEM.name,
        *,
        public: bool = False,
    ) -> MemberStats:
        """Look up the figures of a system's games, or of another one's if there are none.

        Luck and choices are left out where they are not shared: for others, and in ``public``.

        Raises:
            TableError: ``not_looked_up``; ``only_in_servers`` or ``not_a_member`` for somebody
                else's figures.
        """
        user, guild_id = interaction.user, server_of(interaction)
        if user_id != user.id:
            check_in_server(interaction)
        with looking_up():
            if guild_id:
                read = partial(self.parts.store.stats, guild_id, user_id)
            else:
                read = partial(self.parts.store.stats_everywhere, user_id)
            stats = await read(system)
            if stats.systems and system not in stats.systems:
                stats = await read(stats.systems[0])
        mine = user_id == user.id and not public
        if not mine and not (await self.parts.preferences.person(user_id)).skill:
            stats = replace(stats, reviews=None)
        return stats if guild_id else replace(stats, name=user.display_name)

    @on(Verb.STATS_OF)
    async def _turn(self, click: Click) -> None:
        who, system = _whose(click)
        await click.defer()
        await self._show(click.interaction, await self._stats(click.interaction, who, system))

    @on(Verb.STATS_SHOW)
    async def _post(self, click: Click) -> None:
        user_id, system = _whose(click)
        check_in_server(click.interaction)
        check_may_post(click.interaction)
        # Without its button nothing is posted twice.
        await click.replace(said_panel(click.words("memories.shown")))
        stats = await self._stats(click.interaction, user_id, system, public=True)
        everybody = await self.parts.preferences.everybody(click.interaction)
        shown = await self.parts.pictures.stats(everybody, stats)
        panel = public_stats_panel(everybody.words, stats, shown)
        await click.interaction.followup.send(view=panel, files=files(*shown))


def _whose(click: Click) -> tuple[int, str]:
    """Return the person and the system whose figures a component means.

    Components of earlier versions name no system.

    Raises:
        BadCustomIdError: it means none.
    """
    match click.meaning.args:
        case (who,):
            return parse_user(who), DEFAULT_SYSTEM.name
        case (who, system) if system in SYSTEMS_BY_NAME:
            return parse_user(who), system
        case _:
            raise BadCustomIdError("nobody's figures")
