"""Posts, edits and deletes the bot's messages in channels, each within a time limit."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import discord

from bot.table.context import Clock
from cogs.base.discord_errors import DISCORD_ERRORS, channel_is_gone, described, within
from cogs.base.panels import Panel, Picture, files

REPEATED = 120.0
"""Seconds within which Discord recognizes a message that is sent again after a lost answer."""
MOST_LEFT_OVER = 8
_log = logging.getLogger(__name__)
_T = TypeVar("_T")
MessageKey = tuple[str, int]
"""A kind of message, of which a channel has one, and the channel."""


class Posting:
    """Posts, edits and deletes messages of all kinds.

    What is kept in memory only saves messages: nothing is lost by a restart.
    """

    def __init__(self, client: discord.Client, clock: Clock) -> None:
        self._client = client
        self._clock = clock
        self._nonces: dict[MessageKey, tuple[Hashable, str]] = {}
        self._left_over: dict[int, list[int]] = {}
        self._locks: WeakValueDictionary[MessageKey, asyncio.Lock] = WeakValueDictionary()
        # When messages were claimed of which it is not known whether they were posted.
        self._unsure: dict[Hashable, float] = {}
        self._claiming: set[Hashable] = set()

    def lock(self, key: MessageKey) -> asyncio.Lock:
        """The lock to hold while a message changes: several tasks may change it at once."""
        return self._locks.setdefault(key, asyncio.Lock())

    async def post(
        self,
        key: MessageKey,
        what: Hashable,
        **content: Any,  # noqa: ANN401  # arguments of ``send``
    ) -> tuple[int, bool]:
        """Post a message; after a lost answer of Discord the next try finds the message.

        ``what`` identifies the content: other content is another message. Returns the message's
        id, and whether an earlier try may have posted it.
        """
        known = self._nonces.get(key)
        nonce = known[1] if known is not None and known[0] == what else secrets.token_hex(12)
        self._nonces[key] = (what, nonce)
        async with within():
            message = await self._channel(key[1]).send(nonce=nonce, **content)
        self._nonces.pop(key, None)
        return message.id, known is not None and known[1] == nonce

    async def post_once(
        self,
        what: Hashable,
        claim: Callable[[], Awaitable[bool]],
        unclaim: Callable[[], Awaitable[None]],
        send: Callable[[], Awaitable[_T]],
    ) -> _T | None:
        """Post a message at most once, whatever happens meanwhile, by a claim in the database.

        The claim is taken back only when Discord answered that the message was not posted. If the
        process dies between claiming and posting, or the connection is lost for long, the message
        is not posted, unless ``claim`` finds out that it is not there.

        Args:
            what: identifies the message.
            claim: notes that it is posted now; False if that was noted before.
            unclaim: takes the claim back.
            send: posts it, with the same nonce in each try.

        Returns:
            What ``send`` returned; None if it was not called, as the message was posted before,
            may have been, or is being posted.

        Raises:
            StoreError: the database refused.
            DISCORD_ERRORS: it was not posted, or that is not known; the same call tries it again.
        """
        if what in self._claiming:
            return None
        self._claiming.add(what)
        try:
            now = self._clock.now()
            if what not in self._unsure and not await claim():
                return None
            if now - self._unsure.setdefault(what, now) > REPEATED:
                del self._unsure[what]
                return None
            try:
                result = await send()
            except (discord.HTTPException, discord.RateLimited):
                await unclaim()
                del self._unsure[what]
                raise
            del self._unsure[what]
            return result
        finally:
            self._claiming.discard(what)

    async def edit(
        self, channel_id: int, message_id: int, panel: Panel, picture: Picture | None = None
    ) -> bool:
        """Edit a message; False when it was deleted."""
        return await self._edit(channel_id, message_id, view=panel, attachments=files(picture))

    async def edit_text(self, channel_id: int, message_id: int, panel: Panel) -> bool:
        """Edit a message whose picture stays as it is; False when it was deleted."""
        return await self._edit(channel_id, message_id, view=panel)

    async def _edit(self, channel_id: int, message_id: int, **content: Any) -> bool:  # noqa: ANN401
        message = self._channel(channel_id).get_partial_message(message_id)
        try:
            async with within():
                await message.edit(**content)
        except discord.NotFound as error:
            if channel_is_gone(error):
                raise
            return False
        return True

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message, and those that could not be deleted before; never raises."""
        for left_id in (*self._left_over.pop(channel_id, ()), message_id):
            try:
                await self._delete(channel_id, left_id)
            except DISCORD_ERRORS as error:
                _log.warning("a message was not deleted: %s", described(error))
                left = self._left_over.setdefault(channel_id, [])
                left.append(left_id)
                del left[:-MOST_LEFT_OVER]

    def forget(self, channel_id: int) -> None:
        """Forget the messages of a deleted channel."""
        self._left_over.pop(channel_id, None)
        for key in [key for key in self._nonces if key[1] == channel_id]:
            del self._nonces[key]

    async def _delete(self, channel_id: int, message_id: int) -> None:
        with suppress(discord.NotFound):
            async with within():
                await self._channel(channel_id).get_partial_message(message_id).delete()

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel_id)
