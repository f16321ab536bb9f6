"""One player's figures and achievements: their messages and buttons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import discord
from discord import app_commands

from bot.daily.calendar import DailyStreaks, current_streaks
from bot.game_types import DEFAULT_GAME_TYPE
from bot.i18n import Translator, You
from bot.i18n.achievements import achievement_lines, earned_count_text
from bot.i18n.daily import streak_text
from bot.i18n.standings import figures_below, stats_lines
from bot.results.achievements import CUPS, Progress, newest_medals, progress_count
from bot.results.standings import MemberStats
from bot.storage import achievements
from bot.storage import stats as figures
from bot.storage.daily import daily_dates
from bot.storage.members import is_hidden
from bot.storage.sheets import past_sheets
from bot.table.errors import TableError
from cogs.base.clicks import Click, on
from cogs.base.custom_ids import BadCustomIdError, CustomId, GameTypeName, UserId, Verb
from cogs.base.permissions import check_in_server, known_server_id
from cogs.base.screens import (
    PRIMARY,
    Button,
    Drawing,
    Page,
    PageNumber,
    Screen,
    split_into_pages,
    turn_buttons,
)
from cogs.base.slash_commands import command
from cogs.base.text import bold, escaped, small

from .services import BaseCog
from .solo import solo_button

ACHIEVEMENTS = 6  # achievements on a page


@dataclass(frozen=True)
class BesidesGames:
    """A person's counts besides games at tables: daily hands, and finished score sheets."""

    streaks: DailyStreaks = field(default_factory=DailyStreaks)
    sheets: int = 0


NOTHING_BEGUN = BesidesGames()


def stats_screen(  # noqa: PLR0913  # whose figures, and how they are shown
    words: Translator,
    stats: MemberStats,
    name: str,
    drawing: Drawing | None = None,
    *,
    achievements: bool = False,
    begun: BesidesGames = NOTHING_BEGUN,
    may_post: bool = True,  # solo games alone may not
) -> Screen:
    """Build somebody's figures for one reader; before a first game, their counts besides games."""
    who = str(stats.user_id)
    games = CustomId.of(Verb.HISTORY, who, "0")
    earned = [achievements_button(words, stats.user_id)] if achievements else []
    if not stats.games:
        if isinstance(name, You):
            return newcomer_screen(words, begun, *earned)
        return Screen.of([words("standings.no_stats_of", name=bold(escaped(name)))], earned)
    post = CustomId.of(Verb.STATS_POST, who, stats.game_type)
    buttons = [
        *_other_systems(words, stats),
        *earned,
        Button(words("standings.last_games"), games),
        *([Button(words("standings.show_here"), post, PRIMARY)] if may_post else []),
    ]
    solo = [small(words("standings.with_solo"))] if isinstance(name, You) else []
    return figures_screen(words, stats, drawing, *solo, buttons=buttons)


def newcomer_screen(words: Translator, begun: BesidesGames, *more: Button) -> Screen:
    """Build the figures of a person who has finished no game yet."""
    lines = []
    if begun.streaks.longest:
        streak = f"{streak_text(words, begun.streaks)} {words('daily.streak_rule')}"
        lines.append(f"{bold(words('daily.shown.title'))}: {streak}")
    if begun.sheets:
        lines.append(f"{bold(words('sheet.past'))}: {words.number(begun.sheets)}")
    lines.append(words("standings.first_game"))
    buttons = [solo_button(words), Button(words("daily.play"), CustomId.of(Verb.DAILY))]
    if begun.sheets:
        buttons.append(Button(words("sheet.past"), CustomId.of(Verb.SHEET_YEAR)))
    return Screen.of(lines, [*buttons, *more])


def own_stats_screen(
    words: Translator,
    stats: MemberStats,
    drawing: Drawing | None = None,
    begun: BesidesGames = NOTHING_BEGUN,
) -> Screen:
    if not stats.games:
        return newcomer_screen(words, begun)
    about = small(words("standings.everywhere", command=words.command("stats")))
    buttons = list(_other_systems(words, stats))
    return figures_screen(words, stats, drawing, about, buttons=buttons)


def _other_systems(words: Translator, stats: MemberStats) -> Iterator[Button]:
    for game_type in stats.game_types:
        if game_type != stats.game_type:
            meaning = CustomId.of(Verb.STATS_OF, str(stats.user_id), game_type)
            yield Button(words(f"standings.game_of.{game_type}"), meaning)


def figures_screen(
    words: Translator,
    stats: MemberStats,
    drawing: Drawing | None,
    *more: str,
    buttons: Sequence[Button] = (),
) -> Screen:
    heading, *figures = stats_lines(words, stats, escaped)
    below = map(small, figures_below(words, stats))
    # A person with many custom phases has more figures than fit in a message.
    lines, in_words = (
        [*next(split_into_pages([bold(heading), *each])), *more] for each in (below, figures)
    )
    return Screen.of(lines, buttons, drawings=[drawing], in_words=in_words)


def achievements_screen(  # noqa: PLR0913  # whose, which page, and how it is shown
    words: Translator,
    user_id: int,
    name: str,
    progress: tuple[Progress, ...],
    *,
    number: int = 0,
    drawing: Drawing | None = None,
) -> Screen:
    page = Page(number, ACHIEVEMENTS, len(progress))
    if page.first >= page.total:
        raise BadCustomIdError("no such page")
    title = bold(words("achievements.title_of", name=escaped(name)))
    listed = achievement_lines(words, progress[page.first : page.end])
    lines = [title, *listed]
    in_words = [title, earned_count_text(words, progress), *listed]
    turns = turn_buttons(words, page, Verb.ACHIEVEMENTS, str(user_id))
    buttons = [*turns, figures_button(words, user_id)]
    return Screen.of(lines, buttons, drawings=[drawing], in_words=in_words)


def figures_button(words: Translator, user_id: int) -> Button:
    meaning = CustomId.of(Verb.STATS_OF, str(user_id), DEFAULT_GAME_TYPE.name)
    return Button(words("achievements.figures"), meaning)


def achievements_button(words: Translator, user_id: int) -> Button:
    meaning = CustomId.of(Verb.ACHIEVEMENTS, str(user_id), "0")
    return Button(words("achievements.title"), meaning)


def own_achievements_button(words: Translator) -> Button:
    return Button(words("achievements.title"), CustomId.of(Verb.OWN_ACHIEVEMENTS))


def _rivals(stats: MemberStats) -> list[int]:
    return [rival.user_id for rival in stats.rivals]


class StatsCog(BaseCog):
    """Shows a member's figures and achievements; outside of servers, the user's figures of all."""

    @command("stats", member=("member", "stats_member"))
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def stats(
        self, interaction: discord.Interaction, member: discord.Member | discord.User | None = None
    ) -> None:
        who = member or interaction.user
        if who.bot:
            raise TableError("bot_member")
        stats = await self._stats(interaction, who.id)
        await self._show(interaction, stats, who.display_name)

    async def _show(
        self, interaction: discord.Interaction, stats: MemberStats, name: str = ""
    ) -> None:
        reader = await self.services.preferences.reader(interaction)
        guild_id = known_server_id(interaction)
        user_id = stats.user_id
        drawing = self.services.pictures(reader).stats(stats, guild_id) if stats.games else None
        mine = interaction.user.id == user_id
        begun = await self._besides_games(user_id) if mine and not stats.games else NOTHING_BEGUN
        if not guild_id:
            await self.show(interaction, own_stats_screen(reader.words, stats, drawing, begun))
            return
        words = reader.words
        name = You(words("terms.you")) if mine else name or words("terms.forgotten")
        # Achievements of daily hands need no finished game.
        offered = mine or bool(stats.games)
        public = await self._stats(interaction, user_id, stats.game_type, public=True)
        screen = stats_screen(
            words,
            stats,
            name,
            drawing,
            begun=begun,
            may_post=bool(public.games),
            achievements=offered
            and await self.services.preferences.show_achievements(guild_id, user_id),
        )
        await self.show(interaction, screen)

    async def _besides_games(self, user_id: int) -> BesidesGames:
        opened = await self.look_up(daily_dates, user_id)
        streaks = current_streaks(opened, self.services.clock.now())
        _, sheets = await self.look_up(past_sheets, user_id)
        return BesidesGames(streaks, sheets)

    async def _stats(
        self,
        interaction: discord.Interaction,
        user_id: int,
        game_type: str = DEFAULT_GAME_TYPE.name,
        *,
        public: bool = False,
    ) -> MemberStats:
        """Look up the figures of a system's games, else of another system's.

        Solo games are included for the person themselves, except in ``public``.
        """
        user = interaction.user
        guild_id = known_server_id(interaction)
        now = self.services.clock.now()
        reader = None if public else user.id
        if user_id != user.id:
            check_in_server(interaction)
            await self._check_shown(guild_id, user_id)

        async def read(name: str) -> MemberStats:
            if not guild_id:
                return await self.look_up(figures.everywhere, user_id, name)
            look_up = partial(
                self.look_up, figures.member, guild_id, user_id, now, name, reader=reader
            )
            return await self.services.members.among_present(guild_id, look_up, _rivals)

        stats = await read(game_type)
        if stats.game_types and game_type not in stats.game_types:
            stats = await read(stats.game_types[0])
        if guild_id:
            progress = await self.look_up(achievements.progress, guild_id, user_id, reader)
            stats = replace(stats, cups=progress_count(progress, CUPS))
            if await self.services.preferences.show_achievements(guild_id, user_id):
                stats = replace(stats, medals=newest_medals(progress))
        return stats if guild_id else replace(stats, name=user.display_name)

    async def _check_shown(self, guild_id: int, user_id: int) -> None:
        """Raise TableError ``hidden_here`` if a moderator hides a person in this server."""
        if await self.look_up(is_hidden, guild_id, user_id):
            raise TableError("hidden_here")

    @on(Verb.STATS_OF)
    async def _turn(
        self, click: Click, who: UserId, game_type: GameTypeName = DEFAULT_GAME_TYPE.name
    ) -> None:
        await click.defer()
        await self._show(click.interaction, await self._stats(click.interaction, who, game_type))

    @on(Verb.STATS_POST)
    async def _post(
        self, click: Click, user_id: UserId, game_type: GameTypeName = DEFAULT_GAME_TYPE.name
    ) -> None:
        check_in_server(click.interaction)
        await self.check_may_post(click.interaction)
        await click.defer()
        words = click.words
        said = click.words("standings.shown")
        stats = await self._stats(click.interaction, user_id, game_type, public=True)
        if stats.games:
            everybody = await self.services.preferences.everybody(click.interaction)
            guild_id = known_server_id(click.interaction)
            drawing = self.services.pictures(everybody).stats(stats, guild_id)
            screen = figures_screen(everybody.words, stats, drawing)
            with self.services.post_limit(click.user_id):
                await self.services.sender.follow_up(click.interaction, screen)
        else:
            # The person has only solo games.
            said = words("standings.no_stats_of", name=You(words("terms.you")))
        await self.show(click.interaction, Screen.of([said]))

    @on(Verb.ACHIEVEMENTS)
    async def _turn_achievements(self, click: Click, user_id: UserId, number: PageNumber) -> None:
        check_in_server(click.interaction)
        await click.defer()
        await self._show_achievements(click, user_id, number)

    @on(Verb.OWN_ACHIEVEMENTS)
    async def _open_achievements(self, click: Click) -> None:
        check_in_server(click.interaction)
        await click.defer_private()
        await self._show_achievements(click, click.user_id)

    async def _show_achievements(self, click: Click, user_id: int, number: int = 0) -> None:
        if user_id != click.user_id:
            await self._check_shown(click.guild_id, user_id)
        reader = await self.services.preferences.reader(click.interaction)
        words = reader.words
        guild_id = click.guild_id
        now = self.services.clock.now()
        stats = await self.look_up(figures.member, guild_id, user_id, now)
        progress = await self.look_up(achievements.progress, guild_id, user_id, click.user_id)
        # A player without a finished game is unknown to the store.
        mine = click.person.name if user_id == click.user_id else ""
        name = stats.name or mine or words("terms.forgotten")
        if not (await self.services.preferences.server(click.guild_id)).achievements:
            await self.show(click.interaction, Screen.of([words("achievements.off")]))
            return
        if not (await self.services.preferences.person(user_id)).achievements:
            own = user_id == click.user_id
            name = You(words("terms.you")) if own else name
            line = words("achievements.off_for", name=bold(escaped(name)))
            await self.show(click.interaction, Screen.of([line]))
            return
        drawing = self.services.pictures(reader).achievements(name, progress)
        screen = achievements_screen(words, user_id, name, progress, number=number, drawing=drawing)
        await self.show(click.interaction, screen)
