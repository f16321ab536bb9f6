"""The database as an SQLite file: one aiosqlite connection that writes, a few that read.

Each function runs as a whole in the thread of a connection. Statement by statement, as in
SQLAlchemy's dialect for aiosqlite, the hops between threads would take several times as long as the
statements.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite
from sqlalchemy import (
    URL,
    Connection,
    Engine,
    ExceptionContext,
    NullPool,
    create_engine,
    event,
)
from sqlalchemy.exc import SQLAlchemyError

from .errors import DatabaseUnusableError, StoreError, cause_of, code_of
from .revisions import upgrade

T = TypeVar("T")
MOST_READERS = 4
"""How many may read at once; others wait for the first that is done."""
_IMMEDIATE = "BEGIN IMMEDIATE"
"""Takes the write lock at once: waiting for it happens here and nowhere later."""


class SqliteFile:
    """An open file; :meth:`open` makes one."""

    def __init__(self, path: Path, busy_timeout: float) -> None:
        self._writer = _Connections(path, busy_timeout, 1, _IMMEDIATE, _prepare_to_write)
        self._readers = _Connections(path, busy_timeout, MOST_READERS, "BEGIN", _prepare_to_read)

    @classmethod
    async def open(cls, path: Path, busy_timeout: float) -> SqliteFile:
        """Migrate and open; ``busy_timeout`` is how many seconds to wait for another's lock.

        Raises:
            DatabaseUnusableError: it cannot be created, opened or written, or it is not ours.
        """
        await asyncio.to_thread(migrate, path, busy_timeout)
        opened = cls(path, busy_timeout)
        try:
            await opened._writer.open()
            await opened._readers.open()
        except StoreError as error:
            await opened.close()
            raise DatabaseUnusableError(path, error.code) from error
        return opened

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run ``work`` in one transaction that writes.

        Raises:
            StoreError: the database refused; nothing was changed. What ``work`` raises passes.
        """
        return await self._writer.transact(work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run ``work`` on a read-only snapshot.

        Raises:
            StoreError: the database refused. What ``work`` raises passes.
        """
        return await self._readers.transact(work)

    async def compact(self) -> None:
        """Rewrite the file without the bytes that deleted rows left behind.

        Raises:
            StoreError: it could not be done; ``locked`` while others read or write all the time.
        """
        try:
            await self._writer.run(_rewrite)
        except sqlite3.Error as error:
            raise StoreError(str(error), code=code_of(error)) from error

    async def close(self) -> None:
        """Finish what is under way and disconnect; closing twice is no error."""
        await self._readers.close()
        await self._writer.close()


class _Connections:
    """Connections that are prepared alike, each with a thread of its own."""

    def __init__(
        self,
        path: Path,
        busy_timeout: float,
        number: int,
        begin: str,
        prepare: Callable[[sqlite3.Connection, float], None],
    ) -> None:
        engine = engine_for(path, busy_timeout, begin)
        self._workers = [_Worker(engine.connect) for _ in range(number)]
        event.listen(engine, "handle_error", _raise_store_error)

        @event.listens_for(engine, "connect")
        def _prepare(connection: sqlite3.Connection, _record: object) -> None:
            prepare(connection, busy_timeout)

    async def open(self) -> None:
        """Connect."""
        for worker in self._workers:
            await worker

    async def transact(self, work: Callable[[Connection], T]) -> T:
        """Run ``work`` in one transaction."""
        return await self.run(partial(_transact, work))

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Run ``work`` in the thread of a connection, outside of a transaction."""
        return await min(self._workers, key=lambda each: each.waiting).run(work)

    async def close(self) -> None:
        """Finish what is under way and disconnect."""
        for worker in self._workers:
            await worker.close()


class _Worker(aiosqlite.Connection):
    """A thread of aiosqlite with a connection of SQLAlchemy, which it keeps for all its work."""

    def __init__(self, connect: Callable[[], Connection]) -> None:
        connector: Any = connect
        super().__init__(connector, iter_chunk_size=64)
        self.waiting = 0
        # A program that ends without closing must not wait for this thread.
        self._thread.daemon = True

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Run ``work`` in the connection's thread."""
        self.waiting += 1
        try:
            done: T = await self._execute(work, self._connection)  # type: ignore[no-untyped-call]  # has no annotations
            return done
        finally:
            self.waiting -= 1


def _transact(work: Callable[[Connection], T], connection: Connection) -> T:
    try:
        with connection.begin():
            return work(connection)
    except BaseException:
        # SQLAlchemy leaves that to its pool where a commit has failed.
        connection.connection.rollback()
        raise


def migrate(path: Path, busy_timeout: float) -> None:
    """Create an SQLite file or bring it up to date, in one transaction; blocks.

    Raises:
        DatabaseUnusableError: it cannot be created, opened or written, or it is not ours.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseUnusableError(path, "cannot_create") from error
    # Two programs that start at once must not both migrate.
    engine = engine_for(path, busy_timeout, _IMMEDIATE)
    try:
        with engine.begin() as connection:
            upgrade(connection, path)
    except SQLAlchemyError as error:
        raise DatabaseUnusableError(path, code_of(cause_of(error))) from error
    finally:
        engine.dispose()


def engine_for(path: Path, busy_timeout: float, begin: str) -> Engine:
    """An engine without a pool, whose transactions begin with this statement."""
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        # Stored values hold hidden cards: none in an error's text.
        hide_parameters=True,
        connect_args={
            "timeout": busy_timeout,
            "isolation_level": None,
            "check_same_thread": False,
        },
        poolclass=NullPool,
    )

    # sqlite3 by itself begins no transaction to read, nor for CREATE TABLE.
    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _raise_store_error(context: ExceptionContext) -> None:
    error = context.original_exception
    if isinstance(error, sqlite3.Error):
        raise StoreError(str(error), code=code_of(error)) from error
    # Text that is no Unicode, or a number of more than 64 bits.
    raise StoreError(type(error).__name__) from error


def _prepare_to_read(connection: sqlite3.Connection, _busy_timeout: float) -> None:
    connection.execute("PRAGMA query_only=ON")


def _prepare_to_write(connection: sqlite3.Connection, busy_timeout: float) -> None:
    _into_wal(connection, busy_timeout)
    # In WAL mode NORMAL hands every commit to the operating system before it returns, so a killed
    # process loses nothing. Only a crash of the whole machine can take the newest commits, never
    # part of one; FULL would wait for the disk at every action.
    connection.execute("PRAGMA synchronous=NORMAL")
    connection.execute("PRAGMA foreign_keys=ON")
    # What is deleted is overwritten.
    connection.execute("PRAGMA secure_delete=ON")


def _rewrite(connection: Connection) -> None:
    driver: Any = connection.connection.driver_connection
    driver.execute("VACUUM")
    # What was written before is still in the log until the whole of it is in the file.
    (busy, *_) = driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy:
        raise StoreError("the log could not be emptied", code="locked")


def _into_wal(connection: sqlite3.Connection, busy_timeout: float) -> None:
    """Let readers and the writer work side by side, from now on and for every process."""
    # SQLite gives up at once when another process that is opening the database is in the way.
    deadline = time.monotonic() + busy_timeout
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.Error as error:
            if code_of(error) != "locked" or time.monotonic() >= deadline:
                raise
            time.sleep(0.01)
        else:
            return
