"""The heartbeat file: there while the bot is connected, and only then."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest
from patience import PATIENCE

from bot import MISCONFIGURED
from bot.service import health
from bot.service.health import heartbeat
from bot.settings import OperatorError


async def until(file: Path, *, there: bool) -> None:
    async with asyncio.timeout(PATIENCE):
        while os.path.exists(file) is not there:  # noqa: ASYNC110, ASYNC240, PTH110
            await asyncio.sleep(0.01)


async def test_the_file_is_there_from_the_connection_to_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "SOON", 0.01)
    file, connected = tmp_path / "beat", asyncio.Event()
    file.touch()  # of a process that was killed
    async with heartbeat(file, connected.is_set, lambda: "Beware."):
        await until(file, there=False)
        connected.set()
        await until(file, there=True)
        async with asyncio.timeout(PATIENCE):
            while file.read_text() != "Beware.\n":  # noqa: ASYNC110  # another thread writes it
                await asyncio.sleep(0.01)
    await until(file, there=False)


async def test_a_file_that_cannot_be_written_is_refused_at_the_start(tmp_path: Path) -> None:
    with pytest.raises(OperatorError, match=r"there is no folder .*nowhere") as caught:
        async with heartbeat(tmp_path / "nowhere" / "beat", lambda: True, str):
            pytest.fail("it began")
    assert caught.value.status == MISCONFIGURED
