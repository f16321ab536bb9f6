"""Opening a database that is given as a path or as a URL."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import TypeVar

from sqlalchemy import URL, Connection, make_url
from sqlalchemy.exc import ArgumentError

from .database import Database, Watch
from .errors import DatabaseUnusableError
from .revisions import check_writable
from .sqlite import SqliteFile, look_into

T = TypeVar("T")
BUSY_TIMEOUT = 5.0
_POSTGRES = {"postgres", "postgresql", "postgresql+asyncpg"}


async def open_database(
    where: str | Path, busy_timeout: float = BUSY_TIMEOUT, watch: Watch = nullcontext
) -> Database:
    """Migrate and open a database, given as a path, or as an ``sqlite`` or ``postgresql`` URL.

    ``busy_timeout`` is how many seconds to wait for another process's lock, or for a server that
    cannot be reached.

    Raises:
        DatabaseUnusableError: it cannot be created, opened or written, or it is not ours.
        RevisionError: this program cannot upgrade it.
    """
    path = database_path(where)
    if path is not None:
        return await SqliteFile.connect(path, busy_timeout, watch)
    # The driver takes longer to load than a whole bot on SQLite takes to open its database.
    from .postgres import Postgres  # noqa: PLC0415

    return await Postgres.connect(str(where), busy_timeout, watch)


async def examine_database(where: str | Path, look: Callable[[Connection], T]) -> T:
    """Check that a database that is there can be used as it is, and read from it.

    Nothing is created, upgraded or changed; ``look`` must only read.

    Raises:
        DatabaseUnusableError: it cannot be opened or written, it is not ours, or ``older``.
        RevisionError: this program cannot upgrade it.
    """

    def work(connection: Connection) -> T:
        check_writable(connection, shown)
        return look(connection)

    path = database_path(where)
    if path is not None:
        shown: Path | str = path
        return await asyncio.to_thread(look_into, path, BUSY_TIMEOUT, work)
    from .postgres import copy, without_password  # noqa: PLC0415  # as above

    shown = without_password(str(where))
    return await copy(str(where), work)


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
    # The malformed part may be its password, so the message shows nothing of it.
    try:
        return make_url(where)
    except (ArgumentError, ValueError):
        raise DatabaseUnusableError("URL", "unsupported") from None
