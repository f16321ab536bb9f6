"""Brings channels up to date: the lobby, the table, the private hands and the turn ping."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

import discord

from bot.i18n import words_for
from bot.rules.state import Stage
from bot.table.errors import TableError

from .views.lobby import closed_panel, lobby_panel
from .views.table import Message, table_message

if TYPE_CHECKING:
    from bot.model import Lobby, Table
    from bot.table.manager import GameManager

    from .drawing import Pictures
    from .faces import Faces
    from .hands import LiveHands
    from .themes import Themes

MOST_PASSED = 8
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Turn:
    """A person's turn in a game."""

    game_id: str
    user_id: int


class ChannelAnnouncer:
    """Edits and posts messages; the managers call it for one channel at a time.

    What it keeps in memory only saves messages: after a restart nothing is lost by it.
    """

    def __init__(
        self,
        client: discord.Client,
        pictures: Pictures,
        hands: LiveHands,
        themes: Themes,
        faces: Faces,
    ) -> None:
        self._client = client
        self._pictures = pictures
        self._hands = hands
        self._themes = themes
        self._faces = faces
        self._passed: dict[int, int] = {}
        self._pinged: dict[int, _Turn] = {}
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def count(self, channel_id: int) -> None:
        """Note that somebody's message came into a channel."""
        if channel_id in self._passed:
            self._passed[channel_id] += 1

    async def lobby(self, manager: GameManager) -> None:
        """Show the lobby."""
        await self._locked_lobby(manager)

    async def gone(self, lobby: Lobby) -> None:
        """Say that a lobby closed, where it stood."""
        if lobby.message_id is None:
            return
        with suppress(discord.NotFound):
            message = self._channel(lobby.channel_id).get_partial_message(lobby.message_id)
            await message.edit(view=closed_panel(words_for(lobby.locale)), attachments=[])

    async def table(self, manager: GameManager) -> None:
        """Bring the private hands, the table and the turn ping up to date.

        One that fails does not keep the others from being tried.
        """
        await self._all_of(
            manager,
            self._hands.refresh(manager),
            self._locked_table(manager),
            self._ping(manager),
        )

    async def redraw(self, manager: GameManager) -> None:
        """Show the table and the private hands in the theme that was just chosen."""
        await self._all_of(manager, self._hands.refresh(manager), self._redraw_table(manager))

    async def _all_of(self, manager: GameManager, *parts: Awaitable[None]) -> None:
        for failed in await asyncio.gather(*parts, return_exceptions=True):
            if isinstance(failed, discord.HTTPException):
                _log.warning("channel %s could not be told: %s", manager.channel_id, failed)
            elif failed is not None:
                _log.error("announcing failed", exc_info=failed)

    async def remind(self, manager: GameManager) -> None:
        """Ping who is to act once more."""
        table, turn = manager.table, _turn_of(manager)
        if table is not None and turn is not None:
            await self._post_ping(manager, table, turn, "table.reminder")

    async def repost(self, manager: GameManager) -> int | None:
        """Post what is here anew at the bottom, a lobby rather than a finished game.

        Returns the id of the message.

        Raises:
            discord.HTTPException: it could not be posted.
            TableError: ``no_game``; there is neither.
        """
        if manager.lobby is not None:
            await self._locked_lobby(manager, anew=True)
            return manager.lobby.message_id if manager.lobby else None
        if manager.table is None:
            raise TableError("no_game")
        await self._locked_table(manager, anew=True)
        return manager.table.message_id if manager.table else None

    async def _locked_lobby(self, manager: GameManager, *, anew: bool = False) -> None:
        async with self._lock(manager.channel_id):
            theme = await self._themes.of_server(manager.guild_id)
            lobby = manager.lobby
            if lobby is None:
                return
            panel = lobby_panel(words_for(lobby.locale, theme), lobby)
            await self._show(manager, lobby.lobby_id, lobby.message_id, (panel, []), anew=anew)

    async def _locked_table(self, manager: GameManager, *, anew: bool = False) -> None:
        async with self._lock(manager.channel_id):
            theme = await self._themes.of_server(manager.guild_id)
            table = manager.table
            if table is None:
                return
            shown = await self._drawn(manager, table, theme)
            anew = anew or self._passed.get(manager.channel_id, 0) > MOST_PASSED
            await self._show(manager, table.game_id, table.message_id, shown, anew=anew)
        self._faces.fetch(manager, self._redraw_table)

    async def _redraw_table(self, manager: GameManager) -> None:
        """Edit the table where it stands: the same game, looking otherwise."""
        async with self._lock(manager.channel_id):
            theme = await self._themes.of_server(manager.guild_id)
            table = manager.table
            if table is not None and table.message_id is not None:
                shown = await self._drawn(manager, table, theme)
                await self._edited(manager.channel_id, table.message_id, shown)

    async def _drawn(self, manager: GameManager, table: Table, theme: str) -> Message:
        words = words_for(table.locale, theme)
        return await table_message(self._pictures, words, theme, manager)

    async def _show(
        self,
        manager: GameManager,
        game_id: str,
        message_id: int | None,
        shown: Message,
        *,
        anew: bool,
    ) -> None:
        """Edit the message, or post it where there is none any more or a new one is wanted."""
        if message_id is not None and not anew:
            if await self._edited(manager.channel_id, message_id, shown):
                self._passed.setdefault(manager.channel_id, 0)
                return
            message_id = None
        await self._post(manager, game_id, shown)
        if message_id is not None:
            await self._delete(manager.channel_id, message_id)

    async def _edited(self, channel_id: int, message_id: int, shown: Message) -> bool:
        """Edit a message; False when it is not there any more."""
        panel, files = shown
        message = self._channel(channel_id).get_partial_message(message_id)
        try:
            await message.edit(view=panel, attachments=files)
        except discord.NotFound:
            for file in files:
                file.reset()
            return False
        return True

    async def _post(self, manager: GameManager, game_id: str, shown: Message) -> None:
        panel, files = shown
        message = await self._channel(manager.channel_id).send(view=panel, files=files)
        self._passed[manager.channel_id] = 0
        await manager.note_message(message.id, game_id)

    async def _ping(self, manager: GameManager) -> None:
        """One ping for each new turn of a person, and none that is out of date."""
        table, turn = manager.table, _turn_of(manager)
        if table is None:
            return
        if turn is None or _is_alone(table):
            await self._drop_ping(manager, table)
            return
        known = self._pinged.get(manager.channel_id)
        if known is None and table.ping_id is not None:
            # After a restart: the ping that stands is taken to be for this turn.
            known = turn
        self._pinged[manager.channel_id] = turn
        # Who plays twice in a row is there already.
        if known != turn:
            await self._post_ping(manager, table, turn, "table.ping")

    async def _drop_ping(self, manager: GameManager, table: Table) -> None:
        self._pinged.pop(manager.channel_id, None)
        if table.ping_id is not None:
            await manager.note_ping(None)
            await self._delete(manager.channel_id, table.ping_id)

    async def _post_ping(self, manager: GameManager, table: Table, turn: _Turn, key: str) -> None:
        if table.ping_id is not None:
            await self._delete(manager.channel_id, table.ping_id)
        message = await self._channel(manager.channel_id).send(
            words_for(table.locale)(key, mention=f"<@{turn.user_id}>"),
            allowed_mentions=discord.AllowedMentions(users=[discord.Object(turn.user_id)]),
        )
        await manager.note_ping(message.id)

    async def _delete(self, channel_id: int, message_id: int) -> None:
        try:
            await self._channel(channel_id).get_partial_message(message_id).delete()
        except discord.NotFound:
            pass
        except discord.HTTPException:
            _log.info("a message could not be deleted", exc_info=True)

    def _lock(self, channel_id: int) -> asyncio.Lock:
        """Held while a message changes: a re-post comes from a click, beside the announcements."""
        return self._locks.setdefault(channel_id, asyncio.Lock())

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel_id)


def _turn_of(manager: GameManager) -> _Turn | None:
    """Whose turn it is, where that is a person who is here."""
    table = manager.table
    if table is None or not manager.running:
        return None
    view = manager.view(None)
    if view.turn is None or view.stage in (Stage.DEAL, Stage.OVER):
        return None
    who = table.occupants[view.turn]
    if who.is_computer or who.user_id is None:
        return None
    return _Turn(table.game_id, who.user_id)


def _is_alone(table: Table) -> bool:
    """Whether one person plays against computers: whoever moved last is the one to move."""
    return sum(not each.is_computer for each in table.occupants) < 2
