"""Messages that are posted at most once, whatever happens meanwhile."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable
from typing import TypeVar

import discord

from bot.table.context import Clock

REPEATED = 120.0
"""Seconds within which Discord recognizes a message that is sent again after a lost answer."""
_T = TypeVar("_T")


class ClaimedPosts:
    """Posts messages that are claimed in the database before.

    A claim is taken back only when Discord answered that the message was not posted. So none is
    ever posted twice; if the process dies between claiming and posting, or if the connection is
    lost for long, it is not posted at all.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._unsure: dict[Hashable, float] = {}
        self._busy: set[Hashable] = set()

    async def post(
        self,
        what: Hashable,
        claim: Callable[[], Awaitable[bool]],
        unclaim: Callable[[], Awaitable[None]],
        send: Callable[[], Awaitable[_T]],
    ) -> _T | None:
        """Post a message, unless it was posted before, may have been, or is being posted now.

        Args:
            what: identifies the message.
            claim: notes that it is posted now; False where that was noted before.
            unclaim: takes the claim back.
            send: posts it, with the same nonce in each try.

        Returns:
            What ``send`` returned, None where it was not called.

        Raises:
            StoreError: the database refused.
            DISCORD_ERRORS: it was not posted, or that is not known; the same call tries it again.
        """
        if what in self._busy:
            return None
        self._busy.add(what)
        try:
            return await self._post(what, claim, unclaim, send)
        finally:
            self._busy.discard(what)

    async def _post(
        self,
        what: Hashable,
        claim: Callable[[], Awaitable[bool]],
        unclaim: Callable[[], Awaitable[None]],
        send: Callable[[], Awaitable[_T]],
    ) -> _T | None:
        now = self._clock.now()
        claimed_at = self._unsure.get(what)
        if claimed_at is None and not await claim():
            return None
        if now - self._unsure.setdefault(what, now) > REPEATED:
            del self._unsure[what]
            return None
        try:
            sent = await send()
        except (discord.HTTPException, discord.RateLimited):
            await unclaim()
            del self._unsure[what]
            raise
        del self._unsure[what]
        return sent
