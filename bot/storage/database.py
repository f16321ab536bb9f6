"""The database: an SQLite file or a PostgreSQL server, used in the same way.

An operation is a function ``work(connection, …)`` of SQLAlchemy Core statements, which SQLAlchemy's
asynchronous engine runs as one transaction. It may be called again after a failure in which nothing
was changed, so it must change nothing but the database.
"""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, select

from .errors import StoreError

P = ParamSpec("P")
T = TypeVar("T")

Watch = Callable[[], AbstractContextManager[None]]
"""Entered for each transaction that writes."""
_log = logging.getLogger(__name__)


class Database(ABC):
    """An open database; :func:`~bot.storage.opening.open_database` opens one."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self._closed = False
        self._under_way: set[asyncio.Task[Any]] = set()

    async def write(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run ``work`` in one transaction: committed when it returns, undone when it raises.

        A caller that is cancelled meanwhile waits until the transaction has ended.

        Raises:
            StoreError: the database refused, and nothing was changed, unless the code is
                ``unknown``: the connection was lost during the commit, and the server could not
                be asked since. What ``work`` raises passes through.
        """
        with self._watch():
            transaction = self._transact(
                lambda connection: work(connection, *args, **kwargs), writing=True
            )
            return await self._until_done(self._start(transaction))

    async def read(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run ``work`` on one consistent snapshot, which it cannot change.

        A caller that is cancelled meanwhile does not wait, but ``work`` runs to its end.

        Raises:
            StoreError: the database refused. What ``work`` raises passes through.
        """
        transaction = self._transact(
            lambda connection: work(connection, *args, **kwargs), writing=False
        )
        return await asyncio.shield(self._start(transaction))

    async def compact(self) -> None:
        """Rewrite an SQLite file, so that deleted content is in no page and not in the log.

        Other writes wait meanwhile. Where it fails, that is logged, and the next deletion does it.
        PostgreSQL cleans up by itself (autovacuum).
        """
        try:
            await self._until_done(self._start(self._compact()))
        except StoreError as error:
            _log.warning("what was deleted is not wiped from the file: %s", error.code)

    async def ask(self) -> None:
        """Run an empty query; raises StoreError when the database does not answer."""
        await self.read(lambda connection: connection.execute(select(1)).scalar())

    async def close(self) -> None:
        """Finish what is under way and disconnect; closing twice is no error."""
        self._closed = True
        if self._under_way:
            await asyncio.wait(self._under_way)
        await self._disconnect()

    # ── tasks ─────────────────────────────────────────────────────────────────────────────────────

    def _start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        if self._closed:
            work.close()
            raise StoreError("the store is closed", code="closed")
        task = asyncio.ensure_future(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return task

    async def _until_done(self, task: asyncio.Task[T]) -> T:
        """Wait for a task to its end, even if the caller is cancelled meanwhile."""
        cancelled: asyncio.CancelledError | None = None
        while not task.done():
            try:
                await asyncio.wait([task])
            except asyncio.CancelledError as error:
                cancelled = error
        if cancelled is None:
            return task.result()
        if not task.cancelled() and task.exception() is not None:
            _log.error("the write of a cancelled caller failed: %s", task.exception())
        raise cancelled

    # ── transactions ──────────────────────────────────────────────────────────────────────────────

    @abstractmethod
    async def _transact(self, work: Callable[[Connection], T], *, writing: bool) -> T:
        """Run ``work`` in one transaction. Raises StoreError, or what ``work`` raises."""

    @abstractmethod
    async def _compact(self) -> None: ...

    @abstractmethod
    async def _disconnect(self) -> None: ...


class Backoff:
    """Pauses between tries, each longer than the last, until some seconds have passed."""

    def __init__(self, seconds: float) -> None:
        self._until = time.monotonic() + seconds
        self._pause = 0.0

    async def once_more(self) -> bool:
        """Wait for the next try; False when there is none left. The first comes at once."""
        left = self._until - time.monotonic()
        if self._pause and left <= 0:
            return False
        await asyncio.sleep(min(self._pause, max(left, 0.0)))
        self._pause = min(max(2 * self._pause, 0.02), 0.5)
        return True
