"""Stores in databases of their own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from databases import MigratedSchemas, Where, migrated_file, own_schema
from patience import PATIENCE
from postgres_server import Server, running

from bot.storage.database import Database
from bot.storage.opening import open_database


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "phase10.db"


@pytest.fixture
def empty_schema(postgres: str) -> str:
    return own_schema(postgres)


@pytest.fixture
def schema(migrated_schemas: MigratedSchemas) -> Iterator[str]:
    """The URL of a schema with the tables of the newest revision."""
    url = migrated_schemas.take()
    yield url
    migrated_schemas.give_back(url)


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest) -> Where:
    """A database of the newest revision, on SQLite and on PostgreSQL."""
    if request.param == "sqlite":
        return migrated_file(request.getfixturevalue("path"))
    url: str = request.getfixturevalue("schema")
    return url


@pytest.fixture(params=["sqlite", "postgresql"])
def unmade(request: pytest.FixtureRequest) -> Where:
    """A file that is not there yet, and an empty schema."""
    found: Where = request.getfixturevalue("path" if request.param == "sqlite" else "empty_schema")
    return found


@pytest.fixture
async def store(where: Where, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Database]:
    # On a slow machine a server that is well may answer late.
    monkeypatch.setattr("bot.storage.postgres.SOON", PATIENCE)
    opened = await open_database(where, PATIENCE)
    yield opened
    await opened.close()


@pytest.fixture(scope="session")
def own_server(postgres_programs: Path) -> Iterator[Server]:
    """A server that a test may stop, and starts again."""
    with running(postgres_programs) as server:
        yield server
