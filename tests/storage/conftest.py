"""Stores in databases of their own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from databases import MigratedSchemas, Where, migrated_file, own_schema

from bot.storage.store import SqlStore


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """An SQLite file that is not there yet."""
    return tmp_path / "phase10.db"


@pytest.fixture
def schema(postgres: str) -> str:
    """The URL of an empty schema of PostgreSQL."""
    return own_schema(postgres)


@pytest.fixture
def migrated_schema(migrated_schemas: MigratedSchemas) -> Iterator[str]:
    """The URL of a schema with the tables of the newest revision."""
    url = migrated_schemas.take()
    yield url
    migrated_schemas.give_back(url)


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest) -> Where:
    """A database on SQLite and on PostgreSQL: not there yet, or empty for those who open it."""
    migrated = bool({"store", "database"} & set(request.fixturenames))
    if request.param == "sqlite":
        path: Path = request.getfixturevalue("path")
        return migrated_file(path) if migrated else path
    url: str = request.getfixturevalue("migrated_schema" if migrated else "schema")
    return url


@pytest.fixture
async def store(where: Where) -> AsyncIterator[SqlStore]:
    opened = await SqlStore.open(where, now=lambda: 77.5, busy_timeout=0)
    yield opened
    await opened.close()
