"""The lobby: its public message, the host's private options, and what the buttons do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from bot.model import Level
from bot.rules.editions import EDITIONS, FEWEST_PLAYERS
from bot.table.errors import TableError
from bot.table.lobbies import TURN_LIMITS
from cogs.desk import is_moderator, person_of
from cogs.text import bold, escaped

from .base import Click, Handler, Panel, button, container, menu, row, text
from .custom_ids import BadCustomIdError, CustomId, Verb, parse_choice, parse_index

if TYPE_CHECKING:
    from bot.i18n import Words
    from bot.model import Lobby, Occupant
    from bot.table.manager import GameManager

_PRIMARY = discord.ButtonStyle.primary
_SUCCESS = discord.ButtonStyle.success
_DANGER = discord.ButtonStyle.danger


def edition_name(words: Words, edition: str) -> str:
    """The name of an edition."""
    return words(f"lobby.edition.{edition}")


def level_name(words: Words, level: Level) -> str:
    """The name of a computer player's level."""
    return words(f"lobby.level.{level}")


def limit_name(words: Words, seconds: int | None) -> str:
    """A turn limit in words."""
    return words(f"lobby.limit.{seconds or 0}")


def lobby_panel(words: Words, lobby: Lobby) -> Panel:
    """The public message of a lobby."""
    chosen = f"{edition_name(words, lobby.rules.edition)} · {limit_name(words, lobby.turn_limit)}"
    seats = [_seat_line(words, lobby, at, each) for at, each in enumerate(lobby.seats)]
    if len(lobby.seats) < FEWEST_PLAYERS:
        seats.append(words("lobby.needs_more"))
    shown = text(f"## {words('lobby.title')}", chosen, "", *seats)
    return Panel(container(shown, *_rows(words, lobby)))


def _seat_line(words: Words, lobby: Lobby, at: int, who: Occupant) -> str:
    line = f"{at + 1}\\. {bold(escaped(who.name))}"
    if who.user_id is None:
        return f"{line} · {words('lobby.computer', level=level_name(words, who.level))}"
    if who.user_id == lobby.host_id:
        return f"{line} · {words('lobby.host')}"
    return line


def _rows(words: Words, lobby: Lobby) -> list[discord.ui.ActionRow[Any]]:
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
    if full:
        return [row(*buttons)]
    levels = [(level_name(words, level), level.value) for level in Level]
    return [row(*buttons), menu(words("lobby.add_computer"), _fresh(lobby, Verb.COMPUTER), levels)]


def _fresh(lobby: Lobby, verb: Verb) -> CustomId:
    """A menu's id that changes with the seats: clients then show it with nothing chosen."""
    return CustomId(lobby.lobby_id, 0, verb, (str(len(lobby.seats)),))


def closed_panel(words: Words) -> Panel:
    """What stands where a lobby was."""
    return Panel(container(text(words("lobby.closed"))))


def options_panel(words: Words, lobby: Lobby) -> Panel:
    """The host's private options."""
    limits = [(limit_name(words, seconds), str(seconds or 0)) for seconds in TURN_LIMITS]
    rows = [menu(words("lobby.choose_limit"), CustomId(lobby.lobby_id, 0, Verb.LIMIT), limits)]
    if len(EDITIONS) > 1:
        editions = [(edition_name(words, name), name) for name in EDITIONS]
        meaning = CustomId(lobby.lobby_id, 0, Verb.EDITION)
        rows.append(menu(words("lobby.choose_edition"), meaning, editions))
    computers = [(who.name, str(at)) for at, who in enumerate(lobby.seats) if who.user_id is None]
    if computers:
        rows.append(menu(words("lobby.remove_computer"), _fresh(lobby, Verb.REMOVE), computers))
    lines = (
        f"### {words('lobby.options')}",
        f"{words('lobby.edition')}: {edition_name(words, lobby.rules.edition)}",
        f"{words('lobby.turn_limit')}: {limit_name(words, lobby.turn_limit)}",
    )
    return Panel(container(text(*lines), *rows))


def _open_lobby(click: Click) -> tuple[GameManager, Lobby]:
    """The manager and its lobby, while that is the one the click means.

    Raises:
        TableError: ``no_lobby``.
    """
    manager = click.desk.registry.by_game(click.meaning.game)
    lobby = manager.lobby if manager is not None else None
    if manager is None or lobby is None or lobby.lobby_id != click.meaning.game:
        raise TableError("no_lobby")
    return manager, lobby


def _hosted(click: Click) -> tuple[GameManager, Lobby]:
    manager, lobby = _open_lobby(click)
    if lobby.host_id != click.user_id:
        raise TableError("not_host")
    return manager, lobby


async def _join(click: Click) -> None:
    manager, _ = _open_lobby(click)
    await click.defer()
    await manager.join(person_of(click.interaction))


async def _quit(click: Click) -> None:
    manager, _ = _open_lobby(click)
    await click.defer()
    await manager.leave_lobby(person_of(click.interaction))


async def _computer(click: Click) -> None:
    manager, _ = _open_lobby(click)
    level = parse_choice(Level, click.only)
    await click.defer()
    await manager.add_computer(click.user_id, level)


async def _options(click: Click) -> None:
    _, lobby = _hosted(click)
    await click.reply(options_panel(click.words, lobby))


async def _limit(click: Click) -> None:
    manager, _ = _hosted(click)
    seconds = parse_index(click.only, 1 + max(limit or 0 for limit in TURN_LIMITS))
    await click.defer()
    lobby = await manager.set_turn_limit(click.user_id, seconds or None)
    await _show_options(click, lobby)


async def _edition(click: Click) -> None:
    manager, _ = _hosted(click)
    rules = EDITIONS.get(click.only)
    if rules is None:
        raise BadCustomIdError("no such edition")
    await click.defer()
    await _show_options(click, await manager.set_rules(click.user_id, rules))


async def _remove(click: Click) -> None:
    manager, lobby = _hosted(click)
    seat = parse_index(click.only, len(lobby.seats))
    await click.defer()
    await _show_options(click, await manager.remove_computer(click.user_id, seat))


async def _show_options(click: Click, lobby: Lobby) -> None:
    await click.interaction.edit_original_response(view=options_panel(click.words, lobby))


async def _start(click: Click) -> None:
    manager, _ = _open_lobby(click)
    await click.defer_private()
    await manager.start(click.user_id)
    await click.desk.hands.open(manager, click.interaction)


async def _cancel(click: Click) -> None:
    manager, _ = _open_lobby(click)
    await click.defer()
    await manager.cancel(click.user_id, moderator=is_moderator(click.interaction))


HANDLERS: dict[Verb, Handler] = {
    Verb.JOIN: _join,
    Verb.QUIT: _quit,
    Verb.COMPUTER: _computer,
    Verb.OPTIONS: _options,
    Verb.LIMIT: _limit,
    Verb.EDITION: _edition,
    Verb.REMOVE: _remove,
    Verb.START: _start,
    Verb.CANCEL: _cancel,
}
