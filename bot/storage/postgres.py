"""The database on a PostgreSQL server, version 13 or newer, through asyncpg.

Failures that pass (a server that restarts, a deadlock) are tried again as long as nothing can have
been changed; the server is asked whether a commit counts whose answer was lost.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import asyncpg  # type: ignore[import-untyped]  # has annotations, but does not say so
from sqlalchemy import Connection, NullPool, event, text
from sqlalchemy.exc import DisconnectionError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from .database import Backoff, Database, Watch
from .errors import DatabaseUnusableError, StoreError, error_code, root_cause
from .revisions import upgrade

T = TypeVar("T")
_ANSWER = 30.0  # seconds until a server that says nothing is given up
_CONNECT = 10  # seconds, unless the URL says otherwise
_GOODBYE = 5.0
_POOL = 8
# Any number, but the same in every version of this program.
_MIGRATION_LOCK = 0x70686173653130
# Parameters of the C library that the driver would take for settings of the server, and the values
# with which it does what they ask for.
_HONOURED = {
    "channel_binding": {"disable", "prefer"},
    "gssencmode": {"disable", "allow", "prefer"},
}
_WRITING = {"isolation_level": "READ COMMITTED"}
_READING = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
_TRANSACTION = text("SELECT pg_current_xact_id()::text")
_STATUS = text("SELECT pg_xact_status(CAST(CAST(:id AS text) AS xid8))")
_CLOSED = (asyncpg.InterfaceError, asyncpg.InternalClientError)
"""What the driver raises where the server has ended the connection, or is just ending it."""
_REFUSALS = (asyncpg.PostgresError, *_CLOSED, SQLAlchemyError, OSError)
"""What the driver and SQLAlchemy raise."""
_FAILURES = (*_REFUSALS, ValueError)
"""The same with what connecting and migrating raise."""
_log = logging.getLogger(__name__)


class Postgres(Database):
    """A server's database in use."""

    def __init__(self, engine: AsyncEngine, watch: Watch, patience: float) -> None:
        super().__init__(watch)
        self._engine = engine
        self._patience = patience

    @classmethod
    async def connect(cls, url: str, patience: float, watch: Watch) -> Postgres:
        """See :func:`~bot.storage.opening.open_database`."""
        shown, tries = without_password(url), Backoff(patience)
        while True:
            try:
                await run_once(url, partial(_upgrade, shown=shown))
            except _FAILURES as error:
                if _code(root_cause(error)) != "unreachable" or not await tries.once_more():
                    raise _unusable(shown, error) from None
            else:
                return cls(_engine(url, patience), watch, patience)

    async def close(self) -> None:
        """Finish what is under way and disconnect; closing twice is no error."""
        # A server that is gone does not answer the goodbye of each connection.
        with suppress(TimeoutError):
            await asyncio.wait_for(super().close(), _GOODBYE)

    async def _disconnect(self) -> None:
        await self._engine.dispose()

    async def _transact(self, work: Callable[[Connection], T], *, writing: bool) -> T:
        tries, conflicted = Backoff(self._patience), False
        while True:
            unanswered: str | None = None
            try:
                async with self._engine.connect() as connection:
                    await connection.execution_options(**(_WRITING if writing else _READING))
                    try:
                        async with connection.begin():
                            transaction = await connection.scalar(_TRANSACTION) if writing else ""
                            result = await connection.run_sync(work)
                            unanswered = transaction
                    except OSError:
                        # A server that says nothing would not answer a rollback either.
                        await connection.invalidate()
                        raise
                    return result
            except _REFUSALS as error:
                cause = root_cause(error)
                if unanswered is not None and _code(cause) == "unreachable":
                    # What was read counts without the answer.
                    if not writing or await self._was_committed(unanswered, tries):
                        return result
                elif _code(cause) == "exists" and not conflicted:
                    # The row may have come after the step that looked for it, which finds it now.
                    conflicted = True
                elif not _may_pass(cause) or not await tries.once_more():
                    raise StoreError(_message(cause), code=_code(cause)) from None

    async def _was_committed(self, transaction: str, tries: Backoff) -> bool:
        """Whether a transaction counts whose commit was not answered."""
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
                status: str | None = await connection.scalar(_STATUS, {"id": transaction})
                return status
        except _FAILURES:
            return None

    async def _compact(self) -> None:
        """Do nothing: deleted rows leave the server's files with its (auto)vacuum."""


# ── errors ────────────────────────────────────────────────────────────────────────────────────


def _code(error: BaseException) -> str:
    if isinstance(error, _CLOSED) and not isinstance(error, ValueError):
        return "unreachable"
    return error_code(error)


def _may_pass(error: BaseException) -> bool:
    """Whether trying again may help, nothing having been changed."""
    return _code(error) == "unreachable" or str(getattr(error, "sqlstate", ""))[:2] == "40"


def _message(error: BaseException) -> str:
    """The server's message, or less where it may quote stored values."""
    state = str(getattr(error, "sqlstate", None) or "")
    if isinstance(error, OSError) or state[:2] in {"08", "28", "3D", "40", "42", "53", "55", "57"}:
        return str(error.args[0] if state else error) or type(error).__name__
    where = getattr(error, "constraint_name", None) or getattr(error, "table_name", None)
    return " ".join(filter(None, (type(error).__name__, state, where)))


def _unusable(shown: str, error: BaseException) -> DatabaseUnusableError:
    cause = root_cause(error)
    code = "bad_url" if isinstance(cause, ValueError) else _code(cause)
    return DatabaseUnusableError(shown, code, _message(cause))


# ── connecting ────────────────────────────────────────────────────────────────────────────────


def without_password(url: str) -> str:
    """A URL as it may be shown: user, host and database."""
    parts = urlsplit(url)
    user, at, host = parts.netloc.rpartition("@")
    return f"postgresql://{user.partition(':')[0]}{at}{host}{parts.path}"


def connect_arguments(url: str) -> dict[str, Any]:
    """A URL as arguments of the driver.

    Raises:
        DatabaseUnusableError: ``bad_setting``; the URL asks for what the driver cannot do.
        ValueError: a number is none.
    """
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query))
    for name, values in _HONOURED.items():
        value = query.pop(name, "prefer")
        if value not in values:
            raise DatabaseUnusableError(without_password(url), "bad_setting", f"{name}={value}")
    # As in the C library, 0 is for ever.
    timeout = max(0, int(query.pop("connect_timeout", _CONNECT))) or None
    dsn = urlunsplit(("postgresql", parts.netloc, parts.path, urlencode(query), ""))
    return {"dsn": dsn, "timeout": timeout}


def _engine(url: str, patience: float) -> AsyncEngine:
    settings = {
        # 0 would stand for ever.
        "lock_timeout": str(max(1, round(patience * 1000))),
        "idle_in_transaction_session_timeout": "60s",
    }
    connect = partial(
        asyncpg.connect,
        **connect_arguments(url),
        command_timeout=_ANSWER,
        max_cached_statement_lifetime=0,
        server_settings=settings,
    )
    engine = create_async_engine(
        "postgresql+asyncpg://",
        async_creator=connect,
        # Stored values hold hidden cards: none in an error's text.
        hide_parameters=True,
        pool_size=_POOL,
        max_overflow=0,
        pool_timeout=None,
        pool_use_lifo=True,
    )

    # The driver notices when a server goes away, so that no query needs to be sent to learn it.
    @event.listens_for(engine.sync_engine, "checkout")
    def _only_live(connection: Any, _record: object, _proxy: object) -> None:  # noqa: ANN401  # SQLAlchemy's wrapper
        if connection.driver_connection.is_closed():
            raise DisconnectionError

    return engine


async def run_once(
    url: str, work: Callable[[Connection], T], isolation: str = "READ COMMITTED"
) -> T:
    """Run ``work``, which may take long, in one transaction on a connection of its own.

    Errors of the driver and of SQLAlchemy come as they are.
    """
    arguments = connect_arguments(url)
    engine = create_async_engine(
        "postgresql+asyncpg://",
        async_creator=lambda: asyncpg.connect(**arguments),
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
        DatabaseUnusableError: the server refused, or cannot be reached.
    """
    try:
        return await run_once(url, work, "REPEATABLE READ")
    except _FAILURES as error:
        raise _unusable(without_password(url), error) from None


def _upgrade(connection: Connection, shown: str) -> None:
    if connection.exec_driver_sql("SHOW server_encoding").scalar() != "UTF8":
        raise DatabaseUnusableError(shown, "not_unicode")
    # Two programs that start at once must not both migrate.
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})")
    upgrade(connection, shown)
