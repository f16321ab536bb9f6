"""How a running bot is: what its metrics page shows besides what is counted on the way."""

from __future__ import annotations

import math
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

from bot.app import Phase10Bot
from cogs.services import Services

from .health import Checks, Probe, health_page

_COUNTS: tuple[tuple[str, str, Callable[[Services], int]], ...] = (
    ("running_games", "Games that are on.", lambda services: services.registry.running),
    ("open_lobbies", "Lobbies that are open.", lambda services: services.registry.waiting),
    (
        "live_hands",
        "Private hands that can be kept up to date.",
        lambda services: len(services.hands),
    ),
)


def is_connected(bot: Phase10Bot) -> bool:
    """Whether Discord is connected on every shard of this process."""
    shards = bot.shards.values()
    return (
        bot.is_ready()
        and len(shards) == len(bot.config.shards.ids)
        and not any(shard.is_closed() for shard in shards)
    )


@asynccontextmanager
async def watched(bot: Phase10Bot, *, host: str, port: int) -> AsyncIterator[int]:
    """Serve ``/healthz`` and ``/metrics`` of a bot for as long as this lasts; gives the port.

    Raises:
        HealthError: the address cannot be used.
    """
    metrics = bot.config.metrics
    report(bot)
    database = Probe(bot.ask_database)

    async def gateway() -> bool:
        return is_connected(bot)

    checks: Checks = {"gateway": gateway, "database": database}
    try:
        async with health_page(metrics, checks, host=host, port=port) as opened:
            yield opened
    finally:
        await database.close()


def report(bot: Phase10Bot) -> None:
    """Add a bot's gauges to its metrics; they ask it at each reading."""
    metrics = bot.config.metrics
    began = time.monotonic()
    metrics.gauge("uptime_seconds", "Since the bot started.", lambda: time.monotonic() - began)
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
    for name, what, count in _COUNTS:
        # Nothing is on the services before Discord let the bot in.
        value = partial(lambda count: count(bot.services) if hasattr(bot, "services") else 0, count)
        metrics.gauge(name, what, value)
