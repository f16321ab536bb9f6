"""Keeping what a server remembers: when a game ends, when its results are counted anew."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence, Set
from dataclasses import replace
from weakref import WeakValueDictionary

from bot.rules import record
from bot.scores import periods
from bot.scores.outcomes import EndedGame, Ending, ended_game
from bot.scores.tallies import Count, rated

from . import known, result_steps
from .database import Database
from .errors import StoreError
from .rows import problem
from .writer import Step

TRIES = 50
Attempt = Callable[[], Awaitable[bool]]
_log = logging.getLogger(__name__)


class Remembering:
    """The part of the store that remembers games that are over.

    A server's ratings are read, changed and written. Within this process a lock makes one change
    follow another; against other processes, each change is undone and tried again when the number
    of the server's newest result is no longer what was read.
    """

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def recompute(self, guild_id: int) -> int:
        """Count a server's totals and ratings anew from its results, in the order they came.

        Returns:
            How many results there are.
        """
        return await self._recount(guild_id, ())

    async def servers_with_results(self) -> list[int]:
        """The servers that remember anything."""
        return await self._database.tell(known.servers)

    async def add_results(self, guild_id: int, games: Sequence[EndedGame]) -> int:
        """Keep games that are over in the order given, after those of the server that are kept.

        Games that are kept already are left out. Ratings are made for them here.

        Returns:
            How many results there are.
        """
        return await self._recount(guild_id, games)

    async def remember_earlier(self) -> None:
        """Keep the results of games that came to an end before results were kept."""
        missing = await self._database.tell(known.without_result)
        for guild_id, game_ids in missing.items():
            found = [game for each in game_ids if (game := await self._earlier(each)) is not None]
            if found:
                await self._recount(guild_id, found)
                _log.info("kept the results of %s games that ended earlier", len(found))

    async def _earlier(self, game_id: str) -> EndedGame | None:
        stored = await self._database.tell(lambda: known.earlier(game_id))
        try:
            return known.earlier_game(stored)
        except ValueError as error:
            _log.error("game %s has no result (%s); its rows are kept", game_id, problem(error))
            return None

    async def _end(self, ending: Ending, steps: Sequence[Step]) -> None:
        """Do these steps, which end a game, and keep its result with them.

        Raises:
            StaleWriteError: another version is stored, or the game is over or unknown.
        """

        async def attempt() -> bool:
            before = await self._database.tell(lambda: known.before_end(ending))
            game = replace(_ended(ending, before.lines), number=before.newest + 1)
            game, changed = rated(game, before.skills)
            return await self._database.transact(
                [
                    *result_steps.taking_numbers(
                        game.guild_id, before.newest, game.number, before.recent_from
                    ),
                    *steps,
                    *result_steps.adding(game, changed, before.skills, before.recent_from),
                ]
            )

        await self._until_done(ending.table.guild_id, attempt)

    async def _recount(self, guild_id: int, more: Sequence[EndedGame]) -> int:
        stored = 0

        async def attempt() -> bool:
            nonlocal stored
            newest, recent_from, old = await self._database.tell(lambda: known.everything(guild_id))
            if not old and not more:
                return True
            if not newest:
                recent_from = self._now() - periods.RECENT_SECONDS
            new = list(_numbered(more, {game.game_id for game in old}, newest))
            count = Count(recent_from)
            counted = await asyncio.to_thread(lambda: [count.add(game) for game in [*old, *new]])
            stored = len(counted)
            return await self._database.transact(
                [
                    *result_steps.taking_numbers(
                        guild_id, newest, newest + max(1, len(new)), recent_from
                    ),
                    *result_steps.replacing(
                        guild_id,
                        count,
                        counted[len(old) :],
                        _corrected(old, counted),
                    ),
                ]
            )

        await self._until_done(guild_id, attempt)
        return stored

    async def _expire(self, guild_id: int, since: float) -> None:
        """Take what ended at ``since`` or before out of the totals of the last 30 days."""

        async def attempt() -> bool:
            expired = await self._database.tell(lambda: known.expired(guild_id, since))
            if expired is None:
                return True
            newest = expired.newest
            return await self._database.transact(
                [
                    *result_steps.taking_numbers(guild_id, newest, newest + 1, since),
                    *result_steps.expiring(guild_id, expired.gone),
                ]
            )

        await self._until_done(guild_id, attempt)

    async def _until_done(self, guild_id: int, attempt: Attempt) -> None:
        """Try until nobody else was quicker."""
        async with self._locks.setdefault(guild_id, asyncio.Lock()):
            for _ in range(TRIES):
                try:
                    if await attempt():
                        return
                except StoreError as error:
                    # Two processes opened the server's first row at once.
                    if error.code != "exists":
                        raise
        raise StoreError("others change this server's results all the time", code="locked")


def _ended(ending: Ending, stored: Sequence[str]) -> EndedGame:
    """How a game ended; a damaged line costs the figures of its hands, not the end of the game."""
    table, rules = ending.table, ending.rules
    try:
        lines = [*map(record.loads, stored), *ending.lines]
        return ended_game(table, rules, lines, ending.at)
    except ValueError as error:
        _log.error("game %s: figures are lost (%s)", table.game_id, problem(error))
        return ended_game(table, rules, ending.lines, ending.at)


def _numbered(games: Iterable[EndedGame], kept: Set[str], newest: int) -> Iterator[EndedGame]:
    """The games that are not kept yet, each with the next number."""
    new = (game for game in games if game.game_id not in kept)
    for number, game in enumerate(new, newest + 1):
        yield replace(game, number=number)


def _corrected(old: Sequence[EndedGame], counted: Sequence[EndedGame]) -> Iterator[EndedGame]:
    """The games whose stored ratings are not what was counted, to the last bit."""
    pairs = zip(old, counted[: len(old)], strict=True)
    return (after for before, after in pairs if after != before)
