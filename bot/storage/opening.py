"""Opening a database that is given as a path or as a URL."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import TypeVar
from urllib.parse import unquote

from sqlalchemy import Connection

from .database import Database, Watch, once_more, pauses
from .errors import DatabaseUnusableError
from .revisions import is_newest
from .sqlite import SqliteFile, alone

T = TypeVar("T")
BUSY_TIMEOUT = 5.0
_POSTGRES = {"postgres", "postgresql", "postgresql+asyncpg"}
_SQLITE = {"sqlite", "sqlite+aiosqlite"}
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9+]*")
_SCHEME = re.compile(r"([a-z+]{2,})?:")
_ADDRESS = re.compile(
    r"""://|@|(password|host|dbname)\s*=|^['"\s]*postgres(?!.*\.db$)""", re.IGNORECASE
)
"""What looks like the address of a server, and may contain a password."""


async def open_database(
    where: str | Path, busy_timeout: float = BUSY_TIMEOUT, watch: Watch = nullcontext
) -> Database:
    """Migrate and open a database, given as a path, or as an ``sqlite`` or ``postgresql`` URL.

    Raises DatabaseUnusableError or RevisionError. ``busy_timeout`` is how many seconds to wait for
    another process's lock, or for a server that cannot be reached.
    """
    path = database_path(where)
    tries = pauses(busy_timeout)
    while True:
        try:
            if path is not None:
                return await SqliteFile.connect(path, busy_timeout, watch)
            # The driver takes longer to load than a whole bot on SQLite takes to open its database.
            from .postgres import Postgres  # noqa: PLC0415

            return await Postgres.connect(str(where), busy_timeout, watch)
        except DatabaseUnusableError as error:
            if error.code not in {"locked", "unreachable"} or not await once_more(tries):
                raise


async def examine_database(where: str | Path, look: Callable[[Connection], T]) -> T | None:
    """Check that a database that is there can be opened, and read from it; changes nothing.

    ``look`` must only read; it is not called, and None is returned, where opening the database
    would make or upgrade its tables. Raises as :func:`open_database` does.
    """
    path = database_path(where)

    def work(connection: Connection) -> T | None:
        found = look(connection) if is_newest(connection, shown) else None
        connection.rollback()
        return found

    if path is not None:
        shown: Path | str = path
        return await asyncio.to_thread(_in_file, path, work)
    from .postgres import check_encoding, run_once, without_password  # noqa: PLC0415  # as above

    shown = without_password(str(where))

    def work_on_server(connection: Connection) -> T | None:
        check_encoding(connection, str(shown))
        return work(connection)

    return await run_once(str(where), work_on_server)


def _in_file(path: Path, work: Callable[[Connection], T]) -> T:
    with alone(path, BUSY_TIMEOUT) as connection:
        return work(connection)


def database_path(where: str | Path) -> Path | None:
    """The file that a path or URL names; None for a PostgreSQL URL.

    Raises the DatabaseUnusableErrors ``unsupported``, or ``bad_setting`` for more than a path; they
    do not quote what may be a password. A file whose name has an @ is named by an ``sqlite`` URL.
    """
    if isinstance(where, Path):
        return where
    scheme, is_url, rest = where.partition("://")
    if is_url and scheme in _POSTGRES:
        return None
    begin, colon, _ = where.partition(":")
    shown = f"{begin}:…" if colon else ascii(where)  # the rest may be a password
    is_file_url = is_url and scheme in _SQLITE
    if not is_file_url and _ADDRESS.search(where):
        shown = f"{scheme}://…" if is_url and _WORD.fullmatch(scheme) else "…"
        raise DatabaseUnusableError(shown, "unsupported")
    try:
        if is_file_url:
            if rest[:1] not in {"", "/"} or {"?", "#"} & {*rest}:
                told = "more than a path, as in sqlite:///data/phase10.db"
                raise DatabaseUnusableError(shown, "bad_setting", told)
            where = unquote(rest[1:], errors="strict")
        path = Path(where).expanduser()
    except (RuntimeError, UnicodeError):
        raise DatabaseUnusableError(shown, "unsupported") from None
    # SQLite would take ":memory:" and what begins with "file:" for something else than a path.
    if not path.name or not where.isprintable() or _SCHEME.match(str(path)):
        raise DatabaseUnusableError(shown, "unsupported")
    return path
