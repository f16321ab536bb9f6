"""The state of a running bot: ``/healthz`` and ``/metrics`` on a local port, a heartbeat file."""

from __future__ import annotations

import asyncio
import logging
import math
import platform
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sized
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from aiohttp import web

from bot import __version__
from bot.app import Phase10Bot
from bot.settings import OperatorError
from bot.telemetry.metrics import Metrics
from cogs.services import Services

LAG_INTERVAL = 1.0
"""Seconds between two measurements of the event loop's lag."""
PROBE_INTERVAL = 10.0
"""Seconds for which a probe's last answer is reused."""
PROBE_TIMEOUT = 2.0
"""Seconds that a probe may take."""
Checks = Mapping[str, Callable[[], Awaitable[bool]]]
_CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_log = logging.getLogger(__name__)


class Probe:
    """Checks at most once every ten seconds that ``ask`` succeeds within ``timeout`` seconds."""

    def __init__(
        self,
        ask: Callable[[], Awaitable[None]],
        now: Callable[[], float] = time.monotonic,
        timeout: float = PROBE_TIMEOUT,
    ) -> None:
        self._ask = ask
        self._now = now
        self._timeout = timeout
        self._answered_at = -PROBE_INTERVAL
        self._task: asyncio.Task[None] | None = None

    async def __call__(self) -> bool:
        if self._is_fresh():
            return True
        # While one question hangs, no other is started.
        if self._task is None:
            self._task = asyncio.create_task(self._try())
        await asyncio.wait([self._task], timeout=self._timeout)
        return self._is_fresh()

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def _is_fresh(self) -> bool:
        return self._now() - self._answered_at < PROBE_INTERVAL

    async def _try(self) -> None:
        try:
            await self._ask()
            self._answered_at = self._now()
        except Exception as error:  # noqa: BLE001  # any failure means that there is no answer
            _log.warning("no answer: %s", type(error).__name__)
        finally:
            self._task = None


def is_connected(bot: Phase10Bot) -> bool:
    shards = bot.shards.values()
    return (
        bot.is_ready()
        and len(shards) == len(bot.config.shards.ids)
        and not any(shard.is_closed() for shard in shards)
    )


@asynccontextmanager
async def bot_page(
    bot: Phase10Bot, others: Sized, *, host: str, port: int | None
) -> AsyncIterator[int | None]:
    """Serve the pages of a bot while the context is open; yields the port, or None for None."""
    if port is None:
        yield None
        return
    add_gauges(bot, others)
    database = Probe(bot.ask_database)

    async def gateway() -> bool:
        return is_connected(bot)

    checks: Checks = {"gateway": gateway, "database": database}
    try:
        async with health_page(bot.config.metrics, checks, host=host, port=port) as opened:
            yield opened
    finally:
        await database.close()


def add_gauges(bot: Phase10Bot, others: Sized) -> None:
    """Add the gauges of a bot to its metrics; they are read on each request.

    ``others`` are the processes that serve the same shards.
    """
    metrics, began = bot.config.metrics, time.monotonic()
    metrics.build(version=__version__, python=platform.python_version())
    metrics.gauge("uptime_seconds", "Since the bot started.", lambda: time.monotonic() - began)
    metrics.gauge(
        "rival_processes",
        "Other processes that serve shards of this one with the same database.",
        lambda: len(others),
    )
    metrics.gauge("shards", "Shards of this process.", lambda: len(bot.config.shards.ids))
    metrics.gauge(
        "connected_shards",
        "Shards of this process that are connected to Discord.",
        lambda: sum(not shard.is_closed() for shard in bot.shards.values()),
    )
    metrics.gauge(
        "gateway_latency_seconds",
        "How long Discord's gateway takes to answer a heartbeat, on the slowest shard.",
        lambda: max((latency for _, latency in bot.latencies), default=math.nan),
    )

    def count(name: str, what: str, number: Callable[[Services], int]) -> None:
        # The parts exist only once Discord has accepted the bot.
        metrics.gauge(name, what, lambda: number(bot.services) if hasattr(bot, "services") else 0)

    count("running_games", "Running games.", lambda parts: parts.registry.running)
    count("open_lobbies", "Open lobbies.", lambda parts: parts.registry.waiting)
    count("live_hands", "Private hands that can still be edited.", lambda s: len(s.hands))


@asynccontextmanager
async def health_page(
    metrics: Metrics, checks: Checks, *, host: str, port: int
) -> AsyncIterator[int]:
    """Serve the pages while the context is open; yields the port, a free one for 0.

    ``/healthz`` answers 200 if all checks are true, else 503. Raises OperatorError for an address
    that cannot be used.
    """
    runner = web.AppRunner(_application(metrics, checks), access_log=None)
    await runner.setup()
    lag = asyncio.create_task(_measure_lag(metrics))
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            raise OperatorError(
                f"The metrics page cannot listen at {host}:{port}: {error}."
            ) from error
        yield runner.addresses[0][1]
    finally:
        lag.cancel()
        await runner.cleanup()


def _application(metrics: Metrics, checks: Checks) -> web.Application:
    async def healthz(_request: web.Request) -> web.Response:
        answers = {name: await check() for name, check in checks.items()}
        ok = all(answers.values())
        return web.json_response({"ok": ok, **answers}, status=200 if ok else 503)

    async def exposition(_request: web.Request) -> web.Response:
        return web.Response(body=metrics.exposition(), headers={"Content-Type": _CONTENT_TYPE})

    application = web.Application()
    application.router.add_get("/healthz", healthz)
    application.router.add_get("/metrics", exposition)
    return application


async def _measure_lag(metrics: Metrics) -> None:
    while True:
        began = time.perf_counter()
        await asyncio.sleep(LAG_INTERVAL)
        metrics.loop_lag.observe(max(0.0, time.perf_counter() - began - LAG_INTERVAL))


BEAT_INTERVAL, SOON = 20.0, 1.0
"""Seconds between two beats, and between two checks of the connection."""


@asynccontextmanager
async def heartbeat(
    file: Path | None, is_connected: Callable[[], bool], warning: Callable[[], str]
) -> AsyncIterator[None]:
    """Write a warning, if any, to a file at intervals while the bot is connected.

    The file exists only between the first connection and the end.
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
        await asyncio.sleep(BEAT_INTERVAL if is_connected() else SOON)
