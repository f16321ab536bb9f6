"""The database: an SQLite file or a PostgreSQL server, migrated, and used in the same way.

Each operation is a plain function ``work(connection, …)`` of SQLAlchemy Core statements. It runs as
a whole: in aiosqlite's thread on SQLite, through ``AsyncConnection.run_sync`` on PostgreSQL. It may
be called again after a failure in which nothing was changed, so the database is all it changes.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from sqlalchemy import URL, Connection, make_url, select
from sqlalchemy.exc import ArgumentError

from .errors import DatabaseUnusableError, StoreError
from .sqlite import SqliteFile

P = ParamSpec("P")
T = TypeVar("T")

BUSY_TIMEOUT = 5.0
Watch = Callable[[], AbstractContextManager[None]]
"""Entered for each transaction that writes."""
_POSTGRES = {"postgres", "postgresql", "postgresql+asyncpg"}
_log = logging.getLogger(__name__)


class Backend(Protocol):
    """What SQLite and PostgreSQL each do in their own way."""

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run ``work`` in one transaction that writes; it is not cancelled meanwhile."""

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run ``work`` on a read-only snapshot."""

    async def compact(self) -> None:
        """Leave nothing of deleted rows in the files."""

    async def close(self) -> None:
        """Disconnect."""


class Database:
    """An open database; :meth:`open` makes one."""

    def __init__(self, backend: Backend, watch: Watch = nullcontext) -> None:
        self._backend = backend
        self._watch = watch
        self._closed = False
        self._under_way: set[asyncio.Task[Any]] = set()

    @classmethod
    async def open(
        cls, where: str | Path, busy_timeout: float = BUSY_TIMEOUT, watch: Watch = nullcontext
    ) -> Database:
        """Migrate and open a database, given as a path, or as an ``sqlite`` or ``postgresql`` URL.

        ``busy_timeout`` is how many seconds to wait for another process's lock, or for a server
        that cannot be reached.

        Raises:
            DatabaseUnusableError: it cannot be created, opened or written, or it is not ours.
        """
        path = database_path(where)
        if path is not None:
            return cls(await SqliteFile.open(path, busy_timeout), watch)
        # The driver takes longer to load than a whole bot on SQLite takes to open its database.
        from .postgres import Postgres  # noqa: PLC0415

        return cls(await Postgres.open(str(where), busy_timeout), watch)

    async def write(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run ``work`` in one transaction: committed when it returns, undone when it raises.

        A caller that is cancelled meanwhile waits until the transaction has ended.

        Raises:
            StoreError: the database refused; nothing was changed. Only with the code ``unknown``
                may it have been: the connection was lost during the commit, and the server
                could not be asked since. What ``work`` raises passes through.
        """
        self._check_open()
        with self._watch():
            return await self._until_done(
                self._start(self._backend.write(lambda each: work(each, *args, **kwargs)))
            )

    async def read(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run ``work`` on one consistent snapshot, which it cannot change.

        It runs to its end even if the caller is cancelled meanwhile, who does not wait for it.

        Raises:
            StoreError: the database refused. What ``work`` raises passes through.
        """
        self._check_open()
        return await asyncio.shield(
            self._start(self._backend.read(lambda each: work(each, *args, **kwargs)))
        )

    async def compact(self) -> None:
        """Rewrite an SQLite file without the bytes that deleted rows left behind.

        Other writes wait meanwhile. PostgreSQL cleans up by itself (autovacuum).

        Raises:
            StoreError: it could not be done.
        """
        self._check_open()
        await self._until_done(self._start(self._backend.compact()))

    async def ask(self) -> None:
        """Run an empty query.

        Raises:
            StoreError: the database does not answer.
        """
        await self.read(lambda connection: connection.execute(select(1)).scalar())

    async def close(self) -> None:
        """Finish what is under way and disconnect; closing twice is no error."""
        self._closed = True
        if self._under_way:
            await asyncio.wait(self._under_way)
        await self._backend.close()

    def _start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
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

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError("the store is closed", code="closed")


def database_path(where: str | Path) -> Path | None:
    """The file that a path or URL names; None for a PostgreSQL URL.

    Raises:
        DatabaseUnusableError: ``unsupported``; it names neither.
    """
    named: str | None = str(where)
    if isinstance(where, str) and "://" in where:
        url = _url(where)
        if url.drivername in _POSTGRES:
            return None
        if url.get_backend_name() != "sqlite":
            raise DatabaseUnusableError(f"{url.drivername}://…", "unsupported")
        named = url.database
    if not named or named == ":memory:":
        raise DatabaseUnusableError(str(where), "unsupported")
    return Path(named)


def _url(where: str) -> URL:
    # The malformed part may be its password, so the message shows nothing of it.
    try:
        return make_url(where)
    except (ArgumentError, ValueError):
        raise DatabaseUnusableError("URL", "unsupported") from None
