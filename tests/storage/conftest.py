"""Stores in databases of their own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from databases import Where, own_schema

from bot.storage.store import SqlStore


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """An SQLite file that is not there yet."""
    return tmp_path / "phase10.db"


@pytest.fixture
def schema(postgres: str) -> str:
    """The URL of an empty schema of PostgreSQL."""
    return own_schema(postgres)


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest) -> Where:
    """A database that is not there yet, on SQLite and on PostgreSQL."""
    name = "path" if request.param == "sqlite" else "schema"
    place: Where = request.getfixturevalue(name)
    return place


@pytest.fixture
async def store(where: Where) -> AsyncIterator[SqlStore]:
    opened = await SqlStore.open(where, now=lambda: 77.5, busy_timeout=0)
    yield opened
    await opened.close()
