"""The heartbeat file: a connected bot touches it, and ``phase10 health`` looks at its age.

The command runs every few seconds under a supervisor, so this module imports little.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

INTERVAL = 20.0
"""Seconds between two touches."""
STALE = 90.0
"""Age in seconds from which a heartbeat no longer counts."""
_log = logging.getLogger(__name__)


def is_healthy(file: Path) -> bool:
    """Whether a running bot touched its heartbeat file recently."""
    try:
        return time.time() - file.stat().st_mtime < STALE
    except OSError:
        return False


@asynccontextmanager
async def heartbeat(file: Path | None, is_connected: Callable[[], bool]) -> AsyncIterator[None]:
    """Touch a file at intervals while the bot is connected; do nothing without a file."""
    if file is None:
        yield
        return
    task = asyncio.create_task(_beat(file, is_connected))
    try:
        yield
    finally:
        task.cancel()


async def _beat(file: Path, is_connected: Callable[[], bool]) -> None:
    while True:
        if is_connected():
            try:
                await asyncio.to_thread(file.touch)
            except OSError as error:
                _log.warning("cannot touch the heartbeat file: %s", error)
        await asyncio.sleep(INTERVAL)
