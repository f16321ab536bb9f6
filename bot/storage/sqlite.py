"""The database as an SQLite file: one connection that writes, a few that read.

Sent to another thread one by one, as aiosqlite and SQLAlchemy's asyncio engine do, statements and
fetches cost a tenth of their hops there and back. So what belongs together goes there whole.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import aiosqlite

from .errors import DatabaseUnusableError, StoreError, code_of
from .migrating import migrate
from .reader import Query, Reading, Row
from .sqlite_readers import Readers
from .wiping import Wiper
from .writer import Step

T = TypeVar("T")


class SqliteFile:
    """An open file; :meth:`open` makes one."""

    def __init__(self, writer: _Connection, readers: Readers, wiper: Wiper) -> None:
        self._writer = writer
        self._readers = readers
        self._wiper = wiper

    @classmethod
    async def open(cls, path: Path, busy_timeout: float) -> SqliteFile:
        """Migrate and open; ``busy_timeout`` is how many seconds to wait for another's lock.

        Raises:
            DatabaseUnusableError: it cannot be created, opened or written, or it is not ours.
            DatabaseNewerError: a newer program made it.
        """
        await asyncio.to_thread(migrate, path, busy_timeout)
        writer = _Connection(lambda: _connect(path, busy_timeout), iter_chunk_size=64)
        try:
            await writer
        except sqlite3.Error as error:
            raise DatabaseUnusableError(path, code_of(error)) from error
        return cls(writer, Readers(path, busy_timeout), Wiper(path))

    async def transact(self, steps: Sequence[Step]) -> bool:
        """Do all steps or none; False, and nothing changed, when one that must match does not.

        A caller that is cancelled meanwhile does not stop it: it is still done whole or not at all.

        Raises:
            StoreError: the database refused; nothing was changed.
        """
        try:
            return await self._writer.run(lambda connection: _transact(connection, steps))
        except sqlite3.Error as error:
            raise StoreError(str(error), code=code_of(error)) from error
        except (ValueError, OverflowError) as error:
            # Text that is no Unicode, a number of more than 64 bits, or closed meanwhile.
            raise StoreError(type(error).__name__) from error

    async def fetch(self, query: Query) -> list[Row]:
        """The rows of one query.

        Raises:
            StoreError: the database refused.
        """
        return await self._readers.fetch(query)

    async def read(self, reading: Callable[[], Reading[T]]) -> T:
        """What a reading tells of one moment.

        Raises:
            StoreError: the database refused. What the reading raises passes through.
        """
        return await self._readers.read(reading)

    async def wipe(self, traces: Sequence[bytes]) -> None:
        """Leave no trace of what was deleted (see :mod:`bot.storage.wiping`).

        Raises:
            StoreError: it could not be done.
        """
        try:
            await self._wiper.wipe(self._writer, traces)
        except sqlite3.Error as error:
            raise StoreError(str(error), code=code_of(error)) from error
        except (OSError, ValueError) as error:
            raise StoreError(type(error).__name__) from error

    async def close(self) -> None:
        """Finish what is under way and disconnect; closing twice is no error."""
        await self._readers.close()
        await self._writer.close()
        self._wiper.close()


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
        # What is deleted is overwritten; how traces are found that stay even so: see wiping.py.
        connection.execute("PRAGMA secure_delete=ON")
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
            touched = connection.executemany(step.prepared.sqlite, step.rows).rowcount
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
