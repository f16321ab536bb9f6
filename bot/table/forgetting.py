"""Forgetting a person: at the tables here first, then in all that is stored."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from bot.players import computer_names
from bot.storage.errors import StoreError
from bot.storage.privacy import Forgotten, Whom

from .errors import TableError
from .people import Person, clean_name
from .ports import Clock
from .registry import GameRegistry

_NOT_DONE = {"not_stored", "stale"}
_log = logging.getLogger(__name__)


class Forgets(Protocol):
    """As much of the store as this needs."""

    async def forget(self, whom: Whom) -> Forgotten:
        """Forget a person. Raises StoreError; what was not done then is done the next time."""


class Forgetting:
    """Forgets people, one after another.

    Args:
        registry: the tables of this process.
        store: keeps everything.
        clock: time.
        here: whether this process keeps the running games of a server; another one of several
            that share a database must be asked to forget who plays in its servers.
    """

    def __init__(
        self,
        registry: GameRegistry,
        store: Forgets,
        clock: Clock,
        here: Callable[[int], bool] = lambda _guild_id: True,
    ) -> None:
        self._registry = registry
        self._store = store
        self._clock = clock
        self._here = here
        self._lock = asyncio.Lock()

    async def forget(self, person: Person) -> Forgotten:
        """Forget somebody; whatever they begin afterwards, or meanwhile, is a new player's.

        Raises:
            TableError: ``not_forgotten``; something could not be stored, and the rest is done
                when it is asked for again. ``closed`` while the bot stops.
        """
        async with self._lock:
            name, before = clean_name(person.name), self._clock.now()
            whom = Whom(person.user_id, name, computer_names, before, self._here)
            try:
                was_here = await self._registry.forget_person(person.user_id)
                found = await self._store.forget(whom)
            except (StoreError, TableError) as error:
                if isinstance(error, TableError) and error.code not in _NOT_DONE:
                    raise
                _log.error("somebody was not forgotten: %s", getattr(error, "code", ""))
                raise TableError("not_forgotten") from error
            return replace(found, anything=found.anything or was_here)
