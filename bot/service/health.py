"""The state of a running bot: a heartbeat file, and ``/metrics`` on a local port."""

from __future__ import annotations

import asyncio
import logging
import math
import os
import platform
import time
from collections.abc import AsyncIterator, Callable, Sized
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from aiohttp import web

from bot import MISCONFIGURED, __version__
from bot.app import Phase10Bot
from bot.settings import OperatorError
from bot.telemetry.metrics import Metrics
from cogs.services import Services

LAG_INTERVAL = 1.0  # seconds between two measurements of the event loop's lag
_CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_log = logging.getLogger(__name__)


def is_connected(bot: Phase10Bot) -> bool:
    shards = bot.shards.values()
    return (
        bot.is_ready()
        and len(shards) == len(bot.config.shards.ids)
        and not any(shard.is_closed() for shard in shards)
    )


def add_gauges(bot: Phase10Bot, others: Sized) -> None:
    """Add a bot's gauges to its metrics; ``others`` are processes that serve the same shards."""
    metrics = bot.config.metrics
    began = time.monotonic()
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
async def metrics_page(
    metrics: Metrics, *, host: str, port: int | None
) -> AsyncIterator[int | None]:
    """Serve ``/metrics``; yields the port, a free one for 0 or None. Raises OperatorError."""
    if port is None:
        yield None
        return

    async def exposition(_request: web.Request) -> web.Response:
        return web.Response(body=metrics.exposition(), headers={"Content-Type": _CONTENT_TYPE})

    application = web.Application()
    application.router.add_get("/metrics", exposition)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    lag = asyncio.create_task(_measure_lag(metrics))
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            raise OperatorError(
                f"The metrics page cannot listen at {host}:{port} ({error}):"
                " set METRICS_PORT and METRICS_HOST to what is free on this machine.",
                status=MISCONFIGURED,
            ) from error
        yield runner.addresses[0][1]
    finally:
        lag.cancel()
        await runner.cleanup()


async def _measure_lag(metrics: Metrics) -> None:
    while True:
        began = time.perf_counter()
        await asyncio.sleep(LAG_INTERVAL)
        metrics.loop_lag.observe(max(0.0, time.perf_counter() - began - LAG_INTERVAL))


# seconds between two beats, and two checks of the connection
BEAT_INTERVAL = 20.0
SOON = 1.0


@asynccontextmanager
async def heartbeat(
    file: Path | None, is_connected: Callable[[], bool], warning: Callable[[], str]
) -> AsyncIterator[None]:
    """While connected, write a file at intervals, with a warning if any; at the end delete it.

    Raises OperatorError.
    """
    check_heartbeat(file)
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


def check_heartbeat(file: Path | None) -> None:
    """Raise OperatorError if the file cannot be written."""
    if file is None:
        return
    if file.is_dir():
        why = f"{file} is a folder"
    elif not file.parent.is_dir():
        why = f"there is no folder {file.parent}"
    elif not os.access(file.parent, os.W_OK | os.X_OK):
        why = f"the folder {file.parent} cannot be written"
    else:
        return
    raise OperatorError(f"The setting HEARTBEAT cannot be used: {why}.", status=MISCONFIGURED)


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
