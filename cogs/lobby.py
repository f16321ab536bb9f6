"""The lobby: opening it, its buttons, and the private options: edition, turn limit, house rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Annotated

import discord
from cachetools import LRUCache
from discord import app_commands

from bot.cards.rated_phases import MOST_DRAWS, surprise_draws
from bot.cards.rulesets import CLASSIC, NaturalCardsPer, RuleSet, RunColours, SaveDraw, SkipRule
from bot.cards.variations import (
    LONGEST_NOTATION,
    Length,
    phases_variation,
    with_length,
    with_option,
)
from bot.core.errors import GameError, RuleSetError
from bot.core.states import AnyRules
from bot.game_types import GAME_TYPES_BY_NAME, rules_named
from bot.i18n import Translator
from bot.i18n.alt import seat_role
from bot.i18n.rulesets import (
    OF_PHASES,
    notation_lines,
    phases_name,
    suggestions,
    title,
    variation_name,
    with_variation,
)
from bot.preferences import ServerPreferences
from bot.seating import DAY, Level, Lobby, Occupant, Person
from bot.table import lobbies
from bot.table.errors import TableError
from bot.table.lobbies import (
    LONGEST_TURN,
    TURN_LIMITS,
    check_host,
    check_sits_elsewhere,
    host_name,
)
from bot.table.manager import GameManager
from cogs.base.clicks import Click, Where, acting_person, on
from cogs.base.custom_ids import (
    AnyText,
    BadCustomIdError,
    CustomId,
    EditionRules,
    GameTypeName,
    Verb,
    parse_edition,
    parse_index,
    parse_known,
)
from cogs.base.discord_errors import DISCORD_ERRORS, answer_first, within
from cogs.base.errors import refusal
from cogs.base.permissions import (
    are_threads_wanted,
    check_can_post_here,
    check_computers,
    check_in_server,
    check_may_play_here,
    chosen_person,
    known_server_id,
    thread_parent,
)
from cogs.base.screens import Button, Control, Form, Menu, Option, Part, PeopleMenu, Screen
from cogs.base.slash_commands import command, localized, make_choices
from cogs.base.text import (
    LONGEST_START,
    bold,
    bullets,
    clock_time,
    escaped,
    parse_start,
    small,
)
from cogs.live.appointments import say_opened
from cogs.pages.lobby_page import cancel_screen, closed_screen, joined_line, take_back_rule

from .guided import offer_guided
from .services import BaseCog, Services
from .setting_fields import EDITION, LENGTH, TURN_LIMIT
from .threads import NewTable, ThreadTables, new_table, opened_line

EDITIONS = EDITION.choices()
LENGTHS = LENGTH.choices()
_LIMITS = make_choices("lobby.limit.{}", [seconds or 0 for seconds in TURN_LIMITS])
WEEK = 7 * DAY  # in seconds
LONGEST_WAIT = 12 * 3600.0  # seconds that a table by appointment may wait without a thread
MOST_OPEN = 1024  # lobbies whose options are remembered as open
TAKE_BACK = "take_back="  # before ``yes`` or ``no`` in the menu of rules
NUMBERS_OF_SKIPS = (0, 2, 4, 6, 8, 10, 12)
_CHOICES = {
    "skip_rule": SkipRule,
    "natural_cards_per": NaturalCardsPer,
    "runs": RunColours,
    "save_draw": SaveDraw,
}
_RULES = {
    "skips": ("skips", "skip_rule"),
    "phases": ("ten_hands", "runs", "natural_cards_per"),
    "hand": ("last_turn", "out_by_discard", "opening_offer"),
    "save_pile": ("save_draw", "save_ends_turn"),
}
"""The menus of single rules, and the options of rule sets in each."""


def open_lobby(click: Click) -> tuple[GameManager, Lobby]:
    """Return the lobby of a click, and its manager; raises TableError ``no_lobby`` or ``begun``."""
    manager = click.registry.by_game(click.meaning.game)
    if manager is None:
        raise TableError("no_lobby")
    if manager.lobby is None or manager.lobby.lobby_id != click.meaning.game:
        raise TableError("begun")
    return manager, manager.lobby


def play_button(words: Translator) -> Button:
    return Button(words("help.open_table"), CustomId.of(Verb.PLAY))


def options_screen(words: Translator, lobby: Lobby, notice: str = "") -> Screen:
    lines = [*([notice] if notice else []), *_lines(words, lobby)]
    return Screen.of(lines, *_rows(words, lobby))


def _lines(words: Translator, lobby: Lobby) -> Iterator[str]:
    yield f"### {words('lobby.options')}"
    yield f"{words('settings.name.edition')}: {bold(title(words, lobby.rules))}"
    yield small(EDITION.described(words, lobby.rules.edition))
    if isinstance(lobby.rules, RuleSet) and not phases_variation(lobby.rules):
        yield _phases(words, lobby.rules)
    limit = TURN_LIMIT.in_line(words, str(lobby.turn_limit or 0))
    yield f"{words('settings.name.turn_limit')}: {limit}"


def _menu(
    words: Translator, lobby: Lobby, key: str, verb: Verb, options: Sequence[Option], *args: str
) -> Control:
    return Menu(words(key), CustomId(lobby.lobby_id, 0, verb, args), tuple(options))


def _rows(words: Translator, lobby: Lobby) -> Iterator[Part]:
    editions = EDITION.options(words, lobby.rules.edition)
    yield _menu(words, lobby, "lobby.choose_edition", Verb.EDITION, editions)
    limits = TURN_LIMIT.options(words, str(lobby.turn_limit or 0))
    yield _menu(words, lobby, "lobby.choose_limit", Verb.LIMIT, limits)
    others: list[Option] = [
        (who.name, value, "", " · ".join(seat_role(words, lobby, who)))
        for value, who in _occupants(lobby).items()
        if who.user_id != lobby.host_id
    ]
    if others:
        yield _menu(words, lobby, "lobby.take_out", Verb.REMOVE, others)
    if isinstance(lobby.rules, RuleSet):
        meaning = CustomId(lobby.lobby_id, 0, Verb.HOUSE_RULES)
        yield [Button(words("lobby.house_rules"), meaning)]


def invite_screen(words: Translator, lobby: Lobby, notice: str = "") -> Screen:
    """Build the host's page with the menu of people, while a seat is free."""
    free = lobby.rules.max_players - len(lobby.seats)
    meaning = CustomId(lobby.lobby_id, 0, Verb.INVITE)
    menu = [PeopleMenu(words("lobby.invite"), meaning, free)] if free > 0 else []
    return Screen.of([notice or words("lobby.invite_about")], *menu)


def _occupants(lobby: Lobby) -> dict[str, Occupant]:
    """Return the occupants by their values in a menu, which name the seat and the person."""
    return {f"{seat}.{who.user_id or 0}": who for seat, who in enumerate(lobby.seats)}


def house_rules_screen(words: Translator, lobby: Lobby, rules: RuleSet, notice: str = "") -> Screen:
    variations = [(variation_name(words, v), v) for v in OF_PHASES if v != phases_variation(rules)]
    changes = {
        name: [change for key in keys for change in _changes(words, rules, key)]
        for name, keys in _RULES.items()
        if name != "save_pile" or rules.save_pile
    }
    other = "no" if lobby.may_take_back else "yes"
    changes["hand"].append((words(f"ruleset.change.take_back.{other}"), f"{TAKE_BACK}{other}"))
    menus = [
        _menu(words, lobby, f"lobby.choose_rule.{name}", Verb.RULE, options, name)
        for name, options in changes.items()
    ]
    lines = [f"### {words('lobby.house_rules')}", _phases(words, rules), *_single(words, lobby)]
    return Screen.of(
        [*([notice] if notice else []), *lines],
        _menu(words, lobby, "lobby.choose_variation", Verb.VARIATION, variations),
        *menus,
        # Not an option: a client sends nothing if the shown option of a menu is chosen again.
        [
            Button(words("ruleset.choice.own"), CustomId(lobby.lobby_id, 0, Verb.PHASES_FORM)),
            _surprise_button(words, lobby, rules),
            Button(words("terms.back"), CustomId(lobby.lobby_id, 0, Verb.OPTIONS_BACK)),
        ],
    )


def _surprise_button(words: Translator, lobby: Lobby, rules: RuleSet) -> Button:
    """Build the button that draws phases, or other ones than those that were drawn last."""
    draws = surprise_draws(lobby.secret, len(rules.phases))
    drawn = rules.phases in draws
    number = (draws.index(rules.phases) + 1) % len(draws) if drawn else 0
    # The first phase alone may be among the draws, too.
    again = drawn and not phases_variation(rules)
    meaning = CustomId(lobby.lobby_id, 0, Verb.SURPRISE, (str(number),))
    return Button(words("lobby.draw_again" if again else "lobby.surprise_phases"), meaning)


def _phases(words: Translator, rules: RuleSet) -> str:
    return f"{words('lobby.phases')}: {phases_name(words, rules)}"


def _single(words: Translator, lobby: Lobby) -> list[str]:
    if not isinstance(lobby.rules, RuleSet):
        return []
    single = bullets(words, replace(lobby.rules, phases=CLASSIC.phases))
    rules = [f"{words('table.rules')}:", *single]
    if not single:
        rules = [f"{words('table.rules')}: {words('lobby.as_printed')}"]
    return [*rules, take_back_rule(words, lobby)]


def _changes(words: Translator, rules: RuleSet, key: str) -> Iterator[Option]:
    if key == "skips":
        for skips in NUMBERS_OF_SKIPS:
            if skips != rules.skips:
                yield words.plural("ruleset.change.skips", skips), f"skips={skips}"
        return
    switched = ("no" if getattr(rules, key) else "yes",)
    for value in _CHOICES.get(key, switched):
        if getattr(rules, key) != value:
            yield words(f"ruleset.change.{key}.{value}"), f"{key}={value}"


def changed(rules: RuleSet, change: str) -> RuleSet:
    """Return rules with one option changed, given as ``key=value``."""
    key, _, value = change.partition("=")
    if key == "ten_hands":
        # The variation can only switch it on.
        return replace(rules, ten_hands=_parse_switch(value))
    return with_option(rules, key, value)


def _parse_switch(value: str) -> bool:
    return parse_known(value, ("yes", "no")) == "yes"


def _hosted(click: Click) -> tuple[GameManager, Lobby]:
    manager, lobby = open_lobby(click)
    check_host(lobby, click.user_id)
    return manager, lobby


_OF_HOUSE_RULES = (Verb.VARIATION, Verb.OWN_PHASES, Verb.SURPRISE, Verb.RULE)
TurnSeconds = Annotated[int, partial(parse_index, size=1 + LONGEST_TURN)]
DrawNumber = Annotated[int, partial(parse_index, size=MOST_DRAWS)]


async def _change_lobby(click: Click, manager: GameManager, lobby: Lobby, draw: int) -> None:
    user_id = click.user_id
    rules = lobby.rules
    match click.meaning.verb:
        case Verb.LIMIT:
            seconds = parse_index(click.chosen, 1 + LONGEST_TURN)
            await manager.change_lobby(lobbies.with_turn_limit, user_id, seconds or None)
        case Verb.REMOVE:
            who = _occupants(lobby).get(click.chosen)
            if who is None:
                raise TableError("sits_not_here")
            await manager.change_lobby(lobbies.without, user_id, who)
        case Verb.EDITION:
            edition = parse_edition(click.chosen)
            if isinstance(edition, RuleSet) and isinstance(rules, RuleSet):
                # The variation stays.
                edition = replace(edition, phases=rules.phases, ten_hands=rules.ten_hands)
            await manager.change_lobby(lobbies.with_rules, user_id, edition)
        case Verb.RULE if click.chosen.startswith(TAKE_BACK):
            allowed = _parse_switch(click.chosen.removeprefix(TAKE_BACK))
            await manager.change_lobby(lobbies.with_take_back, user_id, allowed=allowed)
        case _ if isinstance(rules, RuleSet):
            await manager.change_lobby(
                lobbies.with_rules, user_id, _house_rules(click, lobby, rules, draw)
            )
        case _:
            # The menu is older than the edition.
            raise TableError("stale")


def _house_rules(click: Click, lobby: Lobby, rules: RuleSet, draw: int) -> RuleSet:
    match click.meaning.verb:
        case Verb.RULE:
            return changed(rules, click.chosen)
        case Verb.SURPRISE:
            # As many phases as the rules have, from the secret of the game.
            draws = surprise_draws(lobby.secret, len(rules.phases))
            return replace(rules, phases=draws[draw % len(draws)])
        case Verb.VARIATION if click.chosen not in OF_PHASES:
            raise BadCustomIdError("no such variation")
    return with_variation(click.words, rules, click.chosen)


def new_rules(
    server: ServerPreferences, edition_id: str | None, length: str | None = None
) -> AnyRules:
    """Return the rules of a new game: those asked for, else those of the server."""
    rules = rules_named(edition_id or server.edition or CLASSIC.edition)
    if isinstance(rules, RuleSet):
        return with_length(rules, server.length if length is None else Length(length))
    if length is not None:
        raise RuleSetError("no_variations", edition=rules.edition)
    return rules


def next_week(started_at: float, now: float) -> float:
    """Return the next time at which a week, or several, have passed since a minute.

    >>> next_week(60.0 * 7 + 1, now=3600.0) - 7 * DAY
    420.0
    >>> next_week(0.0, now=8.0 * DAY) / DAY
    14.0
    """
    began = started_at // 60 * 60
    weeks = (now - began) // WEEK + 1
    return began + weeks * WEEK


class LobbyCog(BaseCog):
    """Opens, changes and closes lobbies; the options show why a change is refused."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._threads = ThreadTables(services)
        # By lobby: the newest interaction with its options, and the phases that were typed last.
        self._opened: LRUCache[str, discord.Interaction] = LRUCache(MOST_OPEN)
        self._typed: LRUCache[str, str] = LRUCache(MOST_OPEN)
        # By lobby, the host's interaction in whose answer *House rules* promised taking back.
        self._promised: LRUCache[str, discord.Interaction] = LRUCache(MOST_OPEN)
        self.play_with = app_commands.ContextMenu(
            name=localized("commands.play_with.menu"),
            callback=self._play_with,
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            allowed_contexts=app_commands.AppCommandContext(guild=True),
        )

    @command(
        "play",
        edition_id="edition",
        variation="variation",
        turn_limit="turn_limit",
        start=("cup_start", "play_start"),
    )
    @app_commands.choices(edition_id=EDITIONS)
    @app_commands.choices(turn_limit=_LIMITS)
    async def play(
        self,
        interaction: discord.Interaction,
        edition_id: str | None = None,
        variation: app_commands.Range[str, 1, LONGEST_NOTATION] | None = None,
        turn_limit: int | None = None,
        start: app_commands.Range[str, 1, LONGEST_START] | None = None,
    ) -> None:
        new = await self._new_table(interaction, edition_id, variation, turn_limit)
        if start is not None:
            new = replace(new, begins_at=parse_start(start, self.services.clock.now()))
        await self._open(interaction, new)

    @on(Verb.PLAY)
    async def _play(self, click: Click) -> None:
        await click.defer_private()
        await self._open(click.interaction, await self._new_table(click.interaction))

    async def _new_table(
        self,
        interaction: discord.Interaction,
        edition_id: str | None = None,
        variation: str | None = None,
        turn_limit: int | None = None,
    ) -> NewTable:
        """Return a table with what was chosen, else as the server has chosen."""
        check_in_server(interaction)
        words = self.services.preferences.translator(interaction)
        server = await self.services.preferences.server(known_server_id(interaction))
        rules = new_rules(server, edition_id)
        if variation is not None:
            rules = with_variation(words, rules_named(rules.edition), variation)
        limit = server.turn_limit if turn_limit is None else turn_limit or None
        return NewTable(rules, limit)

    async def _open(self, interaction: discord.Interaction, new: NewTable) -> None:
        """Open a table here, or in a thread, where one by appointment leaves the channel free."""
        words = self.services.preferences.translator(interaction)
        server = await self.services.preferences.server(known_server_id(interaction))
        notes = self._called(interaction, new.guests, new.begins_at)
        parent = thread_parent(interaction, server)
        # A channel that was chosen for threads needs no permission here.
        if not server.threads and parent is not None and not are_threads_wanted(parent):
            parent = None
        in_thread = server.threads is not None or new.begins_at is not None
        if in_thread and parent is not None:
            await self._threads.open(interaction, server, new, parent, notes)
            await offer_guided(self.services, interaction, new.rules)
            return
        check_may_play_here(interaction, server)
        check_can_post_here(interaction)
        self._check_begins_soon(new)
        # A refusal links the other game: its message should exist.
        manager = self.services.manager_here(interaction)
        await self.services.announcer.look_after(manager)
        locale = self.services.preferences.server_locale(interaction)
        host = acting_person(interaction)
        try:
            await manager.open_lobby(
                host, new.rules, new.turn_limit, locale, new.guests, new.begins_at
            )
        except TableError as refused:
            await self._threads.offer(interaction, new, refused)
            return
        await self.show(interaction, Screen.of([opened_line(words, new), *notes]))
        try:
            await self.services.announcer.check_lobby(manager, interaction.user.id)
        except TableError as error:
            await self.show(interaction, Screen.of([refusal(interaction, words, error)]))
            return
        if interaction.guild is not None:
            say_opened(self.services, interaction.guild, manager.channel_id, manager)
        await offer_guided(self.services, interaction, new.rules)

    def _check_begins_soon(self, new: NewTable) -> None:
        """Check that a table without a thread does not wait long; raises TableError."""
        latest = self.services.clock.now() + LONGEST_WAIT
        if new.begins_at is not None and new.begins_at > latest:
            hours = round(LONGEST_WAIT / 3600)
            raise TableError("start_without_thread", at=new.begins_at, hours=hours)

    @on(Verb.NEXT_WEEK, at=Where.ITS_CHANNEL)
    async def _open_next_week(self, click: Click) -> None:
        """Open the same table a week after its game began, and invite its people."""
        game = click.game.game
        table = game.table
        await click.defer_private()
        if table.find_seat(click.user_id) is None:
            raise TableError("no_seat")
        avoided = (await self.services.preferences.person(click.user_id)).avoided
        guests = [
            Person(who.user_id, who.name)
            for who in table.occupants
            if who.user_id is not None and who.user_id not in {click.user_id, *avoided}
        ]
        begins_at = next_week(table.started_at, self.services.clock.now())
        new = NewTable(game.state.game.rules, table.turn_limit, guests, begins_at)
        await self._open(click.interaction, new)

    async def _play_with(self, interaction: discord.Interaction, user: discord.Member) -> None:
        """Invite a person to the user's own lobby here, else to a new one."""
        async with self.error_handler(interaction):
            await answer_first(interaction.response.defer, ephemeral=True, thinking=True)
            check_in_server(interaction)
            manager = self.services.manager_here(interaction)
            by = interaction.user.id
            if manager.lobby is None or manager.lobby.host_id != by:
                guest = await self._checked_guest(interaction, str(user.id))
                new = await self._new_table(interaction)
                await self._open(interaction, replace(new, guests=[guest]))
                return
            lines = await self._invite(interaction, manager, [str(user.id)])
            await self.show(interaction, Screen.of(lines))

    async def _invite(
        self, interaction: discord.Interaction, manager: GameManager, user_ids: Sequence[str]
    ) -> list[str]:
        """Invite those of these people who can be invited, and return a line about each."""
        lobby = manager.lobby
        words = self.services.preferences.translator(interaction)
        guests: list[Person] = []
        refused: list[str] = []
        for user_id in user_ids:
            try:
                guest = await self._checked_guest(interaction, user_id)
                if lobby is not None:
                    check_sits_elsewhere(lobby, guest)
            except TableError as error:
                refused.append(refusal(interaction, words, error))
            else:
                guests.append(guest)
        lines = self._called(interaction, guests, lobby.begins_at if lobby is not None else None)
        await manager.change_lobby(lobbies.invited, interaction.user.id, guests)
        return [*lines, *refused]

    async def _checked_guest(self, interaction: discord.Interaction, user_id: str) -> Person:
        """Return a person whom the user may invite; raises TableError.

        Its code is ``is_bot``, ``cannot_see``, or ``not_invited`` if the person does not want it.
        """
        guest = chosen_person(interaction, user_id)
        own = await self.services.preferences.person(guest.user_id)
        if not own.takes_invitation(interaction.user.id):
            raise TableError("not_invited", name=guest.name)
        return guest

    def _called(
        self,
        interaction: discord.Interaction,
        guests: Sequence[Person],
        begins_at: float | None,
    ) -> list[str]:
        """Say of each of these people that they are invited, and whom the user called lately."""
        words = self.services.preferences.translator(interaction)
        key = "lobby.invited_now" if begins_at is None else "lobby.invited_to_appointment"
        lines = []
        for guest in guests:
            name = bold(escaped(guest.name))
            until = self.services.announcer.invitations.called_until(
                interaction.user.id, guest.user_id
            )
            if until is None:
                lines.append(words(key, name=name))
            else:
                lines.append(words("lobby.called_lately", name=name, when=clock_time(until)))
        return lines

    @play.autocomplete("variation")
    async def _suggest(
        self, interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        await self.services.preferences.learn(interaction.user.id)
        words = self.services.preferences.translator(interaction)
        named = suggestions(words, typed)
        return [app_commands.Choice(name=name, value=value) for name, value in named]

    @on(Verb.THREAD)
    async def _open_in_thread(
        self, click: Click, rules: EditionRules, seconds: TurnSeconds, variation: AnyText = ""
    ) -> None:
        await self._threads.opened_by(click, new_table(rules, seconds, variation))

    @on(Verb.JOIN, at=Where.ITS_CHANNEL, public=True)
    async def _join(self, click: Click) -> None:
        manager, lobby = open_lobby(click)
        await click.defer_quietly()
        await self.check_may_meet(lobby.host_id, click.user_id)
        joined = await manager.change_lobby(lobbies.joined, click.person)
        line = joined_line(click.words, joined or lobby, self.services.clock.now())
        if line is not None:
            with suppress(*DISCORD_ERRORS):
                await self.services.sender.follow_up(
                    click.interaction, Screen.of([line]), ephemeral=True
                )
        if joined is not None and not joined.may_take_back:
            await self._tell_no_taking_back(joined, click.person)
        await offer_guided(self.services, click.interaction, lobby.rules)

    async def _tell_no_taking_back(self, lobby: Lobby, newcomer: Person) -> None:
        """Tell the host, who was promised taking back, that turns are final with this newcomer."""
        promised = self._promised.pop(lobby.lobby_id, None)
        if promised is None or promised.is_expired():
            return
        words = self.services.preferences.translator(promised)
        name = bold(escaped(newcomer.name))
        told = Screen.of([words("lobby.no_taking_back", name=name)])
        with suppress(*DISCORD_ERRORS):
            await self.services.sender.follow_up(promised, told, ephemeral=True)

    @on(Verb.COMPUTER, public=True)
    async def _computer(self, click: Click, *, level: Level) -> None:
        manager, _ = open_lobby(click)
        await click.defer_quietly()
        check_computers(await self.services.preferences.server(manager.guild_id))
        await manager.change_lobby(lobbies.with_computer, click.user_id, level)

    @on(Verb.START)
    async def _start(self, click: Click) -> None:
        manager, _ = open_lobby(click)
        await click.defer_private()
        await manager.start(click.user_id, click.interaction.id)
        await self.services.hands.open_first(manager, click.interaction)
        await self._close_options(click.meaning.game)

    @on(Verb.CANCEL_NOW, at=Where.ITS_CHANNEL)
    async def _cancel_now(self, click: Click) -> None:
        manager, lobby = open_lobby(click)
        await click.defer()
        await manager.cancel(click.user_id, moderator=click.is_moderator)
        await self.show(click.interaction, closed_screen(click.words))
        await self._close_options(lobby.lobby_id)

    @on(Verb.QUIT, public=True)
    async def _quit(self, click: Click) -> None:
        manager, _ = open_lobby(click)
        await click.defer_quietly()
        await manager.change_lobby(lobbies.left, click.person.user_id)

    @on(Verb.LENGTH, public=True)
    async def _length(self, click: Click, length: Length) -> None:
        manager, lobby = open_lobby(click)
        if not isinstance(lobby.rules, RuleSet):
            # The button is older than the edition.
            raise TableError("stale")
        await click.defer_quietly()
        await manager.change_lobby(
            lobbies.with_rules, click.user_id, with_length(lobby.rules, length)
        )

    @on(Verb.GAME_TYPE, public=True)
    async def _game_type(self, click: Click, game_type: GameTypeName) -> None:
        manager, _ = open_lobby(click)
        await click.defer_quietly()
        server = await self.services.preferences.server(manager.guild_id)
        edition = next(iter(GAME_TYPES_BY_NAME[game_type].editions))
        await manager.change_lobby(lobbies.with_rules, click.user_id, new_rules(server, edition))

    @on(Verb.CANCEL, at=Where.ITS_CHANNEL)
    async def _cancel(self, click: Click) -> None:
        _, lobby = open_lobby(click)
        check_host(lobby, click.user_id, moderator=click.is_moderator)
        await click.reply(cancel_screen(click.words, lobby))

    async def _close_options(self, lobby_id: str) -> None:
        opened = self._opened.pop(lobby_id, None)
        if opened is None or opened.is_expired():
            return
        # If this fails, clicks there are still answered.
        with suppress(*DISCORD_ERRORS):
            async with within():
                await opened.delete_original_response()

    @on(Verb.OPTIONS)
    async def _open_options(self, click: Click) -> None:
        _, lobby = open_lobby(click)
        if click.user_id != lobby.host_id:
            lines = [*_lines(click.words, lobby), *_single(click.words, lobby)]
            host = bold(escaped(host_name(lobby)))
            lines.append(small(click.words("lobby.set_by", host=host)))
            await click.reply(Screen.of(lines))
            return
        await click.reply(options_screen(click.words, lobby))
        self._opened[lobby.lobby_id] = click.interaction

    @on(Verb.HOUSE_RULES, Verb.OPTIONS_BACK)
    async def _turn_page(self, click: Click) -> None:
        await click.defer()
        await self._show_options(click)

    @on(Verb.PHASES_FORM)
    async def _ask_for_phases(self, click: Click) -> None:
        """Open the form, with the phases that were typed or played before to be changed."""
        try:
            _, lobby = _hosted(click)
        except TableError as error:
            await click.replace(Screen.of([refusal(click.interaction, click.words, error)]))
            return
        rules = lobby.rules
        typed = self._typed.get(lobby.lobby_id, "")
        if not typed and isinstance(rules, RuleSet) and not phases_variation(rules):
            typed = ", ".join(rules.phases)
        form = Form(
            click.words("lobby.own_phases"),
            CustomId(lobby.lobby_id, 0, Verb.OWN_PHASES),
            label=click.words("lobby.own_phases_label"),
            longest=LONGEST_NOTATION,
            about=notation_lines(click.words),
            default=typed,
        )
        await answer_first(click.interaction.response.send_modal, form)

    @on(Verb.INVITE_PEOPLE)
    async def _ask_whom_to_invite(self, click: Click) -> None:
        _, lobby = _hosted(click)
        most = lobby.rules.max_players
        if len(lobby.seats) >= most:
            raise TableError("table_full", players=len(lobby.seats) + 1, most=most)
        await click.reply(invite_screen(click.words, lobby))
        self._opened[lobby.lobby_id] = click.interaction

    @on(Verb.INVITE)
    async def _invite_chosen(self, click: Click) -> None:
        await click.defer()
        try:
            manager, _ = _hosted(click)
            lines = await self._invite(click.interaction, manager, click.values)
        except (TableError, BadCustomIdError) as error:
            lines = [refusal(click.interaction, click.words, error)]
        await self.show(click.interaction, self._answer_to_invitation(click, "\n".join(lines)))

    def _answer_to_invitation(self, click: Click, notice: str) -> Screen:
        try:
            _, lobby = _hosted(click)
        except TableError:
            return Screen.of([notice])
        self._opened[lobby.lobby_id] = click.interaction
        return invite_screen(click.words, lobby, notice)

    @on(Verb.EDITION, Verb.LIMIT, Verb.REMOVE, Verb.VARIATION, Verb.OWN_PHASES)
    async def _choose(self, click: Click) -> None:
        await self._change(click)

    async def _change(self, click: Click, draw: int = 0) -> None:
        await click.defer()
        notice = ""
        try:
            manager, lobby = _hosted(click)
            if click.meaning.verb is Verb.OWN_PHASES:
                self._typed[lobby.lobby_id] = click.chosen
            await _change_lobby(click, manager, lobby, draw)
        except (TableError, GameError, BadCustomIdError) as error:
            notice = refusal(click.interaction, click.words, error)
        await self._show_options(click, notice)

    @on(Verb.RULE)
    async def _change_rule(self, click: Click, _menu: AnyText = "") -> None:
        """Change a single rule; the name in the id of a menu only tells menus apart."""
        await self._change(click)

    @on(Verb.SURPRISE)
    async def _draw_phases(self, click: Click, number: DrawNumber) -> None:
        await self._change(click, number)

    async def _show_options(self, click: Click, notice: str = "") -> None:
        try:
            _, lobby = _hosted(click)
        except TableError as error:
            screen = Screen.of([refusal(click.interaction, click.words, error)])
        else:
            rules = lobby.rules
            of_rules = click.meaning.verb in (Verb.HOUSE_RULES, *_OF_HOUSE_RULES)
            if of_rules and isinstance(rules, RuleSet):
                screen = house_rules_screen(click.words, lobby, rules, notice)
                if lobby.may_take_back:
                    self._promised[lobby.lobby_id] = click.interaction
            else:
                screen = options_screen(click.words, lobby, notice)
            self._opened[lobby.lobby_id] = click.interaction
        await self.show(click.interaction, screen)
