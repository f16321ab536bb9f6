"""The heartbeat file: a connected bot writes it, and ``phase10 health`` looks at its age."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

INTERVAL, SOON = 20.0, 1.0
"""Seconds between two beats, and between two looks whether the bot is connected."""
_log = logging.getLogger(__name__)


@asynccontextmanager
async def heartbeat(
    file: Path | None, is_connected: Callable[[], bool], warning: Callable[[], str]
) -> AsyncIterator[None]:
    """Write a warning, if any, to a file at intervals while the bot is connected.

    The file is there only between the first connection and the end. Nothing is done without one.
    """
    if file is None:
        yield
        return
    _remove(file)
    task = asyncio.create_task(_beat(file, is_connected, warning))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])
        _remove(file)


def _remove(file: Path) -> None:
    with suppress(OSError):
        file.unlink()


async def _beat(file: Path, is_connected: Callable[[], bool], warning: Callable[[], str]) -> None:
    while True:
        if is_connected():
            try:
                await asyncio.to_thread(file.write_text, f"{warning()}\n")
            except OSError as error:
                _log.warning("cannot write the heartbeat file: %s", error)
        await asyncio.sleep(INTERVAL if is_connected() else SOON)
