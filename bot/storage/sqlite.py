"""The database as an SQLite file, through aiosqlite: one connection writes, a few read."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
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

from .database import Database, Watch
from .errors import DatabaseUnusableError, StoreError, cause_of, code_of
from .revisions import upgrade

T = TypeVar("T")
MOST_READERS = 4
"""How many may read at once; others wait for the first that is done."""
_IMMEDIATE = "BEGIN IMMEDIATE"
"""Takes the write lock at once: waiting for it happens here and nowhere later."""
# In WAL mode NORMAL hands every commit to the operating system before it returns, so a killed
# process loses nothing. Only a crash of the whole machine can take the newest commits, never part
# of one; FULL would wait for the disk at every action. With secure_delete, what is deleted is
# overwritten.
_TO_WRITE = "PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON; PRAGMA secure_delete=ON"
_TO_READ = "PRAGMA query_only=ON"
# At DEBUG aiosqlite logs what it calls, with values that hold hidden cards.
logging.getLogger("aiosqlite").setLevel(logging.INFO)


class SqliteFile(Database):
    """An open file. Each transaction runs as a whole in the thread of a connection.

    Statement by statement, as in SQLAlchemy's dialect for aiosqlite, the hops between threads would
    take several times as long as the statements.
    """

    def __init__(self, path: Path, busy_timeout: float, watch: Watch) -> None:
        super().__init__(watch)
        to_write = _engine(path, busy_timeout, _TO_WRITE)
        to_read = _engine(path, busy_timeout, _TO_READ)
        self._writer = _Worker(to_write, _IMMEDIATE)
        self._readers = [_Worker(to_read, "BEGIN") for _ in range(MOST_READERS)]
        self._idle: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()

    @classmethod
    async def connect(cls, path: Path, busy_timeout: float, watch: Watch) -> SqliteFile:
        """See :func:`~bot.storage.opening.open_database`."""
        await asyncio.to_thread(_prepare, path, busy_timeout)
        opened = cls(path, busy_timeout, watch)
        try:
            await opened._writer.start()
            for reader in opened._readers:
                await reader.start()
                opened._idle.put_nowait(reader)
        except SQLAlchemyError as error:
            await opened.close()
            raise DatabaseUnusableError(path, code_of(cause_of(error))) from None
        return opened

    async def _transact(self, work: Callable[[Connection], T], *, writing: bool) -> T:
        if writing:
            return await self._writer.run(work)
        reader = await self._idle.get()
        try:
            return await reader.run(work)
        finally:
            self._idle.put_nowait(reader)

    async def _compact(self) -> None:
        if await self._writer.run(_rewrite, in_transaction=False):
            raise StoreError("the log could not be emptied", code="locked")

    async def _disconnect(self) -> None:
        for worker in (self._writer, *self._readers):
            await worker.close()


class _Worker:
    """A connection of SQLAlchemy that works in a thread of aiosqlite."""

    def __init__(self, engine: Engine, begin: str) -> None:
        self._begin = begin
        connector: Any = partial(_Session, engine)
        # For its annotations, what is executed is SQL.
        self._thread: Any = _in_daemon_thread(lambda: aiosqlite.Connection(connector, 1))

    async def start(self) -> None:
        """Connect."""
        await self._thread

    async def run(self, work: Callable[[Connection], T], *, in_transaction: bool = True) -> T:
        """Run ``work`` in the thread. Raises StoreError, or what ``work`` raises."""
        begin = self._begin if in_transaction else ""
        try:
            results: list[T] = await self._thread.execute_fetchall(work, begin)
        except (sqlite3.Error, SQLAlchemyError) as error:
            cause = cause_of(error)
            raise StoreError(str(cause), code=code_of(cause)) from None
        return results[0]

    async def close(self) -> None:
        """Finish the work that waits, and disconnect."""
        await self._thread.close()


class _Session:
    """What aiosqlite takes for its connection: it executes functions in place of SQL."""

    def __init__(self, engine: Engine) -> None:
        self._connection = engine.connect()
        self._results: list[Any] = []

    def execute(self, work: Callable[[Connection], Any], begin: str) -> _Session:
        """Call a function, in a transaction that this statement begins if there is one."""
        if not begin:
            self._results.append(work(self._connection))
            return self
        self._connection.exec_driver_sql(begin)
        try:
            result = work(self._connection)
            self._connection.exec_driver_sql("COMMIT")
        except BaseException:
            # SQLAlchemy, in autocommit mode, knows of no transaction.
            driver: Any = self._connection.connection.driver_connection
            driver.rollback()
            raise
        self._results.append(result)
        return self

    def fetchall(self) -> list[Any]:
        results, self._results = self._results, []
        return results

    def close(self) -> None:
        self._connection.close()


def _in_daemon_thread(make: Callable[[], T]) -> T:
    """Call a function in a thread for which a program that ends does not wait.

    The threads that it makes inherit that.
    """
    made: list[T] = []
    maker = threading.Thread(target=lambda: made.append(make()), daemon=True)
    maker.start()
    maker.join()
    return made[0]


def _rewrite(connection: Connection) -> bool:
    """Rewrite the file; whether others kept the log from being emptied."""
    connection.exec_driver_sql("VACUUM")
    # What was written before is still in the log until all of it is in the file.
    (is_busy, *_) = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()
    return bool(is_busy)


def migrate(path: Path, busy_timeout: float) -> None:
    """Create an SQLite file or bring it up to date, in one transaction; blocks.

    Raises:
        DatabaseUnusableError: it cannot be created, opened or written, or it is not ours.
        RevisionError: this program cannot upgrade it.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseUnusableError(path, "cannot_create") from error
    engine = _engine(path, busy_timeout)
    try:
        with engine.connect() as connection:
            # Two programs that start at once must not both migrate.
            connection.exec_driver_sql(_IMMEDIATE)
            upgrade(connection, path)
            connection.exec_driver_sql("COMMIT")
    except SQLAlchemyError as error:
        raise DatabaseUnusableError(path, code_of(cause_of(error))) from error


def look_into(path: Path, busy_timeout: float, work: Callable[[Connection], T]) -> T:
    """Run ``work`` in a transaction of an existing file, and undo it; blocks.

    Raises:
        DatabaseUnusableError: the file cannot be opened, read or written.
    """
    try:
        with _engine(path, busy_timeout).connect() as connection:
            connection.exec_driver_sql(_IMMEDIATE)
            try:
                return work(connection)
            finally:
                connection.exec_driver_sql("ROLLBACK")
    except SQLAlchemyError as error:
        raise DatabaseUnusableError(path, code_of(cause_of(error))) from error


def _prepare(path: Path, busy_timeout: float) -> None:
    """Migrate, and let readers and writers of all processes work side by side from now on."""
    migrate(path, busy_timeout)
    # SQLite gives up at once when another process that is opening the database is in the way.
    deadline = time.monotonic() + busy_timeout
    with closing(sqlite3.connect(path, timeout=busy_timeout)) as connection:
        while True:
            try:
                connection.execute("PRAGMA journal_mode=WAL")
            except sqlite3.Error as error:
                if code_of(error) != "locked" or time.monotonic() >= deadline:
                    raise DatabaseUnusableError(path, code_of(error)) from error
                time.sleep(0.01)
            else:
                return


def _engine(path: Path, busy_timeout: float, pragmas: str = "") -> Engine:
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        # Stored values hold hidden cards: none in an error's text.
        hide_parameters=True,
        # aiosqlite connects and closes in other threads.
        connect_args={"timeout": busy_timeout, "check_same_thread": False},
        isolation_level="AUTOCOMMIT",
        skip_autocommit_rollback=True,
        poolclass=NullPool,
    )

    @event.listens_for(engine, "connect")
    def _prepare_connection(connection: sqlite3.Connection, _record: object) -> None:
        connection.executescript(pragmas)

    @event.listens_for(engine, "handle_error")
    def _refuse_value(context: ExceptionContext) -> None:
        # Text that is no Unicode, or a number of more than 64 bits.
        if isinstance(context.original_exception, (UnicodeError, OverflowError)):
            raise StoreError(type(context.original_exception).__name__) from None

    return engine
