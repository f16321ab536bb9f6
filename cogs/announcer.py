"""Brings channels up to date: the lobby, the table, the private hands and the turn ping."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

import discord

from bot.i18n import words_for
from bot.table.errors import TableError

from .discord_errors import channel_is_gone, is_archived
from .permissions import may_attach
from .pings import TurnPings
from .posting import Posting
from .views.lobby import closed_panel, lobby_panel
from .views.table import Message, table_message

if TYPE_CHECKING:
    from bot.i18n import Words
    from bot.model import Lobby, ServerPreferences, Table
    from bot.table.manager import GameManager
    from bot.table.ports import Clock

    from .drawing import Pictures
    from .faces import Faces
    from .hands import LiveHands
    from .preferences import Preferences
    from .ratings import Ratings
    from .retry_queue import Asked, RetryQueue

MOST_PASSED = 8
PATIENCE = 10.0
"""Seconds that somebody who clicked waits for a message at most."""


class ChannelAnnouncer:
    """Edits and posts messages; the managers call it for one channel at a time.

    What it keeps in memory only saves messages: after a restart nothing is lost by it.
    """

    def __init__(  # noqa: PLR0913  # what a channel is shown comes from many parts
        self,
        client: discord.Client,
        pictures: Pictures,
        hands: LiveHands,
        choices: Preferences,
        faces: Faces,
        *,
        clock: Clock,
        ratings: Ratings,
        retry_queue: RetryQueue,
    ) -> None:
        self._client = client
        self._retry_queue = retry_queue
        self._posting = Posting(client)
        self._pictures = pictures
        self._hands = hands
        self._choices = choices
        self._faces = faces
        self._ratings = ratings
        self._passed: dict[int, int] = {}
        self._pings = TurnPings(self._posting, choices, clock, retry_queue)
        self._reposting: set[asyncio.Task[int | None]] = set()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def count(self, channel_id: int) -> None:
        """Note that somebody's message came into a channel."""
        if channel_id in self._passed:
            self._passed[channel_id] += 1

    async def lobby(self, manager: GameManager) -> None:
        """Show the lobby."""
        self._retry_queue.ask(self._lobby_job(manager))

    async def gone(self, lobby: Lobby) -> None:
        """Say that a lobby closed, where it stood."""
        if lobby.message_id is not None:
            close = partial(self._close, lobby, lobby.message_id)
            self._retry_queue.ask((("gone", lobby.lobby_id), close))

    async def table(self, manager: GameManager) -> None:
        """Bring the private hands, the table and the turn ping up to date.

        None of them waits for another.
        """
        self._retry_queue.ask(
            *self._hands.jobs(manager), self._table_job(manager), self._pings.job(manager)
        )

    def _lobby_job(self, manager: GameManager) -> Asked:
        return ("lobby", manager.channel_id), partial(self._lobby, manager)

    def _table_job(self, manager: GameManager) -> Asked:
        return ("table", manager.channel_id), partial(self._table, manager)

    async def redraw(self, manager: GameManager) -> None:
        """Show what is here as the server has just chosen."""
        await self.lobby(manager)
        if manager.running:
            await self.table(manager)

    async def look_after(self, manager: GameManager) -> None:
        """Show what is here where it stands, or anew where somebody deleted it."""
        if manager.lobby is not None:
            await self._retry_queue.do(self._lobby_job(manager))
        elif manager.running:
            await self._retry_queue.do(self._table_job(manager))

    def again(self, channel_id: int) -> None:
        """Try at once what a channel did not take; nothing where all is well."""
        for what in ("lobby", "table", "ping"):
            self._retry_queue.again((what, channel_id))

    async def close(self, patience: float) -> None:
        """Give up what is not told in so many seconds, and the pings that are not due yet."""
        self._pings.close()
        await self._retry_queue.close(patience)

    async def remind(self, manager: GameManager) -> None:
        """Ping who is to act once more."""
        remind = partial(self._pings.remind, manager)
        self._retry_queue.ask((("remind", manager.channel_id), remind))

    async def repost(self, manager: GameManager) -> int | None:
        """Post what is here anew at the bottom, a lobby rather than a finished game.

        Returns the id of the message.

        Raises:
            DISCORD_ERRORS: it could not be posted.
            TableError: ``no_game``; there is neither. ``discord_slow``; it comes when Discord lets.
        """
        task = asyncio.create_task(self._repost(manager))
        self._reposting.add(task)
        task.add_done_callback(self._reposting.discard)
        done, _ = await asyncio.wait([task], timeout=PATIENCE)
        if done:
            return task.result()
        task.add_done_callback(_seen)
        raise TableError("discord_slow")

    async def _repost(self, manager: GameManager) -> int | None:
        if manager.lobby is not None:
            await self._locked_lobby(manager, anew=True)
            return manager.lobby.message_id if manager.lobby else None
        if manager.table is None:
            raise TableError("no_game")
        await self._locked_table(manager, anew=True)
        return manager.table.message_id if manager.table else None

    async def _lobby(self, manager: GameManager) -> None:
        try:
            await self._locked_lobby(manager)
        except discord.NotFound as error:
            await self._without_channel(manager, error)

    async def _table(self, manager: GameManager) -> None:
        try:
            await self._locked_table(manager)
        except discord.NotFound as error:
            await self._without_channel(manager, error)

    async def _without_channel(self, manager: GameManager, error: discord.NotFound) -> None:
        """End what is here when its channel was deleted: nobody can ever see it again."""
        guild = self._client.get_guild(manager.guild_id)
        known = guild is not None and not guild.unavailable
        if not channel_is_gone(error) or not known:
            raise error
        try:
            await self.channel_deleted(manager)
        except TableError:
            # Not stored: it is tried again as what could not be shown.
            raise error from None

    async def channel_deleted(self, manager: GameManager) -> None:
        """End what was in a channel that is gone; a game's record stays.

        Raises:
            TableError: ``not_stored`` or ``closed``.
        """
        self._passed.pop(manager.channel_id, None)
        self._posting.forget(manager.channel_id)
        await manager.channel_deleted()

    async def _close(self, lobby: Lobby, message_id: int) -> None:
        words = self._words(await self._choices.server(lobby.guild_id), lobby)
        try:
            async with self._lock(lobby.channel_id):
                await self._posting.edit(lobby.channel_id, message_id, closed_panel(words), [])
        except discord.NotFound as error:
            if not channel_is_gone(error):
                raise

    async def _locked_lobby(self, manager: GameManager, *, anew: bool = False) -> None:
        async with self._lock(manager.channel_id):
            server = await self._choices.server(manager.guild_id)
            lobby = manager.lobby
            if lobby is None:
                return
            panel = lobby_panel(self._words(server, lobby), lobby, server)
            await self._show(manager, lobby.lobby_id, lobby.message_id, (panel, []), anew=anew)

    async def _locked_table(self, manager: GameManager, *, anew: bool = False) -> None:
        async with self._lock(manager.channel_id):
            server = await self._choices.server(manager.guild_id)
            table = manager.table
            if table is None:
                return
            shown = await self._drawn(manager, table, server)
            anew = anew or self._passed.get(manager.channel_id, 0) > MOST_PASSED
            await self._show(manager, table.game_id, table.message_id, shown, anew=anew)
        self._faces.fetch(manager, self._redraw_table)

    async def _redraw_table(self, manager: GameManager) -> None:
        """Edit the table where it stands: the same game, looking otherwise."""
        async with self._lock(manager.channel_id):
            server = await self._choices.server(manager.guild_id)
            table = manager.table
            if table is not None and table.message_id is not None:
                shown = await self._drawn(manager, table, server)
                await self._posting.edit(manager.channel_id, table.message_id, *shown)

    async def _drawn(
        self, manager: GameManager, table: Table, server: ServerPreferences
    ) -> Message:
        words, theme = self._words(server, table), self._theme(server)
        guild = self._client.get_guild(manager.guild_id)
        return await table_message(
            self._pictures,
            words,
            theme,
            manager,
            self._ratings,
            in_words=not may_attach(guild, manager.channel_id),
        )

    def _words(self, server: ServerPreferences, here: Lobby | Table) -> Words:
        """The language of a channel: what the server chose, else what it was when this began."""
        return words_for(server.locale or here.locale, self._theme(server))

    def _theme(self, server: ServerPreferences) -> str:
        return server.theme or self._choices.default_theme

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
            standing = await self._edited(manager.channel_id, message_id, shown)
            if standing:
                self._passed.setdefault(manager.channel_id, 0)
                return
            if standing is None:
                message_id = None
        await self._post(manager, game_id, shown)
        if message_id is not None:
            await self._posting.delete(manager.channel_id, message_id)

    async def _edited(self, channel_id: int, message_id: int, shown: Message) -> bool | None:
        """Edit a message; None when it is not there any more, False in an archived thread."""
        try:
            return await self._posting.edit(channel_id, message_id, *shown) or None
        except discord.HTTPException as error:
            if not is_archived(error):
                raise
        # A new message wakes the thread up, where that is allowed.
        for file in shown[1]:
            file.reset()
        return False

    async def _post(self, manager: GameManager, game_id: str, shown: Message) -> None:
        channel_id, (panel, files) = manager.channel_id, shown
        place = (channel_id, "table")
        message_id, earlier = await self._posting.post(
            channel_id, place, game_id, view=panel, files=files
        )
        self._passed[channel_id] = 0
        await manager.note_message(message_id, game_id)
        if message_id not in _messages(manager):
            # What it shows went while it was posted.
            await self._posting.delete(channel_id, message_id)
        elif earlier:
            # It shows what an earlier try was given.
            for file in files:
                file.reset()
            await self._posting.edit(channel_id, message_id, panel, files)

    def _lock(self, channel_id: int) -> asyncio.Lock:
        """Held while a message changes: a re-post comes from a click, beside the announcements."""
        return self._locks.setdefault(channel_id, asyncio.Lock())


def _messages(manager: GameManager) -> set[int | None]:
    """The messages that show what is here."""
    return {each.message_id for each in (manager.lobby, manager.table) if each is not None}


def _seen(task: asyncio.Task[int | None]) -> None:
    """Nobody waits for it any more; what became of it shows at the table."""
    if not task.cancelled():
        task.exception()
