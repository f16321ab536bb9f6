"""The database on a PostgreSQL server, version 13 or newer, through asyncpg.

Failures that pass (a server that restarts, a deadlock) are tried again as long as nothing can have
been changed; the server is asked whether a commit counts whose answer was lost.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from ssl import SSLCertVerificationError
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import asyncpg  # type: ignore[import-untyped]  # has annotations, but does not say so
from sqlalchemy import Connection, NullPool, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from .database import Database, Watch, once_more, pauses
from .errors import DatabaseUnusableError, StoreError, error_code, root_cause
from .revisions import upgrade

T = TypeVar("T")
_ANSWER = 30.0  # seconds until a server that says nothing is given up
_CONNECT = 10  # seconds, unless the URL says otherwise
_POOL = 8
_MIGRATION_LOCK = 0x70686173653130  # any number, but the same in every version of this program
_WRITING = {"isolation_level": "READ COMMITTED"}
_READING = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
_TRANSACTION = text("SELECT pg_current_xact_id()::text")
_STATUS = text("SELECT pg_xact_status(CAST(CAST(:id AS text) AS xid8))")
_CLOSED = (asyncpg.InterfaceError, asyncpg.InternalClientError)
"""What the driver raises where the server has ended the connection, or is just ending it."""
_PASSING = {"unreachable", "locked"}
"""Failures in which nothing was changed, and after which another try may help."""
_REFUSALS = (asyncpg.PostgresError, *_CLOSED, SQLAlchemyError, OSError)
"""What the driver and SQLAlchemy raise."""
_SETTING = (asyncpg.ClientConfigurationError, SSLCertVerificationError)  # also ValueErrors
_FAILURES = (*_REFUSALS, ValueError)  # the same with what connecting and migrating raise
_log = logging.getLogger(__name__)


class Postgres(Database):
    """A server's database in use."""

    def __init__(self, url: str, patience: float, watch: Watch) -> None:
        super().__init__(watch)
        self._patience = patience
        settings = {
            # 0 would stand for ever.
            "lock_timeout": str(max(1, round(patience * 1000))),
            "idle_in_transaction_session_timeout": "60s",
        }
        self._engine = _engine(
            {**connect_arguments(url), "command_timeout": _ANSWER, "server_settings": settings},
            pool_size=_POOL,
            max_overflow=0,
            pool_timeout=None,
            pool_use_lifo=True,
        )

    @classmethod
    async def connect(cls, url: str, patience: float, watch: Watch) -> Postgres:
        """See :func:`~bot.storage.opening.open_database`."""
        await run_once(url, partial(_upgrade, shown=without_password(url)))
        return cls(url, patience, watch)

    async def _disconnect(self) -> None:
        await self._engine.dispose()

    async def _transact(self, work: Callable[[Connection], T], *, writing: bool) -> T:
        tries = pauses(self._patience)
        has_conflicted = False
        while True:
            unanswered: str | None = None
            try:
                async with self._engine.connect() as connection:
                    await connection.execution_options(**(_WRITING if writing else _READING))
                    try:
                        async with connection.begin():
                            transaction = await connection.scalar(_TRANSACTION) if writing else None
                            result = await connection.run_sync(work)
                            unanswered = transaction
                    except OSError:
                        # A server that says nothing would not answer a rollback either.
                        await connection.invalidate()
                        raise
                    return result
            except _REFUSALS as error:
                cause = root_cause(error)
                code = _code(cause)
                if unanswered and code == "unreachable":
                    if await self._was_committed(unanswered, tries):
                        return result
                elif code == "exists" and not has_conflicted:
                    # The row may have come after the step that looked for it, which finds it now.
                    has_conflicted = True
                elif code not in _PASSING or not await once_more(tries):
                    raise StoreError(_message(cause), code=code) from None

    async def _was_committed(self, transaction: str, tries: Iterator[float]) -> bool:
        """Whether a transaction counts whose commit was not answered."""
        while True:
            with suppress(*_FAILURES):
                async with self._engine.connect() as connection:
                    status = await connection.scalar(_STATUS, {"id": transaction})
                    if status in {"committed", "aborted"}:
                        _log.warning("a transaction whose answer was lost was %s", status)
                        return bool(status == "committed")
            if not await once_more(tries):
                raise StoreError("the connection was lost during a commit", code="unknown")


def _engine(arguments: dict[str, Any], **options: Any) -> AsyncEngine:  # noqa: ANN401  # SQLAlchemy's
    return create_async_engine(
        "postgresql+asyncpg://",
        async_creator=partial(asyncpg.connect, **arguments),
        # Stored values hold hidden cards: none in an error's text.
        hide_parameters=True,
        **options,
    )


async def run_once(
    url: str, work: Callable[[Connection], T], isolation: str = "READ COMMITTED"
) -> T:
    """Run ``work``, perhaps long, as a transaction of its own; raises DatabaseUnusableError."""
    try:
        engine = _engine(connect_arguments(url), isolation_level=isolation, poolclass=NullPool)
        async with engine.begin() as connection:
            return await connection.run_sync(work)
    except _FAILURES as error:
        cause = root_cause(error)
        code = _code(cause)
        if code == StoreError.code and isinstance(cause, ValueError):
            code = "bad_url"
        raise DatabaseUnusableError(without_password(url), code, _message(cause)) from None


def _upgrade(connection: Connection, shown: str) -> None:
    if connection.exec_driver_sql("SHOW server_encoding").scalar() != "UTF8":
        raise DatabaseUnusableError(shown, "not_unicode")
    # Two programs that start at once must not both migrate.
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})")
    upgrade(connection, shown)


def _code(error: BaseException) -> str:
    if isinstance(error, _SETTING) or (isinstance(error, OSError) and "rejected SSL" in str(error)):
        return "bad_setting"
    if isinstance(error, _CLOSED) and not isinstance(error, ValueError):
        return "unreachable"
    return error_code(error)


def _message(error: BaseException) -> str:
    """The server's message, or less where it may quote stored values."""
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
    host = "&".join(part for part in query.split("&") if part.startswith(("host=", "port=")))
    return f"postgresql://{user.partition(':')[0]}{at}{rest}{'?' if host else ''}{host}"


def connect_arguments(url: str) -> dict[str, Any]:
    """A URL as arguments of the driver; raises DatabaseUnusableError or ValueError."""
    parts = urlsplit(url)
    if "#" in url:
        raise ValueError("a # that is not written %23 would end the URL")
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
    dsn = urlunsplit(("postgresql", parts.netloc, parts.path, urlencode(query), ""))
    return {"dsn": dsn, "timeout": timeout}
