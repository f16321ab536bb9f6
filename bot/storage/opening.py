"""Opening a database that is given as a path or as a URL."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import TypeVar
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from sqlalchemy import Connection

from .database import Database, Watch
from .errors import DatabaseUnusableError
from .revisions import is_newest
from .sqlite import SqliteFile, look_into

T = TypeVar("T")
BUSY_TIMEOUT = 5.0
_POSTGRES = {"postgres", "postgresql", "postgresql+asyncpg"}
_SQLITE = {"sqlite", "sqlite+aiosqlite"}


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


async def examine_database(where: str | Path, look: Callable[[Connection], T]) -> T | None:
    """Check that a database that is there can be opened, and read from it; changes nothing.

    ``look`` must only read; it is not called, and None is returned, where opening the database
    would make or upgrade its tables.

    Raises:
        DatabaseUnusableError: it cannot be opened or written, or it is not ours.
        RevisionError: this program cannot upgrade it.
    """

    def work(connection: Connection) -> T | None:
        return look(connection) if is_newest(connection, shown) else None

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
        DatabaseUnusableError: ``unsupported``, it names neither; ``bad_setting``, the URL of a file
            has more than a path; or ``cannot_open``, there is no such home directory.
    """
    if isinstance(where, Path):
        return where
    try:
        url = urlsplit(where)
        path = unquote(url.path, errors="strict")
    except ValueError:
        # The malformed part may be a password.
        raise DatabaseUnusableError("URL", "unsupported") from None
    if len(url.scheme) <= len("C"):  # the letter of a drive
        return _file(where)
    if "://" in where and where.isprintable():
        if url.scheme in _POSTGRES:
            return None
        if url.scheme in _SQLITE:
            _refuse_more_than_a_path(url)
            return _file(path.removeprefix("/"))
    raise DatabaseUnusableError(f"{url.scheme}:…", "unsupported")


def _refuse_more_than_a_path(url: SplitResult) -> None:
    asked = [f"?{name}" for name, _ in parse_qsl(url.query, keep_blank_values=True)]
    if url.netloc:
        asked.append("a host or a user, which a file has not: sqlite:///data/phase10.db")
    if url.fragment:
        asked.append("#, which is written %23")
    if asked:
        raise DatabaseUnusableError(f"{url.scheme}:…", "bad_setting", ", ".join(asked))


def _file(path: str) -> Path:
    try:
        file = Path(path).expanduser()
    except RuntimeError as error:
        raise DatabaseUnusableError(path, "cannot_open", str(error)) from None
    # SQLite would take a relative path that begins with "file:" for a URL.
    is_other = str(file).startswith((":memory:", "file:")) or "://" in path
    if is_other or not file.name or not path.isprintable():
        raise DatabaseUnusableError(ascii(path), "unsupported")
    return file
