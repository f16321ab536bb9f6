"""The database as an SQLite file, through aiosqlite: one connection writes, a few read."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import URL, AdaptedConnection, Connection, Engine, create_engine, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from .database import ConnectionQueue, Database, Watch
from .errors import DatabaseUnusableError, StoreError, error_code, first_code, root_cause
from .revisions import log_upgrade, upgrade

T = TypeVar("T")
MOST_READERS = 4  # how many may read at once; others wait for the first that is done
_IMMEDIATE = "BEGIN IMMEDIATE"
"""Takes the write lock at once: waiting for it happens here and nowhere later."""
# In WAL mode NORMAL hands every commit to the operating system before it returns, so a killed
# process loses nothing. Only a crash of the whole machine can take the newest commits, never part
# of one; FULL would wait for the disk at every action. With secure_delete, what is deleted is
# overwritten; the log is cut when it starts again, so that no old pages stay in it.
_OVERWRITING = "PRAGMA secure_delete=ON"
_LOG = ("PRAGMA synchronous=NORMAL", "PRAGMA journal_size_limit=0")
_TO_WRITE = (*_LOG, "PRAGMA foreign_keys=ON", _OVERWRITING)
_TO_READ = ("PRAGMA query_only=ON",)
# At DEBUG aiosqlite logs what it calls, with values that hold hidden cards.
logging.getLogger("aiosqlite").setLevel(logging.INFO)


class SqliteFile(Database):
    """An open file."""

    def __init__(self, path: Path, busy_timeout: float, watch: Watch) -> None:
        super().__init__(watch)
        self._patience = busy_timeout
        self._readers = ConnectionQueue(MOST_READERS)
        self._writers = ConnectionQueue(1)
        self._to_read = _async_engine(path, busy_timeout, MOST_READERS, "BEGIN", _TO_READ)
        self._to_write = _async_engine(path, busy_timeout, 1, _IMMEDIATE, _TO_WRITE)

    @classmethod
    async def connect(cls, path: Path, busy_timeout: float, watch: Watch) -> SqliteFile:
        """See :func:`~bot.storage.opening.open_database`."""
        await asyncio.to_thread(migrate, path, busy_timeout)
        await asyncio.to_thread(_share, path)
        return cls(path, busy_timeout, watch)

    async def _transact(self, work: Callable[[Connection], T], *, writing: bool) -> T:
        until = time.monotonic() + self._patience
        engine = self._to_write if writing else self._to_read
        queue = self._writers if writing else self._readers
        async with queue.turn(until):
            with _refusals():
                async with engine.connect() as connection:
                    # The patience is that of the caller, who may have waited for others.
                    left = max(0.0, until - time.monotonic())
                    await connection.execution_options(busy_timeout=round(left * 1000))
                    async with connection.begin():
                        return await connection.run_sync(work)

    async def _disconnect(self) -> None:
        await self._to_read.dispose()
        await self._to_write.dispose()


@contextmanager
def _refusals() -> Iterator[None]:
    """Raise StoreError where the driver or SQLAlchemy refuses, text that is no Unicode included."""
    try:
        yield
    except (sqlite3.Error, SQLAlchemyError, OverflowError, UnicodeEncodeError) as error:
        cause = root_cause(error)
        told = str(cause) if isinstance(cause, sqlite3.Error) else type(cause).__name__
        raise StoreError(told, code=error_code(cause)) from None


def migrate(path: Path, busy_timeout: float) -> None:
    """Create an SQLite file or bring it up to date; blocks, and raises as ``open_database``."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseUnusableError(path, "cannot_create") from error
    # Two programs that start at once must not both migrate.
    with alone(path, busy_timeout) as connection:
        upgraded = upgrade(connection, path)
    if upgraded:
        log_upgrade()


@contextmanager
def alone(path: Path, busy_timeout: float) -> Iterator[Connection]:
    """A transaction that keeps all other writers away; raises DatabaseUnusableError."""
    engine = create_engine(_url("sqlite", path), **_options(busy_timeout))
    _prepare(engine, _IMMEDIATE, (_OVERWRITING,))
    try:
        with engine.begin() as connection:
            yield connection
    except SQLAlchemyError as error:
        raise DatabaseUnusableError(path, first_code(error)) from error
    finally:
        engine.dispose()


def _share(path: Path) -> None:
    """Let readers and writers of all processes work side by side from now on."""
    # SQLite gives up at once when another process that is opening the database is in the way.
    try:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA journal_mode=WAL")
    except sqlite3.Error as error:
        raise DatabaseUnusableError(path, error_code(error)) from error


def _async_engine(
    path: Path, busy_timeout: float, connections: int, begin: str, pragmas: tuple[str, ...]
) -> AsyncEngine:
    engine = create_async_engine(
        _url("sqlite+aiosqlite", path),
        **_options(busy_timeout),
        pool_size=connections,
        max_overflow=0,
    )
    _prepare(engine.sync_engine, begin, pragmas)
    return engine


def _url(driver: str, path: Path) -> URL:
    return URL.create(driver, database=str(path))


def _options(busy_timeout: float) -> dict[str, Any]:
    # The text of an error must have no values, which may be hidden cards. By default the driver
    # begins transactions too late.
    arguments = {"timeout": busy_timeout, "isolation_level": None}
    return {"hide_parameters": True, "connect_args": arguments}


def _prepare(engine: Engine, begin: str, pragmas: tuple[str, ...]) -> None:
    """Have an engine begin its transactions with this statement."""

    @event.listens_for(engine, "connect")
    def _set(connection: sqlite3.Connection, _record: object) -> None:
        for pragma in pragmas:
            connection.execute(pragma).close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        driver: Any = connection.connection.dbapi_connection
        if isinstance(driver, AdaptedConnection):
            # One trip to the driver's thread in place of three.
            patience = connection.get_execution_options()["busy_timeout"]
            script = f"PRAGMA busy_timeout={patience}; {begin}"
            driver.run_async(lambda file: file.executescript(script))
        else:
            connection.exec_driver_sql(begin)
