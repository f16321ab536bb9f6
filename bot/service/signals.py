"""How a service is told to stop: gently by the first signal, at once by the second."""

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
"""Seconds after which a program that was told to stop is gone, whatever hangs."""
HUNG = 1
_SIGNALS = (signal.SIGTERM, signal.SIGINT)
_log = logging.getLogger(__name__)


class Stop:
    """Whether the program was told to stop; :func:`stop_signals` makes one."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._loop: asyncio.AbstractEventLoop | None = None
        self._event = asyncio.Event()
        self._told = False
        self._status = HUNG
        self.last_resort: threading.Timer | None = None

    async def wait(self) -> None:
        """Wait until the program is told to stop."""
        self._loop = asyncio.get_running_loop()
        if self._told:
            return
        await self._event.wait()

    def nothing_left(self) -> None:
        """From now on nothing is lost when the program just ends."""
        self._status = 0

    def tell(self, number: int, _frame: FrameType | None = None) -> None:
        """Act on a signal; it may come at any moment, also while the event loop is held."""
        if self._told:
            os._exit(128 + number)
        self._told = True
        _log.info("stopping")
        # Threads that hang, in a question to a name server for instance, would hold up the end.
        self.last_resort = threading.Timer(self._patience, lambda: os._exit(self._status))
        self.last_resort.daemon = True
        self.last_resort.start()
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._event.set)


@contextmanager
def stop_signals(patience: float = STOPS_WITHIN) -> Iterator[Stop]:
    """Take SIGTERM and SIGINT; so many seconds after the first the program is gone at any rate."""
    stop = Stop(patience)
    before = {each: signal.signal(each, stop.tell) for each in _SIGNALS}
    try:
        yield stop
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
        if stop.last_resort is not None:
            stop.last_resort.cancel()
