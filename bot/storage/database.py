"""The database: one connection that writes, a few that read, both ready after the migrations."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from .errors import DatabaseUnusableError, StoreError, code_of
from .migrating import migrate
from .writer import Step, Writer

BUSY_TIMEOUT = 5.0


class Database:
    """An open database; :meth:`open` makes one."""

    def __init__(self, path: Path, writer: Writer, engine: AsyncEngine) -> None:
        self.path = path
        self._writer = writer
        self._engine = engine
        self._closed = False

    @classmethod
    async def open(cls, where: str | Path, busy_timeout: float = BUSY_TIMEOUT) -> Database:
        """Migrate and open a database file, given as a path or an ``sqlite`` URL.

        Raises:
            DatabaseUnusableError: it cannot be created, opened or written, or it is not ours.
            DatabaseNewerError: a newer program made it.
        """
        path = database_path(where)
        await asyncio.to_thread(migrate, path, busy_timeout)
        try:
            writer = await Writer.open(path, busy_timeout)
        except sqlite3.Error as error:
            raise DatabaseUnusableError(path, code_of(error)) from error
        return cls(path, writer, _reading_engine(path, busy_timeout))

    async def transact(self, steps: Sequence[Step]) -> bool:
        """Do all steps or none; False, and nothing changed, when one that must match does not.

        Raises:
            StoreError: the database refused; nothing was changed.
        """
        self._check_open()
        return await self._writer.transact(steps)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection that sees the database as it is at the first statement, and only reads.

        Raises:
            StoreError: the database refused.
        """
        self._check_open()
        try:
            async with self._engine.begin() as connection:
                yield connection
        except DBAPIError as error:
            raise StoreError(str(error.orig), code=code_of(error.orig)) from error
        except SQLAlchemyError as error:
            raise StoreError(str(error)) from error

    async def close(self) -> None:
        """Disconnect; closing twice is no error."""
        self._closed = True
        await self._engine.dispose()
        await self._writer.close()

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError("the store is closed", code="closed")


def database_path(where: str | Path) -> Path:
    """The file that a path or URL names.

    Raises:
        DatabaseUnusableError: ``unsupported``; it names no SQLite file.
    """
    named: str | None = str(where)
    if isinstance(where, str) and "://" in where:
        try:
            url = make_url(where)
        except ArgumentError as error:
            raise DatabaseUnusableError("URL", "unsupported") from error
        if url.get_backend_name() != "sqlite":
            raise DatabaseUnusableError(url.render_as_string(hide_password=True), "unsupported")
        named = url.database
    if not named or named == ":memory:":
        raise DatabaseUnusableError(str(where), "unsupported")
    return Path(named)


def _reading_engine(path: Path, busy_timeout: float) -> AsyncEngine:
    engine = create_async_engine(
        URL.create("sqlite+aiosqlite", database=str(path)),
        # Stored values hold hidden cards: none in an error's text.
        hide_parameters=True,
        connect_args={"timeout": busy_timeout, "isolation_level": None},
    )

    # One snapshot for several statements takes a transaction, which sqlite3 does not begin to read.
    @event.listens_for(engine.sync_engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    @event.listens_for(engine.sync_engine, "connect")
    def _only_read(connection: sqlite3.Connection, _record: object) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA query_only=ON")
        cursor.close()

    return engine
