from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from choosing import forget_words, teach_esperanto
from driving import House
from simcord import Env

from bot.app import Phase10Bot


@pytest.fixture
def empty_house(tmp_path: Path) -> House:
    return House(tmp_path / "games.db")


@pytest.fixture
def simcord_bot(empty_house: House) -> Phase10Bot:
    return empty_house.bot


@pytest.fixture
async def house(empty_house: House, simcord_env: Env) -> AsyncIterator[House]:
    empty_house.furnish(simcord_env)
    yield empty_house
    await empty_house.bot.close()


@pytest.fixture
def esperanto(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """A language that the program does not have; to be asked for before ``house``."""
    teach_esperanto(tmp_path_factory.mktemp("locales"), monkeypatch)
    yield
    forget_words()
