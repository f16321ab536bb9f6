"""The database as an SQLite file, through aiosqlite: one connection writes, a few read."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import URL, ExceptionContext, NullPool, create_engine, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from .database import Access, Database, Driver, Watch
from .errors import DatabaseUnusableError, StoreError, cause_of, code_of
from .revisions import upgrade

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
# At DEBUG aiosqlite logs each statement with its values, which hold hidden cards.
logging.getLogger("aiosqlite").setLevel(logging.INFO)


class SqliteFile(Database):
    """An open file."""

    failures = (sqlite3.Error, SQLAlchemyError)

    @classmethod
    async def connect(cls, path: Path, busy_timeout: float, watch: Watch) -> SqliteFile:
        """See :func:`~bot.storage.opening.open_database`."""
        await asyncio.to_thread(_prepare, path, busy_timeout)
        writing = Access(_engine(path, busy_timeout, 1, _TO_WRITE), _IMMEDIATE)
        reading = Access(_engine(path, busy_timeout, MOST_READERS, _TO_READ), "BEGIN")
        # Others are waited for where a transaction begins, and so none is tried again.
        return cls(writing, reading, watch, patience=0)

    async def _undo(self, driver: Driver, _error: BaseException) -> None:
        await driver.rollback()

    async def _compact(self) -> None:
        try:
            async with self._writing.engine.connect() as connection:
                await connection.exec_driver_sql("VACUUM")
                # What was written before is still in the log until all of it is in the file.
                emptied = await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
                (is_busy, *_) = emptied.one()
        except SQLAlchemyError as error:
            raise self._refusal(cause_of(error)) from None
        if is_busy:
            raise StoreError("the log could not be emptied", code="locked")


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
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        hide_parameters=True,
        connect_args={"timeout": busy_timeout},
        isolation_level="AUTOCOMMIT",
        poolclass=NullPool,
    )
    try:
        with engine.connect() as connection:
            # Two programs that start at once must not both migrate.
            connection.exec_driver_sql(_IMMEDIATE)
            upgrade(connection, path)
            connection.exec_driver_sql("COMMIT")
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


def _engine(path: Path, busy_timeout: float, connections: int, pragmas: str) -> AsyncEngine:
    engine = create_async_engine(
        URL.create("sqlite+aiosqlite", database=str(path)),
        # Stored values hold hidden cards: none in an error's text.
        hide_parameters=True,
        connect_args={"timeout": busy_timeout},
        isolation_level="AUTOCOMMIT",
        skip_autocommit_rollback=True,
        pool_size=connections,
        max_overflow=0,
        pool_timeout=None,
        pool_use_lifo=True,
        pool_reset_on_return=None,
    )

    @event.listens_for(engine.sync_engine, "connect")
    def _prepare_connection(connection: Any, _record: object) -> None:  # noqa: ANN401  # SQLAlchemy's wrapper
        connection.run_async(lambda driver: driver.executescript(pragmas))

    @event.listens_for(engine.sync_engine, "handle_error")
    def _refuse_value(context: ExceptionContext) -> None:
        # Text that is no Unicode, or a number of more than 64 bits.
        if isinstance(context.original_exception, (UnicodeError, OverflowError)):
            raise StoreError(type(context.original_exception).__name__) from None

    return engine
