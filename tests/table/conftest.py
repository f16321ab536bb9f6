from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from fakes_table import World


@pytest.fixture
async def world() -> AsyncIterator[World]:
    made = World()
    yield made
    await made.registry.close()
