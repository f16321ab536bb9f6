"""Databases for tests: SQLite files, and schemas on a PostgreSQL server."""

from __future__ import annotations

import asyncio
import itertools
import os
import sqlite3
import threading
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Protocol, TypeVar

import asyncpg  # type: ignore[import-untyped]
from postgres_server import FOR_US_ALONE
from sqlalchemy import Connection, NullPool, create_engine
from sqlalchemy.ext.asyncio import create_async_engine

T = TypeVar("T")
Where = str | Path
Row = tuple[Any, ...]
# With PHASE10_TEST_DATABASE=postgresql the bots of tests keep their games on PostgreSQL.
ON_POSTGRES = os.environ.get("PHASE10_TEST_DATABASE") == "postgresql"
_numbers = itertools.count()


class Elsewhere:
    """An event loop in another thread, for what must wait while this thread's loop stands."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()

    def __call__(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)


@cache
def elsewhere() -> Elsewhere:
    return Elsewhere()


class Glance(Protocol):
    """A connection behind the bot's back, to either database; parameters are written ``?``."""

    def execute(self, sql: str, parameters: Sequence[object] = ()) -> Answer: ...


class Answer(Protocol):
    """The rows that a statement gave."""

    def fetchall(self) -> list[Any]: ...

    def fetchone(self) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...


class _Rows(list[Row]):
    def fetchall(self) -> list[Any]:
        return self

    def fetchone(self) -> Any:
        return self[0] if self else None


class _OnServer:
    def __init__(self, connection: asyncpg.Connection) -> None:
        self._connection = connection

    def execute(self, sql: str, parameters: Sequence[object] = ()) -> _Rows:
        numbers = itertools.count(1)
        numbered = "".join(f"${next(numbers)}" if each == "?" else each for each in sql)
        found = elsewhere()(self._connection.fetch(numbered, *parameters))
        return _Rows(tuple(row.values()) for row in found)


@contextmanager
def raw(where: Where) -> Iterator[Glance]:
    """The database behind the store's back; changes are committed at the end."""
    if isinstance(where, Path):
        with closing(sqlite3.connect(where, timeout=0)) as connection, connection:
            yield connection
        return
    run = elsewhere()
    server = run(asyncpg.connect(where))
    try:
        run(server.execute("BEGIN"))
        yield _OnServer(server)
        run(server.execute("COMMIT"))
    finally:
        run(server.close())


def content(where: Where) -> dict[str, list[Row]]:
    """Every row of every table."""
    tables = (
        "SELECT name FROM sqlite_schema WHERE type = 'table'"
        if isinstance(where, Path)
        else "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()"
    )
    with raw(where) as connection:
        return {
            name: connection.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall()  # noqa: S608
            for (name,) in connection.execute(tables).fetchall()
            if name != "alembic_version"
        }


def in_transaction(where: Where, work: Callable[[Connection], T]) -> T:
    """What SQLAlchemy finds or does in one transaction, committed."""
    if isinstance(where, Path):
        engine = create_engine(f"sqlite:///{where}", poolclass=NullPool)
        with engine.begin() as connection:
            return work(connection)
    return elsewhere()(_in_transaction(where, work))


async def _in_transaction(url: str, work: Callable[[Connection], T]) -> T:
    engine = create_async_engine(
        "postgresql+asyncpg://", async_creator=lambda: asyncpg.connect(url), poolclass=NullPool
    )
    try:
        async with engine.begin() as connection:
            return await connection.run_sync(work)
    finally:
        await engine.dispose()


# ── a server's databases ──────────────────────────────────────────────────────────────────────


@contextmanager
def own_database(server: str, options: str = "") -> Iterator[str]:
    """The URL of a new database, taken away at the end."""
    name = f"phase10_{os.getpid()}_{next(_numbers)}"
    run, admin = elsewhere(), server
    run(_tell(admin, f"CREATE DATABASE {name} {options}"))
    try:
        yield f"{server.rpartition('/')[0]}/{name}"
    finally:
        # With hundreds of schemas in it this takes long.
        if FOR_US_ALONE not in os.environ:
            run(_tell(admin, f"DROP DATABASE {name} WITH (FORCE)"))


def own_schema(database: str) -> str:
    """The URL of a new, empty schema in a database."""
    name = f"test_{next(_numbers)}"
    elsewhere()(_tell(database, f"CREATE SCHEMA {name}"))
    return f"{database}?search_path={name}"


async def _tell(url: str, sql: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(sql)
    finally:
        await connection.close()


class Houses:
    """Where bots keep their games: in the file they name, or in a schema that stands for it."""

    def __init__(self) -> None:
        self.database: str | None = None
        self._schemas: dict[Path, str] = {}

    def place(self, path: Path) -> Where:
        if self.database is None:
            return path
        if path not in self._schemas:
            self._schemas[path] = own_schema(self.database)
        return self._schemas[path]


HOUSES = Houses()
