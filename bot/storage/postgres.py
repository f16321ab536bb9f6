"""The database on a PostgreSQL server, version 13 or newer, through asyncpg.

A pool of SQLAlchemy's keeps the connections. Transactions that write go past SQLAlchemy to the
driver: begin, the statements, commit, and no round trip besides. What passes by itself (a server
that restarts, a deadlock) is tried again as long as nothing can have been changed; whether a commit
whose answer was lost counts is asked of the server.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import asyncpg  # type: ignore[import-untyped]  # has annotations, but does not say so
from alembic.util import CommandError
from sqlalchemy import Connection, NullPool, event
from sqlalchemy.exc import DBAPIError, DisconnectionError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from .errors import DatabaseUnusableError, StoreError, code_of
from .migrating import upgrade
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
_BEGIN = "BEGIN; SELECT set_config('application_name', pg_current_xact_id()::text, true)"
_TRANSACTION = "SELECT pg_xact_status($1::text::xid8)"
_FAILURES = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    SQLAlchemyError,
    CommandError,
    OSError,
    ValueError,
)
_log = logging.getLogger(__name__)


class Postgres:
    """A server's database in use; :meth:`open` makes one."""

    def __init__(self, engine: AsyncEngine, patience: float) -> None:
        self._engine = engine
        self._reading = engine.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
        self._patience = patience
        self._writing: set[asyncio.Task[bool]] = set()

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
            except _FAILURES as error:
                cause = _cause(error)
                if _code(cause) != "unreachable" or not await waiting.once_more():
                    code = "bad_url" if isinstance(cause, ValueError) else _code(cause)
                    raise DatabaseUnusableError(shown, code, _told(cause)) from None

    async def transact(self, steps: Sequence[Step]) -> bool:
        """Do all steps or none; False, and nothing changed, when one that must match does not.

        A caller that is cancelled meanwhile learns of it when all is done, or nothing.

        Raises:
            StoreError: the database refused; nothing was changed, unless the code is ``unknown``.
        """
        return await self._whole(self._transact(steps))

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection that sees the database as it is at the first statement, and only reads.

        Raises:
            StoreError: the database refused.
        """
        connection = await self._reader()
        try:
            yield connection
        except SQLAlchemyError as error:
            raise _refusal(error) from None
        finally:
            await connection.close()

    async def close(self) -> None:
        """Finish what is under way and disconnect; closing twice is no error."""
        if self._writing:
            await asyncio.wait(self._writing)
        # Each connection is told and waited for, which a server that is gone does not answer.
        with suppress(TimeoutError):
            await asyncio.wait_for(self._engine.dispose(), _GOODBYE)

    async def _whole(self, work: Coroutine[Any, Any, bool]) -> bool:
        """Do this to its end, also when the caller is cancelled meanwhile."""
        task = asyncio.ensure_future(work)
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)
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
            except _FAILURES as error:
                if not _passes(error) or not await waiting.once_more():
                    raise _refusal(error) from None

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
        except _FAILURES:
            return None

    async def _reader(self) -> AsyncConnection:
        waiting = _Waiting(self._patience)
        while True:
            try:
                return await self._answering()
            except _FAILURES as error:
                if not _passes(error) or not await waiting.once_more():
                    raise _refusal(error) from None

    async def _answering(self) -> AsyncConnection:
        """A connection to a server that is there: what reads cannot be begun again."""
        connection = await self._reading.connect()
        try:
            await (await _driver(connection)).execute("SELECT 1", timeout=ANSWER)
        except BaseException:
            await connection.close()
            raise
        return connection


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
        except _FAILURES:
            driver.terminate()
    else:
        driver.terminate()


async def _commit(driver: Driver, transaction: str) -> None:
    try:
        await driver.execute("COMMIT", timeout=ANSWER)
    except BaseException as error:
        driver.terminate()
        if isinstance(error, Exception) and _code(error) == "unreachable":
            raise _CommitLostError(transaction) from None
        raise


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
    settings = f"SET lock_timeout = {lock_timeout}; SET idle_in_transaction_session_timeout = '60s'"

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


# ── what went wrong ───────────────────────────────────────────────────────────────────────────


def _cause(error: BaseException) -> BaseException:
    """What the driver raised."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        return error.orig.__cause__ or error.orig
    return error


def _code(error: BaseException) -> str:
    if isinstance(error, asyncpg.InterfaceError) and not isinstance(error, ValueError):
        # The connection was found closed.
        return "unreachable"
    return code_of(error)


def _passes(error: BaseException) -> bool:
    """Whether trying again may help, nothing having been changed."""
    cause = _cause(error)
    state = str(getattr(cause, "sqlstate", ""))
    # A row that is there may have come after the step that was to remove it looked for it.
    return _code(cause) == "unreachable" or state[:2] == "40" or state == "23505"


def _refusal(error: BaseException) -> StoreError:
    cause = _cause(error)
    return StoreError(_told(cause), code=_code(cause))


def _told(error: BaseException) -> str:
    """What went wrong, without stored values: a server quotes them when data are what is wrong."""
    state = str(getattr(error, "sqlstate", None) or "")
    if isinstance(error, OSError) or state[:2] in {"08", "28", "3D", "40", "42", "53", "55", "57"}:
        return str(error.args[0] if state else error) or type(error).__name__
    where = getattr(error, "constraint_name", None) or getattr(error, "table_name", None)
    return " ".join(filter(None, (type(error).__name__, state, where)))
