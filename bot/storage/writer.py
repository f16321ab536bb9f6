"""Writing to SQLite: a whole transaction goes to the driver's thread as one call.

SQLAlchemy's asyncio engine sends each cursor, statement, fetch and commit to aiosqlite's thread one
by one, and those hops cost ten times what the statements cost. So what is written is prepared with
SQLAlchemy Core once, when the program is loaded, and executed here. Reading goes the ordinary way.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite
from sqlalchemy.dialects import sqlite
from sqlalchemy.sql import ClauseElement

from .errors import StoreError, code_of

T = TypeVar("T")
Values = Mapping[str, Any]
_DIALECT = sqlite.dialect(paramstyle="named")


def prepare(statement: ClauseElement, *columns: str) -> str:
    """The SQL of a Core statement, with named parameters; an insert names its columns.

    Only columns of plain numbers and text may be bound, since no type converts them here.
    """
    return str(statement.compile(dialect=_DIALECT, column_keys=list(columns) or None))


@dataclass(frozen=True, slots=True)
class Step:
    """One statement of a transaction.

    Attributes:
        sql: what :func:`prepare` made.
        rows: values for each time it is executed.
        must_match: whether the transaction is undone when no row is touched.
    """

    sql: str
    rows: Sequence[Values]
    must_match: bool = False


class Writer:
    """The one connection that writes; open it with :meth:`open`."""

    def __init__(self, connection: _Connection) -> None:
        self._connection = connection

    @classmethod
    async def open(cls, path: Path, busy_timeout: float) -> Writer:
        """Connect; ``busy_timeout`` is how many seconds to wait for another process's lock.

        Raises:
            sqlite3.Error: it cannot be done.
        """
        connection = _Connection(lambda: _connect(path, busy_timeout), iter_chunk_size=64)
        await connection
        return cls(connection)

    async def transact(self, steps: Sequence[Step]) -> bool:
        """Do all steps or none; False, and nothing changed, when one that must match does not.

        A caller that is cancelled meanwhile does not stop it: it is still done whole or not at all.

        Raises:
            StoreError: the database refused; nothing was changed.
        """
        try:
            return await self._connection.run(lambda connection: _transact(connection, steps))
        except sqlite3.Error as error:
            raise StoreError(str(error), code=code_of(error)) from error
        except (ValueError, OverflowError) as error:
            # Text that is no Unicode, a number of more than 64 bits, or closed meanwhile.
            raise StoreError(type(error).__name__) from error

    async def close(self) -> None:
        """Finish what is under way and disconnect; closing twice is no error."""
        await self._connection.close()


class _Connection(aiosqlite.Connection):
    """A connection of aiosqlite whose thread also runs whole functions."""

    def __init__(self, connector: Callable[[], sqlite3.Connection], iter_chunk_size: int) -> None:
        super().__init__(connector, iter_chunk_size)
        # A program that ends without closing must not be held up by this thread.
        self._thread.daemon = True

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What ``work`` gives for the connection, found in the connection's thread."""

        # A closure without arguments, because aiosqlite logs at DEBUG what it calls and with what.
        def call() -> T:
            return work(self._conn)

        done: T = await self._execute(call)  # type: ignore[no-untyped-call]  # has no annotations
        return done


def _connect(path: Path, busy_timeout: float) -> sqlite3.Connection:
    # isolation_level None: transactions begin and end where _transact says.
    connection = sqlite3.connect(path, timeout=busy_timeout, isolation_level=None)
    try:
        _into_wal(connection, busy_timeout)
        # In WAL mode NORMAL hands every commit to the operating system before it returns, so a
        # killed process loses nothing. Only a crash of the whole machine can take the newest
        # commits, never part of one; FULL would wait for the disk at every action.
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute("PRAGMA foreign_keys=ON")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


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


def _transact(connection: sqlite3.Connection, steps: Sequence[Step]) -> bool:
    # IMMEDIATE takes the write lock at once: waiting for it happens here and nowhere later.
    connection.execute("BEGIN IMMEDIATE")
    try:
        for step in steps:
            touched = connection.executemany(step.sql, step.rows).rowcount
            if step.must_match and touched < 1:
                connection.execute("ROLLBACK")
                return False
        connection.execute("COMMIT")
    except BaseException:
        # A full disk may have rolled back already.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return True
