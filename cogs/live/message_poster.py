"""Posts, edits and deletes the bot's messages in channels, each within a time limit."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from functools import partial
from hashlib import sha256
from typing import Any
from weakref import WeakValueDictionary

import discord

from bot.storage import notifications
from bot.storage.database import Database
from bot.storage.errors import StoreError
from cogs.base.discord_errors import (
    CHANNEL_GONE,
    DISCORD_ERRORS,
    MESSAGE_GONE,
    has_code,
    within,
)
from cogs.base.screens import Screen

from .retry_queue import Job, RetryQueue
from .sender import Drawn

LONGEST_NONCE = 25
MOST_NONCES = 3  # tries to post a message that somebody deletes before it is known to be there
_log = logging.getLogger(__name__)
MessageKey = tuple[str, int]  # a kind of message, of which a channel has one, and the channel
PostContent = dict[str, Any]  # arguments of ``Messageable.send`` for a message of text


class MessagePoster:
    """Posts, edits and deletes messages; all that it remembers may be lost in a restart."""

    def __init__(self, client: discord.Client, store: Database, retry_queue: RetryQueue) -> None:
        self._client = client
        self._store = store
        self._retry_queue = retry_queue
        self._locks: WeakValueDictionary[MessageKey, asyncio.Lock] = WeakValueDictionary()
        # Announcements that were posted, but could not be stored yet, by server and key.
        self._not_stored: dict[tuple[int, str], int] = {}

    async def resume(self) -> None:
        """Delete what earlier processes could not delete."""
        for message in await self._store.read(notifications.undeleted):
            self._retry_queue.submit(self._deletion(*message))

    def lock(self, key: MessageKey) -> asyncio.Lock:
        """Return the lock to hold while a message is changed, as several tasks may change it."""
        return self._locks.setdefault(key, asyncio.Lock())

    async def post(
        self,
        what: str,
        channel_id: int,
        content: Drawn | PostContent,
        note: Callable[[int], Awaitable[None]],
        *,
        silent: bool = False,
    ) -> int:
        """Post a message, unless it is there already, ``note`` its id, and return it.

        ``what`` says what the message is about. It is the same in each try, also of another
        process, and differs from that of every other message. Discord recognizes it for some
        minutes, and then answers with the message that is there. If that shows something else, it
        is edited.
        """
        number = 0
        while True:
            sent = content.to_post() if isinstance(content, Drawn) else content
            nonce = sha256(f"{channel_id} {what}{' again' * number}".encode()).hexdigest()
            try:
                async with within():
                    message = await self._channel(channel_id).send(
                        nonce=nonce[:LONGEST_NONCE], silent=silent, **sent
                    )
                break
            except discord.NotFound as error:
                # It was there, and somebody has deleted it since.
                number += 1
                if number == MOST_NONCES or not has_code(error, MESSAGE_GONE):
                    raise
        await note(message.id)
        if isinstance(content, Drawn):
            there = discord.ui.LayoutView.from_message(message, timeout=None)
            if [*_said_in(there)] != [*_said_in(sent["view"])]:
                await self.edit(channel_id, message.id, content)
        return message.id

    async def announce(
        self,
        guild_id: int,
        key: str,
        channel_id: int,
        make: Callable[[], Awaitable[Drawn | PostContent | None]],
        *,
        replaced: int | None = None,
    ) -> None:
        """Post an announcement, which ``key`` names in its server, and store that it was posted.

        Nothing is posted if that is stored, unless the message ``replaced`` was deleted. If
        ``make`` returns None, this is stored, too, and nothing is posted.
        After a StoreError or DISCORD_ERRORS the same call tries it again.
        """
        what = guild_id, key

        async def note(message_id: int) -> None:
            self._not_stored[what] = message_id
            await self._store.write(notifications.put_announced, *what, channel_id, message_id)
            del self._not_stored[what]

        posted = self._not_stored.get(what)
        if posted is not None:
            content = await make()
            if isinstance(content, Drawn):
                await self.edit(channel_id, posted, content)
            await note(posted)
        elif replaced or await self._store.read(notifications.announcement, *what) is None:
            content = await make()
            if content is None:
                await self._store.write(notifications.put_announced, *what, channel_id, None)
            else:
                await self.post(f"{key} {replaced}", channel_id, content, note)

    async def correct(self, guild_id: int, key: str, content: PostContent) -> None:
        """Edit an announcement, if one was posted under this key and is still there."""
        sent = await self._store.read(notifications.announcement, guild_id, key)
        if sent is not None and sent.channel_id is not None and sent.message_id is not None:
            with suppress(discord.NotFound):
                await self.edit(sent.channel_id, sent.message_id, content)

    async def shows(self, channel_id: int, message_id: int, screen: Screen) -> bool:
        """Return whether a message has the texts and components of a screen; never raises."""
        try:
            async with within():
                message = await self._channel(channel_id).fetch_message(message_id)
        except DISCORD_ERRORS:
            return False
        there = discord.ui.LayoutView.from_message(message, timeout=None)
        return [*_said_in(there)] == [*_said_in(screen.message_view(screen.drawings))]

    async def edit(self, channel_id: int, message_id: int, content: Drawn | PostContent) -> bool:
        """Edit a message; False when it was deleted."""
        message = self._channel(channel_id).get_partial_message(message_id)
        changed = content.to_edit() if isinstance(content, Drawn) else content
        try:
            async with within():
                await message.edit(**changed)
        except discord.NotFound as error:
            if has_code(error, CHANNEL_GONE):
                raise
            return False
        return True

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message, now or as soon as Discord lets it; never raises."""
        try:
            await self._delete(channel_id, message_id)
        except DISCORD_ERRORS as error:
            self._retry_queue.note_failure(*self._deletion(channel_id, message_id), error)
            try:
                await self._store.write(notifications.put_undeleted, channel_id, message_id)
            except StoreError as failed:
                _log.warning("after a restart a message is not deleted: %s", failed.code)

    def _deletion(self, channel_id: int, message_id: int) -> Job:
        delete = partial(self._delete_stored, channel_id, message_id)
        return ("deletion", channel_id, message_id), delete

    async def _delete_stored(self, channel_id: int, message_id: int) -> None:
        await self._delete(channel_id, message_id)
        await self._store.write(notifications.drop_undeleted, channel_id, message_id)

    async def _delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message, unless it is gone or stands where the bot may not be any more."""
        with suppress(discord.NotFound, discord.Forbidden):
            async with within():
                await self._channel(channel_id).get_partial_message(message_id).delete()

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel_id)


def _said_in(view: discord.ui.LayoutView) -> Iterator[str | None]:
    """List the texts and custom ids of a message."""
    for item in view.walk_children():
        if isinstance(item, discord.ui.TextDisplay):
            yield item.content.strip()
        elif isinstance(item, discord.ui.Button | discord.ui.Select):
            yield item.custom_id
