"""What servers and people chose, kept in memory once it was asked for."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable, Container
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Generic, Protocol, TypeVar

from cachetools import LRUCache

from bot.i18n import languages
from bot.model import PersonalPreferences, ServerPreferences
from bot.render import THEMES
from bot.rules.editions import EDITIONS
from bot.storage.errors import StoreError
from bot.table.errors import TableError
from bot.table.lobbies import TURN_LIMITS

_T = TypeVar("_T")
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Memory:
    """How choices are kept in memory.

    Attributes:
        most: of how many servers, and of how many people.
        patience: seconds that an answer waits for a person's choices at most.
        renew_after: seconds after which a person's choices are read again, behind an answer with
            those that are known, because other processes may write them.
        now: seconds since whenever.
    """

    most: int = 4096
    patience: float = 1.0
    renew_after: float = math.inf
    now: Callable[[], float] = time.monotonic


ONLY_HERE = Memory()
WITH_OTHERS = Memory(renew_after=60)


class PreferencesStore(Protocol):
    """As much of the store as this needs; every method may raise StoreError."""

    async def server_preferences(self, guild_id: int) -> ServerPreferences:
        """What a server chose."""

    async def put_server_preferences(self, guild_id: int, choices: ServerPreferences) -> None:
        """Keep what a server chose."""

    async def personal_preferences(self, user_id: int) -> PersonalPreferences:
        """What a person chose."""

    async def put_personal_preferences(self, user_id: int, choices: PersonalPreferences) -> None:
        """Keep what a person chose."""


@dataclass(eq=False)
class _Known(Generic[_T]):
    """What somebody chose, and when that was read or stored."""

    chosen: _T
    read_at: float


class _Chosen(Generic[_T]):
    """Preferences by id: stored first, then known; the ones not asked for longest are let go of."""

    def __init__(
        self,
        read: Callable[[int], Awaitable[_T]],
        put: Callable[[int, _T], Awaitable[None]],
        clean: Callable[[_T], _T],
        memory: Memory,
    ) -> None:
        self._read = read
        self._put = put
        self._clean = clean
        self._known: LRUCache[int, _Known[_T]] = LRUCache(memory.most)
        self._asked: dict[int, asyncio.Task[_T]] = {}
        self._writing = asyncio.Lock()
        self._memory = memory
        self._renewing: set[asyncio.Task[None]] = set()

    def known(self, owner: int) -> _T | None:
        """What somebody chose, None where nobody has asked for it lately."""
        known = self._known.get(owner)
        return None if known is None else known.chosen

    def _keep(self, owner: int, chosen: _T) -> None:
        self._known[owner] = _Known(chosen, self._memory.now())

    def forget(self, owner: int) -> None:
        """Read it anew the next time."""
        self._known.pop(owner, None)
        self._asked.pop(owner, None)

    async def get(self, owner: int) -> _T:
        """What somebody chose, read once for all who ask. Raises TableError ``not_read``."""
        known = self._known.get(owner)
        if known is not None:
            self._renew_if_old(owner, known)
            return known.chosen
        task = self._asked.get(owner)
        if task is None:
            # A task of its own: who asked first may be cancelled, and the others still wait.
            self._asked[owner] = task = asyncio.create_task(self._learnt(owner))
            task.add_done_callback(partial(self._read_now, owner))
        return await asyncio.shield(task)

    def _renew_if_old(self, owner: int, known: _Known[_T]) -> None:
        """Read again behind what is known, which another process may have changed."""
        now = self._memory.now()
        if now - known.read_at < self._memory.renew_after:
            return
        known.read_at = now
        task = asyncio.create_task(self._renewed(owner, known))
        self._renewing.add(task)
        task.add_done_callback(self._renewing.discard)

    async def _renewed(self, owner: int, known: _Known[_T]) -> None:
        with suppress(StoreError):
            found = self._clean(await self._read(owner))
            # What was chosen or forgotten while this was read is newer.
            if self._known.get(owner) is known:
                known.chosen = found

    async def _learnt(self, owner: int) -> _T:
        try:
            found = self._clean(await self._read(owner))
        except StoreError as error:
            raise TableError("not_read") from error
        # What was chosen while this was read is newer.
        newer = self.known(owner)
        if newer is not None:
            return newer
        # Where it was forgotten meanwhile, this is older than that.
        if self._asked.get(owner) is asyncio.current_task():
            self._keep(owner, found)
        return found

    def _read_now(self, owner: int, task: asyncio.Task[_T]) -> None:
        if self._asked.get(owner) is task:
            del self._asked[owner]
        if not task.cancelled():
            # Whoever still waits is told; where nobody does, that is no failure of this program.
            task.exception()

    async def change(self, owner: int, how: Callable[[_T], _T]) -> _T:
        """Keep what somebody chose now, and all they chose before.

        Raises:
            TableError: ``not_read`` or ``not_stored``; then nothing changed. What ``how`` raises
                passes through.
        """
        # One change after another, so that none undoes another, and known is what was stored last.
        async with self._writing:
            chosen = how(await self._newest(owner))
            try:
                await self._put(owner, chosen)
            except StoreError as error:
                raise TableError("not_stored") from error
            self._keep(owner, chosen)
            return chosen

    async def _newest(self, owner: int) -> _T:
        """What is stored now, since another process may have changed it; else what is known."""
        try:
            return self._clean(await self._read(owner))
        except StoreError:
            return await self.get(owner)


class Preferences:
    """What servers and people chose; what this version does not know counts as never chosen.

    Args:
        store: keeps the choices.
        default_theme: the card theme where nothing was chosen.
        memory: how much is kept, and how long.
        default_locale: the language where nothing was chosen; None for what Discord says.
    """

    def __init__(
        self,
        store: PreferencesStore,
        default_theme: str,
        memory: Memory = ONLY_HERE,
        default_locale: str | None = None,
    ) -> None:
        self.default_theme = default_theme
        self.default_locale = default_locale
        self._patience = memory.patience
        servers = store.server_preferences, store.put_server_preferences, _known_to_server
        # Those of servers are written by this process alone.
        self._servers = _Chosen(*servers, replace(memory, renew_after=math.inf))
        people = store.personal_preferences, store.put_personal_preferences, _known_to_person
        self._people = _Chosen(*people, memory)
        self._learning: set[asyncio.Task[PersonalPreferences]] = set()

    # -- servers ---------------------------------------------------------------------------

    async def server(self, guild_id: int) -> ServerPreferences:
        """What a server chose; a store that fails holds nothing up."""
        try:
            return await self.stored_server(guild_id)
        except TableError:
            _log.warning("a server's choices could not be read", exc_info=True)
            return ServerPreferences()

    async def stored_server(self, guild_id: int) -> ServerPreferences:
        """What a server chose. Raises TableError ``not_read``."""
        return await self._servers.get(guild_id)

    async def change_server(
        self, guild_id: int, how: Callable[[ServerPreferences], ServerPreferences]
    ) -> ServerPreferences:
        """Change what a server chose. Raises TableError ``not_read``, ``not_stored``."""
        return await self._servers.change(guild_id, how)

    # -- people ----------------------------------------------------------------------------

    async def person(self, user_id: int) -> PersonalPreferences:
        """What a person chose; a store that fails holds nothing up."""
        try:
            return await self.stored_person(user_id)
        except TableError:
            _log.warning("a person's choices could not be read", exc_info=True)
            return PersonalPreferences()

    async def stored_person(self, user_id: int) -> PersonalPreferences:
        """What a person chose. Raises TableError ``not_read``."""
        return await self._people.get(user_id)

    async def change_person(
        self, user_id: int, how: Callable[[PersonalPreferences], PersonalPreferences]
    ) -> PersonalPreferences:
        """Change what a person chose. Raises TableError ``not_read``, ``not_stored``."""
        return await self._people.change(user_id, how)

    def forget_person(self, user_id: int) -> None:
        """Let go of what a person chose, after it was deleted from the store."""
        self._people.forget(user_id)

    async def learn(self, user_id: int) -> None:
        """Ask for a person's choices before they are answered; never fails, never takes long."""
        if self._people.known(user_id) is not None:
            await self._people.get(user_id)
            return
        task = asyncio.create_task(self.person(user_id))
        self._learning.add(task)
        task.add_done_callback(self._learning.discard)
        # Discord waits three seconds; a slow store may go on reading for the next time.
        await asyncio.wait([task], timeout=self._patience)

    def locale_of(self, user_id: int) -> str | None:
        """The language a person chose, as far as that was learnt; None for Discord's."""
        known = self._people.known(user_id)
        return None if known is None else known.locale

    async def pictures(self, user_id: int) -> bool:
        """Whether a person wants pictures."""
        return (await self.person(user_id)).pictures

    # -- themes ----------------------------------------------------------------------------

    async def theme_of_server(self, guild_id: int) -> str:
        """The card theme of what everybody in a server sees."""
        return (await self.server(guild_id)).theme or self.default_theme

    async def theme_of_person(self, user_id: int, guild_id: int) -> str:
        """The card theme of what only this person sees: their own, else the server's."""
        return (await self.person(user_id)).theme or await self.theme_of_server(guild_id)


def _known_to_server(stored: ServerPreferences) -> ServerPreferences:
    return replace(
        stored,
        theme=_one_of(stored.theme, THEMES),
        edition=_one_of(stored.edition, EDITIONS),
        turn_limit=_one_of(stored.turn_limit, TURN_LIMITS),
        locale=_one_of(stored.locale, languages()),
    )


def _known_to_person(stored: PersonalPreferences) -> PersonalPreferences:
    return replace(
        stored,
        theme=_one_of(stored.theme, THEMES),
        locale=_one_of(stored.locale, languages()),
    )


def _one_of(value: _T | None, known: Container[object]) -> _T | None:
    """A stored value, if this version of the program has it."""
    return value if value in known else None
