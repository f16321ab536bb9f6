"""Real time."""

from __future__ import annotations

import asyncio
import time


class SystemClock:
    """The machine's clock."""

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)
