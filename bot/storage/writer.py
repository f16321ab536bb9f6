"""Statements prepared once, when the program is loaded, and the steps of a transaction that writes.

A driver executes them itself, without SQLAlchemy in between: on SQLite a whole transaction goes to
the driver's thread as one call, and on PostgreSQL only the round trips of the transaction are left.
What is read: see :mod:`bot.storage.reader`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Boolean, Dialect, Select
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
        sqlite_constants: those of them that stand in the statement; what is read may have such.
        postgres: with numbered parameters.
        postgres_constants: the same there, where they may have other names.
        numbered: the names of those parameters, the first first.
        truths: columns of truth values in what is read, which SQLite keeps as numbers.
    """

    sqlite: str
    sqlite_constants: Values
    postgres: str
    postgres_constants: Values
    numbered: tuple[str, ...]
    truths: tuple[str, ...]


def prepare(statement: ClauseElement, *columns: str) -> Prepared:
    """The SQL of a Core statement; an insert names its columns, and an update those it only names.

    Only columns of plain numbers, truth values and text may be bound, since no type converts them
    here. All that is written comes with the row, so a constant stands there as a literal. A list of
    values after IN is one of expressions, since it would have to be bound one by one.
    """
    sqlite, postgres = (_compiled(statement, each, columns) for each in (_SQLITE, _POSTGRES))
    found = statement.selected_columns if isinstance(statement, Select) else ()
    return Prepared(
        sqlite=str(sqlite),
        sqlite_constants=_constants(sqlite),
        postgres=str(postgres),
        postgres_constants=_constants(postgres),
        numbered=tuple(postgres.positiontup or ()),
        truths=tuple(str(each.key) for each in found if isinstance(each.type, Boolean)),
    )


def _compiled(statement: ClauseElement, dialect: Dialect, columns: Sequence[str]) -> SQLCompiler:
    compiled = statement.compile(dialect=dialect, column_keys=list(columns) or None)
    assert isinstance(compiled, SQLCompiler)
    assert not compiled.post_compile_params, "a list of values is bound"
    return compiled


def _constants(compiled: SQLCompiler) -> Values:
    return {
        name: compiled.params[name]
        for bound, name in compiled.bind_names.items()
        if not bound.required
    }


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
