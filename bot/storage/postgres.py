"""The database on a PostgreSQL server, version 13 or newer, through asyncpg.

SQLAlchemy's connections are in autocommit mode: transactions begin and end here. Failures that pass
(a server that restarts, a deadlock) are tried again as long as nothing can have been changed; the
server is asked whether a commit counts whose answer was lost.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import asyncpg  # type: ignore[import-untyped]  # has annotations, but does not say so
from sqlalchemy import Connection, NullPool, event
from sqlalchemy.exc import DisconnectionError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from .errors import DatabaseUnusableError, StoreError, cause_of, code_of
from .revisions import upgrade
from .schema import ONE_A_CHANNEL, ONE_A_PERSON

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

    @classmethod
    async def open(cls, url: str, patience: float) -> Postgres:
        """Migrate and connect.

        Args:
            url: ``postgresql://user:password@host:port/database?sslmode=…``, as for other programs.
            patience: seconds to wait for another's lock, or for a server that cannot be reached.

        Raises:
            DatabaseUnusableError: it cannot be reached or written, or it is not ours.
        """
        shown, tries = without_password(url), _Tries(patience)
        while True:
            try:
                # In a loop of its own: Alembic would hold up everything else in this one.
                await asyncio.to_thread(
                    lambda: asyncio.run(run_once(url, partial(_upgrade, shown=shown)))
                )
                return cls(_engine(url, patience), patience)
            except _FAILURES as error:
                cause = cause_of(error)
                if _short_code(cause) != "unreachable" or not await tries.once_more():
                    code = "bad_url" if isinstance(cause, ValueError) else _short_code(cause)
                    raise DatabaseUnusableError(shown, code, _said(cause)) from None

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run ``work`` in one transaction that writes; again where that may help.

        Raises:
            StoreError: the database refused; nothing was changed, unless the code is ``unknown``.
                What ``work`` raises passes.
        """
        return await self._transact(work, _BEGIN)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run ``work`` on a read-only snapshot; again where that may help.

        Raises:
            StoreError: the database refused. What ``work`` raises passes.
        """
        return await self._transact(work, _BEGIN_READING)

    async def compact(self) -> None:
        """Do nothing: deleted rows leave the server's files with its (auto)vacuum."""

    async def close(self) -> None:
        """Finish what is under way and disconnect; closing twice is no error."""
        # A server that is gone does not answer the goodbye of each connection.
        with suppress(TimeoutError):
            await asyncio.wait_for(self._engine.dispose(), _GOODBYE)

    async def _transact(self, work: Callable[[Connection], T], begin: str) -> T:
        tries = _Tries(self._patience)
        while True:
            try:
                return await self._transact_once(work, begin)
            except _CommitLostError as lost:
                # What was read counts without the answer.
                if begin == _BEGIN_READING or await self._was_committed(lost.transaction, tries):
                    done: T = lost.result
                    return done
            except _REFUSALS as error:
                if not _passes(error) or not await tries.once_more():
                    raise _store_error(error) from None

    async def _transact_once(self, work: Callable[[Connection], T], begin: str) -> T:
        async with self._engine.connect() as connection:
            driver = await _driver(connection)
            try:
                await driver.execute(begin)
                transaction = driver.get_settings().application_name
                result = await connection.run_sync(work)
            except BaseException as error:
                await _undo(driver, error)
                raise
            await _commit(driver, transaction, result)
            return result

    async def _was_committed(self, transaction: str, tries: _Tries) -> bool:
        """Whether a transaction counts whose commit was not answered.

        Raises:
            StoreError: ``unknown``; the server cannot be asked.
        """
        while True:
            status = await self._status(transaction)
            if status in {"committed", "aborted"}:
                _log.warning("a transaction whose answer was lost was %s", status)
                return status == "committed"
            if not await tries.once_more():
                raise StoreError("the connection was lost during a commit", code="unknown")

    async def _status(self, transaction: str) -> str | None:
        try:
            async with self._engine.connect() as connection:
                driver = await _driver(connection)
                status: str | None = await driver.fetchval(_TRANSACTION, transaction)
                return status
        except _FAILURES:
            return None


class _CommitLostError(Exception):
    """The connection was lost before the answer to a commit came."""

    def __init__(self, transaction: str, result: object) -> None:
        super().__init__(transaction)
        self.transaction = transaction
        self.result: Any = result


class _Tries:
    """Pauses between tries, each longer than the last, until some seconds have passed."""

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


async def _driver(connection: AsyncConnection) -> Driver:
    return (await connection.get_raw_connection()).driver_connection


async def _undo(driver: Driver, error: BaseException) -> None:
    """Roll back; a connection that may be in the middle of something is closed instead."""
    cause = cause_of(error)
    lost = isinstance(cause, (OSError, *_CLOSED)) or not isinstance(cause, Exception)
    if lost or driver.is_closed():
        driver.terminate()
        return
    try:
        await driver.execute("ROLLBACK")
    except _FAILURES:
        driver.terminate()


async def _commit(driver: Driver, transaction: str, result: object) -> None:
    try:
        await driver.execute("COMMIT")
    except BaseException as error:
        driver.terminate()
        if isinstance(error, Exception) and _short_code(error) == "unreachable":
            raise _CommitLostError(transaction, result) from None
        raise


# ── what goes wrong ───────────────────────────────────────────────────────────────────────────

_CLOSED = (asyncpg.InterfaceError, asyncpg.InternalClientError)
"""What the driver raises where the server has ended the connection, or is just ending it."""
_REFUSALS = (asyncpg.PostgresError, *_CLOSED, SQLAlchemyError, OSError)
"""What the driver and SQLAlchemy raise."""
_FAILURES = (*_REFUSALS, ValueError)
"""The same with what connecting and migrating raise."""


def _short_code(error: BaseException) -> str:
    """The short code for what the driver raised."""
    if isinstance(error, _CLOSED) and not isinstance(error, ValueError):
        return "unreachable"
    return code_of(error)


def _passes(error: BaseException) -> bool:
    """Whether trying again may help, nothing having been changed."""
    cause = cause_of(error)
    state = str(getattr(cause, "sqlstate", ""))
    if getattr(cause, "constraint_name", None) in (ONE_A_CHANNEL, ONE_A_PERSON):
        return False
    # A row that is there may have come after the step that was to remove it looked for it.
    return _short_code(cause) == "unreachable" or state[:2] == "40" or state == "23505"


def _store_error(error: BaseException) -> StoreError:
    """What is raised instead of it."""
    cause = cause_of(error)
    return StoreError(_said(cause), code=_short_code(cause))


def _said(error: BaseException) -> str:
    """The server's message, or less where it may quote stored values."""
    state = str(getattr(error, "sqlstate", None) or "")
    if isinstance(error, OSError) or state[:2] in {"08", "28", "3D", "40", "42", "53", "55", "57"}:
        return str(error.args[0] if state else error) or type(error).__name__
    where = getattr(error, "constraint_name", None) or getattr(error, "table_name", None)
    return " ".join(filter(None, (type(error).__name__, state, where)))


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
        isolation_level="AUTOCOMMIT",
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


async def run_once(
    url: str, work: Callable[[Connection], T], isolation: str = "READ COMMITTED"
) -> T:
    """Run ``work`` in one transaction on a connection of its own, which may take long.

    Args:
        url: the server's database.
        work: for SQLAlchemy's connection.
        isolation: the transaction's level.

    Raises:
        OSError, SQLAlchemyError, ValueError: the driver's and SQLAlchemy's errors as they come.
    """
    engine = create_async_engine(
        "postgresql+asyncpg://",
        async_creator=lambda: asyncpg.connect(driver_url(url), timeout=10),
        hide_parameters=True,
        isolation_level=isolation,
        poolclass=NullPool,
    )
    try:
        async with engine.begin() as connection:
            return await connection.run_sync(work)
    finally:
        await engine.dispose()


async def copy(url: str, work: Callable[[Connection], T]) -> T:
    """Run ``work`` in one transaction that sees one moment, for backups.

    Raises:
        DatabaseUnusableError: the server refused, or cannot be reached. What ``work`` raises
            passes.
    """
    try:
        return await run_once(url, work, "REPEATABLE READ")
    except _FAILURES as error:
        cause = cause_of(error)
        raise DatabaseUnusableError(without_password(url), _short_code(cause)) from None


def _upgrade(connection: Connection, shown: str) -> None:
    if connection.exec_driver_sql("SHOW server_encoding").scalar() != "UTF8":
        raise DatabaseUnusableError(shown, "not_unicode")
    # Two programs that start at once must not both migrate.
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})")
    upgrade(connection, shown)
