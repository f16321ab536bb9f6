"""What is written: statements prepared once, when the program is loaded, and steps that use them.

A driver executes them itself, without SQLAlchemy in between: on SQLite a whole transaction goes to
the driver's thread as one call, and on PostgreSQL only the round trips of the transaction are left.
Reading, which happens far less often, goes the ordinary way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Dialect
from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.postgresql import asyncpg
from sqlalchemy.sql import ClauseElement
from sqlalchemy.sql.compiler import SQLCompiler

Values = Mapping[str, Any]
_SQLITE = sqlite.dialect(paramstyle="named")
# SQLAlchemy gives its dialects no types.
_POSTGRES: Dialect = asyncpg.dialect()  # type: ignore[no-untyped-call]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A statement in the words of each database; :func:`prepare` makes one.

    Attributes:
        sqlite: with named parameters.
        postgres: with numbered parameters.
        numbered: the names of those parameters, the first first.
    """

    sqlite: str
    postgres: str
    numbered: tuple[str, ...]


def prepare(statement: ClauseElement, *columns: str) -> Prepared:
    """The SQL of a Core statement; an insert names its columns, and an update those it only names.

    Only columns of plain numbers, truth values and text may be bound, since no type converts them
    here. All that is bound comes with the row, so a constant stands there as a literal.
    """
    keys = list(columns) or None
    postgres = statement.compile(dialect=_POSTGRES, column_keys=keys)
    assert isinstance(postgres, SQLCompiler)
    return Prepared(
        sqlite=str(statement.compile(dialect=_SQLITE, column_keys=keys)),
        postgres=str(postgres),
        numbered=tuple(postgres.positiontup or ()),
    )


@dataclass(frozen=True, slots=True)
class Step:
    """One statement of a transaction.

    Attributes:
        prepared: what :func:`prepare` made.
        rows: values for each time it is executed.
        must_match: whether the transaction is undone when no row is touched.
    """

    prepared: Prepared
    rows: Sequence[Values]
    must_match: bool = False
