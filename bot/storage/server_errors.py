"""What goes wrong with a PostgreSQL server, told without what is stored there."""

from __future__ import annotations

import asyncpg  # type: ignore[import-untyped]  # has annotations, but does not say so
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from .errors import StoreError, code_of
from .schema import ONE_A_CHANNEL

REFUSALS = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    SQLAlchemyError,
    OSError,
)
"""What the driver raises, and the pool of its connections."""
FAILURES = (*REFUSALS, ValueError)
"""The same with what connecting and migrating raise."""


def cause_of(error: BaseException) -> BaseException:
    """What the driver raised."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        return error.orig.__cause__ or error.orig
    return error


def short_code(error: BaseException) -> str:
    """The short code for what the driver raised."""
    if isinstance(error, asyncpg.InterfaceError) and not isinstance(error, ValueError):
        # The connection was found closed.
        return "unreachable"
    return code_of(error)


def passes(error: BaseException) -> bool:
    """Whether trying again may help, nothing having been changed."""
    cause = cause_of(error)
    state = str(getattr(cause, "sqlstate", ""))
    if getattr(cause, "constraint_name", None) == ONE_A_CHANNEL:
        return False
    # A row that is there may have come after the step that was to remove it looked for it.
    return short_code(cause) == "unreachable" or state[:2] == "40" or state == "23505"


def refusal(error: BaseException) -> StoreError:
    """What is raised for it."""
    cause = cause_of(error)
    return StoreError(said(cause), code=short_code(cause))


def said(error: BaseException) -> str:
    """What went wrong, without stored values: a server quotes them when data are what is wrong."""
    state = str(getattr(error, "sqlstate", None) or "")
    if isinstance(error, OSError) or state[:2] in {"08", "28", "3D", "40", "42", "53", "55", "57"}:
        return str(error.args[0] if state else error) or type(error).__name__
    where = getattr(error, "constraint_name", None) or getattr(error, "table_name", None)
    return " ".join(filter(None, (type(error).__name__, state, where)))
