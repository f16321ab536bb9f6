from __future__ import annotations

import pytest

from bot.players.expert import Expert


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Expert plays out a few worlds only, which is quick and leaves everything else as it is."""
    monkeypatch.setattr(Expert, "rounds", (1, 1, 1))
    monkeypatch.setattr(Expert, "compiled_rounds", (40, 40, 100))
