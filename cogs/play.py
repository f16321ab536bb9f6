"""The ``/phase10`` commands."""

from __future__ import annotations

from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from bot.games.errors import RuleSetError
from bot.games.states import AnyRules
from bot.i18n.rulesets import suggestions, with_variation
from bot.model import Level, ServerPreferences
from bot.players import offered_levels
from bot.rules.editions import CLASSIC, LONGEST_NOTATION, MOST_PLAYERS, Length, RuleSet, with_length
from bot.systems import rules_named
from bot.table.errors import TableError
from bot.table.lobbies import TURN_LIMITS
from bot.table.manager import GameManager
from bot.table.registry import GameRegistry
from cogs.base.clicks import Click, Handlers, person_of
from cogs.base.custom_ids import Verb
from cogs.base.errors import Guard
from cogs.base.panels import show
from cogs.base.permissions import (
    check_can_post_here,
    check_computers,
    check_in_server,
    check_may_play_here,
    is_moderator,
    parent_of,
    server_of,
)
from cogs.base.preferences import Preferences
from cogs.base.slash_commands import choices_of, command, localized
from cogs.live.channel_messages import ChannelAnnouncer
from cogs.live.hands import LiveHands
from cogs.live.tours import Topic
from cogs.pages.solo_page import running_panel, solo_end_panel

from .daily import DailyClicks
from .guided import GuidedClicks
from .help import asked_in, help_panel
from .history import HistoryClicks, ListPosition
from .mine import MyGames
from .review import ReviewClicks
from .rules import RulesClicks, first_page, rules_with
from .setting_fields import (
    ACHIEVEMENTS,
    EDITION,
    LANGUAGE,
    LENGTH,
    NOTICES,
    PICTURES,
    QUIET_FROM,
    QUIET_UNTIL,
    SKILL,
    THEME,
)
from .settings import PersonalSettings, setting_command
from .table import TableClicks, check_may_end, check_may_leave, question_panel
from .tables import TableList
from .threads import NewTable, ThreadTables

_EDITIONS = EDITION.choices()
_LENGTHS = LENGTH.choices()
_LIMITS = choices_of("lobby.limit.{}", [seconds or 0 for seconds in TURN_LIMITS])
_LEVELS = choices_of("lobby.level.{}", [level.value for level in offered_levels()])
_TOPICS = choices_of("rules.{}.title", [topic.value for topic in Topic])
_CLASSIC = CLASSIC.edition
LONGEST_TIME_ZONE = 64


@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
class PlayCommands(
    commands.GroupCog,
    group_name=localized("commands.phase10.name"),
    group_description=localized("commands.phase10.description"),
):
    """Opens, shows and ends games, and what people want to know and choose besides."""

    def __init__(  # noqa: PLR0913  # one group of commands shows many things
        self,
        guard: Guard,
        registry: GameRegistry,
        announcer: ChannelAnnouncer,
        hands: LiveHands,
        preferences: Preferences,
        *,
        daily: DailyClicks,
        guided: GuidedClicks,
        tables: TableClicks,
        rules: RulesClicks,
        history: HistoryClicks,
        mine: MyGames,
        reviews: ReviewClicks,
        table_list: TableList,
        settings: PersonalSettings,
        threads: ThreadTables,
    ) -> None:
        self.guard = guard
        self._registry = registry
        self._announcer = announcer
        self._hands = hands
        self._preferences = preferences
        self._daily = daily
        self._guided = guided
        self._tables = tables
        self._rules = rules
        self._history = history
        self._mine = mine
        self._reviews = reviews
        self._table_list = table_list
        self._threads = threads
        # Called by the commands of personal settings.
        self.choose = settings.choose
        self._notices = settings.notices

    @property
    def handlers(self) -> Handlers:
        """What each component does."""
        return {Verb.SOLO: self._solo}

    # -- games -----------------------------------------------------------------------------

    @command("play", edition_id="edition", variation="variation", turn_limit="turn_limit")
    @app_commands.choices(edition_id=_EDITIONS)
    @app_commands.choices(turn_limit=_LIMITS)
    async def play(
        self,
        interaction: discord.Interaction,
        edition_id: str | None = None,
        variation: app_commands.Range[str, 1, LONGEST_NOTATION] | None = None,
        turn_limit: int | None = None,
    ) -> None:
        """Open a lobby in this channel, or in a thread where the server chose that."""
        check_in_server(interaction)
        words = self._preferences.words_of(interaction)
        server = await self._preferences.server(server_of(interaction))
        rules = _new_rules(server, edition_id)
        if variation is not None:
            rules = with_variation(words, rules_named(rules.edition), variation)
        limit = server.turn_limit if turn_limit is None else turn_limit or None
        new, parent = NewTable(rules, limit), parent_of(interaction, server)
        if server.threads is not None and parent is not None:
            await self._threads.open(interaction, server, new, parent)
            await self._guided.offer(interaction)
            return
        await self._check_new_game(interaction)
        locale = self._preferences.server_locale(interaction)
        try:
            await self._here(interaction).open_lobby(person_of(interaction), rules, limit, locale)
        except TableError as refused:
            await self._threads.offer(interaction, new, refused)
            return
        await interaction.edit_original_response(content=words("lobby.opened"))
        await self._guided.offer(interaction)

    @play.autocomplete("variation")
    async def _suggest(
        self, interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        """Suggest variations for what was typed, in the user's language."""
        await self._preferences.learn(interaction.user.id)
        found = suggestions(self._preferences.words_of(interaction), CLASSIC, typed)
        return [app_commands.Choice(name=name, value=value) for name, value in found]

    @command("solo", opponents="opponents", level="level", edition_id="edition", length="length")
    @app_commands.choices(edition_id=_EDITIONS, level=_LEVELS, length=_LENGTHS)
    async def solo(
        self,
        interaction: discord.Interaction,
        opponents: app_commands.Range[int, 0, MOST_PLAYERS - 1] = 2,
        level: str | None = None,
        edition_id: str | None = None,
        length: str | None = None,
    ) -> None:
        """Start at once against computer players, or alone in an edition for one player."""
        await self._begin_solo(interaction, opponents, level, edition_id, length)

    async def _begin_solo(
        self,
        interaction: discord.Interaction,
        opponents: int = 2,
        level: str | None = None,
        edition_id: str | None = None,
        length: str | None = None,
    ) -> None:
        """Begin a private game wherever the user is; what a server chose counts there."""
        guild_id, person = server_of(interaction), person_of(interaction)
        server = await self._preferences.server(guild_id)
        if opponents:
            check_computers(server)
        rules = _new_rules(server, edition_id, length)
        manager = await self._registry.private_table(person.user_id)
        if manager.running:
            await show(interaction, running_panel(self._preferences.words_of(interaction), manager))
            return
        await manager.solo(
            person,
            opponents,
            server.level if level is None else Level(level),
            rules,
            self._preferences.server_locale(interaction),
            guild_id=guild_id,
        )
        await self._hands.open(manager, interaction)
        await self._guided.offer(interaction)

    async def _solo(self, click: Click) -> None:
        await click.defer_private()
        await self._begin_solo(click.interaction)

    @command("daily")
    async def daily(self, interaction: discord.Interaction) -> None:
        """Open the hand of the day."""
        await self._daily.open(interaction)

    async def _check_new_game(self, interaction: discord.Interaction) -> ServerPreferences:
        """Check that a game may begin here, and return what the server chose for it."""
        server = await self._preferences.server(server_of(interaction))
        check_may_play_here(interaction, server)
        check_can_post_here(interaction)
        # A refusal links the other game: its message should exist.
        await self._announcer.look_after(self._here(interaction))
        return server

    def _here(self, interaction: discord.Interaction) -> GameManager:
        """Return the manager of the channel of an interaction."""
        return self._registry.for_channel(interaction.channel_id or 0, interaction.guild_id or 0)

    async def _own(self, interaction: discord.Interaction) -> GameManager:
        """Return the manager of the user's game: here, else at their private table.

        A running game comes first. Without any it is that of the channel, which says why not.
        """
        here, user_id = self._here(interaction), interaction.user.id
        private = await self._registry.private_table(user_id)
        mine = [each for each in (here, private) if each.seat_of(user_id) is not None]
        return next((each for each in mine if each.running), next(iter(mine), here))

    @command("hand")
    async def hand(self, interaction: discord.Interaction) -> None:
        """Open the user's hand."""
        await self._hands.open(await self._own(interaction), interaction)

    @command("table")
    async def table(self, interaction: discord.Interaction) -> None:
        """Post the table again."""
        await self._tables.repost(interaction, self._here(interaction))

    @command("scores")
    async def scores(self, interaction: discord.Interaction) -> None:
        """Show the score sheet."""
        here = self._here(interaction)
        manager = here if here.running else await self._own(interaction)
        await self._tables.show_scores(interaction, manager)

    @command("leave")
    async def leave(self, interaction: discord.Interaction) -> None:
        """Leave the lobby, or the game after a question."""
        words, manager = self._preferences.words_of(interaction), self._here(interaction)
        user_id, lobby = interaction.user.id, manager.lobby
        if lobby is not None and any(each.user_id == user_id for each in lobby.seats):
            await manager.leave_lobby(person_of(interaction))
            await interaction.edit_original_response(content=words("lobby.left"))
            return
        manager = await self._own(interaction)
        game_id = check_may_leave(manager, user_id)
        if manager.is_private:
            await show(interaction, solo_end_panel(words, manager))
        else:
            await show(interaction, question_panel(words, Verb.LEAVE, game_id))

    @command("end")
    async def end(self, interaction: discord.Interaction) -> None:
        """End the game, after a question."""
        words, moderator = self._preferences.words_of(interaction), is_moderator(interaction)
        here = self._here(interaction)
        manager = here if moderator and here.running else await self._own(interaction)
        game_id = check_may_end(manager, interaction.user.id, moderator=moderator)
        if manager.is_private:
            await show(interaction, solo_end_panel(words, manager))
        else:
            await show(interaction, question_panel(words, Verb.END, game_id))

    # -- information -----------------------------------------------------------------------

    @command("help")
    async def help(self, interaction: discord.Interaction) -> None:
        """Show what the user can do here now."""
        words, manager = self._preferences.words_of(interaction), self._here(interaction)
        server = await self._preferences.server(server_of(interaction))
        solo = await self._registry.private_table(interaction.user.id)
        asked = asked_in(words, interaction, manager, server)
        await show(interaction, help_panel(words, replace(asked, solo=solo)))

    @command("mine")
    async def mine(self, interaction: discord.Interaction) -> None:
        """Show the user's running games and open lobbies."""
        await self._mine.show(interaction)

    @command("tables")
    async def tables(self, interaction: discord.Interaction) -> None:
        """Show the tables of this server that the user can see."""
        await self._table_list.show(interaction)

    @command("rules", edition_id=("edition", "rules_edition"), topic="topic")
    @app_commands.choices(edition_id=_EDITIONS, topic=_TOPICS)
    async def rules(
        self,
        interaction: discord.Interaction,
        edition_id: str | None = None,
        topic: str | None = None,
    ) -> None:
        """Show the rules, privately."""
        asked = None if topic is None else Topic(topic)
        rules = rules_named(edition_id) if edition_id else rules_with(asked)
        await self._rules.show(interaction, first_page(rules, asked), rules)

    @command("history", member=("member", "history_member"))
    async def history(
        self,
        interaction: discord.Interaction,
        member: discord.Member | discord.User | None = None,
    ) -> None:
        """Show the last games of this server or one of its members, elsewhere the user's own."""
        if member is not None and member.id != interaction.user.id:
            check_in_server(interaction)
        position = ListPosition(member.id if member else None)
        await self._history.show(interaction, position, member)

    @command("review")
    async def review(self, interaction: discord.Interaction) -> None:
        """Review the user's last finished card game here, or else the server's."""
        await self._reviews.show_last(interaction)

    # -- personal settings -----------------------------------------------------------------

    theme = setting_command(THEME)
    language = setting_command(LANGUAGE)
    pictures = setting_command(PICTURES)
    achievements = setting_command(ACHIEVEMENTS)
    skill = setting_command(SKILL)

    @command(
        "notices",
        notices="notices",
        time_zone="time_zone",
        quiet_from="quiet_from",
        quiet_until="quiet_until",
    )
    @app_commands.choices(notices=NOTICES.choices())
    @app_commands.choices(quiet_from=QUIET_FROM.choices(), quiet_until=QUIET_UNTIL.choices())
    async def notices(
        self,
        interaction: discord.Interaction,
        notices: str | None = None,
        time_zone: app_commands.Range[str, 1, LONGEST_TIME_ZONE] | None = None,
        quiet_from: str | None = None,
        quiet_until: str | None = None,
    ) -> None:
        """Choose whether and when turn notices come, or show it."""
        chosen = (NOTICES, notices), (QUIET_FROM, quiet_from), (QUIET_UNTIL, quiet_until)
        await self._notices.choose(interaction, *chosen, time_zone=time_zone)

    @notices.autocomplete("time_zone")
    async def _suggest_time_zone(
        self, _interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        """Suggest time zones for what was typed."""
        return await self._notices.suggest(typed)


def _new_rules(
    server: ServerPreferences, edition_id: str | None, length: str | None = None
) -> AnyRules:
    """Return the rules of a new game, from what was chosen for it and what the server chose.

    Raises:
        RuleSetError: ``no_variations``, for a length chosen in an edition without any.
    """
    rules = rules_named(edition_id or server.edition or _CLASSIC)
    if isinstance(rules, RuleSet):
        return with_length(rules, server.length if length is None else Length(length))
    if length is not None:
        raise RuleSetError("no_variations", edition=rules.edition)
    return rules
