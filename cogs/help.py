"""Help: games that wait for the user, ways to play, commands, and lists of games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import discord

from bot.core.states import AnyRules, AnyView
from bot.i18n import Translator
from bot.i18n.rulesets import title
from bot.preferences import ServerPreferences
from bot.seating import Lobby
from bot.storage.games import deserted
from bot.table import lobbies
from bot.table.errors import TableError
from bot.table.lobbies import host_name, seat_in
from bot.table.manager import GameManager
from bot.table.registry import GameRegistry
from bot.table.timing import DESERTED
from cogs.base.clicks import Click, Where, on
from cogs.base.custom_ids import NO_GAME, CustomId, Verb
from cogs.base.errors import missing_permission_text, sentence
from cogs.base.permissions import (
    are_threads_wanted,
    check_in_server,
    check_may_play_here,
    check_may_play_in,
    known_server_id,
    may_see,
    may_use,
    thread_parent,
)
from cogs.base.screens import (
    PRIMARY,
    Button,
    Drawing,
    PageNumber,
    Part,
    Screen,
    page_at,
    page_lines,
    turn_buttons,
)
from cogs.base.slash_commands import command
from cogs.base.text import bold, escaped, relative, small
from cogs.pages.lobby_page import joined_line
from cogs.pages.table_page import back_button, hand_button, table_link, table_place, waiting_lines

from .dice import dice_button
from .guided import guided_button
from .lobby import open_lobby, play_button
from .services import BaseCog
from .solo import solo_button, solo_rules
from .stats import own_achievements_button
from .table import ask_button

GAMES = 5  # games on a page
MOST_WAITING = 3  # games with a button that wait for the user; the list of games has all
_PHASE10 = (
    *("play", "solo", "daily", "hand", "table", "games", "rules", "history"),
    *("sheet", "preferences", "help"),
)
COMMANDS = (
    *(("phase10", name) for name in _PHASE10),
    *(("leaderboard",), ("stats",)),
    *(("privacy", "privacy_export"), ("privacy", "privacy_delete")),
)
"""The commands that everybody may use, by the catalogue's names of group and command."""
OF_MANAGERS = (("settings",), ("cup", "cup_open"))  # who may manage the server


def games_screen(
    words: Translator,
    games: Sequence[Callable[[], Iterable[Part]]],
    number: int,
    notices: Sequence[str] = (),
) -> Screen:
    """Build a page of games below notices; a number beyond the last page means the last one."""
    page = page_at(number, GAMES, len(games))
    items: list[Part] = []
    for game in games[page.first : page.end]:
        items += game()
    if lines := page_lines(words, page):
        buttons = turn_buttons(words, page, Verb.GAMES_PAGE)
        items += ["\n".join(lines), buttons]
    return Screen.of([f"### {words('help.tables.title')}", *notices], *items)


def no_games_screen(
    words: Translator,
    notices: Sequence[str] = (),
    solo: AnyRules | None = None,
    *,
    in_server: bool,
) -> Screen:
    ways = [solo_button(words, solo), *([play_button(words)] if in_server else [])]
    return Screen.of([*notices, words("help.tables.none")], ways)


def own_game_items(
    words: Translator, user_id: int, manager: GameManager, place: str
) -> Iterator[Part]:
    lobby = manager.lobby
    if lobby is not None:
        parts = [title(words, lobby.rules), words.plural("help.mine.lobby", len(lobby.seats))]
        parts += _begins(words, lobby)
        if lobby.host_id == user_id and lobby.begins_at is None:
            parts.append(bold(words("help.mine.you_start")))
        yield f"{bold(place)}\n{' · '.join(parts)}"
        yield [table_link(words, manager)]
        return
    yield f"{bold(place)}\n{' · '.join(_own_game_parts(words, user_id, manager))}"
    # There is no message of a private table.
    links = [] if manager.is_private else [table_link(words, manager)]
    yield [hand_button(words, manager), *links]


def _begins(words: Translator, lobby: Lobby) -> list[str]:
    """Say when a game begins by appointment."""
    if lobby.begins_at is None:
        return []
    return [words("help.mine.begins", when=relative(lobby.begins_at))]


def _own_game_parts(words: Translator, user_id: int, manager: GameManager) -> Iterator[str]:
    view = manager.view(None)
    seat = manager.find_seat(user_id)
    assert seat is not None, "it is one of this person's games"
    yield title(words, view.rules)
    phase = _phase_number(view, seat)
    if phase is not None:
        yield words("help.mine.phase", number=words.number(phase))
    yield _own_turn(words, manager, seat, user_id)
    yield from _until(words, manager, view, user_id)


def _phase_number(view: AnyView, seat: int) -> int | None:
    field = "next_phase" if view.turn is None else "trying"
    phase: int | None = getattr(view.seats[seat], field, None)  # dice have no hands
    return phase


def _own_turn(words: Translator, manager: GameManager, seat: int, user_id: int) -> str:
    if manager.game.table.occupants[seat].away and not manager.game.paused:
        return words("help.mine.stood_in")
    if manager.waits_for(user_id):
        key = "help.mine.your_ready" if seat in manager.game.awaited else "help.mine.your_turn"
        return bold(words(key))
    return _whose_turn(words, manager)


def _whose_turn(words: Translator, manager: GameManager) -> str:
    view = manager.view(None)
    if manager.game.paused:
        return " ".join(waiting_lines(words, manager.game))
    if view.turn is None:
        return words("help.mine.between")
    return words("help.mine.turn_of", name=escaped(view.seats[view.turn].name))


def _until(words: Translator, manager: GameManager, view: AnyView, user_id: int) -> Iterator[str]:
    if manager.game.holiday is not None:
        yield from waiting_lines(words, manager.game, user_id)
    if view.turn is not None and manager.game.deadline is not None:
        yield words("help.mine.until", when=relative(manager.game.deadline))


def visible_tables(interaction: discord.Interaction, registry: GameRegistry) -> list[GameManager]:
    """Return the tables of a server that its member can see or left, open lobbies first."""
    user_id = interaction.user.id
    tables = [
        table
        for table in registry.busy_in(known_server_id(interaction))
        if not table.is_private
        and not table.has_seat(user_id)
        and may_see(interaction, table.channel_id)
    ]
    return sorted(tables, key=lambda table: table.lobby is None)


def table_items(
    words: Translator, interaction: discord.Interaction, manager: GameManager, page: int, now: float
) -> Iterator[Part]:
    """Describe a table, and build its reader's buttons; ``page`` is shown again after joining."""
    place = bold(f"<#{manager.channel_id}>")
    user_id = interaction.user.id
    lobby = manager.lobby
    if lobby is not None:
        names = " · ".join(escaped(seat.name) for seat in lobby.seats)
        parts = [title(words, lobby.rules), words.plural("help.mine.lobby", len(lobby.seats))]
        parts += _begins(words, lobby)
        kept = [guest for guest in lobby.invited(now) if guest.user_id != user_id]
        free = lobby.rules.max_players - len(lobby.seats) - len(kept)
        parts.append(
            words.plural("help.tables.free", free) if free > 0 else words("help.tables.full")
        )
        yield "\n".join((place, " · ".join(parts), names))
        buttons = [table_link(words, manager)]
        joins = free > 0 and seat_in(lobby, user_id) is None
        if joins and may_use(interaction, manager.channel_id):
            join = CustomId(lobby.lobby_id, 0, Verb.TABLES_JOIN, (str(page),))
            buttons.insert(0, Button(words("lobby.join"), join, PRIMARY))
        yield buttons
        return
    view = manager.view(None)
    game_id = manager.game.table.game_id
    parts = [
        title(words, view.rules),
        _whose_turn(words, manager),
        *_until(words, manager, view, user_id),
    ]
    yield "\n".join((place, " · ".join(parts), " · ".join(_players(words, manager))))
    back = [back_button(words, game_id)] if manager.has_left(user_id) else []
    ask = [ask_button(words, game_id)] if manager.may_ask_for_seat(user_id) else []
    yield [*back, *ask, table_link(words, manager)]


def _players(words: Translator, manager: GameManager) -> Iterator[str]:
    occupants = manager.game.table.occupants
    view = manager.view(None)
    for seat, occupant in enumerate(occupants):
        name = escaped(view.seats[seat].name)
        if occupant.is_computer:
            name = words("terms.marked", name=name, mark=words("terms.computer"))
        phase = _phase_number(view, seat)
        if phase is not None:
            name = words("help.tables.on_phase", name=name, phase=words.number(phase))
        yield name


def game_place(words: Translator, interaction: discord.Interaction, game: GameManager) -> str:
    """Name the channel and server of a user's game, or call it their solo game."""
    return words("solo.mine") if game.is_private else table_place(interaction.client, game)


@dataclass(frozen=True)
class HelpSituation:
    """The facts that decide what a person can do in a channel."""

    manager: GameManager
    waiting: Sequence[tuple[str, GameManager]] = ()  # the places and games that wait for the person
    obstacle: str = ""  # the sentence about what prevents a table here; may be empty
    in_server: bool = True  # whether the bot is a member of the server
    computers: bool = True  # whether the server allows computer players
    solo: AnyRules | None = None  # of the game that *Play now* begins
    threads: bool = True  # whether another table can be opened in a thread


def obstacle_in(
    words: Translator,
    interaction: discord.Interaction,
    manager: GameManager,
    server: ServerPreferences,
) -> str:
    """Say what prevents a table in a channel, the bot's permissions first; may be empty."""
    obstacle = missing_permission_text(words, interaction, begun=manager.running)
    parent = thread_parent(interaction, server)
    try:
        check_in_server(interaction)
        if server.threads is None or parent is None:
            check_may_play_here(interaction, server)
        else:
            check_may_play_in(parent.guild, server, parent.id)
    except TableError as error:
        obstacle = obstacle or ("" if manager.running else sentence(words, error) or "")
    return obstacle


def help_screen(
    words: Translator, situation: HelpSituation, drawing: Drawing | None = None
) -> Screen:
    lines = [f"### {words('help.title')}", words("help.about"), *_lines(words, situation)]
    waiting = [
        hand_button(words, game, "help.play_solo" if game.is_private else "help.play", green=True)
        for _, game in situation.waiting
    ]
    rows = waiting, [*_ways_to_play(words, situation)], [*_more(words, situation)]
    return Screen.of(lines, *rows, drawings=[drawing])


def _lines(words: Translator, situation: HelpSituation) -> Iterator[str]:
    for place, _ in situation.waiting:
        yield bold(words("help.waits", place=place))
    if situation.in_server and situation.obstacle:
        yield situation.obstacle
    elif situation.manager.lobby is not None:
        yield words("help.table_open")
    elif situation.manager.running:
        yield words("help.table_running")


def _ways_to_play(words: Translator, situation: HelpSituation) -> Iterator[Button]:
    manager = situation.manager
    if situation.computers:
        yield solo_button(words, situation.solo, green=not situation.waiting)
    yield Button(words("daily.shown.title"), CustomId.of(Verb.DAILY), PRIMARY)
    yield dice_button(words)
    yield Button(words("table.scores_title"), CustomId.of(Verb.SHEET))
    taken = manager.running or manager.lobby is not None
    if situation.in_server and not situation.obstacle and (situation.threads or not taken):
        yield play_button(words)
    if taken:
        yield table_link(words, manager)


def _more(words: Translator, situation: HelpSituation) -> Iterator[Button]:
    game = situation.manager.game.table.game_id if situation.manager.running else NO_GAME
    yield guided_button(words, "help.learn")
    yield Button(words("table.rules"), CustomId(game, 0, Verb.RULES))
    yield Button(words("help.tables.title"), CustomId.of(Verb.GAMES))
    if situation.in_server:
        yield own_achievements_button(words)
    yield Button(words("help.commands"), CustomId.of(Verb.COMMANDS))


def commands_screen(words: Translator, *, manages: bool) -> Screen:
    lines = [
        f"`{words.command(*names)}` {words(f'commands.{names[-1]}.description')}"
        for names in (*COMMANDS, *(OF_MANAGERS if manages else ()))
    ]
    lines.append(f"`{words('commands.play_with.menu')}` {words('commands.play_with.description')}")
    return Screen.of([f"### {words('help.commands')}", *lines])


class HelpCog(BaseCog):
    """Shows the ways to play here, the user's games, and the tables of a server."""

    @command("help")
    async def help(self, interaction: discord.Interaction) -> None:
        services = self.services
        user_id = interaction.user.id
        reader = await services.preferences.reader(interaction)
        words = reader.words
        manager = services.manager_here(interaction)
        server = await services.preferences.server(known_server_id(interaction))
        parent = thread_parent(interaction, server)
        waiting = [game for game in await services.own_games(user_id) if game.waits_for(user_id)]
        situation = HelpSituation(
            manager,
            [(game_place(words, interaction, game), game) for game in waiting[:MOST_WAITING]],
            obstacle_in(words, interaction, manager, server),
            bool(known_server_id(interaction)),
            server.computers,
            await solo_rules(services, interaction, server),
            parent is not None and are_threads_wanted(parent),
        )
        drawing = services.pictures(reader).figure("turn")
        await self.show(interaction, help_screen(words, situation, drawing))

    @on(Verb.COMMANDS)
    async def _list_commands(self, click: Click) -> None:
        manages = click.interaction.permissions.manage_guild
        await click.reply(commands_screen(click.words, manages=manages))

    @command("games")
    async def games(self, interaction: discord.Interaction) -> None:
        await self._show(interaction)

    async def _show(
        self, interaction: discord.Interaction, number: int = 0, notice: str = ""
    ) -> None:
        """Show a page of games; those that wait for the user come first."""
        words = self.services.preferences.translator(interaction)
        user_id = interaction.user.id
        own = await self.services.own_games(user_id)
        entries: list[Callable[[], Iterable[Part]]] = [
            partial(own_game_items, words, user_id, game, game_place(words, interaction, game))
            for game in own
        ]
        in_server = bool(known_server_id(interaction))
        if in_server:
            tables = visible_tables(interaction, self.services.registry)
            now = self.services.clock.now()
            describe = partial(table_items, words, interaction, page=number, now=now)
            entries += [partial(describe, each) for each in tables]
        notices = [notice] if notice else await self._deserted(interaction, words)
        if entries:
            await self.show(interaction, games_screen(words, entries, number, notices))
        else:
            server = await self.services.preferences.server(known_server_id(interaction))
            solo = await solo_rules(self.services, interaction, server)
            screen = no_games_screen(words, notices, solo, in_server=in_server)
            await self.show(interaction, screen)

    async def _deserted(self, interaction: discord.Interaction, words: Translator) -> list[str]:
        """Say which games of the user ended lately because nobody acted in them."""
        since = self.services.clock.now() - DESERTED
        ended = await self.look_up(deserted, interaction.user.id, since)
        lines = []
        for table, ended_at in ended[:MOST_WAITING]:
            place = (
                words("solo.mine") if table.is_private else table_place(interaction.client, table)
            )
            lines.append(small(words("help.mine.deserted", place=place, when=relative(ended_at))))
        return lines

    @on(Verb.DISMISS)
    async def _dismiss(self, click: Click) -> None:
        await click.replace(Screen.of([click.words("help.unchanged")]))

    @on(Verb.GAMES)
    async def _open(self, click: Click) -> None:
        await click.defer_private()
        await self._show(click.interaction)

    @on(Verb.GAMES_PAGE)
    async def _turn(self, click: Click, page: PageNumber) -> None:
        await click.defer()
        await self._show(click.interaction, page)

    @on(Verb.TABLES_JOIN, at=Where.IN_REACH)
    async def _join(self, click: Click, page: PageNumber) -> None:
        manager, lobby = open_lobby(click)
        await click.defer()
        await self.check_may_meet(lobby.host_id, click.user_id)
        await manager.change_lobby(lobbies.joined, click.person)
        host = bold(escaped(host_name(lobby)))
        begins = joined_line(click.words, lobby, self.services.clock.now())
        notice = begins or click.words("help.tables.joined", host=host)
        await self._show(click.interaction, page, notice)
