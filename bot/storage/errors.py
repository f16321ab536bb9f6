"""What the storage raises.

::

    StoreError
    ├── StaleWriteError         the stored game has moved on
    ├── DamagedSnapshotError    a stored game's text makes no sense
    ├── DatabaseUnusableError   the database cannot be opened or written
    └── DatabaseNewerError      the database was made by a newer program

Each carries a short ``code``; sentences for players and operators are made elsewhere. No message
holds a stored value, since those hold hidden cards.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

_CODES = {
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


class StoreError(Exception):
    """Something could not be stored; nothing was changed.

    ``code`` is ``locked``, ``full``, ``readonly``, ``cannot_open``, ``not_a_database``,
    ``corrupt``, ``exists``, ``unknown_game``, ``closed`` or ``failed``; subclasses have their own.
    """

    code = "failed"

    def __init__(self, message: str = "", *, code: str | None = None) -> None:
        super().__init__(message or code or self.code)
        if code is not None:
            self.code = code


class StaleWriteError(StoreError):
    """The stored game is at another version than the one this write was made for."""

    code = "stale"


class DamagedSnapshotError(StoreError):
    """The stored text of a game makes no sense; the message says where, never what stood there."""

    code = "damaged"


class DatabaseUnusableError(StoreError):
    """The database cannot be used.

    Attributes:
        path: the database file, or what was given in its place.
        code: one of StoreError's, ``cannot_create`` (its directory), ``foreign`` (another
            program's database) or ``unsupported`` (no SQLite file).
    """

    def __init__(self, path: Path | str, code: str) -> None:
        super().__init__(f"the database {path} cannot be used: {code}", code=code)
        self.path = path


class DatabaseNewerError(StoreError):
    """The database was made by a newer version of this program, and was left alone.

    Attributes:
        path: the database file.
        revision: the unknown revision found in it.
    """

    code = "newer"

    def __init__(self, path: Path | str, revision: str) -> None:
        super().__init__(f"the database {path} is of the newer revision {revision}")
        self.path = path
        self.revision = revision


def code_of(error: BaseException | None) -> str:
    """The short code for what SQLite reported."""
    name = str(getattr(error, "sqlite_errorname", ""))
    primary = "_".join(name.split("_")[:2])
    if isinstance(error, sqlite3.Error):
        return _CODES.get(name) or _CODES.get(primary, StoreError.code)
    return StoreError.code
