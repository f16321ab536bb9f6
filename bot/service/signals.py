"""Stopping on SIGTERM and SIGINT: gracefully on the first signal, at once on the second.

Both signals are handled even if the process inherited SIGINT as ignored, as a background job of a
shell script does. Supervisors that send SIGINT start the bot in this way too, and a bot that
ignored it would have to be killed.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

STOPS_WITHIN = 10.0
"""Seconds from the first signal to the end of the process, even if something hangs."""
HUNG = 1
"""Exit status if accepted actions may be unfinished when the time is over."""
_SIGNALS = (signal.SIGTERM, signal.SIGINT)
_log = logging.getLogger(__name__)


class Stop:
    """A request to stop the process; :func:`stop_signals` makes one."""

    def __init__(self, timeout: float) -> None:
        self._timeout = timeout
        self._loop: asyncio.AbstractEventLoop | None = None
        self._event = asyncio.Event()
        self._requested = False
        self._status = HUNG
        self.deadline: threading.Timer | None = None

    async def wait(self) -> None:
        """Wait for the first signal."""
        self._loop = asyncio.get_running_loop()
        if not self._requested:
            await self._event.wait()

    def nothing_left(self) -> None:
        """Exit with status 0 from now on, since nothing would be lost."""
        self._status = 0

    def handle(self, number: int, _frame: FrameType | None = None) -> None:
        """Handle a signal; it may arrive at any time, even while the event loop is blocked."""
        if self._requested:
            os._exit(128 + number)
        self._requested = True
        _log.info("stopping")
        # A thread that hangs, such as in a name server query, would delay the end of the process.
        self.deadline = threading.Timer(self._timeout, lambda: os._exit(self._status))
        self.deadline.daemon = True
        self.deadline.start()
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._event.set)


@contextmanager
def stop_signals(timeout: float = STOPS_WITHIN) -> Iterator[Stop]:
    """Handle the signals; the process exits at most ``timeout`` seconds after the first one."""
    stop = Stop(timeout)
    before = {number: signal.signal(number, stop.handle) for number in _SIGNALS}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if stop.deadline is not None:
            stop.deadline.cancel()
