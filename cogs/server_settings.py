"""Settings of a server: one command, whose message has three pages of menus."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Annotated, Any

import discord
from discord import app_commands

from bot.i18n import Translator, language_name, short_language_name, words_for
from bot.preferences import HERE, ServerPreferences
from bot.render import DEFAULT_THEME
from bot.storage import members
from bot.table.errors import TableError, storing
from cogs.base.clicks import Click, on
from cogs.base.custom_ids import BadCustomIdError, CustomId, Verb, parse_known, parse_user
from cogs.base.errors import sentence
from cogs.base.permissions import (
    MOST_CHANNELS,
    PLAYABLE_TYPES,
    LacksPermissionsError,
    check_manages_server,
    check_may_announce,
    check_may_call_role,
    check_may_give_role,
    check_may_open_threads,
    existing,
    known_server_id,
)
from cogs.base.preferences import DisplayOptions
from cogs.base.screens import Button, Drawing, Part, PeopleMenu, Screen, menu_row
from cogs.base.slash_commands import command
from cogs.base.text import bold, small

from .services import BaseCog
from .setting_fields import (
    ANIMATIONS,
    COMPUTERS,
    DAILY_HOUR,
    EDITION,
    LENGTH,
    PINGS,
    SAMPLE,
    SERVER_ACHIEVEMENTS,
    SERVER_LANGUAGE,
    SERVER_THEME,
    THREADS,
    TURN_LIMIT,
    Setting,
    about_lines,
    named_line,
    parse_setting,
)

WRITTEN_TYPES = [discord.ChannelType.text, discord.ChannelType.news]  # can have threads
_MOST_DIGITS = 20
ServerChange = Callable[[ServerPreferences], ServerPreferences]


@dataclass(frozen=True)
class ChannelSetting:
    """A setting that is chosen from a menu of channels."""

    name: str  # the attribute of the preferences, also in catalogue keys
    verb: Verb
    check: Callable[[discord.Guild, Any], None]  # raises an error if the bot cannot use a channel
    types: Sequence[discord.ChannelType]
    most: int = 1
    nothing: str = "settings.none"  # the catalogue key of an empty choice
    otherwise: int | None = None  # the value of an empty choice, where ``most`` is 1

    def read(self, server: ServerPreferences) -> tuple[int, ...]:
        value = getattr(server, self.name)
        return tuple(filter(None, value if isinstance(value, tuple) else (value,)))

    def put(self, server: ServerPreferences, chosen: tuple[int, ...]) -> ServerPreferences:
        value = chosen if self.most > 1 else next(iter(chosen), self.otherwise)
        return replace(server, **{self.name: value})  # type: ignore[arg-type]

    def menu(self, words: Translator, server: ServerPreferences) -> ChannelMenu:
        return ChannelMenu(self, words(f"settings.choose_{self.name}"), self.read(server))

    def line(self, words: Translator, server: ServerPreferences) -> str:
        values = words.list([f"<#{each}>" for each in self.read(server)])
        return named_line(words, self.name, values or bold(words(self.nothing)))

    def problems(
        self, words: Translator, guild: discord.Guild, server: ServerPreferences
    ) -> Iterator[str]:
        for each in self.read(server):
            try:
                self.check(guild, guild.get_channel(each))
            except (LacksPermissionsError, TableError) as error:
                yield f"⚠️ {sentence(words, error)}"

    def change(self, guild: discord.Guild | None, values: Sequence[str]) -> ServerChange:
        """Return the change to these ids, which a client sent.

        Raises BadCustomIdError if there are too many, or one is no channel of this server and
        type; an error of ``check`` passes through.
        """
        if len(values) > self.most:
            raise BadCustomIdError(f"too many values of {self.name}")
        chosen = tuple(dict.fromkeys(self._checked(guild, each) for each in values))
        return lambda server: self.put(server, chosen)

    def _checked(self, guild: discord.Guild | None, value: str) -> int:
        known = value.isascii() and value.isdigit() and len(value) <= _MOST_DIGITS
        number = int(value) if known else 0
        channel = None if guild is None else guild.get_channel(number)
        if guild is None or channel is None or channel.type not in self.types:
            raise BadCustomIdError(f"no value of {self.name}")
        self.check(guild, channel)
        return channel.id


@dataclass(frozen=True)
class ChannelMenu:
    """A menu of channels, some of which are chosen."""

    pick: ChannelSetting
    placeholder: str
    chosen: tuple[int, ...]

    def item(self) -> discord.ui.ActionRow[Any]:
        kind = discord.SelectDefaultValueType.channel
        return menu_row(
            discord.ui.ChannelSelect,
            CustomId.of(self.pick.verb),
            self.placeholder,
            channel_types=list(self.pick.types),
            min_values=0,
            max_values=self.pick.most,
            default_values=[discord.SelectDefaultValue(id=each, type=kind) for each in self.chosen],
        )


@dataclass(frozen=True)
class RoleMenu:
    """A menu of roles, of which one may be chosen."""

    placeholder: str
    meaning: CustomId
    chosen: int | None

    def item(self) -> discord.ui.ActionRow[Any]:
        kind = discord.SelectDefaultValueType.role
        chosen = [] if self.chosen is None else [self.chosen]
        return menu_row(
            discord.ui.RoleSelect,
            self.meaning,
            self.placeholder,
            min_values=0,
            max_values=1,
            default_values=[discord.SelectDefaultValue(id=each, type=kind) for each in chosen],
        )


@dataclass(frozen=True)
class RoleSetting:
    """A setting that is chosen from a menu of roles."""

    name: str  # the attribute of the preferences, also in catalogue keys
    verb: Verb
    check: Callable[..., None]  # raises an error if the bot or the manager cannot use a role

    def find(self, guild: discord.Guild, server: ServerPreferences) -> discord.Role | None:
        return guild.get_role(getattr(server, self.name) or 0)

    def put(self, server: ServerPreferences, role: discord.Role | None) -> ServerPreferences:
        value = None if role is None else role.id
        return replace(server, **{self.name: value})  # type: ignore[arg-type]

    def menu(self, words: Translator, server: ServerPreferences) -> RoleMenu:
        name = words(f"settings.name.{self.name}")
        return RoleMenu(name, CustomId.of(self.verb), getattr(server, self.name))

    def line(self, words: Translator, server: ServerPreferences) -> str:
        """Name the role, as a filled menu does not say what it is for."""
        role = getattr(server, self.name)
        return named_line(words, self.name, f"<@&{role}>" if role else bold(words("settings.none")))

    def problems(
        self, words: Translator, guild: discord.Guild, server: ServerPreferences
    ) -> Iterator[str]:
        role = self.find(guild, server)
        if role is None:
            return
        try:
            self.check(guild, role)
        except (LacksPermissionsError, TableError) as error:
            yield f"⚠️ {sentence(words, error)}"

    def chosen(self, click: Click) -> discord.Role | None:
        """Return the role that the user chose and may choose; None if they took it away.

        Raises BadCustomIdError, or as ``check``.
        """
        guild = click.interaction.guild
        by = click.interaction.user
        if not click.values:
            return None
        role = None if guild is None else guild.get_role(parse_user(click.values[0]))
        if guild is None or role is None or not isinstance(by, discord.Member) or click.values[1:]:
            raise BadCustomIdError("not one role")
        self.check(guild, role, by)
        return role


CHANNELS = ChannelSetting(
    "channels",
    Verb.CHANNELS,
    lambda _guild, _channel: None,
    PLAYABLE_TYPES,
    MOST_CHANNELS,
    "settings.everywhere",
)
# Without a channel, threads are opened where the command was used.
THREADS_IN = ChannelSetting(
    "threads",
    Verb.THREADS,
    lambda _guild, channel: check_may_open_threads(channel),
    WRITTEN_TYPES,
    otherwise=HERE,
)
ANNOUNCEMENTS = ChannelSetting(
    "announcements", Verb.ANNOUNCEMENTS, check_may_announce, WRITTEN_TYPES
)
DAILY_POSTS = ChannelSetting("daily_posts", Verb.DAILY_POSTS, check_may_announce, WRITTEN_TYPES)
POSTS = (ANNOUNCEMENTS, DAILY_POSTS)

ROLES = {
    Verb.CHAMPIONS_ROLE: RoleSetting("champions_role", Verb.CHAMPIONS_ROLE, check_may_give_role),
    Verb.CALLED_ROLE: RoleSetting("called_role", Verb.CALLED_ROLE, check_may_call_role),
}
PEOPLE = "people"  # the page with people who are hidden from boards
MOST_HIDDEN = 25  # as many as a menu of Discord takes
ServerField = Setting[ServerPreferences] | ChannelSetting
PAGES: dict[str, tuple[ServerField, ...]] = {
    "game": (EDITION, LENGTH, TURN_LIMIT, COMPUTERS, PINGS),
    "look": (SERVER_LANGUAGE, SERVER_THEME, ANIMATIONS, SERVER_ACHIEVEMENTS),
    "channels": (CHANNELS, THREADS, THREADS_IN, ANNOUNCEMENTS, DAILY_POSTS, DAILY_HOUR),
    PEOPLE: (),
}
_FIELDS = [field for page in PAGES.values() for field in page]
OF_SERVERS = {field.name: field for field in _FIELDS if isinstance(field, Setting)}
PICKS = {field.verb: field for field in _FIELDS if isinstance(field, ChannelSetting)}


def settings_screen(  # noqa: PLR0913  # what is set, and the page that shows it
    words: Translator,
    server: ServerPreferences,
    defaults: Mapping[str, str],
    *,
    page: str = "game",
    explained: Sequence[str] = (),
    sample: Drawing | None = None,
    problems: Iterable[str] = (),
    hidden: Sequence[int] = (),
) -> Screen:
    """Build a page of a server's settings, with explanations of those with the names ``explained``.

    All channels of ``server`` exist. ``defaults`` has the labels of default values by the name of
    the setting. ``problems`` are sentences.
    """
    lines = [f"### {words('settings.title')}"]
    for name in explained:
        lines += about_lines(words, "server", name)
    if not explained:
        lines.append(small(words("settings.title_more")))
    lines += problems
    controls: list[Part] = []
    for field in PAGES[page]:
        if isinstance(field, Setting):
            controls.append(field.menu(words, Verb.SETTING, server, defaults))
            continue
        # The menu of threads above that of their channel says both.
        controls += [] if field.name in OF_SERVERS else [field.line(words, server)]
        controls.append(field.menu(words, server))
    if page == PEOPLE:
        controls += _hidden_people(words, hidden)
        for role in ROLES.values():
            controls += [role.line(words, server), role.menu(words, server)]
    turns = [
        Button(
            words(f"settings.page.{name}"),
            CustomId.of(Verb.SETTINGS_PAGE, name),
            disabled=name == page,
        )
        for name in PAGES
    ]
    turns.append(Button(words("settings.explain"), CustomId.of(Verb.SETTINGS_EXPLAINED, page)))
    return Screen.of(lines, *controls, turns, drawings=[sample])


def _hidden_people(words: Translator, hidden: Sequence[int]) -> list[Part]:
    people = words.list([f"<@{each}>" for each in hidden]) or bold(words("settings.nobody"))
    chosen = tuple(hidden[:MOST_HIDDEN])
    menu = PeopleMenu(words("settings.name.hidden"), CustomId.of(Verb.HIDE), MOST_HIDDEN, chosen)
    return [named_line(words, "hidden", people), menu]


ServerSetting = Annotated[Setting[ServerPreferences], partial(parse_setting, known=OF_SERVERS)]
PageName = Annotated[str, partial(parse_known, known=PAGES)]


class ServerSettingsCog(BaseCog):
    """Shows and changes the settings of a server, for its moderators."""

    @command("settings")
    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True, users=False)
    @app_commands.default_permissions(manage_guild=True)
    async def settings(self, interaction: discord.Interaction) -> None:
        # A server can give its commands to other members.
        check_manages_server(interaction)
        await self._show(interaction, await self._server(interaction))

    @on(Verb.SETTINGS_PAGE)
    async def _turn(self, click: Click, page: PageName) -> None:
        check_manages_server(click.interaction)
        await click.defer()
        server = await self._server(click.interaction)
        await self._show(click.interaction, server, page)

    @on(Verb.SETTINGS_EXPLAINED)
    async def _explain(self, click: Click, page: PageName) -> None:
        check_manages_server(click.interaction)
        await click.defer()
        server = await self._server(click.interaction)
        names = [field.name for field in PAGES[page]]
        # The two menus of threads have one explanation.
        roles = [role.name for role in ROLES.values()]
        shown = dict.fromkeys(names + (["hidden", *roles] if page == PEOPLE else []))
        await self._show(click.interaction, server, page, *shown)

    @on(Verb.SETTING)
    async def _choose(self, click: Click, setting: ServerSetting) -> None:
        check_manages_server(click.interaction)
        await self._change(click, setting, partial(setting.changed, value=click.chosen))

    @on(*PICKS)
    async def _pick(self, click: Click) -> None:
        check_manages_server(click.interaction)
        pick = PICKS[click.meaning.verb]
        change = pick.change(click.interaction.guild, click.values)
        if pick not in POSTS:
            await self._change(click, pick, change)
            return

        def change_both(server: ServerPreferences) -> ServerPreferences:
            return replace(change(server), posts_locale=click.words.locale)

        await self._change(click, pick, change_both)

    @on(Verb.HIDE)
    async def _hide(self, click: Click) -> None:
        """Hide the chosen people, and no others, from the boards of the server."""
        check_manages_server(click.interaction)
        if len(click.values) > MOST_HIDDEN:
            raise BadCustomIdError("too many people")
        people = set(map(parse_user, click.values))
        await click.defer()
        with storing():
            await self.services.store.write(members.hide_members, click.guild_id, people)
        server = await self._server(click.interaction)
        await self._show(click.interaction, server, PEOPLE, "hidden")

    @on(*ROLES)
    async def _choose_role(self, click: Click) -> None:
        check_manages_server(click.interaction)
        setting = ROLES[click.meaning.verb]
        role = setting.chosen(click)
        await click.defer()
        server = await self._server(click.interaction, partial(setting.put, role=role))
        await self._show(click.interaction, server, PEOPLE, setting.name)

    async def _change(self, click: Click, field: ServerField, change: ServerChange) -> None:
        await click.defer()
        server = await self._server(click.interaction, change)
        page = next(name for name, fields in PAGES.items() if field in fields)
        await self._show(click.interaction, server, page, field.name)

    async def _show(
        self,
        interaction: discord.Interaction,
        server: ServerPreferences,
        page: str = "game",
        *explained: str,
    ) -> None:
        preferences = self.services.preferences
        sample = None
        theme = server.theme or DEFAULT_THEME
        words = preferences.translator(interaction, theme)
        reader = DisplayOptions(words, theme, pictures=False, user_id=interaction.user.id)
        if SERVER_THEME in PAGES[page]:
            person = await preferences.person(interaction.user.id)
            reader = replace(reader, pictures=person.pictures)
            sample = self.services.pictures(reader).figure(SAMPLE)
        guild = interaction.guild
        chosen = preferences.chosen_locale(guild, interaction.guild_locale)
        openers = words("settings.openers_language")
        defaults = {
            "theme": SERVER_THEME.label(words, DEFAULT_THEME),
            "language": short_language_name(words_for(chosen).locale) if chosen else openers,
        }
        server = _with_existing(interaction, server)
        picks = [field for field in PAGES[page] if isinstance(field, ChannelSetting)]
        problems = [pick.problems(words, guild, server) for pick in picks if guild is not None]
        if any(pick in POSTS and pick.read(server) for pick in picks):
            problems.append(_language_of_posts(words, server, chosen))
        hidden: list[int] = []
        if page == PEOPLE:
            hidden = await self.look_up(members.hidden_members, known_server_id(interaction))
            problems += [role.problems(words, guild, server) for role in ROLES.values() if guild]
        screen = settings_screen(
            words,
            server,
            defaults,
            page=page,
            explained=explained,
            sample=sample,
            problems=chain.from_iterable(problems),
            hidden=hidden,
        )
        await self.show(interaction, screen)

    async def _server(
        self, interaction: discord.Interaction, change: ServerChange | None = None
    ) -> ServerPreferences:
        guild_id = known_server_id(interaction)
        servers = self.services.preferences.servers
        if change is None:
            return await servers.get(guild_id)
        server = await servers.change(guild_id, change)
        for manager in self.services.registry.busy_in(guild_id):
            self.services.announcer.redraw(manager)
        self.services.announcements.look_after(guild_id)
        return server


def _with_existing(
    interaction: discord.Interaction, server: ServerPreferences
) -> ServerPreferences:
    """Return a server's preferences without deleted channels and roles."""
    guild = interaction.guild
    for role in ROLES.values():
        if guild is not None and role.find(guild, server) is None:
            server = role.put(server, None)
    for setting in PICKS.values():
        if chosen := setting.read(server):
            server = setting.put(server, existing(interaction.guild, chosen))
    return server


def _language_of_posts(
    words: Translator, server: ServerPreferences, chosen: str | None
) -> Iterator[str]:
    """Name the language of posts where nobody chose one, and how to choose."""
    if server.locale is None and chosen is None:
        language = language_name(words_for(server.posts_locale).locale)
        yield small(words("settings.posts_language", language=bold(language)))
