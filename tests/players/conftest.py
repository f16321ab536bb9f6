from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.players import compiled
from bot.players.expert import Expert


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Expert plays out a few worlds only, which is quick and leaves everything else as it is."""
    monkeypatch.setattr(Expert, "rounds", (1, 1, 1))
    monkeypatch.setattr(Expert, "compiled_rounds", (40, 40, 100))


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Path], None]]:
    """Changes the library for the rest of a test."""

    def use_it(library: Path) -> None:
        monkeypatch.setattr(compiled, "LIBRARY", library)
        compiled._library.cache_clear()

    yield use_it
    compiled._library.cache_clear()
