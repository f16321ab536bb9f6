from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from choosing import forget_words, teach_esperanto
from driving import Sim
from simcord import Env

from bot.app import Phase10Bot


@pytest.fixture
def new_sim(tmp_path: Path) -> Sim:
    return Sim(tmp_path / "games.db")


@pytest.fixture
def simcord_bot(new_sim: Sim) -> Phase10Bot:
    return new_sim.bot


@pytest.fixture
async def sim(new_sim: Sim, simcord_env: Env) -> AsyncIterator[Sim]:
    new_sim.furnish(simcord_env)
    yield new_sim
    await new_sim.bot.close()


@pytest.fixture
def esperanto(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """A language that the program does not have; to be asked for before ``sim``."""
    teach_esperanto(tmp_path_factory.mktemp("locales"), monkeypatch)
    yield
    forget_words()
