"""Asking for the seat of a computer player, and the host's answer."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import discord

from bot.i18n import Words
from bot.model import SeatRequest, Table
from bot.table.manager import GameManager
from bot.table.seat_requests import request_of
from cogs.base.clicks import Click, on
from cogs.base.custom_ids import BadCustomIdError, CustomId, Verb, parse_user
from cogs.base.discord_errors import DISCORD_ERRORS
from cogs.base.panels import Panel, button, container, row, said_panel, show, text
from cogs.base.text import bold, escaped, isolated

from .parts import BaseCog, Parts

_SUCCESS = discord.ButtonStyle.success


def ask_button(words: Words, game_id: str) -> discord.ui.Button[Any]:
    """Build the button that asks for a seat."""
    return button(words("tables.seat.ask"), CustomId(game_id, 0, Verb.ASK_SEAT))


def own_buttons(
    words: Words, manager: GameManager, user_id: int
) -> Iterator[discord.ui.Button[Any]]:
    """Build the button with which somebody asks for a seat, or no longer does, if they may."""
    table = manager.game.table
    request = request_of(table, user_id)
    if request is not None and request.agreed is not False:
        yield _withdraw_button(words, table.game_id)
    elif manager.may_ask_for_seat(user_id):
        yield ask_button(words, table.game_id)


def own_lines(words: Words, manager: GameManager, user_id: int) -> Iterator[str]:
    """Say how somebody's request stands, if they have made one."""
    request = request_of(manager.game.table, user_id)
    if request is not None:
        yield _state(words.about(manager.game.system.name), request)


def answer_rows(words: Words, table: Table) -> Iterator[discord.ui.ActionRow[Any]]:
    """Build the host's buttons for each request that is not answered yet."""
    for each in table.requests:
        if each.agreed is None:
            asking, name = (str(each.user_id),), isolated(each.name)
            let_in = CustomId(table.game_id, 0, Verb.LET_IN, asking)
            not_now = CustomId(table.game_id, 0, Verb.NOT_NOW, asking)
            yield row(
                button(words("tables.seat.let_in", name=name), let_in, _SUCCESS),
                button(words("tables.seat.not_now"), not_now),
            )


def _state(words: Words, request: SeatRequest) -> str:
    key = {None: "waiting", True: "promised", False: "refused"}[request.agreed]
    return words(f"tables.seat.{key}")


def _withdraw_button(words: Words, game_id: str) -> discord.ui.Button[Any]:
    return button(words("tables.seat.withdraw"), CustomId(game_id, 0, Verb.WITHDRAW))


def _request_panel(words: Words, game_id: str, request: SeatRequest) -> Panel:
    said = _state(words, request)
    if request.agreed is False:
        return said_panel(said)
    return Panel(container(text(said), row(_withdraw_button(words, game_id))))


class SeatRequestsCog(BaseCog):
    """Handles the buttons of requests for seats.

    Args:
        hands: shows the host that somebody asks.
        preferences: has the languages of users.
    """

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts)
        self._asked: dict[tuple[str, int], discord.Interaction] = {}

    @on(Verb.ASK_SEAT)
    async def _ask(self, click: Click) -> None:
        manager, game_id = click.game, click.meaning.game
        await click.defer_private()
        await manager.ask_for_seat(click.person)
        table = manager.game.table
        request = request_of(table, click.user_id)
        if request is None:
            # The game has ended meanwhile.
            await show(click.interaction, said_panel(click.words("tables.seat.withdrawn")))
            return
        words = click.words.about(manager.game.system.name)
        await show(click.interaction, _request_panel(words, game_id, request))
        self._remember(click)
        name = bold(escaped(request.name))
        self.parts.hands.tell(manager, table.host_id, "tables.seat.to_host", name=name)

    @on(Verb.WITHDRAW)
    async def _withdraw(self, click: Click) -> None:
        manager = click.game
        await click.defer()
        await manager.withdraw_request(click.user_id)
        self._asked.pop((click.meaning.game, click.user_id), None)
        await show(click.interaction, said_panel(click.words("tables.seat.withdrawn")))

    @on(Verb.LET_IN, Verb.NOT_NOW)
    async def _answer(self, click: Click) -> None:
        """Answer a request, to its host and, while that can be edited, to who has asked."""
        manager, agreed = click.game, click.meaning.verb is Verb.LET_IN
        if len(click.meaning.args) != 1:
            raise BadCustomIdError("whose request?")
        user_id = parse_user(click.meaning.args[0])
        await click.defer()
        await manager.answer_request(
            click.user_id, user_id, agreed=agreed, moderator=click.is_moderator
        )
        request = request_of(manager.game.table, user_id)
        name = bold(escaped(request.name)) if request is not None else "?"
        key, system = (
            "tables.seat.agreed" if agreed else "tables.seat.declined",
            manager.game.system,
        )
        words = click.words.about(system.name)
        await show(click.interaction, said_panel(words(key, name=name)))
        asked = self._asked.pop((click.meaning.game, user_id), None)
        if asked is not None and request is not None and not asked.is_expired():
            words = self.parts.preferences.words_of(asked).about(system.name)
            with contextlib.suppress(*DISCORD_ERRORS):
                await show(asked, _request_panel(words, click.meaning.game, request))

    def _remember(self, click: Click) -> None:
        """Keep the answer to somebody who asks, and drop those that can no longer be edited."""
        kept = {key: each for key, each in self._asked.items() if not each.is_expired()}
        self._asked = {**kept, (click.meaning.game, click.user_id): click.interaction}
