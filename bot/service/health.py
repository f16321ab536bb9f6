"""A small page on a local port that says how a running bot is: ``/healthz`` and ``/metrics``."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress

from aiohttp import web

from bot.telemetry.metrics import Metrics

LOOK_EVERY = 1.0
"""Seconds between two looks at how late the event loop comes round."""
_log = logging.getLogger(__name__)
_PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"
KEPT = 10.0
"""Seconds for which a probe's answer stands."""
PATIENCE = 2.0
"""Seconds that a probe may take."""
Checks = Mapping[str, Callable[[], Awaitable[bool]]]


class HealthError(Exception):
    """The page cannot be opened; the message is one sentence for the operator."""


class Probe:
    """Whether something answers, asked at most every ten seconds, however often one looks.

    Args:
        ask: asks it; returning at all is an answer, an exception is none.
        now: seconds from any moment on.
        patience: seconds that an answer may take.
    """

    def __init__(
        self,
        ask: Callable[[], Awaitable[None]],
        now: Callable[[], float] = time.monotonic,
        patience: float = PATIENCE,
    ) -> None:
        self._ask = ask
        self._now = now
        self._patience = patience
        self._answered_at = -KEPT
        self._task: asyncio.Task[None] | None = None

    async def __call__(self) -> bool:
        """Whether it answers."""
        if self._now() - self._answered_at < KEPT:
            return True
        # A question that hangs is not asked again on top.
        if self._task is None:
            self._task = asyncio.create_task(self._try())
        await asyncio.wait([self._task], timeout=self._patience)
        return self._now() - self._answered_at < KEPT

    async def close(self) -> None:
        """Ask no more."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _try(self) -> None:
        try:
            await self._ask()
            self._answered_at = self._now()
        except Exception as error:  # noqa: BLE001  # whatever it is, there was no answer
            _log.warning("no answer: %s", type(error).__name__)
        finally:
            self._task = None


@asynccontextmanager
async def health_page(
    metrics: Metrics, checks: Checks, *, host: str, port: int
) -> AsyncIterator[int]:
    """Serve the page for as long as this lasts; gives the port, which 0 leaves to the system.

    Args:
        metrics: what ``/metrics`` shows.
        checks: what must be true for ``/healthz`` to answer 200 instead of 503, by name.
        host: the address to listen at.
        port: the port to listen at.

    Raises:
        HealthError: the address cannot be used.
    """
    runner = web.AppRunner(_app(metrics, checks), access_log=None)
    await runner.setup()
    lag = asyncio.create_task(_watch_loop(metrics))
    try:
        site = web.TCPSite(runner, host, port)
        try:
            await site.start()
        except OSError as error:
            raise HealthError(
                f"The metrics page cannot listen at {host}:{port}: {error}."
            ) from error
        yield runner.addresses[0][1]
    finally:
        lag.cancel()
        await runner.cleanup()


def _app(metrics: Metrics, checks: Checks) -> web.Application:
    async def healthz(_request: web.Request) -> web.Response:
        found = {name: await check() for name, check in checks.items()}
        well = all(found.values())
        return web.json_response({"ok": well, **found}, status=200 if well else 503)

    async def exposed(_request: web.Request) -> web.Response:
        return web.Response(body=metrics.exposition(), headers={"Content-Type": _PROMETHEUS})

    app = web.Application()
    app.router.add_get("/healthz", healthz)
    app.router.add_get("/metrics", exposed)
    return app


async def _watch_loop(metrics: Metrics) -> None:
    while True:
        asked = time.perf_counter()
        await asyncio.sleep(LOOK_EVERY)
        metrics.lagged(time.perf_counter() - asked - LOOK_EVERY)
