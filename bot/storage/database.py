"""The database: an SQLite file or a PostgreSQL server, used in the same way.

An operation is a function ``work(connection, …)`` of SQLAlchemy Core statements, which SQLAlchemy's
asynchronous engine runs as one transaction. It may be called again after a failure in which nothing
was changed, so it must change nothing but the database.
"""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from .errors import StoreError

P = ParamSpec("P")
T = TypeVar("T")

Watch = Callable[[], AbstractContextManager[None]]
"""Entered for each transaction that writes."""


class Database(ABC):
    """An open database; :func:`~bot.storage.opening.open_database` opens one.

    What is under way runs to its end also when its caller is cancelled.
    """

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self._closed = False
        self._under_way: set[asyncio.Task[Any]] = set()

    async def write(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run ``work`` in one transaction: committed when it returns, undone when it raises.

        Raises:
            StoreError: the database refused, and nothing was changed, unless the code is
                ``unknown``: the connection was lost during the commit, and the server could not
                be asked since. What ``work`` raises passes through.
        """
        with self._watch():
            return await self._run(
                self._transact(lambda connection: work(connection, *args, **kwargs), writing=True)
            )

    async def read(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run ``work`` on one consistent snapshot, which it cannot change.

        Raises:
            StoreError: the database refused. What ``work`` raises passes through.
        """
        return await self._run(
            self._transact(lambda connection: work(connection, *args, **kwargs), writing=False)
        )

    @abstractmethod
    async def compact(self) -> None:
        """Leave nothing of deleted rows in the files, if the database does not do so by itself."""

    async def close(self) -> None:
        """Finish what is under way and disconnect; closing twice is not an error."""
        self._closed = True
        if self._under_way:
            await asyncio.wait(self._under_way)
        await self._disconnect()

    async def _run(self, work: Coroutine[Any, Any, T]) -> T:
        if self._closed:
            work.close()
            raise StoreError("the store is closed", code="closed")
        task = asyncio.ensure_future(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)

    @abstractmethod
    async def _transact(self, work: Callable[[Connection], T], *, writing: bool) -> T:
        """Run ``work`` in one transaction. Raises StoreError, or what ``work`` raises."""

    @abstractmethod
    async def _disconnect(self) -> None: ...


class Backoff:
    """Pauses between tries, each longer than the last, until some seconds have passed."""

    def __init__(self, seconds: float) -> None:
        self._until = time.monotonic() + seconds
        # Without any time there is one more try.
        self._pause = 0.0 if seconds else -1.0

    async def once_more(self) -> bool:
        """Wait for the next try; False when there is none left. The first comes at once."""
        left = self._until - time.monotonic()
        if left <= 0 and self._pause >= 0:
            return False
        await asyncio.sleep(min(max(self._pause, 0.0), max(left, 0.0)))
        self._pause = min(max(2 * self._pause, 0.02), 0.5)
        return True
