"""Forgetting a person: at the tables here first, then in all that is stored."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from bot.model import Table
from bot.players import computer_names
from bot.rules.events import Event, TakenOver, TakeoverReason
from bot.storage.errors import StoreError
from bot.storage.privacy import NOBODY, Forgotten, Whom

from .errors import TableError
from .people import Person, clean_name
from .play import Play, next_person
from .ports import Clock

if TYPE_CHECKING:
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


def knows(table: Table, user_id: int) -> bool:
    """Whether a person sits or sat at a table, or is its host."""
    return user_id == table.host_id or any(each.user_id == user_id for each in table.occupants)


def disowned(play: Play, user_id: int) -> tuple[Play, dict[int, str]]:
    """A game without a person, who has left it or sees it over; the new names of their seats."""
    table = play.table
    taken = {each.name for each in table.occupants}
    free = (name for name in computer_names if name not in taken)
    seats = [seat for seat, each in enumerate(table.occupants) if each.user_id == user_id]
    names = dict(zip(seats, free, strict=False))
    occupants = tuple(
        replace(each, name=names[seat], user_id=None, left=True, away=False)
        if seat in names
        else each
        for seat, each in enumerate(table.occupants)
    )
    table = replace(table, occupants=occupants)
    if table.host_id == user_id:
        behind = seats[0] if seats else -1
        table = replace(table, host_id=next_person(table, behind) or NOBODY)
    players = (names.get(seat, name) for seat, name in enumerate(play.state.game.players))
    game = replace(play.state.game, players=tuple(players))
    recent = tuple(_renamed(each, names) for each in play.recent)
    return Play(table, replace(play.state, game=game), recent, play.scored), names


def _renamed(event: Event, names: Mapping[int, str]) -> Event:
    """An event by which a seat came back to who played it, with another name."""
    if isinstance(event, TakenOver) and event.reason is TakeoverReason.RETURNED:
        return replace(event, by=names.get(event.seat, event.by))
    return event
