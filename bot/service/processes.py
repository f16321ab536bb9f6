"""Detection of other processes that serve the same shards with the same database."""

from __future__ import annotations

import logging
import math
import os
import secrets
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from bot.shards import Shards
from bot.storage.database import Database
from bot.storage.errors import StoreError
from bot.storage.processes import Process, renew_process
from bot.table.context import Clock
from bot.table.timing import Background

INTERVAL = 15.0  # seconds between two checks
GONE_AFTER = 60.0  # seconds without a new sign of life after which a process is gone
_log = logging.getLogger(__name__)


@dataclass
class _Sign:
    """The newest sign of life of a process: the time in its row, and when this process read it."""

    renewed_at: float
    seen_at: float


class OtherProcesses(Background):
    """Keeps the row of this process up to date and reports others, without hindering them.

    A process that was killed leaves its row. Only a row that was added or renewed since the first
    look belongs to a running process, whatever the clocks of both say.
    """

    def __init__(
        self, shards: Shards, clock: Clock, open_store: Callable[[], Awaitable[Database]]
    ) -> None:
        place = f"{socket.gethostname()[:200]}, process {os.getpid()}"
        self._own = Process(secrets.token_hex(8), place, shards, clock.now())
        self._clock = clock
        self._open_store = open_store
        self._signs: dict[str, _Sign] | None = None
        self._running: list[Process] = []

    def __len__(self) -> int:
        return len(self._running)

    def warning(self) -> str:
        """Describe the other processes; empty without any."""
        return " ".join(map(_described, self._running))

    async def look(self) -> None:
        """Renew the row and look at the others; raises StoreError."""
        store = await self._open_store()
        now = self._clock.now()
        rows = await store.write(renew_process, self._own, now)
        first = self._signs is None
        known = self._signs or {}
        self._signs = {}
        for row in rows:
            sign = known.get(row.process_id) or _Sign(row.renewed_at, -math.inf if first else now)
            if sign.renewed_at != row.renewed_at:
                sign = _Sign(row.renewed_at, now)
            self._signs[row.process_id] = sign
        before = {process.process_id for process in self._running}
        self._running = [
            row for row in rows if now - self._signs[row.process_id].seen_at < GONE_AFTER
        ]
        for process in self._running:
            if process.process_id not in before:
                _log.warning("%s", _described(process))

    async def _run(self) -> None:
        while True:
            try:
                await self.look()
            except StoreError as error:
                _log.debug("other processes were not looked up: %s", error.code)
            await self._clock.sleep(INTERVAL)


def _described(process: Process) -> str:
    since = datetime.fromtimestamp(process.started_at, UTC)
    shards = ",".join(map(str, process.shards.ids))
    return (
        f"Another process ({process.place}, since {since:%Y-%m-%d %H:%M} UTC) serves the same"
        f" servers: shards {shards} of {process.shards.count}; stop one of the two."
    )
