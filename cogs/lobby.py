"""The lobby: its public message, and what its buttons do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord

from bot.model import Level, Lobby
from bot.rules.editions import Length, RuleSet, with_length
from bot.table.errors import TableError
from bot.table.lobbies import check_host
from bot.table.manager import GameManager
from cogs.base.clicks import Click, Handlers
from cogs.base.custom_ids import Verb, parse_choice
from cogs.base.panels import (
    said_panel,
    show,
)
from cogs.base.permissions import check_computers
from cogs.base.preferences import Preferences
from cogs.live.hands import LiveHands
from cogs.pages.lobby_page import cancel_panel, closed_panel


def open_lobby(click: Click) -> tuple[GameManager, Lobby]:
    """Return the manager and its lobby, while that is the one the click means.

    Raises:
        TableError: ``no_lobby``, or ``begun`` when its game has begun.
    """
    manager = click.registry.by_game(click.meaning.game)
    if manager is None:
        raise TableError("no_lobby")
    if manager.lobby is None or manager.lobby.lobby_id != click.meaning.game:
        raise TableError("begun")
    return manager, manager.lobby


class LobbyClicks:
    """Handles the components of lobbies.

    Args:
        hands: opens the host's hand.
        preferences: has the settings of servers.
        welcome: offers a guided hand to people who are new.
        close_options: closes the host's options of a lobby that is not open any more.
    """

    def __init__(
        self,
        hands: LiveHands,
        preferences: Preferences,
        welcome: Callable[[discord.Interaction], Awaitable[None]],
        close_options: Callable[[str], Awaitable[None]],
    ) -> None:
        self._hands = hands
        self._preferences = preferences
        self._welcome = welcome
        self._close_options = close_options

    @property
    def handlers(self) -> Handlers:
        """What each component does."""
        return {
            Verb.JOIN: self._join,
            Verb.QUIT: _quit,
            Verb.LENGTH: _length,
            Verb.COMPUTER: self._computer,
            Verb.START: self._start,
            Verb.CANCEL: _cancel,
            Verb.CANCEL_NOW: self._cancel_now,
            Verb.KEEP_OPEN: _keep_open,
        }

    async def _join(self, click: Click) -> None:
        manager, _ = open_lobby(click)
        await click.defer_quietly()
        await manager.join(click.person)
        await self._welcome(click.interaction)

    async def _computer(self, click: Click) -> None:
        manager, _ = open_lobby(click)
        level = parse_choice(Level, click.only)
        await click.defer_quietly()
        check_computers(await self._preferences.server(manager.guild_id))
        await manager.add_computer(click.user_id, level)

    async def _start(self, click: Click) -> None:
        manager, _ = open_lobby(click)
        await click.defer_private()
        await manager.start(click.user_id)
        await self._hands.open_first(manager, click.interaction)
        await self._close_options(click.meaning.game)

    async def _cancel_now(self, click: Click) -> None:
        manager, lobby = open_lobby(click)
        await click.defer()
        await manager.cancel(click.user_id, moderator=click.is_moderator)
        await show(click.interaction, closed_panel(click.words))
        await self._close_options(lobby.lobby_id)


async def _quit(click: Click) -> None:
    manager, _ = open_lobby(click)
    await click.defer_quietly()
    await manager.leave_lobby(click.person)


async def _length(click: Click) -> None:
    manager, lobby = open_lobby(click)
    length = parse_choice(Length, next(iter(click.meaning.args), ""))
    if not isinstance(lobby.rules, RuleSet):
        # The button is older than the edition.
        raise TableError("stale")
    await click.defer_quietly()
    await manager.set_rules(click.user_id, with_length(lobby.rules, length))


async def _cancel(click: Click) -> None:
    _, lobby = open_lobby(click)
    check_host(lobby, click.user_id, moderator=click.is_moderator)
    await click.reply(cancel_panel(click.words, lobby))


async def _keep_open(click: Click) -> None:
    await click.replace(said_panel(click.words("lobby.kept_open")))
