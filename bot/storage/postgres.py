"""The database on a PostgreSQL server, version 13 or newer, through asyncpg.

Failures that pass (a server that restarts, a deadlock) are tried again as long as nothing can have
been changed. If the answer to a commit is lost, the server is asked whether it counts.

The server may be behind a pooler (PgBouncer), which refuses most settings at connecting, and may
give each transaction another connection of the server. So settings are those of a transaction.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
import re
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from socket import gaierror
from ssl import SSLCertVerificationError
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit
from weakref import WeakSet

import asyncpg  # type: ignore[import-untyped]  # has annotations, but does not say so
from sqlalchemy import (
    AdaptedConnection,
    Connection,
    NullPool,
    Text,
    cast,
    event,
    func,
    null,
    select,
    text,
)
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from .database import (
    SOON,
    ConnectionQueue,
    Database,
    NoConnectionError,
    Watch,
    once_more,
    pauses,
    seconds_until,
)
from .errors import DatabaseUnusableError, StoreError, error_code, root_cause
from .revisions import log_upgrade, upgrade

T = TypeVar("T")
_ANSWER = 30.0  # seconds until a server that does not answer is given up
_CONNECT = 10  # seconds, unless the URL says otherwise
_POOL = 8
_MIGRATION_LOCK = 0x70686173653130  # any number, but the same in every version of this program
_WRITING = {"isolation_level": "READ COMMITTED"}
_READING = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
# A prepared statement outlives its transaction. Without a name it is replaced by the next one.
_UNPREPARED = {
    "statement_cache_size": 0,
    "prepared_statement_cache_size": 0,
    "prepared_statement_name_func": str,
}
_STATUS = text("SELECT pg_xact_status(CAST(CAST(:id AS text) AS xid8))")
_CLOSED = (asyncpg.InterfaceError, asyncpg.InternalClientError)
"""Errors of the driver after the server has ended the connection, or while it does."""
_PASSING = {"unreachable", "locked"}
"""Failures in which nothing was changed, and after which another try may help."""
_NO_CONNECTION = (
    "no transaction began in time: the server may be down, or a pooler before it has no free"
    " connection: give it more, or let it pool by transaction"
)
_SERVER_IS_DOWN = (
    "the pooler answers, but cannot connect to the server behind it: it is down, or refuses the"
    " pooler"
)
_DOWN_BEHIND_POOLER = re.compile("server_login_retry|cannot connect to server")
_REFUSALS = (asyncpg.PostgresError, *_CLOSED, SQLAlchemyError, OSError)
"""Errors of the driver and of SQLAlchemy."""
_SETTING = (asyncpg.ClientConfigurationError, SSLCertVerificationError)  # also ValueErrors
_BY_POOLER = asyncpg.ProtocolViolationError
_REFUSED = (
    (OSError, "rejected SSL", "no_tls"),
    (asyncpg.PostgresError, "unsupported startup parameter", "bad_setting"),
    (asyncpg.PostgresError, "statement pooling mode", "no_transactions"),
    (_BY_POOLER, "no such database|database .* does not exist", "no_such_database"),
    (
        _BY_POOLER,
        "authentication failed|no such user|role .* does not exist|server login failed: ",
        "not_let_in",
    ),
)
"""Refusals without a code of their own, by the words of the driver and of PgBouncer.

PgBouncer has one SQLSTATE, that of a violation of the protocol, for all its refusals.
"""
_STRANGE_PORT = re.compile(r":(?!\d{0,5}(,|$))")
_MALFORMED = (ValueError, OverflowError)  # of a port that is too large
_FAILURES = (*_REFUSALS, *_MALFORMED)  # the same with what connecting and migrating raise
_log = logging.getLogger(__name__)


class Postgres(Database):
    """A server's database in use; ``pooled`` says whether a pooler is in between."""

    def __init__(self, url: str, patience: float, watch: Watch, *, pooled: bool) -> None:
        super().__init__(watch)
        arguments, self._settings = connect_arguments(url)
        self._patience = patience
        self._queue = ConnectionQueue(_POOL)
        self._drivers: WeakSet[Any] = WeakSet()
        self._engine = _engine(
            {**arguments, "command_timeout": _ANSWER, **(_UNPREPARED if pooled else {})},
            pool_size=_POOL,
            max_overflow=0,
            pool_use_lifo=True,
        )

        @event.listens_for(self._engine.sync_engine, "connect")
        def _add(connection: AdaptedConnection, _record: object) -> None:
            self._drivers.add(connection.driver_connection)

    @classmethod
    async def connect(cls, url: str, patience: float, watch: Watch) -> Postgres:
        """See :func:`~bot.storage.opening.open_database`."""
        work = partial(_upgrade, shown=without_password(url))
        upgraded, pooled = await run_once(url, work)
        if upgraded:
            log_upgrade()
        return cls(url, patience, watch, pooled=pooled)

    async def _disconnect(self) -> None:
        # The goodbye to a server that does not answer is cut short.
        ending = asyncio.get_running_loop().call_later(SOON, self._terminate)
        await self._engine.dispose()
        ending.cancel()

    def _terminate(self, *, idle: bool = False) -> None:
        for driver in self._drivers:
            if not (idle and (driver.is_closed() or driver.is_in_transaction())):
                driver.terminate()

    async def _transact(self, work: Callable[[Connection], T], *, writing: bool) -> T:
        until = time.monotonic() + self._patience
        tries = pauses(self._patience)
        has_conflicted = False
        while True:
            unanswered: str | None = None
            try:
                async with self._transaction(until, writing=writing) as (connection, transaction):
                    result = await connection.run_sync(work)
                    unanswered = transaction
            except _REFUSALS as error:
                cause = root_cause(error)
                code = _code(cause)
                if unanswered and code == "unreachable":
                    if await self._was_committed(unanswered, tries):
                        return result
                elif code == "exists" and not has_conflicted:
                    # The row may have come after the statement that looked for it: try once more.
                    has_conflicted = True
                elif code not in _PASSING or not await once_more(tries):
                    raise StoreError(_message(cause), code=code) from None
            else:
                return result

    async def _was_committed(self, transaction: str, tries: Iterator[float]) -> bool:
        """Whether a transaction was committed, where the answer to its commit was lost."""
        while True:
            with suppress(*_FAILURES, StoreError):
                async with self._transaction(time.monotonic(), writing=False) as (connection, _):
                    status = await connection.scalar(_STATUS, {"id": transaction})
                if status in {"committed", "aborted"}:
                    _log.warning("a transaction whose answer was lost was %s", status)
                    return bool(status == "committed")
            if not await once_more(tries):
                raise StoreError("the connection was lost during a commit", code="unknown")

    @asynccontextmanager
    async def _transaction(
        self, until: float, *, writing: bool
    ) -> AsyncIterator[tuple[AsyncConnection, str | None]]:
        """A transaction that waits for locks until a time; with its id if it writes."""
        async with self._queue.turn(until):
            try:
                async with _connected(self._engine, until) as connection:
                    left = until - time.monotonic()
                    settings = {
                        **self._settings,
                        # 0 would stand for ever.
                        "lock_timeout": str(max(1, round(left * 1000))),
                        "idle_in_transaction_session_timeout": "60s",
                    }
                    await connection.execution_options(**(_WRITING if writing else _READING))
                    async with _begun(connection, settings, writing=writing) as transaction:
                        yield connection, transaction
            except NoConnectionError:
                # An idle connection may hold the only one of the pooler.
                self._terminate(idle=True)
                raise


def _engine(arguments: dict[str, Any], **options: Any) -> AsyncEngine:  # noqa: ANN401  # SQLAlchemy's
    return create_async_engine(
        "postgresql+asyncpg://",
        connect_args=arguments,
        # Stored values hold hidden cards: none in an error's text.
        hide_parameters=True,
        **options,
    )


@asynccontextmanager
async def _begun(
    connection: AsyncConnection, settings: dict[str, str], *, writing: bool = False
) -> AsyncIterator[str | None]:
    """A transaction with settings of its own; with its id if it writes.

    Raises NoConnectionError if it does not begin soon.
    """
    async with _dropping(connection), connection.begin(), _dropping(connection):
        transaction = cast(func.pg_current_xact_id(), Text) if writing else null()
        applied = (func.set_config(name, value, True) for name, value in settings.items())
        driver = await _driver(connection)
        ending = asyncio.get_running_loop().call_later(SOON, driver.terminate)
        try:
            begun: str | None = await connection.scalar(select(transaction, *applied))
        except _REFUSALS as error:
            if asyncio.get_running_loop().time() < ending.when():
                raise
            raise NoConnectionError(_NO_CONNECTION) from error
        finally:
            ending.cancel()
        yield begun


@asynccontextmanager
async def _dropping(connection: AsyncConnection) -> AsyncIterator[None]:
    """Drop the connection when a server does not answer, as it would not answer a rollback."""
    try:
        yield
    except OSError:
        if not connection.invalidated:
            (await _driver(connection)).terminate()
            await connection.invalidate()
        raise


async def _driver(connection: AsyncConnection) -> Any:  # noqa: ANN401  # asyncpg says no types
    return (await connection.get_raw_connection()).driver_connection


@asynccontextmanager
async def _connected(engine: AsyncEngine, until: float) -> AsyncIterator[AsyncConnection]:
    """A connection, old or new; raises NoConnectionError."""
    async with AsyncExitStack() as stack:
        try:
            async with asyncio.timeout(seconds_until(until)):
                connection = await stack.enter_async_context(engine.connect())
        except TimeoutError as error:
            raise NoConnectionError(_NO_CONNECTION) from error
        yield connection


async def run_once(
    url: str, work: Callable[[Connection], T], isolation: str = "READ COMMITTED"
) -> T:
    """Run ``work``, perhaps long, as a transaction of its own; raises DatabaseUnusableError."""
    try:
        arguments, settings = connect_arguments(url)
        engine = _engine(
            {**arguments, **_UNPREPARED}, isolation_level=isolation, poolclass=NullPool
        )
        until = time.monotonic() + (arguments["timeout"] or math.inf)
        async with _connected(engine, until) as connection, _begun(connection, settings):
            return await connection.run_sync(work)
    except _FAILURES as error:
        cause = root_cause(error)
        code = _first_code(cause, url)
        detail = "" if code == "bad_url" else _message(cause)  # that of Python may quote a password
        if isinstance(cause, gaierror):
            detail = f"{_host(url)} cannot be found; is there an @ in the password? Write it as %40"
        raise DatabaseUnusableError(without_password(url), code, detail) from None


def _upgrade(connection: Connection, shown: str) -> tuple[bool, bool]:
    """Bring the database up to date; returns whether it was upgraded, and is behind a pooler."""
    check_encoding(connection, shown)
    # Two programs that start at once must not both migrate.
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})")
    upgraded = upgrade(connection, shown)
    driver = connection.connection.driver_connection
    assert driver is not None
    # A pooler tells a client of a process that the server does not have.
    pooled = connection.scalar(select(func.pg_backend_pid())) != driver.get_server_pid()
    return upgraded, pooled


def check_encoding(connection: Connection, shown: str) -> None:
    """Raise DatabaseUnusableError for a database that cannot hold all of Unicode."""
    if connection.exec_driver_sql("SHOW server_encoding").scalar() != "UTF8":
        raise DatabaseUnusableError(shown, "not_unicode")


def _first_code(error: BaseException, url: str) -> str:
    """The code of a failure to open a database, which may be more precise than a later one's."""
    code = _code(error)
    if isinstance(error, asyncpg.InsufficientPrivilegeError):
        return "no_right"
    if code == "not_let_in" and not _has_password(url):
        return "no_password"
    if code == StoreError.code and isinstance(error, _MALFORMED):
        return "bad_url"
    return code


def _has_password(url: str) -> bool:
    parts = urlsplit(url)
    return bool(parts.password or "PGPASSWORD" in os.environ or "password=" in parts.query)


def _host(url: str) -> str:
    """The host of a URL, without what may be a part of the password."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    return f"the host {host}" if host and "@" not in f"{parts.path}{parts.query}" else "the host"


def _code(error: BaseException) -> str:
    for kind, words, code in _REFUSED:
        if isinstance(error, kind) and re.search(words, str(error)):
            return code
    if isinstance(error, _SETTING):
        return "bad_setting"
    if isinstance(error, _CLOSED) and not isinstance(error, ValueError):
        return "unreachable"
    return error_code(error)


def _message(error: BaseException) -> str:
    """The server's message, or less where it may quote stored values."""
    if _DOWN_BEHIND_POOLER.search(str(error)):
        return _SERVER_IS_DOWN
    state = str(getattr(error, "sqlstate", None) or "")
    known = ("08", "22023", "25", "28", "3D", "3F", "40", "42", "53", "55", "57")
    if isinstance(error, (OSError, *_SETTING)) or state.startswith(known):
        return str(error if isinstance(error, OSError) else error.args[0]) or type(error).__name__
    where = getattr(error, "constraint_name", None) or getattr(error, "table_name", None)
    return " ".join(filter(None, (type(error).__name__, state, where)))


def without_password(url: str) -> str:
    """A URL as it may be shown: user, host, port and database."""
    shown, _, query = url.partition("://")[2].partition("?")
    if "@" in query:
        # A ? may stand in the password.
        return "postgresql://…"
    user, at, rest = shown.rpartition("@")
    if not at and _has_strange_port(rest.partition("/")[0]):
        # It may be a password, without its host.
        return "postgresql://…"
    host = "&".join(part for part in query.split("&") if part.startswith(("host=", "port=")))
    return f"postgresql://{user.partition(':')[0]}{at}{rest}{'?' if host else ''}{host}"


def _has_strange_port(hosts: str) -> bool:
    """Whether the port of one of the hosts is not a number of at most five digits."""
    return _STRANGE_PORT.search(re.sub(r"\[[^]]*\]", "", hosts)) is not None


def connect_arguments(url: str) -> tuple[dict[str, Any], dict[str, str]]:
    """A URL as arguments of the driver and settings of each transaction.

    Raises DatabaseUnusableError or ValueError.
    """
    parts = urlsplit(url)
    if "#" in url:
        told = "a # of the password is written %23"
        raise DatabaseUnusableError(without_password(url), "bad_url", told)
    if _has_strange_port(parts.netloc.rpartition("@")[2]):
        told = "its port is not a number; in a password, / is written %2F and @ is written %40"
        raise DatabaseUnusableError(without_password(url), "bad_url", told)
    query = dict(parse_qsl(parts.query, strict_parsing=bool(parts.query), keep_blank_values=True))
    if not all(query.values()):
        raise ValueError("a parameter has no value")
    # Parameters of the C library, which the driver would take for settings of the server.
    for name in ("channel_binding", "gssencmode"):
        if query.pop(name, "prefer") == "require":
            raise DatabaseUnusableError(without_password(url), "bad_setting", f"{name}=require")
    for name in ("sslrootcert", "sslcert", "sslkey", "sslcrl"):  # the driver would not name them
        if not os.access(query.get(name, "/"), os.R_OK):
            told = f"{name}={query[name]}, which cannot be read"
            raise DatabaseUnusableError(without_password(url), "bad_setting", told)
    # As in the C library, 0 is for ever.
    timeout = max(0, int(query.pop("connect_timeout", _CONNECT))) or None
    settings = {name: query.pop(name) for name in ("search_path",) if name in query}
    dsn = urlunsplit(("postgresql", parts.netloc, parts.path, urlencode(query), ""))
    return {"dsn": dsn, "timeout": timeout}, settings
