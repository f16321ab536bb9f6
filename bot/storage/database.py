"""The database: an SQLite file or a PostgreSQL server, migrated, and used in the same ways."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Protocol, TypeVar

from sqlalchemy import URL, literal_column, make_url, select
from sqlalchemy.exc import ArgumentError

from .errors import DatabaseUnusableError, StoreError
from .reader import Query, Reading, Row
from .sqlite import SqliteFile
from .writer import Step, prepare

T = TypeVar("T")

BUSY_TIMEOUT = 5.0
Watch = Callable[[], AbstractContextManager[None]]
"""Entered for each transaction that writes."""
_POSTGRES = {"postgres", "postgresql", "postgresql+asyncpg"}
_NOTHING = Query(prepare(select(literal_column("1"))))


class Backend(Protocol):
    """What SQLite and PostgreSQL each do in their own way."""

    async def transact(self, steps: Sequence[Step]) -> bool:
        """Do all steps or none."""

    async def fetch(self, query: Query) -> list[Row]:
        """The rows of one query."""

    async def read(self, reading: Callable[[], Reading[T]]) -> T:
        """What a reading tells of one moment."""

    async def close(self) -> None:
        """Disconnect."""


class Database:
    """An open database; :meth:`open` makes one."""

    def __init__(self, backend: Backend, watch: Watch = nullcontext) -> None:
        self._backend = backend
        self._watch = watch
        self._closed = False

    @classmethod
    async def open(
        cls, where: str | Path, busy_timeout: float = BUSY_TIMEOUT, watch: Watch = nullcontext
    ) -> Database:
        """Migrate and open a database, given as a path, or as an ``sqlite`` or ``postgresql`` URL.

        ``busy_timeout`` is how many seconds to wait for a lock of somebody else, or for a server
        that cannot be reached.

        Raises:
            DatabaseUnusableError: it cannot be created, opened or written, or it is not ours.
            DatabaseNewerError: a newer program made it.
        """
        path = database_path(where)
        if path is not None:
            return cls(await SqliteFile.open(path, busy_timeout), watch)
        # The driver takes longer to load than a whole bot on SQLite takes to open its database.
        from .postgres import Postgres  # noqa: PLC0415

        return cls(await Postgres.open(str(where), busy_timeout), watch)

    async def transact(self, steps: Sequence[Step]) -> bool:
        """Do all steps or none; False, and nothing changed, when one that must match does not.

        A caller that is cancelled meanwhile does not stop it: it is still done whole or not at all.

        Raises:
            StoreError: the database refused; nothing was changed. Only with the code ``unknown``
                may it have been: the connection was lost at the last moment, and the server
                could not be asked since.
        """
        self._check_open()
        with self._watch():
            return await self._backend.transact(steps)

    async def ask(self) -> None:
        """Ask it something that costs nothing, to learn whether it answers.

        Raises:
            StoreError: it does not.
        """
        await self.fetch(_NOTHING)

    async def fetch(self, query: Query) -> list[Row]:
        """The rows of one query.

        Raises:
            StoreError: the database refused.
        """
        self._check_open()
        return await self._backend.fetch(query)

    async def read(self, reading: Callable[[], Reading[T]]) -> T:
        """What a reading tells of the database as it is at its first query.

        Args:
            reading: begins it; called again when a server must be asked anew. It may run in
                another thread, so it does nothing but read and reckon.

        Raises:
            StoreError: the database refused. What the reading raises passes through.
        """
        self._check_open()
        return await self._backend.read(reading)

    @property
    def in_file(self) -> bool:
        """Whether it is a file, which others may look into or copy."""
        return isinstance(self._backend, SqliteFile)

    async def wipe(self, traces: Sequence[bytes]) -> None:
        """Leave no trace of deleted rows in the file; a server cleans up by itself (autovacuum).

        Raises:
            StoreError: it could not be done.
        """
        self._check_open()
        if isinstance(self._backend, SqliteFile):
            await self._backend.wipe(traces)

    async def close(self) -> None:
        """Finish what is under way and disconnect; closing twice is no error."""
        self._closed = True
        await self._backend.close()

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
    # What is wrong with it may be its password, so nothing of it is told.
    try:
        return make_url(where)
    except (ArgumentError, ValueError):
        raise DatabaseUnusableError("URL", "unsupported") from None
