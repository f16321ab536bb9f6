"""Stores in databases of their own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.storage.store import SqlStore


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "phase10.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[SqlStore]:
    opened = await SqlStore.open(path, now=lambda: 77.5, busy_timeout=0)
    yield opened
    await opened.close()
