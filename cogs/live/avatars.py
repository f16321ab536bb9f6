"""Avatars: fetched in the background, and shown at tables once they are there."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable, Iterable, Sequence
from functools import partial

import discord
from cachetools import LRUCache, TTLCache

from bot.table.context import Clock
from bot.table.manager import GameManager

SIZE = 128
PATIENCE = 5.0
AGAIN_AFTER = 900.0
MOST_BYTES = 128 * 1024
MOST_FILES = 256
MOST_PEOPLE = 4096
Member = tuple[int, int]  # a server and a person
Redraw = Callable[[GameManager], Awaitable[None]]
_log = logging.getLogger(__name__)


class Avatars:
    """Avatars of people who used the bot; a picture uses those that are loaded, without waiting."""

    def __init__(self, clock: Clock, *, patience: float = PATIENCE, most: int = MOST_FILES) -> None:
        self._patience = patience
        self._assets: LRUCache[Member, discord.Asset] = LRUCache(MOST_PEOPLE)
        self._files: LRUCache[str, bytes] = LRUCache(most)
        self._failed: TTLCache[str, bool] = TTLCache(MOST_PEOPLE, AGAIN_AFTER, clock.now)
        self._fetching: set[str] = set()
        self._tasks: dict[Hashable, asyncio.Task[None]] = {}

    def saw(self, guild_id: int, user: discord.User | discord.Member) -> None:
        """Remember a user's current avatar, unless it is Discord's default."""
        own = user.avatar or getattr(user, "guild_avatar", None)
        if own is None:
            self._assets.pop((guild_id, user.id), None)
            return
        # A still picture, even of an animated avatar.
        asset = user.display_avatar.replace(size=SIZE, format="png")
        self._assets[guild_id, user.id] = asset

    def of(self, guild_id: int, user_id: int) -> bytes | None:
        """Return the file of a member's avatar, if it is loaded."""
        asset = self._assets.get((guild_id, user_id))
        return None if asset is None else self._files.get(asset.url)

    def forget(self, user_id: int) -> None:
        for member in [member for member in self._assets if member[1] == user_id]:
            self._files.pop(self._assets.pop(member).url, None)

    def fetch(self, manager: GameManager, redraw: Redraw | None = None) -> None:
        """Fetch the missing avatars of lobby and table, then redraw once if any came.

        Returns at once. While a table's avatars are being fetched, asking again adds nothing.
        """
        occupants = manager.table.occupants if manager.table else ()
        occupants += manager.lobby.seats if manager.lobby else ()
        people = [who.user_id for who in occupants if who.user_id and not who.left]
        again = None if redraw is None else partial(redraw, manager)
        self.fetch_for(manager.channel_id, manager.guild_id, people, again)

    def fetch_for(
        self,
        message: Hashable,
        guild_id: int,
        people: Iterable[int],
        redraw: Callable[[], Awaitable[None]] | None,
    ) -> None:
        """Fetch the missing avatars of people in a message, as :meth:`fetch` does for tables."""
        missing = self._missing(guild_id, people)
        if not missing or message in self._tasks:
            return
        self._fetching |= {asset.url for asset in missing}
        task = asyncio.create_task(self._fetch(missing, redraw))
        self._tasks[message] = task
        task.add_done_callback(lambda _: self._tasks.pop(message, None))

    async def close(self) -> None:
        tasks = [*self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _missing(self, guild_id: int, people: Iterable[int]) -> list[discord.Asset]:
        assets = [self._assets.get((guild_id, user_id)) for user_id in people]
        wanted = {asset.url: asset for asset in assets if asset is not None}
        there = self._fetching.union(self._files)
        return [
            asset for url, asset in wanted.items() if url not in there and url not in self._failed
        ]

    async def _fetch(
        self, missing: Sequence[discord.Asset], redraw: Callable[[], Awaitable[None]] | None
    ) -> None:
        try:
            came = await asyncio.gather(*map(self._read, missing))
        finally:
            self._fetching -= {asset.url for asset in missing}
        if redraw is None or not any(came):
            return
        try:
            await redraw()
        except Exception:  # noqa: BLE001  # the next change shows them
            _log.info("a message could not be redrawn for avatars", exc_info=True)

    async def _read(self, asset: discord.Asset) -> bool:
        try:
            file = await asyncio.wait_for(asset.read(), self._patience)
        except Exception as error:  # noqa: BLE001  # a game goes on without avatars
            _log.info("an avatar could not be fetched: %r", error)
            file = b""
        if not 0 < len(file) <= MOST_BYTES:
            self._failed[asset.url] = True
            return False
        self._files[asset.url] = file
        return True
