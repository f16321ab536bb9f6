"""Card themes: what servers and people chose, kept in memory once it was asked for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from bot.model import PersonalChoices, ServerChoices
from bot.render import THEMES
from bot.storage.errors import StoreError
from bot.table.errors import TableError

from .bounded import Bounded

if TYPE_CHECKING:
    from bot.i18n import Words

MOST_KEPT = 4096
_T = TypeVar("_T")
_log = logging.getLogger(__name__)


class KeepsChoices(Protocol):
    """As much of the store as this needs; every method may raise StoreError."""

    async def server_choices(self, guild_id: int) -> ServerChoices:
        """What a server chose."""

    async def put_server_choices(self, guild_id: int, choices: ServerChoices) -> None:
        """Keep what a server chose."""

    async def personal_choices(self, user_id: int) -> PersonalChoices:
        """What a person chose."""

    async def put_personal_choices(self, user_id: int, choices: PersonalChoices) -> None:
        """Keep what a person chose."""


class _Choices(Generic[_T]):
    """Choices by id: stored first, then known; the ones not asked for longest are let go of."""

    def __init__(
        self,
        read: Callable[[int], Awaitable[_T]],
        put: Callable[[int, _T], Awaitable[None]],
        most: int,
    ) -> None:
        self._read = read
        self._put = put
        self._known: Bounded[int, _T] = Bounded(most)
        self._writing = asyncio.Lock()

    async def get(self, owner: int) -> _T:
        """What somebody chose. Raises TableError ``not_read``."""
        known = self._known.get(owner)
        if known is not None:
            return known
        try:
            found = await self._read(owner)
        except StoreError as error:
            raise TableError("not_read") from error
        # What was chosen while this was read is newer.
        newer = self._known.get(owner)
        if newer is not None:
            return newer
        self._known.put(owner, found)
        return found

    async def put(self, owner: int, chosen: _T) -> None:
        """Keep what somebody chose. Raises TableError ``not_stored``; then nothing changed."""
        # One write after another, so that what is known is what was stored last.
        async with self._writing:
            try:
                await self._put(owner, chosen)
            except StoreError as error:
                raise TableError("not_stored") from error
            self._known.put(owner, chosen)


class Themes:
    """Which card theme a message is in.

    Args:
        store: keeps the choices.
        default: the theme where nothing was chosen.
        most: how many servers, and how many people, are kept in memory.
    """

    def __init__(self, store: KeepsChoices, default: str, most: int = MOST_KEPT) -> None:
        self._default = default
        self._servers = _Choices(store.server_choices, store.put_server_choices, most)
        self._people = _Choices(store.personal_choices, store.put_personal_choices, most)

    async def of_server(self, guild_id: int) -> str:
        """The theme of what everybody in a server sees; a store that fails holds nothing up."""
        try:
            return await self.chosen_by_server(guild_id) or self._default
        except TableError:
            _log.warning("a server's choices could not be read", exc_info=True)
            return self._default

    async def of_person(self, user_id: int, guild_id: int) -> str:
        """The theme of what only this person sees: their own, else the server's."""
        try:
            own = await self.chosen_by_person(user_id)
        except TableError:
            _log.warning("a person's choices could not be read", exc_info=True)
            own = None
        return own or await self.of_server(guild_id)

    async def chosen_by_server(self, guild_id: int) -> str | None:
        """What a server chose, None for nothing. Raises TableError ``not_read``."""
        return _known((await self._servers.get(guild_id)).theme)

    async def chosen_by_person(self, user_id: int) -> str | None:
        """What a person chose, None for nothing. Raises TableError ``not_read``."""
        return _known((await self._people.get(user_id)).theme)

    async def choose_for_server(self, guild_id: int, theme: str | None) -> None:
        """Set a server's theme, None for the bot's own. Raises TableError ``not_stored``."""
        await self._servers.put(guild_id, ServerChoices(theme))

    async def choose_for_person(self, user_id: int, theme: str | None) -> None:
        """Set a person's theme, None for the server's. Raises TableError ``not_stored``."""
        await self._people.put(user_id, PersonalChoices(theme))


def theme_name(words: Words, theme: str) -> str:
    """A theme's name as people read it."""
    name = theme.replace("-", "_")
    return words(f"settings.theme.{name}")


def _known(theme: str | None) -> str | None:
    """A stored theme, if this version of the program has it."""
    return theme if theme in THEMES else None
