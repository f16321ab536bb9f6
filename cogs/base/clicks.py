"""Clicks as data, the places where they are allowed, and the receiver that calls their handlers."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from typing import Any, TypeVar, get_type_hints

import discord

from bot.core.game_type import AnyGameType
from bot.i18n import Translator
from bot.seating import Person, private_channel
from bot.table.errors import TableError
from bot.table.lobbies import seat_in
from bot.table.manager import GameManager
from bot.table.registry import GameRegistry
from bot.table.replays import Replays
from cogs.base.custom_ids import (
    ANY_CUSTOM_ID,
    NO_GAME,
    BadCustomIdError,
    CustomId,
    Verb,
    arg_parser,
    parse,
)
from cogs.base.discord_errors import answer_first
from cogs.base.errors import ErrorHandler, missing_permission_text, reply_privately
from cogs.base.permissions import is_moderator, known_server_id, may_see, may_use
from cogs.base.preferences import Preferences
from cogs.base.screens import Screen


class Where(Enum):
    """Where a component may be used, besides in the channel of its game."""

    ITS_CHANNEL = auto()  # nowhere else: it joins, ends, reposts or moderates
    # The others are for the owner of a seat anywhere, and in the server also for:
    ITS_SEAT = auto()  # nobody
    IN_SIGHT = auto()  # people who can see that channel
    IN_REACH = auto()  # people who can write in that channel
    FINISHED = auto()  # everybody, as finished games


def acting_person(interaction: discord.Interaction) -> Person:
    return Person(interaction.user.id, interaction.user.display_name)


@dataclass(frozen=True)
class Click:
    """A component that was used, or a form that was submitted; it is not answered yet."""

    interaction: discord.Interaction
    meaning: CustomId
    words: Translator  # in the language of the user
    registry: GameRegistry
    values: tuple[str, ...] = ()  # the values chosen in a menu or typed into a form

    @property
    def user_id(self) -> int:
        return self.interaction.user.id

    @property
    def person(self) -> Person:
        return acting_person(self.interaction)

    @property
    def is_moderator(self) -> bool:
        return is_moderator(self.interaction)

    @property
    def guild_id(self) -> int:
        """The id of the server; 0 outside servers and in servers without the bot."""
        return known_server_id(self.interaction)

    def check_place(self, at: Where) -> None:
        """Check that the component may be used here; a private table is for its owner alone."""
        manager = self.registry.by_game(self.meaning.game)
        if manager is not None and not self._may_reach(manager, at):
            raise TableError("elsewhere")

    def _may_reach(self, manager: GameManager, at: Where) -> bool:
        if manager.is_private and manager.channel_id != private_channel(self.user_id):
            return False
        in_server = manager.guild_id == self.guild_id
        if in_server and manager.channel_id == self.interaction.channel_id:
            return True
        if at is Where.ITS_CHANNEL:
            return False
        return self._has_seat(manager) or (in_server and self._is_for_others(manager, at))

    def _is_for_others(self, manager: GameManager, at: Where) -> bool:
        match at:
            case Where.IN_SIGHT:
                return may_see(self.interaction, manager.channel_id)
            case Where.IN_REACH:
                return may_use(self.interaction, manager.channel_id)
        return at is Where.FINISHED

    def _has_seat(self, manager: GameManager) -> bool:
        lobby = manager.lobby
        if lobby is not None and lobby.lobby_id == self.meaning.game:
            return seat_in(lobby, self.user_id) is not None
        return manager.find_seat(self.user_id) is not None

    @property
    def game(self) -> GameManager:
        """The manager of the component's game. Raises TableError ``game_gone`` after it."""
        manager = self.registry.by_game(self.meaning.game)
        table = manager.table if manager is not None else None
        if manager is None or table is None or table.game_id != self.meaning.game:
            raise TableError("game_gone")
        return manager

    @property
    def seated_game(self) -> GameManager:
        manager = self.game
        if manager.find_seat(self.user_id) is None:
            raise TableError("has_left" if manager.has_left(self.user_id) else "no_seat")
        return manager

    def seated_in(self, game_type: AnyGameType) -> GameManager:
        """The manager of the component's game; checks the user's seat and the type of game."""
        manager = self.seated_game
        if manager.game.game_type is not game_type:
            raise BadCustomIdError("a component of another game")
        return manager

    @property
    def chosen(self) -> str:
        if len(self.values) != 1:
            raise BadCustomIdError("one choice expected")
        return self.values[0]

    def check_version(self, manager: GameManager) -> None:
        """Check that the component was made for the game's present state."""
        if self.meaning.version != manager.version:
            raise TableError("stale")

    @property
    def is_private(self) -> bool:
        """Whether the component is in a message that only the user sees."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral

    async def defer(self) -> None:
        """Acknowledge; then a private message is edited, and a public one is answered privately."""
        if self.is_private:
            await self.defer_quietly()
        else:
            await self.defer_private()

    async def defer_quietly(self) -> None:
        """Acknowledge without an answer; the clicked message is updated by other means."""
        await answer_first(self.interaction.response.defer)

    async def defer_private(self) -> None:
        """Acknowledge; a private message follows."""
        await answer_first(self.interaction.response.defer, ephemeral=True, thinking=True)

    async def reply(self, screen: Screen) -> None:
        response = self.interaction.response
        view = screen.message_view()
        await answer_first(response.send_message, view=view, ephemeral=True)

    async def replace(self, screen: Screen) -> None:
        """Replace the private message that was clicked, or answer a public one privately."""
        if self.is_private:
            response = self.interaction.response
            view = screen.message_view()
            await answer_first(response.edit_message, view=view, attachments=[])
        else:
            await self.reply(screen)


_MethodT = TypeVar("_MethodT", bound=Callable[..., Awaitable[None]])


@dataclass(frozen=True)
class Handler:
    """The function of a component, and the places where it may be used."""

    call: Callable[[Click], Awaitable[None]]
    at: Where
    public: bool  # whether its effect is shown only in a public message


Handlers = Mapping[Verb, Handler]


def on(
    *verbs: Verb, at: Where = Where.ITS_SEAT, public: bool = False
) -> Callable[[_MethodT], _MethodT]:
    """Mark a method of a cog as the handler of components with these verbs.

    Its parameters after the click are parsed from the arguments of the custom id, ``*args`` from
    all that are left, and a keyword-only one from the chosen value of a menu, see
    :func:`arg_parser`. ``public``: its effect is shown only in a public message.
    """

    def mark(method: _MethodT) -> _MethodT:
        method.handles = dict.fromkeys(verbs, (at, public))  # type: ignore[attr-defined]
        return method

    return mark


def collect_handlers(cogs: Iterable[object]) -> Handlers:
    """Collect the methods marked with :func:`on`; raises ValueError for a verb with none or two."""
    handlers: dict[Verb, Handler] = {}
    for cog in cogs:
        for name, method in inspect.getmembers(type(cog), inspect.isfunction):
            for verb, (at, public) in getattr(method, "handles", {}).items():
                if verb in handlers:
                    raise ValueError(f"two handlers of {verb.name}")
                handlers[verb] = Handler(_parsing(getattr(cog, name)), at, public)
    missing = [verb.name for verb in Verb if verb not in handlers]
    if missing:
        raise ValueError(f"no handler of {', '.join(missing)}")
    return handlers


def _parsing(method: Callable[..., Awaitable[None]]) -> Callable[[Click], Awaitable[None]]:
    """Return a function that parses the arguments of a method from a click, and calls it.

    A click on ``p10:g1:7:letin:42`` calls ``_answer(click, 42)``, and the choice ``hard`` in a menu
    ``p10:g1:7:computer`` calls ``_computer(click, level=Level.HARD)``::

        async def _answer(self, click: Click, user_id: Annotated[int, parse_user]) -> None: ...
        async def _computer(self, click: Click, *, level: Level) -> None: ...

    A parameter with a default is left out if too few arguments are left for it, or nothing is
    chosen. An argument that no parameter takes raises BadCustomIdError.
    """
    _, *parameters = inspect.signature(method).parameters.values()
    hints = get_type_hints(method, include_extras=True)
    parsers = [(each, *arg_parser(hints[each.name])) for each in parameters]

    def call(click: Click) -> Awaitable[None]:
        left = list(click.meaning.args)
        args = []
        chosen = {}
        for parameter, parse_arg, takes in parsers:
            required = parameter.default is parameter.empty
            if parameter.kind is parameter.KEYWORD_ONLY:
                if click.values or required:
                    chosen[parameter.name] = parse_arg(click.chosen)
            elif parameter.kind is parameter.VAR_POSITIONAL:
                args += [parse_arg(each) for each in left]
                left.clear()
            elif len(left) >= takes:
                args.append(parse_arg(*left[:takes]))
                del left[:takes]
            elif required:
                raise BadCustomIdError("an argument is missing")
        if left:
            raise BadCustomIdError(f"{len(left)} arguments too many")
        return method(click, *args, **chosen)

    return call


@dataclass(frozen=True)
class Components:
    """Calls the handlers of components."""

    error_handler: ErrorHandler
    registry: GameRegistry
    preferences: Preferences
    replays: Replays
    tell_lost: Callable[[GameManager, int], None]  # says in a hand that a click was lost
    handlers: Handlers

    async def click(
        self, interaction: discord.Interaction, custom_id: str, values: tuple[str, ...]
    ) -> None:
        async with self.error_handler(interaction, partial(self._lost, interaction, custom_id)):
            words = self.preferences.translator(interaction)
            meaning = parse(custom_id)
            if meaning.game != NO_GAME and self.registry.by_game(meaning.game) is None:
                # It may be at the user's private table, which another process keeps.
                await self.registry.private_table(interaction.user.id)
            handler = self.handlers[meaning.verb]
            click = Click(interaction, meaning, words, self.registry, values)
            click.check_place(handler.at)
            await self._handle(click, handler)
            if handler.public:
                # The click has its effect, which is invisible while the bot may not write.
                missing = missing_permission_text(words, interaction, begun=True)
                if missing:
                    await reply_privately(interaction, missing)

    async def _handle(self, click: Click, handler: Handler) -> None:
        """Call the handler; its ``game_gone`` becomes ``game_ended`` if the game is over."""
        try:
            await handler.call(click)
        except TableError as error:
            if error.code == "game_gone" and await self._has_ended(click):
                raise TableError("game_ended") from error
            raise

    async def _has_ended(self, click: Click) -> bool:
        try:
            await self.replays.past_game(click.guild_id, click.user_id, click.meaning.game)
        except TableError:
            return False
        return True

    def _lost(self, interaction: discord.Interaction, custom_id: str) -> None:
        manager = self.registry.by_game(parse(custom_id).game)
        if manager is not None:
            self.tell_lost(manager, interaction.user.id)

    async def receive(self, interaction: discord.Interaction) -> None:
        """Handle a component (also of other versions) or a form; other interactions are ignored."""
        data: dict[str, Any] = dict(interaction.data or {})
        custom_id = data.get("custom_id", "")
        if ANY_CUSTOM_ID.fullmatch(custom_id) is None:
            return
        is_form = interaction.type is discord.InteractionType.modal_submit
        values = _typed(data) if is_form else tuple(data.get("values", ()))
        await self.click(interaction, custom_id, values)


def _typed(data: dict[str, Any]) -> tuple[str, ...]:
    """Return the choices and texts in the fields of a form."""
    fields = [part["component"] for part in data.get("components", ()) if "component" in part]
    return tuple(str(field.get("value") or "".join(field.get("values", ()))) for field in fields)
