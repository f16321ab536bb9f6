"""Whole tables out of a PostgreSQL server and into one, for backups."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from itertools import islice
from typing import Any

import asyncpg  # type: ignore[import-untyped]  # has annotations, but does not say so
from sqlalchemy import Boolean
from sqlalchemy import Table as SqlTable

from .database import Database
from .errors import DatabaseNewerError, DatabaseUnusableError, code_of
from .postgres import driver_url, without_password
from .schema import metadata

BATCH = 1000
CONNECTING = 10.0
ANSWER = 300.0
Row = Sequence[Any]
_FAILURES = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, ValueError)


async def read_tables(
    url: str, revisions: Sequence[str], keep: Callable[[SqlTable, Sequence[Row]], None]
) -> None:
    """Read every table, as all of them are at one moment, some rows at a time.

    Args:
        url: the server's database; nothing in it is changed.
        revisions: those this program knows, the newest first, which it must have.
        keep: takes rows; called in a worker thread.

    Raises:
        DatabaseUnusableError: it cannot be read, or is not brought up to date yet.
        DatabaseNewerError: a newer program made it.
    """
    async with (
        _connected(url) as connection,
        connection.transaction(isolation="repeatable_read", readonly=True),
    ):
        await _check_revision(connection, url, revisions)
        for table in metadata.sorted_tables:
            await _read_table(connection, table, keep)


async def _check_revision(connection: Any, url: str, revisions: Sequence[str]) -> None:  # noqa: ANN401
    try:
        found = await connection.fetchval("SELECT version_num FROM alembic_version")
    except asyncpg.UndefinedTableError:
        found = None
    if found is None:
        raise DatabaseUnusableError(without_password(url), "foreign")
    if found not in revisions:
        raise DatabaseNewerError(without_password(url), found)
    if found != revisions[0]:
        raise DatabaseUnusableError(without_password(url), "older")


async def _read_table(
    connection: Any,  # noqa: ANN401  # the driver's
    table: SqlTable,
    keep: Callable[[SqlTable, Sequence[Row]], None],
) -> None:
    names = ", ".join(column.name for column in table.columns)
    cursor = await connection.cursor(f"SELECT {names} FROM {table.name}")  # noqa: S608  # ours
    while rows := await cursor.fetch(BATCH):
        await asyncio.to_thread(keep, table, [tuple(row) for row in rows])


async def write_tables(url: str, rows: Callable[[SqlTable], Iterator[Row]]) -> None:
    """Fill every table in one transaction; they are made first.

    Args:
        url: the server's database, empty.
        rows: all rows of a table, their columns in its order; asked in a worker thread.

    Raises:
        DatabaseUnusableError: it cannot be written, or it is not empty.
    """
    # This makes the tables, or brings them up to date.
    await (await Database.open(url)).close()
    async with _connected(url) as connection, connection.transaction():
        tables = ", ".join(table.name for table in metadata.sorted_tables)
        # A bot that starts meanwhile waits, and then finds everything.
        await connection.execute(f"LOCK TABLE {tables} IN ACCESS EXCLUSIVE MODE")
        for table in metadata.sorted_tables:
            if await connection.fetchval(f"SELECT EXISTS (SELECT FROM {table.name})"):  # noqa: S608
                raise DatabaseUnusableError(without_password(url), "not_empty")
        for table in metadata.sorted_tables:
            await _write_table(connection, table, rows(table))


async def _write_table(connection: Any, table: SqlTable, rows: Iterator[Row]) -> None:  # noqa: ANN401
    columns = [column.name for column in table.columns]
    # SQLite keeps truth values as numbers.
    truths = [place for place, each in enumerate(table.columns) if isinstance(each.type, Boolean)]
    while batch := await asyncio.to_thread(lambda: list(islice(rows, BATCH))):
        records = [_with_truths(row, truths) for row in batch]
        await connection.copy_records_to_table(table.name, records=records, columns=columns)


def _with_truths(row: Row, truths: Sequence[int]) -> Row:
    if not truths:
        return row
    changed = list(row)
    for place in truths:
        changed[place] = bool(changed[place])
    return changed


@asynccontextmanager
async def _connected(url: str) -> AsyncIterator[Any]:
    try:
        connection = await asyncpg.connect(
            driver_url(url), timeout=CONNECTING, command_timeout=ANSWER
        )
        try:
            yield connection
        finally:
            await connection.close(timeout=CONNECTING)
    except _FAILURES as error:
        raise DatabaseUnusableError(without_password(url), code_of(error)) from None
