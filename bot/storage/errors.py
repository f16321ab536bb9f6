"""The exceptions of the storage.

::

    StoreError
    ├── StaleWriteError         the stored game has moved on
    ├── ChannelTakenError       another game is on in the channel
    ├── DatabaseUnusableError   the database cannot be opened or written
    └── RevisionError           the database was made by a newer or a much older program

Each carries a short ``code``; sentences for players and operators are made elsewhere. No message
holds a stored value, since those hold hidden cards.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from bot.core.errors import SnapshotError

_SQLITE = {
    "SQLITE_BUSY": "locked",
    "SQLITE_LOCKED": "locked",
    "SQLITE_FULL": "full",
    "SQLITE_READONLY": "readonly",
    "SQLITE_PERM": "readonly",
    "SQLITE_CANTOPEN": "cannot_open",
    "SQLITE_NOTADB": "not_a_database",
    "SQLITE_CORRUPT": "corrupt",
    "SQLITE_CONSTRAINT_PRIMARYKEY": "exists",
    "SQLITE_CONSTRAINT_UNIQUE": "exists",
}
# By SQLSTATE, or by the class of errors that it begins with:
# https://www.postgresql.org/docs/current/errcodes-appendix.html
_POSTGRES = {
    "08": "unreachable",
    "23505": "exists",
    "25006": "readonly",
    "22023": "bad_setting",
    "28": "not_let_in",
    "3D": "no_such_database",
    "3F": "no_such_database",
    "40": "locked",
    "42501": "not_let_in",
    "42704": "bad_setting",
    "53100": "full",
    "53300": "unreachable",
    "55P03": "locked",
    "57P": "unreachable",
    "XX001": "corrupt",
    "XX002": "corrupt",
}


class StoreError(Exception):
    """Something could not be stored; nothing was changed.

    ``code`` is ``locked``, ``full``, ``readonly``, ``cannot_open``, ``not_a_database``,
    ``corrupt``, ``exists``, ``closed`` or ``failed``; of a server also
    ``unreachable``, ``not_let_in``, ``no_such_database`` or ``unknown``; subclasses have their own.
    Only with ``unknown`` something may have been changed: the connection was lost while the server
    was to commit it, and since then the server could not be asked.
    """

    code = "failed"

    def __init__(self, message: str = "", *, code: str | None = None) -> None:
        super().__init__(message or code or self.code)
        if code is not None:
            self.code = code


class StaleWriteError(StoreError):
    """The stored game is at another version than the one this write was made for."""

    code = "stale"


class ChannelTakenError(StoreError):
    """No game can begin in a channel in which another one runs."""

    code = "taken"


class DatabaseUnusableError(StoreError):
    """The database at ``path``, a file or the URL of a server without its password, is unusable.

    ``code`` is one of StoreError's, ``cannot_create`` (its directory), ``foreign`` (another
    program's database), ``empty`` (nothing to back up), ``not_unicode`` (its encoding),
    ``bad_url``, ``no_password``, ``bad_setting`` (of the URL), ``no_tls``, ``no_right`` (to make
    tables), ``no_transactions`` (a pooler's), ``unsupported`` (neither SQLite nor PostgreSQL) or
    ``not_empty`` (for a backup to be put into).
    ``detail`` is a server's message or the setting, or empty.
    """

    def __init__(self, path: Path | str, code: str, detail: str = "") -> None:
        super().__init__(f"the database {path} cannot be used: {code}", code=code)
        self.path = path
        self.detail = detail


class RevisionError(StoreError):
    """The database is of a revision that this program cannot use, and was left alone.

    ``code`` is ``newer``, or ``older`` for a revision from before the first upgrade that this
    program knows. ``path`` is the database file, or the URL of a server without its password.
    """

    def __init__(self, path: Path | str, revision: str, code: str) -> None:
        super().__init__(f"the database {path} is of the {code} revision {revision}", code=code)
        self.path = path
        self.revision = revision


def root_cause(error: BaseException) -> BaseException:
    """What the driver raised, where SQLAlchemy raised an error of its own because of it."""
    raised: BaseException | None = getattr(error, "orig", None)
    return error if raised is None else raised.__cause__ or raised


def first_code(error: BaseException | None) -> str:
    """The short code of an error, or of the earlier one that caused it.

    When the disk is full, SQLite rolls back by itself, and Alembic then fails because the tables
    that it made are gone.
    """
    while error is not None:
        code = error_code(root_cause(error))
        if code != StoreError.code:
            return code
        error = error.__cause__ or error.__context__
    return StoreError.code


def error_code(error: BaseException | None) -> str:
    """The short code of an error of SQLite, of PostgreSQL, or of the connection to it."""
    if isinstance(error, sqlite3.Error):
        name = str(getattr(error, "sqlite_errorname", ""))
        primary = "_".join(name.split("_")[:2])
        return _SQLITE.get(name) or _SQLITE.get(primary, StoreError.code)
    state = getattr(error, "sqlstate", None)
    if state is None:
        return "unreachable" if isinstance(error, OSError) else StoreError.code
    known = (_POSTGRES.get(str(state)[:length]) for length in (5, 3, 2))
    return next(filter(None, known), StoreError.code)


def problem(error: Exception) -> str:
    """The fault of a stored text, without a quotation, since it may name hidden cards."""
    if isinstance(error, SnapshotError):
        return str(error)
    return str(getattr(error, "code", type(error).__name__))
