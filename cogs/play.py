"""The ``/phase10`` commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import discord
from discord import app_commands
from discord.ext import commands

from bot.model import Level
from bot.rules.editions import CLASSIC, EDITIONS, MOST_PLAYERS, edition
from bot.rules.variations import LONGEST_NOTATION
from bot.table.errors import TableError
from bot.table.lobbies import TURN_LIMITS

from .discord_errors import answered_before
from .errors import Guard
from .permissions import check_can_post_here
from .places import check_computers, check_may_play_here
from .services import HasServices, is_moderator, person_of, server_of, services_of
from .setting_fields import LANGUAGE, PICTURES, THEME
from .text import server_locale, words_of
from .translator import localized
from .variations import suggestions, with_variation
from .views.components import on_submit
from .views.history import Place, show_history
from .views.leaving import check_may_end, check_may_leave, end_panel, leave_panel
from .views.rules import Topic, show_rules
from .views.settings import personal_setting
from .views.table import show_reposted, show_scores

if TYPE_CHECKING:
    from bot.i18n import Words
    from bot.model import ServerPreferences

Choice = app_commands.Choice
_EDITIONS: list[Choice[str]] = [
    Choice(name=localized(f"lobby.edition.{name}"), value=name) for name in EDITIONS
]
_LIMITS: list[Choice[int]] = [
    Choice(name=localized(f"lobby.limit.{seconds or 0}"), value=seconds or 0)
    for seconds in TURN_LIMITS
]
_LEVELS: list[Choice[str]] = [
    Choice(name=localized(f"lobby.level.{level}"), value=level.value) for level in Level
]
_TOPICS: list[Choice[str]] = [
    Choice(name=localized(f"rules.{topic}.title"), value=topic.value) for topic in Topic
]
_CLASSIC = CLASSIC.edition


async def _suggest(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
    """What may be meant by the beginning of a variation, in the words of who types."""
    await services_of(interaction).choices.learn(interaction.user.id)
    found = suggestions(words_of(interaction), CLASSIC, typed)
    return [Choice(name=name, value=value) for name, value in found]


async def _defer(interaction: discord.Interaction) -> Words:
    """Answer Discord at once, privately; the reader's words."""
    with answered_before():
        await interaction.response.defer(ephemeral=True, thinking=True)
    return words_of(interaction)


async def _check_new_game(interaction: discord.Interaction) -> ServerPreferences:
    """Check that a game may begin here; what the server chose for it."""
    server = await server_of(interaction)
    check_may_play_here(interaction, server)
    check_can_post_here(interaction)
    # A refusal says where the other game is: it should be there.
    services = services_of(interaction)
    await services.announcer.look_after(services.here(interaction))
    return server


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
class Play(
    commands.GroupCog,
    group_name=localized("commands.phase10.name"),
    group_description=localized("commands.phase10.description"),
):
    """Opening, playing and leaving games."""

    @app_commands.command(
        name=localized("commands.play.name"), description=localized("commands.play.description")
    )
    @app_commands.rename(
        edition_id=localized("commands.edition.name"),
        variation=localized("commands.variation.name"),
        turn_limit=localized("commands.turn_limit.name"),
    )
    @app_commands.describe(
        edition_id=localized("commands.edition.description"),
        variation=localized("commands.variation.description"),
        turn_limit=localized("commands.turn_limit.description"),
    )
    @app_commands.choices(edition_id=_EDITIONS)
    @app_commands.choices(turn_limit=_LIMITS)
    @app_commands.autocomplete(variation=_suggest)
    async def play(
        self,
        interaction: discord.Interaction,
        edition_id: str | None = None,
        variation: app_commands.Range[str, 1, LONGEST_NOTATION] | None = None,
        turn_limit: int | None = None,
    ) -> None:
        """Open a lobby in this channel."""
        async with Guard(interaction):
            words = await _defer(interaction)
            server = await _check_new_game(interaction)
            rules = edition(edition_id or server.edition or _CLASSIC)
            if variation is not None:
                rules = with_variation(words, rules, variation)
            manager = services_of(interaction).here(interaction)
            await manager.open_lobby(
                person_of(interaction),
                rules,
                server.turn_limit if turn_limit is None else turn_limit or None,
                server_locale(interaction),
            )
            await interaction.edit_original_response(content=words("lobby.opened"))

    @app_commands.command(
        name=localized("commands.solo.name"), description=localized("commands.solo.description")
    )
    @app_commands.rename(
        opponents=localized("commands.opponents.name"),
        level=localized("commands.level.name"),
        edition_id=localized("commands.edition.name"),
    )
    @app_commands.describe(
        opponents=localized("commands.opponents.description"),
        level=localized("commands.level.description"),
        edition_id=localized("commands.edition.description"),
    )
    @app_commands.choices(edition_id=_EDITIONS, level=_LEVELS)
    async def solo(
        self,
        interaction: discord.Interaction,
        opponents: app_commands.Range[int, 1, MOST_PLAYERS - 1] = 2,
        level: str | None = None,
        edition_id: str | None = None,
    ) -> None:
        """Start at once against computer players."""
        async with Guard(interaction):
            await _defer(interaction)
            server = await _check_new_game(interaction)
            check_computers(server)
            services = services_of(interaction)
            manager = services.here(interaction)
            await manager.solo(
                person_of(interaction),
                opponents,
                server.level if level is None else Level(level),
                edition(edition_id or server.edition or _CLASSIC),
                server_locale(interaction),
            )
            await services.hands.open(manager, interaction)

    @app_commands.command(
        name=localized("commands.hand.name"), description=localized("commands.hand.description")
    )
    async def hand(self, interaction: discord.Interaction) -> None:
        """Open one's hand."""
        async with Guard(interaction):
            await _defer(interaction)
            services = services_of(interaction)
            await services.hands.open(services.here(interaction), interaction)

    @app_commands.command(
        name=localized("commands.table.name"), description=localized("commands.table.description")
    )
    async def table(self, interaction: discord.Interaction) -> None:
        """Post the table anew."""
        async with Guard(interaction):
            await _defer(interaction)
            check_can_post_here(interaction)
            await show_reposted(interaction, services_of(interaction).here(interaction))

    @app_commands.command(
        name=localized("commands.scores.name"),
        description=localized("commands.scores.description"),
    )
    async def scores(self, interaction: discord.Interaction) -> None:
        """Show the score sheet."""
        async with Guard(interaction):
            await _defer(interaction)
            manager = services_of(interaction).here(interaction)
            if manager.table is None:
                raise TableError("no_game")
            await show_scores(interaction, manager)

    @app_commands.command(
        name=localized("commands.leave.name"), description=localized("commands.leave.description")
    )
    async def leave(self, interaction: discord.Interaction) -> None:
        """Leave the lobby, or the game after a question."""
        async with Guard(interaction):
            words = await _defer(interaction)
            manager = services_of(interaction).here(interaction)
            lobby = manager.lobby
            if lobby is not None and any(
                each.user_id == interaction.user.id for each in lobby.seats
            ):
                await manager.leave_lobby(person_of(interaction))
                await interaction.edit_original_response(content=words("lobby.left"))
                return
            panel = leave_panel(words, check_may_leave(manager, interaction.user.id))
            await interaction.edit_original_response(view=panel)

    @app_commands.command(
        name=localized("commands.end.name"), description=localized("commands.end.description")
    )
    async def end(self, interaction: discord.Interaction) -> None:
        """End the game, after a question."""
        async with Guard(interaction):
            words = await _defer(interaction)
            manager = services_of(interaction).here(interaction)
            moderator = is_moderator(interaction)
            game_id = check_may_end(manager, interaction.user.id, moderator=moderator)
            await interaction.edit_original_response(view=end_panel(words, game_id))

    @app_commands.command(
        name=localized("commands.rules.name"), description=localized("commands.rules.description")
    )
    @app_commands.rename(
        edition_id=localized("commands.edition.name"),
        topic=localized("commands.topic.name"),
    )
    @app_commands.describe(
        edition_id=localized("commands.rules_edition.description"),
        topic=localized("commands.topic.description"),
    )
    @app_commands.choices(edition_id=_EDITIONS, topic=_TOPICS)
    async def rules(
        self,
        interaction: discord.Interaction,
        edition_id: str | None = None,
        topic: str | None = None,
    ) -> None:
        """Show the rules, privately."""
        async with Guard(interaction):
            page = Topic.OBJECT if edition_id is None else Topic.EDITIONS
            if topic is not None:
                page = Topic(topic)
            await _defer(interaction)
            await show_rules(interaction, page, edition(edition_id or _CLASSIC))

    @app_commands.command(
        name=localized("commands.history.name"),
        description=localized("commands.history.description"),
    )
    @app_commands.rename(member=localized("commands.member.name"))
    @app_commands.describe(member=localized("commands.history_member.description"))
    async def history(
        self,
        interaction: discord.Interaction,
        member: discord.Member | discord.User | None = None,
    ) -> None:
        """Show the last games of this server, or of one of its members."""
        async with Guard(interaction):
            await _defer(interaction)
            await show_history(interaction, Place(member.id if member else None), member)

    @app_commands.command(
        name=localized("commands.theme.name"), description=localized("commands.theme.description")
    )
    @app_commands.rename(theme=localized("commands.theme.name"))
    @app_commands.describe(theme=localized("commands.theme_option.description"))
    @app_commands.choices(theme=THEME.choices())
    async def theme(self, interaction: discord.Interaction, theme: str | None = None) -> None:
        """Choose the theme of what only oneself sees, or show which it is."""
        async with Guard(interaction):
            await _defer(interaction)
            await personal_setting(interaction, THEME, theme)

    @app_commands.command(
        name=localized("commands.language.name"),
        description=localized("commands.language.description"),
    )
    @app_commands.rename(language=localized("commands.language.name"))
    @app_commands.describe(language=localized("commands.language_option.description"))
    @app_commands.choices(language=LANGUAGE.choices())
    async def language(self, interaction: discord.Interaction, language: str | None = None) -> None:
        """Choose the language of what only oneself sees, or show which it is."""
        async with Guard(interaction):
            await _defer(interaction)
            await personal_setting(interaction, LANGUAGE, language)

    @app_commands.command(
        name=localized("commands.pictures.name"),
        description=localized("commands.pictures.description"),
    )
    @app_commands.rename(pictures=localized("commands.pictures.name"))
    @app_commands.describe(pictures=localized("commands.pictures_option.description"))
    @app_commands.choices(pictures=PICTURES.choices())
    async def pictures(self, interaction: discord.Interaction, pictures: str | None = None) -> None:
        """Choose pictures or words for what only oneself sees, or show which it is."""
        async with Guard(interaction):
            await _defer(interaction)
            await personal_setting(interaction, PICTURES, pictures)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Note a face, and take in what was written into a window; all else has its own way."""
        services_of(interaction).faces.saw(interaction.guild_id or 0, interaction.user)
        await on_submit(interaction)

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Count what passes a table; nothing of the message is read."""
        if self._bot.user is not None and message.author.id != self._bot.user.id:
            cast("HasServices", self._bot).services.announcer.count(message.channel.id)

    def __init__(self, bot: commands.AutoShardedBot) -> None:
        self._bot = bot
