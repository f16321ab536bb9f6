"""What is read: queries of prepared statements, and readings that ask several of one moment.

A reading is a generator that yields its queries and is sent their rows. So the same one is run by
SQLite, whole and in a thread of its own, and by PostgreSQL, query by query in the event loop.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Select

from .writer import Prepared, Values, prepare

T = TypeVar("T")
Row: TypeAlias = Mapping[str, Any]
"""By the names of its columns."""


@dataclass(frozen=True, slots=True)
class Query:
    """One statement that is read.

    Attributes:
        prepared: what :func:`bot.storage.writer.prepare` made.
        values: what is bound in it.
    """

    prepared: Prepared
    values: Values = field(default_factory=dict)


Reading: TypeAlias = Generator[Query, list[Row], T]
"""Yields queries, is sent the rows of each, and returns what they tell."""


def once(statement: Select[Any]) -> Query:
    """A statement that differs each time, with its values in it; preparing it takes 1 ms."""
    return Query(prepare(statement))


def all_of(queries: Iterable[Query]) -> Reading[list[list[Row]]]:
    """The rows of each of these queries."""
    found = []
    for query in queries:
        found.append((yield query))  # noqa: PERF401  # a comprehension cannot yield
    return found


def answered(reading: Reading[T], fetch: Callable[[Query], list[Row]]) -> T:
    """What a reading tells, its queries answered one by one."""
    try:
        query = next(reading)
        while True:
            query = reading.send(fetch(query))
    except StopIteration as told:
        found: T = told.value
        return found
