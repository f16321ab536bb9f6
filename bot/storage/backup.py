"""Backups: everything in one SQLite file, of either kind of database, while the bot goes on.

A backup shows the database at one moment. Since it is a database itself, putting it back also moves
a bot from SQLite to PostgreSQL or the other way.
"""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import (
    JSON,
    URL,
    Connection,
    MetaData,
    NullPool,
    Table,
    create_engine,
    func,
    insert,
    select,
    text,
)
from sqlalchemy.exc import SQLAlchemyError

from .errors import DatabaseUnusableError, StoreError, error_code
from .opening import database_path, open_database
from .revisions import read_revision
from .schema import games, metadata, results
from .sqlite import alone, migrate

LOCKED_FOR = 5.0
BATCH = 1000


class BackupError(Exception):
    """A backup was not made or put back, and nothing changed; the message is one sentence."""


class UnwritableError(BackupError):
    """The file that was to be written cannot be."""


@dataclass(frozen=True)
class Contents:
    """How many games and results a backup holds, and how many bytes it takes."""

    games: int
    results: int
    size: int


async def back_up(where: str | Path, file: Path, *, replace: bool = False) -> Contents:
    """Write everything in a database, given as a path or a URL, to a file.

    Raises BackupError, or DatabaseUnusableError if it cannot be read, is damaged or is not ours.
    """
    path = database_path(where)
    if path is not None:
        _check_source(path)
    _check_target(file, path)
    with _temporary_file(file, replace=replace) as part:
        if path is not None:
            await asyncio.to_thread(_copy_file, path, part)
        else:
            await _from_server(str(where), part)
        contents = await asyncio.to_thread(_checked, part, path or file)
        part.replace(file)
    return contents


async def restore(file: Path, where: str | Path) -> Contents:
    """Copy a backup into a database that is empty or missing; raises as :func:`back_up` does."""
    path = database_path(where)
    _check_source(file)
    if path is not None:
        return await asyncio.to_thread(_into_file, file, path)
    with tempfile.TemporaryDirectory() as folder:
        part = Path(folder) / "backup.db"
        contents = await asyncio.to_thread(_newest, file, part)
        await _into_server(part, str(where))
    return contents


def _check_source(file: Path) -> None:
    if not file.is_file():
        raise BackupError(f"there is no file {file}")


def _check_target(file: Path, database: Path | None) -> None:
    """Refuse a target that is a file of the database, or no regular file."""
    if database is not None and _real(file) in map(_real, (database, *_companions(database))):
        raise BackupError(f"{file} belongs to the database itself: name another file")
    if file.is_symlink() or (file.exists() and not file.is_file()):
        raise BackupError(f"{file} is not a regular file: name another one")


def _real(file: Path) -> tuple[int, int] | Path:
    """The identity of a file, equal for all its paths; without the file, its absolute path."""
    try:
        status = file.stat()
    except OSError:
        return file.resolve()
    return status.st_dev, status.st_ino


@contextmanager
def _temporary_file(file: Path, *, replace: bool = True) -> Iterator[Path]:
    """A temporary file in the same directory, which only its owner can read."""
    if file.exists() and not replace:
        raise BackupError(f"{file} is there already: name another file, or replace it with --force")
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        # It will hold the cards in people's hands.
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as error:
        raise _unwritable(file, error) from error
    try:
        yield part
    except (OSError, sqlite3.Error) as error:
        raise _unwritable(file, error) from error
    except StoreError as error:
        if error.code == "full":  # only this file is written
            raise _disk_is_full(file) from error
        raise
    finally:
        for name in (part, *_companions(part)):
            name.unlink(missing_ok=True)


def _companions(file: Path) -> list[Path]:
    """The files that SQLite keeps next to a database in use."""
    return [Path(f"{file}{end}") for end in ("-wal", "-shm", "-journal")]


def _unwritable(file: Path, error: Exception) -> UnwritableError:
    return UnwritableError(f"{file} cannot be written: {getattr(error, 'strerror', None) or error}")


def _disk_is_full(file: Path) -> UnwritableError:
    return UnwritableError(f"the disk of {file.parent.absolute()} is full")


def _copy_file(source: Path, target: Path) -> None:
    """Copy a database as it is at one moment, while others write to it."""
    how = "mode=ro"
    if not os.access(source.parent, os.W_OK) and not any(map(Path.exists, _companions(source))):
        how = "immutable=1"  # otherwise SQLite would make the files of a log that is empty
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?{how}", uri=True)) as old,
            closing(sqlite3.connect(target, isolation_level=None)) as new,
        ):
            # In a single step: a write of another process between two steps would restart it.
            old.backup(new)
            # One file is easier to copy than three.
            new.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        if error_code(error) == "full":  # only the copy is written
            raise _disk_is_full(target) from error
        raise DatabaseUnusableError(source, error_code(error)) from error


def _checked(part: Path, source: Path) -> Contents:
    """Count what a copy holds; raises DatabaseUnusableError for a source that cannot be used."""
    try:
        with _file(part) as copy:
            read_revision(copy, source)
            if copy.exec_driver_sql("PRAGMA quick_check(1)").scalar() != "ok":
                raise DatabaseUnusableError(source, "corrupt")
            return Contents(_count(copy, games), _count(copy, results), part.stat().st_size)
    except SQLAlchemyError:
        raise DatabaseUnusableError(source, "corrupt") from None


def _count(connection: Connection, table: Table) -> int:
    return connection.scalar(select(func.count()).select_from(table)) or 0


def _newest(file: Path, part: Path) -> Contents:
    """A copy of a backup, brought to this program's schema."""
    _copy_file(file, part)
    contents = _checked(part, file)
    migrate(part, LOCKED_FOR)
    return contents


def _into_file(file: Path, path: Path) -> Contents:
    companions = [companion for companion in _companions(path) if companion.exists()]
    if companions and not path.exists():
        raise BackupError(f"{companions[0]} belongs to a database that is gone: remove it first")
    with _temporary_file(path) as part:
        contents = _newest(file, part)
        if not path.exists():
            part.replace(path)
            return contents
        migrate(path, LOCKED_FOR)
        with alone(path, LOCKED_FOR) as target:
            _fill(target, part, path)
    return contents


def _fill(target: Connection, part: Path, where: Path | str) -> None:
    """Copy every table into a database that nobody else writes to; it must be empty."""
    for table in metadata.sorted_tables:
        if target.execute(select(table).limit(1)).first():
            raise DatabaseUnusableError(where, "not_empty")
    with _file(part) as source:
        _copy_tables(source, target)


async def _from_server(url: str, part: Path) -> None:
    """Copy every table as it is at one moment, of whichever revision."""
    from .postgres import run_once, without_password  # noqa: PLC0415  # the driver takes long to load

    def work(server: Connection) -> None:
        read_revision(server, without_password(url))
        tables = _tables_of(server)
        with _file(part) as target:
            tables.create_all(target, checkfirst=False)
            _copy_tables(server, target, tables)

    await run_once(url, work, "REPEATABLE READ")


def _tables_of(server: Connection) -> MetaData:
    """The tables of a PostgreSQL server as SQLite can have them."""
    tables = MetaData()
    tables.reflect(server)
    for table in tables.tables.values():
        for column in table.columns:
            column.type = column.type.as_generic()
            if isinstance(column.type, JSON):
                column.type.none_as_null = True
        for index in table.indexes:
            where = index.dialect_options["postgresql"]["where"]
            if where is not None:
                # PostgreSQL writes types into it.
                plain = text(re.sub(r"::\w+", "", str(where)))
                index.dialect_options["sqlite"]["where"] = plain
    return tables


async def _into_server(part: Path, url: str) -> None:
    """Make all tables, then fill them in one transaction."""
    from .postgres import run_once, without_password  # noqa: PLC0415  # the driver takes long to load

    def work(server: Connection) -> None:
        tables = ", ".join(table.name for table in metadata.sorted_tables)
        # A bot that starts meanwhile waits until everything is there.
        server.exec_driver_sql(f"LOCK TABLE {tables} IN ACCESS EXCLUSIVE MODE")
        _fill(server, part, without_password(url))

    await (await open_database(url)).close()
    await run_once(url, work, "REPEATABLE READ")


@contextmanager
def _file(part: Path) -> Iterator[Connection]:
    """A transaction on a file that nobody else uses."""
    url = URL.create("sqlite", database=str(part))
    engine = create_engine(url, hide_parameters=True, poolclass=NullPool)
    with engine.begin() as connection:
        yield connection


def _copy_tables(source: Connection, target: Connection, tables: MetaData = metadata) -> None:
    for table in tables.sorted_tables:
        stored = source.execution_options(yield_per=BATCH).execute(select(table))
        for rows in stored.mappings().partitions():
            target.execute(insert(table), [dict(row) for row in rows])
