from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from fakes_table import World


@pytest.fixture(autouse=True)
def expert_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where playouts are not compiled; what an expert answers is up to each test."""
    monkeypatch.setattr("bot.players.are_compiled", lambda: True)


@pytest.fixture
async def world() -> AsyncIterator[World]:
    made = World()
    yield made
    await made.registry.close()
