"""The database: an SQLite file or a PostgreSQL server, used in the same way.

An operation is a function ``work(connection, …)`` of SQLAlchemy Core statements, which SQLAlchemy's
asynchronous engine runs as one transaction. It may be called again after a failure in which nothing
was changed, so it must change nothing but the database.
"""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AbstractContextManager, asynccontextmanager
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from .errors import StoreError

P = ParamSpec("P")
T = TypeVar("T")

Watch = Callable[[], AbstractContextManager[None]]  # entered for each transaction that writes
SOON = 2.0  # seconds in which a database answers that does not wait for another program
_REST = 60.0  # seconds
_log = logging.getLogger(__name__)


class Database(ABC):
    """An open database; a transaction that has begun ends, also when its caller is cancelled."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self._closed = False
        self._under_way: set[asyncio.Task[Any]] = set()

    async def write(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run ``work`` in one transaction: committed when it returns, undone when it raises.

        Raises StoreError if the database refused; nothing was changed, unless its code is
        ``unknown``. What ``work`` raises passes through.
        """
        with self._watch():
            return await self._run(
                self._transact(lambda connection: work(connection, *args, **kwargs), writing=True)
            )

    async def read(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run ``work`` on one consistent snapshot, which it cannot change; raises StoreError."""
        return await self._run(
            self._transact(lambda connection: work(connection, *args, **kwargs), writing=False)
        )

    async def write_in_pieces(
        self, work: Callable[Concatenate[Connection, P], object], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """Run ``work``, which does a part, in transactions of its own until it returns False."""
        while await self.write(work, *args, **kwargs):
            pass

    async def close(self) -> None:
        """Finish what is under way and disconnect; closing twice is not an error."""
        self._closed = True
        if self._under_way:
            await asyncio.wait(self._under_way)
        await self._disconnect()

    async def _run(self, work: Coroutine[Any, Any, T]) -> T:
        if self._closed:
            work.close()
            raise StoreError("the store is closed", code="closed")
        task = asyncio.ensure_future(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)

    @abstractmethod
    async def _transact(self, work: Callable[[Connection], T], *, writing: bool) -> T:
        """Run ``work`` in one transaction. Raises StoreError, or what ``work`` raises."""

    @abstractmethod
    async def _disconnect(self) -> None: ...


class NoConnectionError(OSError):
    """A server, or the pooler before it, did not begin a transaction in time."""


class ConnectionQueue:
    """A queue before a few connections, which refuses callers only while nobody is served.

    SQLAlchemy's pool wakes nobody when a connection cannot be made, and cannot tell a long queue
    from one that does not move. After NoConnectionError while others were served, one connection
    less is used for a minute.
    """

    def __init__(self, connections: int) -> None:
        self._free = asyncio.Semaphore(connections)
        self._connections = connections
        self._used = connections
        self._served = 0

    @asynccontextmanager
    async def turn(self, until: float) -> AsyncIterator[None]:
        """Wait for a turn, which lasts as long as the context; raises StoreError ``locked``."""
        await self._wait(until)
        served = self._served
        rests = False
        try:
            yield
            self._served += 1
        except NoConnectionError:
            rests = self._served > served and self._used > 1
            raise
        finally:
            if rests:
                self._rest()
            else:
                self._free.release()

    async def _wait(self, until: float) -> None:
        while True:
            served = self._served
            try:
                async with asyncio.timeout(seconds_until(until)):
                    await self._free.acquire()
            except TimeoutError:
                if self._served == served:
                    raise StoreError("all connections are in use", code="locked") from None
            else:
                return

    def _rest(self) -> None:
        if self._used == self._connections:
            _log.warning("the database gives too few connections: fewer are used for a minute")
        self._used -= 1
        asyncio.get_running_loop().call_later(_REST, self._resume)

    def _resume(self) -> None:
        self._used += 1
        self._free.release()


def seconds_until(until: float) -> float:
    """The seconds until a time of the monotonic clock, but ``SOON`` at least."""
    return max(until - time.monotonic(), SOON)


def pauses(seconds: float) -> Iterator[float]:
    """The pauses between tries, none at first and then longer, until some seconds have passed."""
    if not seconds:
        return iter((0.0,))
    return _pauses_until(time.monotonic() + seconds)


def _pauses_until(until: float) -> Iterator[float]:
    pause = 0.0
    while (left := until - time.monotonic()) > 0:
        yield min(pause, left)
        pause = min(max(2 * pause, 0.02), 0.5)


async def once_more(tries: Iterator[float]) -> bool:
    """Wait for the next try; False when there is none left."""
    for pause in tries:
        await asyncio.sleep(pause)
        return True
    return False
