"""Parts of statements that several topics share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Connection, Table, and_, bindparam
from sqlalchemy.dialects import postgresql, sqlite

from .schema import member_names

Row = Mapping[str, Any]
"""Columns by name."""
ChangedColumns = Callable[[Table, Any], Row]
"""The changed columns of a stored row, from its table and the row that was to be inserted."""
GUILD = bindparam("guild", type_=BigInteger)
MEMBER = bindparam("member", type_=BigInteger)
LONGEST_PAGE = 50
"""The longest page."""
_LAST_ROW = 2**31 - 1


def page_bounds(offset: int, limit: int) -> tuple[int, int]:
    """The offset and the limit of a page, both within what a database accepts."""
    return max(0, min(offset, _LAST_ROW)), max(1, min(limit, LONGEST_PAGE))


def is_named(user_id: ColumnElement[Any]) -> ColumnElement[bool]:
    """The condition that a row of ``member_names`` is of a person in ``GUILD``."""
    return and_(member_names.c.guild_id == GUILD, member_names.c.user_id == user_id)


def insert_into(connection: Connection, table: Table) -> Any:  # noqa: ANN401  # of either dialect
    """An INSERT that knows ``ON CONFLICT``."""
    inserts: Mapping[str, Callable[[Table], Any]] = {
        "sqlite": sqlite.insert,
        "postgresql": postgresql.insert,
    }
    return inserts[connection.dialect.name](table)


def insert_new(connection: Connection, table: Table, row: Row) -> bool:
    """Insert a row unless its key exists; return whether it was inserted."""
    new = insert_into(connection, table).values(row)
    return bool(connection.execute(new.on_conflict_do_nothing()).rowcount)


def upsert(
    connection: Connection, table: Table, rows: Iterable[Row], changes: ChangedColumns
) -> None:
    """Insert rows one after another, or change the stored row where the key exists."""
    values = list(rows)
    if values:
        new = insert_into(connection, table)
        changed = changes(table, new.excluded)
        connection.execute(
            new.on_conflict_do_update(index_elements=list(table.primary_key), set_=changed), values
        )


def replaced(table: Table, new: Any) -> Row:  # noqa: ANN401  # the columns of a row
    """Replace the stored row."""
    return {column.name: new[column.name] for column in table.c if not column.primary_key}


def added(table: Table, new: Any) -> Row:  # noqa: ANN401
    """Add to the numbers of the stored row."""
    return {column.name: column + new[column.name] for column in table.c if not column.primary_key}
