"""Leaving no trace of deleted rows in an SQLite file.

The connection that writes overwrites what it deletes (``secure_delete``), but SQLite leaves old
bytes behind in pages that it once split or joined; with rows that are only ever added, that is in
indexes. So after a deletion the file is looked through beside everything else. Where something is
found the indexes that hold ids of people are built anew, table by table, and only where that was
not enough the whole file, which holds up other writers for long.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sqlite3
from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

from .errors import StoreError
from .schema import metadata

CHUNK = 1 << 18
_OF_PEOPLE = [
    table.name
    for table in metadata.sorted_tables
    if {"user_id", "other_id", "host_id"} & set(table.c.keys())
]
_T = TypeVar("_T")
_log = logging.getLogger(__name__)


class RunsWork(Protocol):
    """The connection that writes, in its own thread."""

    async def run(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        """What the work gives for the connection."""


class Wiper:
    """Wipes one file, whose connection writes with ``secure_delete``."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: int | None = None
        # A wipe that failed is made up for by the next one, whatever that one looks for.
        self._overdue = False

    async def wipe(self, writer: RunsWork, traces: Sequence[bytes]) -> None:
        """Make sure that nothing of what was deleted is left in the file or beside it.

        Args:
            writer: the connection that writes.
            traces: what must not be left, where no row holds it any more.

        Raises:
            StoreError: ``locked``; others were reading or writing all the time.
            sqlite3.Error: the database refused.
        """
        overdue, self._overdue = self._overdue, True
        await writer.run(_empty_log)
        if overdue or await asyncio.to_thread(self._holds, traces):
            for table in _OF_PEOPLE:
                await writer.run(partial(_index_anew, table=table))
            await writer.run(_empty_log)
            if overdue or await asyncio.to_thread(self._holds, traces):
                _log.warning("the database is built anew, to leave no trace of what was deleted")
                await writer.run(_build_anew)
        self._overdue = False

    def close(self) -> None:
        """Let go of the file, after its connections did."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _holds(self, traces: Sequence[bytes]) -> bool:
        """Whether one of these stands anywhere in the file; blocks."""
        wanted = [trace for trace in traces if trace]
        overlap = max(map(len, wanted), default=1) - 1
        # Closing the file would take this process's locks on it from SQLite, so it stays open.
        if self._file is None:
            self._file = os.open(self._path, os.O_RDONLY)
        at, size = 0, os.fstat(self._file).st_size
        while at < size:
            part = os.pread(self._file, CHUNK + overlap, at)
            if any(trace in part for trace in wanted):
                return True
            at += CHUNK
        return False


def traces_of(number: int, texts: Collection[str]) -> list[bytes]:
    """How SQLite writes down a large number and some texts, alone or in JSON."""
    found = {str(number), *texts, *(json.dumps(each, ensure_ascii=False)[1:-1] for each in texts)}
    return [number.to_bytes(8, "big"), *(each.encode() for each in found)]


def _empty_log(connection: sqlite3.Connection) -> None:
    (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy:
        raise StoreError("the log could not be emptied", code="locked")


def _index_anew(connection: sqlite3.Connection, table: str) -> None:
    connection.execute(f"REINDEX {table}")


def _build_anew(connection: sqlite3.Connection) -> None:
    connection.execute("VACUUM")
    _empty_log(connection)
