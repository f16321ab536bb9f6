"""The public message of a lobby, and the question before it is closed."""

from __future__ import annotations

from typing import Any

import discord

from bot.i18n import Words
from bot.i18n.rulesets import length_name, title
from bot.model import Level, Lobby, Occupant, ServerPreferences
from bot.players import offered_levels
from bot.rules.editions import Length, RuleSet, length_of
from cogs.base.custom_ids import CustomId, Verb
from cogs.base.panels import (
    Panel,
    Picture,
    button,
    container,
    gallery,
    menu,
    pictured,
    row,
    text,
    text_panel,
)
from cogs.base.text import bold, bullets, escaped, small

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


def lobby_panel(
    words: Words,
    lobby: Lobby,
    server: ServerPreferences = NOTHING_CHOSEN,
    picture: Picture | None = None,
) -> Panel:
    """Build the public message of a lobby, in a server with these preferences."""
    chosen = f"{title(words, lobby.rules)} · {limit_name(words, lobby.turn_limit)}"
    rules = map(small, bullets(words, lobby.rules))
    lines = [f"## {words('lobby.title')}", chosen, *rules, *_seats(words, lobby, picture)]
    return pictured(text(*lines), gallery(picture), *_rows(words, lobby, server))


def _seats(words: Words, lobby: Lobby, picture: Picture | None) -> list[str]:
    """Say who sits there: in one line above a picture, else in one line for each seat."""
    seats = [_seat_line(words, lobby, seat) for seat in lobby.seats]
    lines = [f"{at}\\. {line}" for at, line in enumerate(seats, 1)]
    lines = ["", *lines] if picture is None else [" – ".join(seats)]
    needed = lobby.rules.min_players - len(seats)
    return [*lines, words("lobby.needs_more")] if needed > 0 else lines


def _seat_line(words: Words, lobby: Lobby, seat: Occupant) -> str:
    line = bold(escaped(seat.name))
    if seat.user_id is None:
        level = level_name(words, seat.level).lower()
        return f"{line} · {words('lobby.computer', level=level)}"
    if seat.user_id == lobby.host_id:
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
    if len(lobby.seats) >= lobby.rules.min_players:
        buttons.append(button(words("lobby.start"), meaning(Verb.START), _SUCCESS))
    buttons.append(button(words("lobby.cancel"), meaning(Verb.CANCEL), _DANGER))
    rows = [row(*buttons), *_lengths(words, lobby)]
    if full or not server.computers:
        return rows
    levels = [(level_name(words, level), level.value) for level in offered_levels()]
    return [*rows, menu(words("lobby.add_computer"), meaning(Verb.COMPUTER), levels)]


def _lengths(words: Words, lobby: Lobby) -> list[discord.ui.ActionRow[Any]]:
    """Offer the lengths of a game of cards; the chosen length is marked."""
    if not isinstance(lobby.rules, RuleSet):
        return []
    chosen = length_of(lobby.rules)
    buttons = []
    for length in Length:
        meaning = CustomId(lobby.lobby_id, 0, Verb.LENGTH, (length,))
        name = length_name(words, length)
        if length is chosen:
            buttons.append(button(words("lobby.chosen", name=name), meaning, _PRIMARY))
        else:
            buttons.append(button(name, meaning))
    return [row(*buttons)]


def closed_panel(words: Words) -> Panel:
    """Build the message that replaces a closed lobby."""
    return text_panel(words("lobby.closed"))


def cancel_panel(words: Words, lobby: Lobby) -> Panel:
    """Ask whether to close a lobby."""
    yes = button(words("lobby.cancel_yes"), CustomId(lobby.lobby_id, 0, Verb.CANCEL_NOW), _DANGER)
    no = button(words("lobby.cancel_no"), CustomId(lobby.lobby_id, 0, Verb.KEEP_OPEN))
    return Panel(container(text(words("lobby.cancel_question")), row(yes, no)))
