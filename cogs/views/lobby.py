"""The lobby: its public message, and what its buttons do."""

from __future__ import annotations

from typing import Any
from zlib import crc32

import discord

from bot.i18n import Words
from bot.i18n.rulesets import title
from bot.model import Level, Lobby, Occupant, ServerPreferences
from bot.rules.editions import FEWEST_PLAYERS
from bot.table.errors import TableError
from bot.table.manager import GameManager
from cogs.hands import LiveHands
from cogs.permissions import check_computers
from cogs.preferences import Preferences
from cogs.text import bold, bullets, escaped, small

from .base import Click, Handlers, Panel, button, container, menu, row, said_panel, text
from .custom_ids import CustomId, Verb, parse_choice

NOTHING_CHOSEN = ServerPreferences()
_PRIMARY = discord.ButtonStyle.primary
_SUCCESS = discord.ButtonStyle.success
_DANGER = discord.ButtonStyle.danger


def level_name(words: Words, level: Level) -> str:
    """Return the name of a computer player's level."""
    return words(f"lobby.level.{level}")


def limit_name(words: Words, seconds: int | None) -> str:
    """Return the name of a turn limit."""
    return words(f"lobby.limit.{seconds or 0}")


def lobby_panel(words: Words, lobby: Lobby, server: ServerPreferences = NOTHING_CHOSEN) -> Panel:
    """Build the public message of a lobby, in a server with these preferences."""
    chosen = f"{title(words, lobby.rules)} · {limit_name(words, lobby.turn_limit)}"
    seats = [_seat_line(words, lobby, at, each) for at, each in enumerate(lobby.seats)]
    if len(lobby.seats) < FEWEST_PLAYERS:
        seats.append(words("lobby.needs_more"))
    rules = [small(each) for each in bullets(words, lobby.rules)]
    shown = text(f"## {words('lobby.title')}", chosen, *rules, "", *seats)
    return Panel(container(shown, *_rows(words, lobby, server)))


def _seat_line(words: Words, lobby: Lobby, at: int, who: Occupant) -> str:
    line = f"{at + 1}\\. {bold(escaped(who.name))}"
    if who.user_id is None:
        return f"{line} · {words('lobby.computer', level=level_name(words, who.level))}"
    if who.user_id == lobby.host_id:
        return f"{line} · {words('lobby.host')}"
    return line


def _rows(words: Words, lobby: Lobby, server: ServerPreferences) -> list[discord.ui.ActionRow[Any]]:
    def meaning(verb: Verb) -> CustomId:
        return CustomId(lobby.lobby_id, 0, verb)

    full = len(lobby.seats) >= lobby.rules.max_players
    buttons = []
    if not full:
        buttons.append(button(words("lobby.join"), meaning(Verb.JOIN), _PRIMARY))
    buttons.append(button(words("lobby.leave"), meaning(Verb.QUIT)))
    buttons.append(button(words("lobby.options"), meaning(Verb.OPTIONS)))
    if len(lobby.seats) >= FEWEST_PLAYERS:
        buttons.append(button(words("lobby.start"), meaning(Verb.START), _SUCCESS))
    buttons.append(button(words("lobby.cancel"), meaning(Verb.CANCEL), _DANGER))
    if full or not server.computers:
        return [row(*buttons)]
    # The server's usual level comes first.
    usual_first = sorted(Level, key=lambda level: level is not server.level)
    levels = [(level_name(words, level), level.value) for level in usual_first]
    return [row(*buttons), menu(words("lobby.add_computer"), fresh(lobby, Verb.COMPUTER), levels)]


def fresh(lobby: Lobby, verb: Verb) -> CustomId:
    """Make a menu's id that changes with the lobby: clients then show it with nothing chosen."""
    seats = [each.name for each in lobby.seats]
    mark = crc32(repr((lobby.rules, lobby.turn_limit, seats)).encode())
    return CustomId(lobby.lobby_id, 0, verb, (f"{mark:x}",))


def closed_panel(words: Words) -> Panel:
    """Build the message that replaces a closed lobby."""
    return said_panel(words("lobby.closed"))


def open_lobby(click: Click) -> tuple[GameManager, Lobby]:
    """Return the manager and its lobby, while that is the one the click means.

    Raises:
        TableError: ``no_lobby``.
    """
    manager = click.registry.by_game(click.meaning.game)
    lobby = manager.lobby if manager is not None else None
    if manager is None or lobby is None or lobby.lobby_id != click.meaning.game:
        raise TableError("no_lobby")
    return manager, lobby


class LobbyClicks:
    """Handles the components of lobbies."""

    def __init__(self, hands: LiveHands, preferences: Preferences) -> None:
        self._hands = hands
        self._preferences = preferences

    @property
    def handlers(self) -> Handlers:
        """What each component does."""
        return {
            Verb.JOIN: _join,
            Verb.QUIT: _quit,
            Verb.COMPUTER: self._computer,
            Verb.START: self._start,
            Verb.CANCEL: _cancel,
        }

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
        await self._hands.open(manager, click.interaction)


async def _join(click: Click) -> None:
    manager, _ = open_lobby(click)
    await click.defer_quietly()
    await manager.join(click.person)


async def _quit(click: Click) -> None:
    manager, _ = open_lobby(click)
    await click.defer_quietly()
    await manager.leave_lobby(click.person)


async def _cancel(click: Click) -> None:
    manager, _ = open_lobby(click)
    await click.defer_quietly()
    await manager.cancel(click.user_id, moderator=click.is_moderator)
