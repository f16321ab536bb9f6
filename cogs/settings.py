"""Settings of servers and people: the commands, the messages, and the menus of servers."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Protocol, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.i18n import Words, language_name, languages, words_for
from bot.i18n.alt import figure_alt
from bot.model import HERE, PersonalPreferences, ServerPreferences
from cogs.base.clicks import Click, on
from cogs.base.custom_ids import NO_GAME, BadCustomIdError, CustomId, Verb
from cogs.base.panels import Panel, container, gallery, menu, pictured, said_panel, show, text
from cogs.base.permissions import (
    PlayableChannel,
    check_manages_server,
    existing,
    server_of,
)
from cogs.base.preferences import PreferenceCache, Reader
from cogs.base.slash_commands import AnyCommand, command, localized
from cogs.base.text import bold, escaped, small

from .channel_settings import (
    channels_line,
    channels_menu,
    parse_channel,
    threads_menu,
    with_channels,
    with_threads,
)
from .notice_settings import NoticeSettings
from .parts import BaseCog, Parts
from .season_settings import (
    announcements_line,
    announcements_menu,
    champion_role_line,
    champion_role_menu,
    parse_announcing,
    parse_role,
)
from .setting_fields import (
    ACHIEVEMENTS,
    ANIMATIONS,
    COMPUTERS,
    DEFAULT,
    EDITION,
    LANGUAGE,
    LENGTH,
    LOOKS,
    NOTICES,
    OF_NOTICES,
    OF_PEOPLE,
    OF_SERVERS,
    PICTURES,
    PINGS,
    QUIET_FROM,
    QUIET_UNTIL,
    SERVER_ACHIEVEMENTS,
    SERVER_LANGUAGE,
    SERVER_THEME,
    SKILL,
    THEME,
    THREADS,
    TURN_LIMIT,
    Setting,
)
from .unlocks import SAMPLE, locked_looks, look_lines, sample_with_looks

_T = TypeVar("_T")
LONGEST_TIME_ZONE = 64


# -- the messages --------------------------------------------------------------------------


def settings_panel(words: Words, server: ServerPreferences, defaults: Mapping[str, str]) -> Panel:
    """Build the message of a server's settings, with menus that leave out what is set.

    Args:
        words: the reader's language.
        server: what is set; only channels that exist.
        defaults: by name of a setting, the label of what applies where nothing is chosen.
    """
    lines = [_line(words, each, each.read(server), defaults) for each in OF_SERVERS.values()]
    lines += [
        channels_line(words, server),
        announcements_line(words, server),
        champion_role_line(words, server),
    ]
    menus = [_menu(words, Verb.SETTING, each, server) for each in OF_SERVERS.values()]
    return Panel(
        container(
            text(f"## {words('settings.title')}", *lines, small(words("settings.title_more"))),
            *menus,
            threads_menu(words, server.threads),
            channels_menu(words, server.channels),
            announcements_menu(words, server.announcements),
            champion_role_menu(words, server.champion_role),
        )
    )


def _menu(
    words: Words,
    verb: Verb,
    setting: Setting[_T],
    chosen: _T,
    locked: Container[str] = (),
) -> discord.ui.ActionRow[Any]:
    now = setting.read(chosen)
    options = [
        (setting.label(words, each), each)
        for each in setting.values()
        if each != now and each not in locked
    ]
    placeholder = words("settings.change", name=words(f"settings.name.{setting.name}"))
    return menu(placeholder, CustomId(NO_GAME, 0, verb, (setting.name,)), options)


def _line(words: Words, setting: Setting[Any], value: str, defaults: Mapping[str, str]) -> str:
    """Name a setting and its value, and what applies where nothing is chosen."""
    name = words(f"settings.name.{setting.name}")
    if value == DEFAULT:
        default, label = bold(defaults[setting.name]), setting.label(words, value)
        return words("settings.line_by_default", name=name, value=default, choice=label)
    return words("settings.line", name=name, value=bold(setting.in_line(words, value)))


# -- commands ------------------------------------------------------------------------------


class _Choosing(Protocol):
    """A cog with commands that each read or change one setting."""

    async def choose(
        self, interaction: discord.Interaction, setting: Setting[Any], value: str | None
    ) -> None:
        """Change a setting, or show it (None)."""


def setting_command(setting: Setting[Any], prefix: str = "") -> AnyCommand:
    """Make a cog's command for a setting; ``prefix`` is that of its catalogue keys."""

    async def choose(
        self: _Choosing, interaction: discord.Interaction, value: str | None = None
    ) -> None:
        await self.choose(interaction, setting, value)

    # discord.py takes a function for a method by its qualified name.
    choose.__qualname__ = f"{_Choosing.__name__}.choose"
    app_commands.choices(value=setting.choices())(choose)
    key = f"{prefix}{setting.name}"
    return command(setting.name, key, value=(setting.name, f"{key}_option"))(choose)


async def _read_or_changed(
    cache: PreferenceCache[_T], owner: int, setting: Setting[_T], value: str | None
) -> _T:
    """Return the preferences, after a change unless the value is None."""
    if value is None:
        return await cache.get(owner)
    return await cache.change(owner, partial(setting.changed, value=value))


def _setting_of(click: Click, known: Mapping[str, Setting[_T]]) -> Setting[_T]:
    name = next(iter(click.meaning.args), "")
    if name not in known:
        raise BadCustomIdError("no such setting")
    return known[name]


class PersonalSettingsCog(BaseCog):
    """Reads and changes what a person chose."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts)
        self._notices = NoticeSettings(parts.preferences, parts.clock)

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

    @on(Verb.OWN_SETTING)
    async def _change(self, click: Click) -> None:
        setting = _setting_of(click, OF_PEOPLE)
        await click.defer()
        if setting in OF_NOTICES:
            await self._notices.choose(click.interaction, (setting, click.only))
        else:
            await self.choose(click.interaction, setting, click.only)

    async def choose(
        self,
        interaction: discord.Interaction,
        setting: Setting[PersonalPreferences],
        value: str | None,
    ) -> None:
        """Change a setting, or show it (None), with a sample; the interaction is deferred already.

        Raises:
            TableError: ``not_stored`` or ``not_read``.
            BadCustomIdError: it has no such value, or one that is not unlocked.
        """
        user_id = interaction.user.id
        locked: set[str] | None = None
        if setting in (THEME, *LOOKS):
            locked = await locked_looks(self.parts.store, self.parts.preferences, interaction)
        if setting in LOOKS and (locked is None or value in locked):
            raise BadCustomIdError("not unlocked")
        own = await _read_or_changed(self.parts.preferences.people, user_id, setting, value)
        # Backs and cloth are shown with the theme.
        setting = THEME if setting in LOOKS else setting
        reader = await self.parts.preferences.reader(interaction)
        words = reader.words
        defaults = {
            "theme": THEME.label(words, reader.theme),
            "language": language_name(words.locale),
        }
        about = f"settings.about.person.{setting.name}"
        lines = [
            _line(words, setting, setting.read(own), defaults),
            words(about, command=_command(words, setting)),
        ]
        sample = None
        lines += _card_names(words, setting)
        if setting is LANGUAGE:
            lines += _in_all_languages(interaction.user.display_name)
        elif setting is not SKILL:
            sample = await self.parts.pictures.figure(reader, sample_with_looks(locked))
        if setting is PICTURES and sample is None:
            lines.append(small(figure_alt(words, SAMPLE)))
        menus = [_menu(words, Verb.OWN_SETTING, setting, own)]
        if locked is not None:
            lines += look_lines(words, own, locked)
            menus += [
                _menu(words, Verb.OWN_SETTING, each, own, locked)
                for each in LOOKS
                if not locked.issuperset(each.values().keys() - {DEFAULT})
            ]
        await show(interaction, pictured(text(*lines), gallery(sample), *menus), sample)
        if value is not None:
            await self.parts.hands.refresh_person(self.parts.registry, user_id)


def _command(words: Words, setting: Setting[Any]) -> str:
    """The command that a sentence about a setting names."""
    return words.command(*(["stats"] if setting in (ACHIEVEMENTS, SKILL) else ["phase10", "table"]))


def _card_names(words: Words, setting: Setting[Any]) -> list[str]:
    """Explain the names of the cards of a theme with other cards."""
    if setting not in (THEME, SERVER_THEME) or not words.has("rules.cards"):
        return []
    return [f"{words('rules.cards')} {words('settings.other_card_names')}"]


def _in_all_languages(name: str) -> Iterator[str]:
    """Show a sentence of the table in each language."""
    for locale in languages():
        sentence = words_for(locale)("table.draw", name=escaped(name))
        yield small(f"{bold(language_name(locale))} · {sentence}")


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.default_permissions(manage_guild=True)
class SettingsCog(
    BaseCog,
    commands.GroupCog,
    group_name=localized("commands.settings.name"),
    group_description=localized("commands.settings.description"),
):
    """Reads and changes what a server chose, for its moderators."""

    async def interaction_check(self, interaction: discord.Interaction) -> bool:
        """Check the permission, since a server can give its commands to others."""
        check_manages_server(interaction)
        return True

    @command("show", "show_settings")
    async def show(self, interaction: discord.Interaction) -> None:
        """Show all that is set, with menus to change it."""
        server = await self.parts.preferences.servers.get(server_of(interaction))
        words = self.parts.preferences.words_of(interaction)
        await interaction.edit_original_response(view=self._panel(words, interaction, server))

    edition = setting_command(EDITION, "server_")
    length = setting_command(LENGTH, "server_")
    turn_limit = setting_command(TURN_LIMIT, "server_")
    language = setting_command(SERVER_LANGUAGE, "server_")
    theme = setting_command(SERVER_THEME, "server_")
    pings = setting_command(PINGS, "server_")
    animations = setting_command(ANIMATIONS, "server_")
    achievements = setting_command(SERVER_ACHIEVEMENTS, "server_")
    computers = setting_command(COMPUTERS, "server_")

    @command("channels", "server_channels", add="add", remove="remove", everywhere="everywhere")
    async def channels(
        self,
        interaction: discord.Interaction,
        add: PlayableChannel | None = None,
        remove: PlayableChannel | None = None,
        everywhere: bool = False,  # an option of the command
    ) -> None:
        """Choose where games may be played, or show it."""

        def changed(now: ServerPreferences) -> ServerPreferences:
            kept = () if everywhere else existing(interaction.guild, now.channels)
            if add is not None:
                kept = (*kept, add.id)
            return with_channels(now, tuple(x for x in kept if remove is None or x != remove.id))

        guild_id = server_of(interaction)
        if add is None and remove is None and not everywhere:
            server = await self.parts.preferences.servers.get(guild_id)
        else:
            server = await self.parts.preferences.servers.change(guild_id, changed)
        words = self.parts.preferences.words_of(interaction)
        line = channels_line(words, _with_existing(interaction, server))
        panel = said_panel(line, words("settings.about.server.channels"))
        await interaction.edit_original_response(view=panel)

    @command(
        "threads",
        "server_threads",
        where=("where", "threads_where"),
        channel=("channel", "threads_channel"),
    )
    @app_commands.choices(where=THREADS.choices())
    async def threads(
        self,
        interaction: discord.Interaction,
        where: str | None = None,
        channel: discord.TextChannel | None = None,
    ) -> None:
        """Choose whether every game gets a thread, and in which channel, or show it."""
        if channel is not None:
            guild, chosen = interaction.guild, str(channel.id)
            await self.parts.preferences.servers.change(
                interaction.guild_id or 0, lambda now: with_threads(guild, now, chosen)
            )
        await self.choose(interaction, THREADS, where if channel is None else None)

    @command(
        "announcements",
        "server_announcements",
        channel=("channel", "announcements_channel"),
        off=("off", "announcements_off"),
    )
    async def announcements(
        self,
        interaction: discord.Interaction,
        channel: discord.TextChannel | None = None,
        off: bool = False,  # an option of the command
    ) -> None:
        """Choose where champions are announced, or show it."""
        if channel is None and not off:
            server = await self.parts.preferences.servers.get(server_of(interaction))
        else:
            chosen = None if off or channel is None else str(channel.id)
            server = await self._announce_in(interaction, chosen)
        words = self.parts.preferences.words_of(interaction)
        line = announcements_line(words, _with_existing(interaction, server))
        panel = said_panel(line, words("settings.about.server.announcements"))
        await interaction.edit_original_response(view=panel)

    @command(
        "champion_role",
        "server_champion_role",
        role=("role", "champion_role_role"),
        off=("off", "champion_role_off"),
    )
    async def champion_role(
        self,
        interaction: discord.Interaction,
        role: discord.Role | None = None,
        off: bool = False,  # an option of the command
    ) -> None:
        """Choose the role of champions, or show it."""
        if role is None and not off:
            server = await self.parts.preferences.servers.get(server_of(interaction))
        else:
            chosen = None if off or role is None else str(role.id)
            server = await self._give_champions(interaction, chosen)
        words = self.parts.preferences.words_of(interaction)
        line = champion_role_line(words, _with_existing(interaction, server))
        panel = said_panel(line, words("settings.about.server.champion_role"))
        await interaction.edit_original_response(view=panel)

    async def _announce_in(
        self, interaction: discord.Interaction, value: str | None
    ) -> ServerPreferences:
        """Change the channel of announcements; None for none.

        Raises:
            CannotAnnounceError: the bot may not post there.
            TableError: the change is not stored.
            BadCustomIdError: there is no such channel.
        """
        channel = None if value is None else parse_announcing(interaction.guild, value)
        return await self._change_seasons(
            interaction, lambda now: replace(now, announcements=channel)
        )

    async def _give_champions(
        self, interaction: discord.Interaction, value: str | None
    ) -> ServerPreferences:
        """Change the role of champions; None for none.

        Raises:
            TableError: the bot may not give the role, or the change is not stored.
            BadCustomIdError: there is no such role.
        """
        role = None if value is None else parse_role(interaction.guild, value)
        return await self._change_seasons(interaction, lambda now: replace(now, champion_role=role))

    async def _change_seasons(
        self,
        interaction: discord.Interaction,
        change: Callable[[ServerPreferences], ServerPreferences],
    ) -> ServerPreferences:
        guild_id = server_of(interaction)
        server = await self.parts.preferences.servers.change(guild_id, change)
        self.parts.seasons.look_after(guild_id)
        return server

    async def choose(
        self,
        interaction: discord.Interaction,
        setting: Setting[ServerPreferences],
        value: str | None,
    ) -> None:
        """Change a setting, or show it (None); the interaction is deferred already.

        Raises:
            TableError: ``not_stored`` or ``not_read``.
            BadCustomIdError: it has no such value.
        """
        guild_id = server_of(interaction)
        server = await _read_or_changed(self.parts.preferences.servers, guild_id, setting, value)
        theme = server.theme or self.parts.preferences.default_theme
        words = self.parts.preferences.words_of(interaction, theme)
        lines = [
            _line(words, setting, setting.read(server), self._defaults(words, interaction)),
            words(f"settings.about.server.{setting.name}", command=words.command("stats")),
        ]
        lines += _card_names(words, setting)
        sample = None
        if setting is SERVER_THEME:
            person = await self.parts.preferences.person(interaction.user.id)
            sample = await self.parts.pictures.figure(Reader(words, theme, person.pictures), SAMPLE)
        await show(interaction, pictured(text(*lines), gallery(sample)), sample)
        if value is not None:
            self._show_changes(guild_id)

    @on(Verb.SETTING)
    async def _change(self, click: Click) -> None:
        check_manages_server(click.interaction)
        setting = _setting_of(click, OF_SERVERS)
        await self._store(click, partial(setting.changed, value=click.only))

    @on(Verb.CHANNELS)
    async def _choose_channels(self, click: Click) -> None:
        check_manages_server(click.interaction)
        channels = tuple(parse_channel(click.interaction.guild, each) for each in click.values)
        await self._store(click, lambda now: with_channels(now, channels))

    @on(Verb.THREADS)
    async def _choose_threads(self, click: Click) -> None:
        check_manages_server(click.interaction)
        guild, chosen = click.interaction.guild, next(iter(click.values), None)
        await self._store(click, lambda now: with_threads(guild, now, chosen))

    @on(Verb.ANNOUNCEMENTS)
    async def _choose_announcements(self, click: Click) -> None:
        check_manages_server(click.interaction)
        await click.defer()
        server = await self._announce_in(click.interaction, next(iter(click.values), None))
        await self._show_all(click, server)

    @on(Verb.CHAMPION_ROLE)
    async def _choose_champion_role(self, click: Click) -> None:
        check_manages_server(click.interaction)
        await click.defer()
        server = await self._give_champions(click.interaction, next(iter(click.values), None))
        await self._show_all(click, server)

    async def _store(
        self, click: Click, change: Callable[[ServerPreferences], ServerPreferences]
    ) -> None:
        await click.defer()
        server = await self.parts.preferences.servers.change(click.guild_id, change)
        await self._show_all(click, server)
        self._show_changes(click.guild_id)

    async def _show_all(self, click: Click, server: ServerPreferences) -> None:
        panel = self._panel(click.words, click.interaction, server)
        await click.interaction.edit_original_response(view=panel)

    def _show_changes(self, guild_id: int) -> None:
        """Update the lobbies and running games of a server."""
        for manager in self.parts.registry.busy_in(guild_id):
            self.parts.announcer.redraw(manager)

    def _panel(
        self, words: Words, interaction: discord.Interaction, server: ServerPreferences
    ) -> Panel:
        shown = _with_existing(interaction, server)
        return settings_panel(words, shown, self._defaults(words, interaction))

    def _defaults(self, words: Words, interaction: discord.Interaction) -> dict[str, str]:
        locale = self.parts.preferences.server_locale(interaction)
        return {
            "theme": SERVER_THEME.label(words, self.parts.preferences.default_theme),
            "language": language_name(words_for(locale).locale),
        }


def _with_existing(
    interaction: discord.Interaction, server: ServerPreferences
) -> ServerPreferences:
    """Return a server's preferences without channels and roles that were deleted."""
    guild, role = interaction.guild, server.champion_role

    def kept(channel: int | None, default: int | None) -> int | None:
        return channel if channel and existing(guild, [channel]) else default

    return replace(
        server,
        channels=existing(guild, server.channels),
        announcements=kept(server.announcements, None),
        threads=kept(server.threads, None if server.threads is None else HERE),
        champion_role=role if guild is None or (role and guild.get_role(role)) else None,
    )
