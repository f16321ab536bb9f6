"""Settings of a server: one command, whose message has three pages of menus."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Annotated, Any, ClassVar

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
    CannotOpenThreadsError,
    LacksPermissionsError,
    check_manages_server,
    check_may_announce,
    check_may_call_role,
    check_may_give_role,
    check_may_open_threads,
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

WRITTEN_TYPES = (discord.ChannelType.text, discord.ChannelType.news)  # can have threads
ServerChange = Callable[[ServerPreferences], ServerPreferences]


@dataclass(frozen=True)
class PickSetting(ABC):
    """A setting that is chosen from a menu of channels or roles."""

    name: str  # the attribute of the preferences, also in catalogue keys
    verb: Verb
    # Raises an error if the bot cannot use a channel or role, or the person who chooses a role.
    check: Callable[..., None]
    most: int = 1
    nothing: str = "settings.none"  # the catalogue key of an empty choice
    otherwise: int | None = None  # the value of an empty choice, where ``most`` is 1
    placeholder: ClassVar[str]  # the catalogue key of the closed menu, with a field for the name
    kind: ClassVar[discord.SelectDefaultValueType]

    @abstractmethod
    def find(self, guild: discord.Guild, number: int) -> Any:  # noqa: ANN401  # a channel or role
        """Return what has this id; None if the server has nothing of it that may be chosen."""

    @abstractmethod
    def mention(self, number: int) -> str: ...

    @abstractmethod
    def select(self, **options: Any) -> discord.ui.Item[Any]:  # noqa: ANN401
        """Make the menu with these options."""

    def menu(self, words: Translator, server: ServerPreferences) -> PickMenu:
        return PickMenu(self, words(self.placeholder.format(self.name)), self.read(server))

    def read(self, server: ServerPreferences) -> tuple[int, ...]:
        value = getattr(server, self.name)
        return tuple(filter(None, value if isinstance(value, tuple) else (value,)))

    def put(self, server: ServerPreferences, chosen: tuple[int, ...]) -> ServerPreferences:
        value = chosen if self.most > 1 else next(iter(chosen), self.otherwise)
        return replace(server, **{self.name: value})  # type: ignore[arg-type]

    def line(self, words: Translator, server: ServerPreferences) -> str:
        values = words.list([self.mention(each) for each in self.read(server)])
        return named_line(words, self.name, values or bold(words(self.nothing)))

    def problems(
        self, words: Translator, guild: discord.Guild, server: ServerPreferences
    ) -> Iterator[str]:
        for each in self.read(server):
            try:
                self.check(guild, self.find(guild, each))
            except (LacksPermissionsError, TableError) as error:
                yield f"⚠️ {sentence(words, error)}"

    def change(
        self, guild: discord.Guild | None, by: discord.abc.User, values: Sequence[str]
    ) -> ServerChange:
        """Return the change to these ids, which a client sent.

        Raises BadCustomIdError if there are too many, or one is nothing that may be chosen here;
        an error of ``check`` passes through.
        """
        if len(values) > self.most:
            raise BadCustomIdError(f"too many values of {self.name}")
        chosen = tuple(dict.fromkeys(map(parse_user, values)))
        for each in chosen:
            found = None if guild is None else self.find(guild, each)
            if guild is None or found is None:
                raise BadCustomIdError(f"no value of {self.name}")
            self.check_chosen(guild, found, by)
        return lambda server: self.put(server, chosen)

    def check_chosen(self, guild: discord.Guild, found: Any, _by: discord.abc.User) -> None:  # noqa: ANN401
        self.check(guild, found)


@dataclass(frozen=True)
class ChannelSetting(PickSetting):
    """A setting that is chosen from a menu of channels."""

    types: Sequence[discord.ChannelType] = WRITTEN_TYPES
    placeholder = "settings.choose_{}"
    kind = discord.SelectDefaultValueType.channel

    def find(self, guild: discord.Guild, number: int) -> discord.abc.GuildChannel | None:
        channel = guild.get_channel(number)
        return channel if channel is not None and channel.type in self.types else None

    def mention(self, number: int) -> str:
        return f"<#{number}>"

    def select(self, **options: Any) -> discord.ui.Item[Any]:  # noqa: ANN401
        return discord.ui.ChannelSelect(channel_types=list(self.types), **options)


@dataclass(frozen=True)
class RoleSetting(PickSetting):
    """A setting that is chosen from a menu of roles."""

    placeholder = "settings.name.{}"
    kind = discord.SelectDefaultValueType.role

    def find(self, guild: discord.Guild, number: int) -> discord.Role | None:
        return guild.get_role(number)

    def mention(self, number: int) -> str:
        return f"<@&{number}>"

    def select(self, **options: Any) -> discord.ui.Item[Any]:  # noqa: ANN401
        return discord.ui.RoleSelect(**options)

    def check_chosen(self, guild: discord.Guild, found: discord.Role, by: discord.abc.User) -> None:
        self.check(guild, found, by)


@dataclass(frozen=True)
class PickMenu:
    """A menu of channels or roles, some of which are chosen."""

    pick: PickSetting
    placeholder: str
    chosen: tuple[int, ...]

    def item(self) -> discord.ui.ActionRow[Any]:
        kind = self.pick.kind
        return menu_row(
            self.pick.select,
            CustomId.of(self.pick.verb),
            self.placeholder,
            min_values=0,
            max_values=self.pick.most,
            default_values=[discord.SelectDefaultValue(id=each, type=kind) for each in self.chosen],
        )


CHANNELS = ChannelSetting(
    "channels",
    Verb.CHANNELS,
    lambda _guild, _channel: None,
    most=MOST_CHANNELS,
    nothing="settings.everywhere",
    types=PLAYABLE_TYPES,
)
# Without a channel, threads are opened where the command was used.
THREADS_IN = ChannelSetting(
    "threads",
    Verb.THREADS,
    lambda _guild, channel: check_may_open_threads(channel),
    otherwise=HERE,
)
ANNOUNCEMENTS = ChannelSetting("announcements", Verb.ANNOUNCEMENTS, check_may_announce)
DAILY_POSTS = ChannelSetting("daily_posts", Verb.DAILY_POSTS, check_may_announce)
POSTS = (ANNOUNCEMENTS, DAILY_POSTS)
CHAMPIONS_ROLE = RoleSetting("champions_role", Verb.CHAMPIONS_ROLE, check_may_give_role)
CALLED_ROLE = RoleSetting("called_role", Verb.CALLED_ROLE, check_may_call_role)
PEOPLE = "people"  # the page with people who are hidden from boards
MOST_HIDDEN = 25  # as many as a menu of Discord takes
ServerField = Setting[ServerPreferences] | PickSetting
PAGES: dict[str, tuple[ServerField, ...]] = {
    "game": (EDITION, LENGTH, TURN_LIMIT, COMPUTERS, PINGS),
    "look": (SERVER_LANGUAGE, SERVER_THEME, ANIMATIONS, SERVER_ACHIEVEMENTS),
    "channels": (CHANNELS, THREADS, THREADS_IN, ANNOUNCEMENTS, DAILY_POSTS, DAILY_HOUR),
    PEOPLE: (CHAMPIONS_ROLE, CALLED_ROLE),
}
_FIELDS = [field for page in PAGES.values() for field in page]
OF_SERVERS = {field.name: field for field in _FIELDS if isinstance(field, Setting)}
PICKS = {field.verb: field for field in _FIELDS if isinstance(field, PickSetting)}


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
    controls: list[Part] = [*_hidden_people(words, hidden)] if page == PEOPLE else []
    for field in PAGES[page]:
        if isinstance(field, Setting):
            controls.append(field.menu(words, Verb.SETTING, server, defaults))
            continue
        # The menu of threads above that of their channel says both.
        controls += [] if field.name in OF_SERVERS else [field.line(words, server)]
        controls.append(field.menu(words, server))
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
        names = ["hidden"] if page == PEOPLE else []
        # The two menus of threads have one explanation.
        shown = dict.fromkeys(names + [field.name for field in PAGES[page]])
        await self._show(click.interaction, server, page, *shown)

    @on(Verb.SETTING)
    async def _choose(self, click: Click, setting: ServerSetting) -> None:
        check_manages_server(click.interaction)
        await self._change(click, setting, partial(setting.changed, value=click.chosen))

    @on(*PICKS)
    async def _pick(self, click: Click) -> None:
        check_manages_server(click.interaction)
        pick = PICKS[click.meaning.verb]
        change = pick.change(click.interaction.guild, click.interaction.user, click.values)
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
        picks = [field for field in PAGES[page] if isinstance(field, PickSetting)]
        problems = [pick.problems(words, guild, server) for pick in picks if guild is not None]
        if THREADS in PAGES[page]:
            problems.append(_refused_threads(words, interaction, server))
        if any(pick in POSTS and pick.read(server) for pick in picks):
            problems.append(_language_of_posts(words, server, chosen))
        hidden: list[int] = []
        if page == PEOPLE:
            hidden = await self.look_up(members.hidden_members, known_server_id(interaction))
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


def _refused_threads(
    words: Translator, interaction: discord.Interaction, server: ServerPreferences
) -> Iterator[str]:
    """Say where no threads can be opened, if tables open in threads where a command is used.

    These are the channels chosen for games, else the one in which the settings are shown.
    """
    guild = interaction.guild
    if guild is None or server.threads != HERE:
        return
    channel = interaction.channel
    here = channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id
    refused: dict[tuple[str, ...], list[str]] = {}
    for number in server.channels or (here or 0,):
        place = guild.get_channel(number)
        if not isinstance(place, discord.TextChannel):
            continue
        try:
            check_may_open_threads(place)
        except CannotOpenThreadsError as error:
            refused.setdefault(error.missing, []).append(place.mention)
    for missing, places in refused.items():
        names = [words(f"errors.permission.{name}") for name in missing]
        channels = words.list(places)
        yield words("settings.threads_refused", channels=channels, permissions=words.list(names))


def _with_existing(
    interaction: discord.Interaction, server: ServerPreferences
) -> ServerPreferences:
    """Return a server's preferences without deleted channels and roles."""
    guild = interaction.guild
    for setting in PICKS.values():
        if guild is not None and (chosen := setting.read(server)):
            there = tuple(each for each in chosen if setting.find(guild, each) is not None)
            server = setting.put(server, there)
    return server


def _language_of_posts(
    words: Translator, server: ServerPreferences, chosen: str | None
) -> Iterator[str]:
    """Name the language of posts where nobody chose one, and how to choose."""
    if server.locale is None and chosen is None:
        language = language_name(words_for(server.posts_locale).locale)
        yield small(words("settings.posts_language", language=bold(language)))
