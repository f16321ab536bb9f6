from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.players import playouts
from bot.players.expert import Expert


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Expert plays out a few worlds only, which is quick and leaves everything else as it is."""
    monkeypatch.setattr(Expert, "worlds", (40, 40, 100))


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Path], None]]:
    """Changes the library for the rest of a test."""

    def use_it(library: Path) -> None:
        monkeypatch.setattr(playouts, "LIBRARY", library)
        playouts._loaded.cache_clear()

    yield use_it
    playouts._loaded.cache_clear()
