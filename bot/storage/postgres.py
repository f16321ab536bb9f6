"""The database on a PostgreSQL server, version 13 or newer, through asyncpg.

A pool of SQLAlchemy's keeps the connections. What is read and written goes past SQLAlchemy to the
driver: begin, the statements, commit, and no round trip besides; a single query goes alone. What
passes by itself (a server that restarts, a deadlock) is tried again as long as nothing can have
been changed; whether a commit whose answer was lost counts is asked of the server.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import asyncpg  # type: ignore[import-untyped]  # has annotations, but does not say so
from sqlalchemy import Connection, NullPool, event
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from .errors import DatabaseUnusableError, StoreError
from .migrating import upgrade
from .reader import Query, Reading, Row
from .server_errors import FAILURES, REFUSALS, cause_of, passes, refusal, said, short_code
from .writer import Step

T = TypeVar("T")
Driver = Any  # asyncpg's Connection
ANSWER = 30.0  # seconds until a server that says nothing is given up
_GOODBYE = 5.0
_POOL = 8
# Any number, but the same in every version of this program.
_MIGRATION_LOCK = 0x70686173653130
# What the C library alone knows how to do; the driver would take them for settings of the server.
_LIBPQ_ONLY = {"channel_binding", "connect_timeout", "gssencmode"}
# The transaction's number comes back as a setting that the server reports whenever it changes, and
# so without a round trip of its own.
_BEGIN = "BEGIN READ WRITE; SELECT set_config('application_name', pg_current_xact_id()::text, true)"
_BEGIN_READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_TRANSACTION = "SELECT pg_xact_status($1::text::xid8)"
_log = logging.getLogger(__name__)


class Postgres:
    """A server's database in use; :meth:`open` makes one."""

    def __init__(self, engine: AsyncEngine, patience: float) -> None:
        self._engine = engine
        self._patience = patience
        self._under_way: set[asyncio.Future[Any]] = set()

    @classmethod
    async def open(cls, url: str, patience: float) -> Postgres:
        """Migrate and connect.

        Args:
            url: ``postgresql://user:password@host:port/database?sslmode=…``, as for other programs.
            patience: seconds to wait for somebody's lock, or for a server that cannot be reached.

        Raises:
            DatabaseUnusableError: it cannot be reached or written, or it is not ours.
            DatabaseNewerError: a newer program made it.
        """
        shown, waiting = without_password(url), _Waiting(patience)
        while True:
            try:
                # In a loop of its own: Alembic would hold up everything else in this one.
                await asyncio.to_thread(lambda: asyncio.run(_migrate(url, shown)))
                return cls(_engine(url, patience), patience)
            except FAILURES as error:
                cause = cause_of(error)
                if short_code(cause) != "unreachable" or not await waiting.once_more():
                    code = "bad_url" if isinstance(cause, ValueError) else short_code(cause)
                    raise DatabaseUnusableError(shown, code, said(cause)) from None

    async def transact(self, steps: Sequence[Step]) -> bool:
        """Do all steps or none; False, and nothing changed, when one that must match does not.

        A caller that is cancelled meanwhile learns of it when all is done, or nothing.

        Raises:
            StoreError: the database refused; nothing was changed, unless the code is ``unknown``.
        """
        return await self._whole(self._transact(steps))

    async def fetch(self, query: Query) -> list[Row]:
        """The rows of one query.

        Raises:
            StoreError: the database refused.
        """
        return await self._asking(partial(_fetch, query=query))

    async def read(self, reading: Callable[[], Reading[T]]) -> T:
        """What a reading tells of one moment; it is begun anew where that may help.

        Raises:
            StoreError: the database refused. What the reading raises passes through.
        """
        return await self._asking(partial(_read, reading=reading))

    async def close(self) -> None:
        """Finish what is under way and disconnect; closing twice is no error."""
        if self._under_way:
            await asyncio.wait(self._under_way)
        # Each connection is told and waited for, which a server that is gone does not answer.
        with suppress(TimeoutError):
            await asyncio.wait_for(self._engine.dispose(), _GOODBYE)

    async def _whole(self, work: Coroutine[Any, Any, bool]) -> bool:
        """Do this to its end, also when the caller is cancelled meanwhile."""
        task = asyncio.ensure_future(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        cancelled: asyncio.CancelledError | None = None
        while not task.done():
            try:
                await asyncio.wait([task])
            except asyncio.CancelledError as error:
                cancelled = error
        if cancelled is not None:
            if not task.cancelled() and task.exception() is not None:
                _log.error("what a cancelled caller wrote was not stored: %s", task.exception())
            raise cancelled
        return task.result()

    async def _transact(self, steps: Sequence[Step]) -> bool:
        waiting = _Waiting(self._patience)
        while True:
            try:
                return await self._once(steps)
            except _CommitLostError as lost:
                if await self._was_kept(lost.transaction, waiting):
                    return True
            except FAILURES as error:
                if not passes(error) or not await waiting.once_more():
                    raise refusal(error) from None

    async def _once(self, steps: Sequence[Step]) -> bool:
        async with self._engine.connect() as connection:
            return await _run(await _driver(connection), steps)

    async def _was_kept(self, transaction: str, waiting: _Waiting) -> bool:
        """Whether a transaction counts whose commit was not answered.

        Raises:
            StoreError: ``unknown``; the server cannot be asked.
        """
        while True:
            status = await self._status(transaction)
            if status in {"committed", "aborted"}:
                _log.warning("a transaction whose answer was lost was %s", status)
                return status == "committed"
            if not await waiting.once_more():
                raise StoreError("the connection was lost during a commit", code="unknown")

    async def _status(self, transaction: str) -> str | None:
        try:
            async with self._engine.connect() as connection:
                driver = await _driver(connection)
                status: str | None = await driver.fetchval(_TRANSACTION, transaction)
                return status
        except FAILURES:
            return None

    async def _asking(self, work: Callable[[Driver], Awaitable[T]]) -> T:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._under_way.add(done)
        waiting = _Waiting(self._patience)
        try:
            while True:
                try:
                    async with self._engine.connect() as connection:
                        return await _asked(await _driver(connection), work)
                except REFUSALS as error:
                    if not passes(error) or not await waiting.once_more():
                        raise refusal(error) from None
        finally:
            self._under_way.discard(done)
            done.set_result(None)


class _CommitLostError(Exception):
    """The connection was lost before the answer to a commit came."""

    def __init__(self, transaction: str) -> None:
        super().__init__(transaction)
        self.transaction = transaction


class _Waiting:
    """Pauses between tries, each longer than the last, until so many seconds are over."""

    def __init__(self, seconds: float) -> None:
        self._until = time.monotonic() + seconds
        self._pause = 0.0

    async def once_more(self) -> bool:
        """Wait for the next try; False when there is none left. The first comes at once."""
        left = self._until - time.monotonic()
        if self._pause and left <= 0:
            return False
        await asyncio.sleep(min(self._pause, max(left, 0.0)))
        self._pause = min(max(2 * self._pause, 0.02), 0.5)
        return True


# ── one transaction ───────────────────────────────────────────────────────────────────────────


async def _driver(connection: AsyncConnection) -> Driver:
    return (await connection.get_raw_connection()).driver_connection


async def _run(driver: Driver, steps: Sequence[Step]) -> bool:
    try:
        await driver.execute(_BEGIN, timeout=ANSWER)
        transaction = driver.get_settings().application_name
        for step in steps:
            if not await _do(driver, step):
                await driver.execute("ROLLBACK", timeout=ANSWER)
                return False
    except BaseException as error:
        await _undo(driver, error)
        raise
    await _commit(driver, transaction)
    return True


async def _do(driver: Driver, step: Step) -> bool:
    """Execute a step; False when it must touch a row and does not."""
    names = step.prepared.numbered
    rows = [[row[name] for name in names] for row in step.rows]
    sql = step.prepared.postgres
    if len(rows) > 1 and not step.must_match:
        await driver.executemany(sql, rows, timeout=ANSWER)
        return True
    touched = 0
    for row in rows:
        # What was done is answered as `UPDATE 1` or `INSERT 0 1`.
        done = await driver.execute(sql, *row, timeout=ANSWER)
        touched += int(done.rpartition(" ")[2])
    return touched > 0 or not step.must_match


async def _undo(driver: Driver, error: BaseException) -> None:
    """Roll back; a connection that may be in the middle of something is thrown away instead."""
    if isinstance(error, asyncpg.PostgresError) and not driver.is_closed():
        try:
            await driver.execute("ROLLBACK", timeout=ANSWER)
        except FAILURES:
            driver.terminate()
    else:
        driver.terminate()


async def _commit(driver: Driver, transaction: str) -> None:
    try:
        await driver.execute("COMMIT", timeout=ANSWER)
    except BaseException as error:
        driver.terminate()
        if isinstance(error, Exception) and short_code(error) == "unreachable":
            raise _CommitLostError(transaction) from None
        raise


# ── reading ───────────────────────────────────────────────────────────────────────────────────


async def _fetch(driver: Driver, query: Query) -> list[Row]:
    prepared = query.prepared
    values = {**prepared.postgres_constants, **query.values}
    bound = [values[name] for name in prepared.numbered]
    return [dict(row) for row in await driver.fetch(prepared.postgres, *bound, timeout=ANSWER)]


async def _asked(driver: Driver, work: Callable[[Driver], Awaitable[T]]) -> T:
    try:
        return await work(driver)
    except BaseException as error:
        await _undo(driver, error)
        raise


async def _read(driver: Driver, reading: Callable[[], Reading[T]]) -> T:
    await driver.execute(_BEGIN_READING, timeout=ANSWER)
    told = await _answered(driver, reading())
    await driver.execute("COMMIT", timeout=ANSWER)
    return told


async def _answered(driver: Driver, reading: Reading[T]) -> T:
    try:
        query = next(reading)
        while True:
            query = reading.send(await _fetch(driver, query))
    except StopIteration as told:
        found: T = told.value
        return found


# ── connecting ────────────────────────────────────────────────────────────────────────────────


def without_password(url: str) -> str:
    """A URL as it may be shown: who, where and which database."""
    parts = urlsplit(url)
    who, at, host = parts.netloc.rpartition("@")
    return f"postgresql://{who.partition(':')[0]}{at}{host}{parts.path}"


def driver_url(url: str) -> str:
    """A URL as the driver understands it."""
    parts = urlsplit(url)
    query = [each for each in parse_qsl(parts.query) if each[0] not in _LIBPQ_ONLY]
    return urlunsplit(("postgresql", parts.netloc, parts.path, urlencode(query), ""))


def _engine(url: str, patience: float) -> AsyncEngine:
    # 0 would stand for ever.
    lock_timeout = max(1, round(patience * 1000))
    # Only what begins a transaction to write may write.
    settings = (
        f"SET lock_timeout = {lock_timeout}; SET idle_in_transaction_session_timeout = '60s'; "
        "SET default_transaction_read_only = on"
    )

    async def connect() -> Driver:
        connection = await asyncpg.connect(
            driver_url(url), timeout=10, command_timeout=ANSWER, max_cached_statement_lifetime=0
        )
        await connection.execute(settings)
        return connection

    engine = create_async_engine(
        "postgresql+asyncpg://",
        async_creator=connect,
        # Stored values hold hidden cards: none in an error's text.
        hide_parameters=True,
        pool_size=_POOL,
        max_overflow=0,
        pool_use_lifo=True,
    )

    # The driver notices when a server goes away, so that nobody needs to be asked.
    @event.listens_for(engine.sync_engine, "checkout")
    def _only_live(connection: Any, _record: object, _proxy: object) -> None:  # noqa: ANN401  # SQLAlchemy's wrapper
        if connection.driver_connection.is_closed():
            raise DisconnectionError

    return engine


async def _migrate(url: str, shown: str) -> None:
    # A connection of its own, since migrating may take longer than any answer should.
    engine = create_async_engine(
        "postgresql+asyncpg://",
        async_creator=lambda: asyncpg.connect(driver_url(url), timeout=10),
        hide_parameters=True,
        poolclass=NullPool,
    )
    try:
        async with engine.begin() as connection:
            await connection.run_sync(_upgrade, shown)
    finally:
        await engine.dispose()


def _upgrade(connection: Connection, shown: str) -> None:
    if connection.exec_driver_sql("SHOW server_encoding").scalar() != "UTF8":
        raise DatabaseUnusableError(shown, "not_unicode")
    # Two programs that start at once must not both migrate.
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})")
    upgrade(connection, shown)
