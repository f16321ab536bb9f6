"""The members of servers and their names, as far as the bot learns them without an intent."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

import discord
from cachetools import LRUCache, TTLCache

from bot.storage import members
from bot.storage.database import Database
from bot.storage.errors import StoreError
from bot.table.context import Clock
from bot.table.errors import TableError
from bot.table.lobbies import clean_name
from bot.table.registry import GameRegistry

from .discord_errors import DISCORD_ERRORS, NO_MEMBER, has_code, within
from .permissions import known_server_id

KNOWN_FOR = 600.0  # seconds for which a member is not asked for again
MOST_KNOWN = 50_000
PATIENCE = 1.5  # seconds to wait for Discord's answer about a member
MOST_TRIES = 3  # boards that are looked up until all people on one are members
_T = TypeVar("_T")
_log = logging.getLogger(__name__)


class Members:
    """Notes the names of people who click, and asks for those who stand on a board."""

    def __init__(
        self, client: discord.Client, store: Database, registry: GameRegistry, clock: Clock
    ) -> None:
        self._client = client
        self._store = store
        self._registry = registry
        self._clock = clock
        # By server and person: the name of the last click, and who was a member lately.
        self._names: LRUCache[tuple[int, int], str] = LRUCache(MOST_KNOWN)
        self._here: TTLCache[tuple[int, int], bool]
        self._here = TTLCache(MOST_KNOWN, KNOWN_FOR, clock.now)
        self._noting: set[asyncio.Task[None]] = set()

    def note(self, interaction: discord.Interaction) -> None:
        """Store a new name of the user, and show it at their tables; no answer waits for it."""
        guild_id = known_server_id(interaction)
        user = interaction.user
        if not guild_id or not isinstance(user, discord.Member):
            return
        member = guild_id, user.id
        self._here[member] = True
        if self._names.get(member) == user.display_name:
            return
        self._names[member] = user.display_name
        noting = asyncio.create_task(self._note_name(member, clean_name(user.display_name)))
        self._noting.add(noting)
        noting.add_done_callback(self._noting.discard)

    async def _note_name(self, member: tuple[int, int], name: str) -> None:
        guild_id, user_id = member
        try:
            await self._store.write(members.note_member, guild_id, user_id, name)
            for manager in self._registry.of_person(user_id):
                if manager.guild_id == guild_id:
                    await manager.rename(user_id, name)
        except (StoreError, TableError) as error:
            # The next click stores it.
            self._names.pop(member, None)
            _log.warning("a name was not stored: %s", error.code)

    def forget(self, user_id: int) -> None:
        for member in [member for member in self._names if member[1] == user_id]:
            del self._names[member]
        for member in [member for member in self._here if member[1] == user_id]:
            self._here.pop(member, None)

    async def among_present(
        self,
        guild_id: int,
        look_up: Callable[[], Awaitable[_T]],
        people_on: Callable[[_T], Iterable[int]],
    ) -> _T:
        """Look up a board of members of the server; people on it who left are stored as gone.

        While Discord does not answer, everybody counts as a member.
        """
        board = await look_up()
        for _ in range(MOST_TRIES):
            gone = await self._gone(guild_id, people_on(board))
            if not gone:
                break
            try:
                await self._store.write(members.put_gone, guild_id, gone, self._clock.now())
            except StoreError as error:
                _log.warning("who left was not stored: %s", error.code)
                break
            board = await look_up()
        return board

    async def _gone(self, guild_id: int, people: Iterable[int]) -> list[int]:
        guild = self._client.get_guild(guild_id)
        if guild is None:
            return []
        asked = [each for each in dict.fromkeys(people) if (guild_id, each) not in self._here]
        gone = await asyncio.gather(*(self._has_left(guild, user_id) for user_id in asked))
        return [user_id for user_id, left in zip(asked, gone, strict=True) if left]

    async def _has_left(self, guild: discord.Guild, user_id: int) -> bool:
        try:
            await _fetch(guild, user_id)
        except DISCORD_ERRORS as error:
            self._names.pop((guild.id, user_id), None)
            return has_code(error, NO_MEMBER)
        self._here[guild.id, user_id] = True
        return False


async def has_left(guild: discord.Guild, user_id: int) -> bool:
    """Return whether somebody is no member; False while Discord does not answer."""
    try:
        await _fetch(guild, user_id)
    except DISCORD_ERRORS as error:
        return has_code(error, NO_MEMBER)
    return False


async def _fetch(guild: discord.Guild, user_id: int) -> None:
    async with within(PATIENCE):
        await guild.fetch_member(user_id)
