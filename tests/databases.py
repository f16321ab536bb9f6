"""Databases for tests: SQLite files, and schemas on a PostgreSQL server."""

from __future__ import annotations

import asyncio
import gzip
import itertools
import os
import sqlite3
import tempfile
import threading
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import asyncpg  # type: ignore[import-untyped]
from patience import PATIENCE
from postgres_server import FOR_US_ALONE
from sqlalchemy import Connection, Engine, NullPool, create_engine
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.util import LRUCache

from bot.storage.opening import open_database

T = TypeVar("T")
Where = str | Path
Row = tuple[Any, ...]
Glance = Any
"""A connection behind the bot's back, to either database; parameters are written ``?``."""
_numbers = itertools.count()


@cache
def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    return loop


def elsewhere(work: Coroutine[Any, Any, T]) -> T:
    """The result of what must run in another thread, while this thread's loop stands."""
    return asyncio.run_coroutine_threadsafe(work, _loop()).result(PATIENCE)


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
        found = elsewhere(self._connection.fetch(numbered, *parameters))
        return _Rows(tuple(row.values()) for row in found)


@contextmanager
def raw(where: Where) -> Iterator[Glance]:
    """The database behind the store's back; changes are committed at the end."""
    if isinstance(where, Path):
        with closing(sqlite3.connect(where, timeout=0)) as connection, connection:
            yield connection
        return
    run = elsewhere
    server = run(asyncpg.connect(where))
    try:
        run(server.execute("BEGIN"))
        yield _OnServer(server)
        run(server.execute("COMMIT"))
    finally:
        run(server.close())


def empty_log(path: Path) -> None:
    """Write a file's log into the file, as SQLite does by itself after a thousand pages."""
    with raw(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def content(where: Where) -> dict[str, list[Row]]:
    """Every row of every table."""
    tables = (
        "SELECT name FROM sqlite_schema WHERE type = 'table'"
        if isinstance(where, Path)
        else "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()"
    )
    with raw(where) as connection:
        return {
            name: connection.execute(_everything_in(name)).fetchall()
            for (name,) in connection.execute(tables).fetchall()
            if name != "alembic_version"
        }


def _everything_in(table: str) -> str:
    order = "1" if table in {"unshown_ends", "wipes"} else "1, 2"
    return f"SELECT * FROM {table} ORDER BY {order}"  # noqa: S608  # a name of ours


def in_transaction(where: Where, work: Callable[[Connection], T]) -> T:
    """What SQLAlchemy finds or does in one transaction, committed."""
    if isinstance(where, Path):
        engine = create_engine(f"sqlite:///{where}", poolclass=NullPool)
        with engine.begin() as connection:
            return work(connection)
    return elsewhere(_in_transaction(where, work))


async def _in_transaction(url: str, work: Callable[[Connection], T]) -> T:
    options: dict[str, Any] = {"async_creator": lambda: asyncpg.connect(url), "poolclass": NullPool}
    engine = create_async_engine("postgresql+asyncpg://", **options)
    try:
        async with engine.begin() as connection:
            return await connection.run_sync(work)
    finally:
        await engine.dispose()


@contextmanager
def own_database(server: str, options: str = "") -> Iterator[str]:
    """The URL of a new database, taken away at the end."""
    name = f"phase10_{os.getpid()}_{next(_numbers)}"
    run, admin = elsewhere, server
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
    elsewhere(_tell(database, f"CREATE SCHEMA {name}"))
    return f"{database}?search_path={name}"


async def _tell(url: str, sql: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(sql)
    finally:
        await connection.close()


class _Statements(LRUCache[Any, Any]):
    """Compiled statements, kept for all engines of a dialect rather than for one engine."""

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get((type(key[0]), *key[1:]), default)

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__((type(key[0]), *key[1:]), value)


def share_statements() -> None:
    """Compile each statement once for all the databases of a process."""
    shared = _Statements(2_000)
    Engine._compiled_cache = property(lambda _: shared, lambda *_: None)  # type: ignore[assignment]


async def _migrate(where: Where) -> None:
    await (await open_database(where)).close()


@cache
def _empty_file() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "empty.db"
        elsewhere(_migrate(path))
        return path.read_bytes()


def migrated_file(path: Path) -> Path:
    """A new SQLite file of the newest revision, without the time that migrating takes."""
    path.write_bytes(_empty_file())
    return path


class MigratedSchemas:
    """Schemas of the newest revision, which are emptied and used again."""

    def __init__(self, database: str) -> None:
        self._database = database
        self._free: list[str] = []
        self._structure: list[Row] = []

    def take(self) -> str:
        """The URL of a schema with empty tables."""
        if self._free:
            return self._free.pop()
        url = own_schema(self._database)
        elsewhere(_migrate(url))
        self._structure = elsewhere(_emptied(url))
        return url

    def give_back(self, url: str) -> None:
        """Empty a schema for the next test; one that a test changed or still uses is left alone."""
        with suppress(asyncpg.LockNotAvailableError, asyncpg.UndefinedTableError):
            if elsewhere(_emptied(url)) == self._structure:
                self._free.append(url)


async def _emptied(url: str) -> list[Row]:
    """Empty the tables of a schema; returns what is in the schema besides rows."""
    connection = await asyncpg.connect(url)
    try:
        structure = [tuple(row.values()) for row in await connection.fetch(_STRUCTURE)]
        tables = ", ".join(name for kind, name, _ in structure if kind == "r")
        await connection.execute("SET lock_timeout = '1s'")
        await connection.execute(f"TRUNCATE {tables} RESTART IDENTITY")
        return structure
    finally:
        await connection.close()


_STRUCTURE = """
WITH relations AS (
  SELECT * FROM pg_class WHERE relnamespace = current_schema()::regnamespace
)
SELECT relkind::text, relname::text, '' FROM relations
WHERE NOT (relkind = 'r' AND relname = 'alembic_version')
UNION ALL SELECT 'column', relname::text, format('%s %s', attname, atttypid)
FROM pg_attribute JOIN relations ON relations.oid = attrelid
UNION ALL SELECT 'constraint', relname::text, conname::text
FROM pg_constraint JOIN relations ON relations.oid = conrelid
UNION ALL SELECT 'trigger', relname::text, tgname::text
FROM pg_trigger JOIN relations ON relations.oid = tgrelid WHERE NOT tgisinternal
UNION ALL SELECT 'function', proname::text, '' FROM pg_proc
WHERE pronamespace = current_schema()::regnamespace
UNION ALL SELECT 'revision', version_num::text, '' FROM alembic_version
ORDER BY 1, 2, 3
"""


KEPT = Path(__file__).parent / "storage" / "kept"


def made_by(version: str, where: Where) -> None:
    """Fill an empty database with what a released version left in one of the kind.

    It has rows in every table: of running and finished games, a server's season, solo games begun
    in servers and in direct messages, cups, daily hands, and a person who was deleted.
    """
    kind = "sqlite" if isinstance(where, Path) else "postgresql"
    script = gzip.decompress((KEPT / f"{version}-{kind}.sql.gz").read_bytes()).decode()
    if isinstance(where, Path):
        with closing(sqlite3.connect(where)) as connection:
            connection.executescript(script)
    else:
        elsewhere(_tell(where, script))


class BotDatabases:
    """Where bots keep their games: in the file they name, or in a schema that stands for it."""

    def __init__(self) -> None:
        self.schemas: MigratedSchemas | None = None
        self._used: dict[Path, str] = {}

    def place(self, path: Path) -> Where:
        """A database of the newest revision; the same one for the same path."""
        if self.schemas is None:
            return path if path.exists() else migrated_file(path)
        if path not in self._used:
            self._used[path] = self.schemas.take()
        return self._used[path]

    def give_back(self) -> None:
        """Let later tests have the schemas of a test that is over, and use files again."""
        for url in self._used.values():
            self.schemas.give_back(url)
        self._used.clear()
        self.schemas = None


BOT_DATABASES = BotDatabases()
