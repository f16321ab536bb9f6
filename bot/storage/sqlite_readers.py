"""Reading an SQLite file: a few connections, each used by one thread at a time."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypeVar

from .errors import StoreError, code_of
from .reader import Query, Reading, Row, answered

T = TypeVar("T")
MOST = 4
"""How many may read at once; others wait for the first that is done."""


class Readers:
    """Threads that read a file, each reading in one of them from its beginning to its end."""

    def __init__(self, path: Path, busy_timeout: float) -> None:
        self._path = path
        self._busy_timeout = busy_timeout
        self._threads = ThreadPoolExecutor(MOST, "reading")
        self._idle: list[sqlite3.Connection] = []

    async def fetch(self, query: Query) -> list[Row]:
        """The rows of one query.

        Raises:
            StoreError: the database refused.
        """
        return await self._run(partial(_fetch, query=query))

    async def read(self, reading: Callable[[], Reading[T]]) -> T:
        """What a reading tells of one moment.

        Raises:
            StoreError: the database refused. What the reading raises passes through.
        """
        return await self._run(partial(_read, reading=reading))

    async def close(self) -> None:
        """Finish what is under way and disconnect; closing twice is no error."""
        await asyncio.to_thread(self._threads.shutdown)
        while self._idle:
            self._idle.pop().close()

    async def _run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        # Who is cancelled meanwhile waits no longer; the thread goes on to the end.
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._use, work)

    def _use(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Work with a connection that nobody else uses; there are as many as threads at most."""
        try:
            connection = self._connected()
            try:
                return work(connection)
            finally:
                self._idle.append(connection)
        except sqlite3.Error as error:
            raise StoreError(str(error), code=code_of(error)) from error

    def _connected(self) -> sqlite3.Connection:
        try:
            return self._idle.pop()
        except IndexError:
            return self._connect()

    def _connect(self) -> sqlite3.Connection:
        # isolation_level None: transactions begin and end where _read says.
        connection = sqlite3.connect(
            self._path, timeout=self._busy_timeout, isolation_level=None, check_same_thread=False
        )
        connection.execute("PRAGMA query_only=ON")
        return connection


def _read(connection: sqlite3.Connection, reading: Callable[[], Reading[T]]) -> T:
    # sqlite3 does not begin a transaction to read, and each query would see another moment.
    connection.execute("BEGIN")
    try:
        return answered(reading(), partial(_fetch, connection))
    finally:
        # It may have been rolled back already, because of an error.
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _fetch(connection: sqlite3.Connection, query: Query) -> list[Row]:
    prepared = query.prepared
    try:
        cursor = connection.execute(prepared.sqlite, {**prepared.sqlite_constants, **query.values})
    except (ValueError, OverflowError) as error:
        # Text that is no Unicode, or a number of more than 64 bits.
        raise StoreError(type(error).__name__) from error
    names = [each[0] for each in cursor.description]
    rows = (dict(zip(names, row, strict=True)) for row in cursor.fetchall())
    truths = prepared.truths
    return [row | {name: bool(row[name]) for name in truths} if truths else row for row in rows]
