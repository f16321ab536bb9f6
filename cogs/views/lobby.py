"""The lobby: its public message, the host's private options, and what the buttons do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from zlib import crc32

import discord

from bot.i18n.rulesets import title
from bot.model import Level, ServerPreferences
from bot.rules.editions import FEWEST_PLAYERS
from bot.table.errors import TableError
from cogs.places import check_computers
from cogs.services import is_moderator, person_of, server_of
from cogs.text import bold, bullets, escaped, small

from .base import Click, Handler, Panel, button, container, menu, row, text
from .custom_ids import CustomId, Verb, parse_choice

if TYPE_CHECKING:
    from bot.i18n import Words
    from bot.model import Lobby, Occupant
    from bot.table.manager import GameManager

NOTHING_CHOSEN = ServerPreferences()
_PRIMARY = discord.ButtonStyle.primary
_SUCCESS = discord.ButtonStyle.success
_DANGER = discord.ButtonStyle.danger


def level_name(words: Words, level: Level) -> str:
    """The name of a computer player's level."""
    return words(f"lobby.level.{level}")


def limit_name(words: Words, seconds: int | None) -> str:
    """A turn limit in words."""
    return words(f"lobby.limit.{seconds or 0}")


def lobby_panel(words: Words, lobby: Lobby, server: ServerPreferences = NOTHING_CHOSEN) -> Panel:
    """The public message of a lobby, in a server that chose this."""
    chosen = f"{title(words, lobby.rules)} · {limit_name(words, lobby.turn_limit)}"
    seats = [_seat_line(words, lobby, at, each) for at, each in enumerate(lobby.seats)]
    if len(lobby.seats) < FEWEST_PLAYERS:
        seats.append(words("lobby.needs_more"))
    told = [small(each) for each in bullets(words, lobby.rules)]
    shown = text(f"## {words('lobby.title')}", chosen, *told, "", *seats)
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
    # What the server usually takes comes first.
    usual_first = sorted(Level, key=lambda level: level is not server.level)
    levels = [(level_name(words, level), level.value) for level in usual_first]
    return [row(*buttons), menu(words("lobby.add_computer"), fresh(lobby, Verb.COMPUTER), levels)]


def fresh(lobby: Lobby, verb: Verb) -> CustomId:
    """A menu's id that changes with the lobby: clients then show it with nothing chosen."""
    seats = [each.name for each in lobby.seats]
    mark = crc32(repr((lobby.rules, lobby.turn_limit, seats)).encode())
    return CustomId(lobby.lobby_id, 0, verb, (f"{mark:x}",))


def closed_panel(words: Words) -> Panel:
    """What stands where a lobby was."""
    return Panel(container(text(words("lobby.closed"))))


def open_lobby(click: Click) -> tuple[GameManager, Lobby]:
    """The manager and its lobby, while that is the one the click means.

    Raises:
        TableError: ``no_lobby``.
    """
    manager = click.services.registry.by_game(click.meaning.game)
    lobby = manager.lobby if manager is not None else None
    if manager is None or lobby is None or lobby.lobby_id != click.meaning.game:
        raise TableError("no_lobby")
    return manager, lobby


async def _join(click: Click) -> None:
    manager, _ = open_lobby(click)
    await click.defer_quietly()
    await manager.join(person_of(click.interaction))


async def _quit(click: Click) -> None:
    manager, _ = open_lobby(click)
    await click.defer_quietly()
    await manager.leave_lobby(person_of(click.interaction))


async def _computer(click: Click) -> None:
    manager, _ = open_lobby(click)
    level = parse_choice(Level, click.only)
    await click.defer_quietly()
    check_computers(await server_of(click.interaction))
    await manager.add_computer(click.user_id, level)


async def _start(click: Click) -> None:
    manager, _ = open_lobby(click)
    await click.defer_private()
    await manager.start(click.user_id)
    await click.services.hands.open(manager, click.interaction)


async def _cancel(click: Click) -> None:
    manager, _ = open_lobby(click)
    await click.defer_quietly()
    await manager.cancel(click.user_id, moderator=is_moderator(click.interaction))


HANDLERS: dict[Verb, Handler] = {
    Verb.JOIN: _join,
    Verb.QUIT: _quit,
    Verb.COMPUTER: _computer,
    Verb.START: _start,
    Verb.CANCEL: _cancel,
}
