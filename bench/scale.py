"""Response times, event loop lag and memory with many tables.

Each table has two people and a computer player. Clicks arrive at a fixed rate, each at another
table, without waiting for earlier responses. Each number of tables has a process of its own, with
an existing database: creating one would load Alembic, which would stay in memory.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import AsyncIterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random

from bot.app import Phase10Bot
from bot.cards.actions import Draw, Source
from bot.cards.state import Stage
from bot.service.run import settle
from bot.storage.sqlite import migrate
from bot.table.manager import GameManager

from .clicks import Wire, next_click, running, seated, to_act
from .timing import Figure

SIZES = tuple(int(size) for size in os.environ.get("BENCH_TABLES", "1,10,100,1000").split(","))
RATE = float(os.environ.get("BENCH_RATE", "50"))  # clicks a second, at most 20 for each table
DATABASE = os.environ.get("BENCH_DATABASE", "")  # a URL in place of a new file
SECONDS = 15.0
FIRST_CHANNEL = 10_000
TICK = 0.005
LAST_HANDS = 60  # seconds to wait for them


async def figures() -> AsyncIterator[Figure]:
    """Measure each number of tables."""
    for size in SIZES:
        with (
            tempfile.TemporaryDirectory() as folder,
            ProcessPoolExecutor(1, get_context("spawn")) as process,
        ):
            where = DATABASE or Path(folder) / "bench.db"
            if isinstance(where, Path):
                migrate(where, 0)
            for figure in process.submit(_alone, size, where).result():
                yield figure


def _alone(size: int, where: str | Path) -> list[Figure]:
    return asyncio.run(_measured(size, where))


async def _measured(size: int, where: str | Path) -> list[Figure]:
    held: list[float] = []
    async with running(where) as (bot, wire):
        settle()
        before = _resident()
        tables = [await _begun(bot, FIRST_CHANNEL + number) for number in range(size)]
        grown = (_resident() - before) / size
        busy = time.process_time()
        sent = await _stormed(bot, wire, tables, held)
        busy = (time.process_time() - busy) / len(sent)
        memory = _resident()
    asked = time.perf_counter()
    async with running(where):
        resumed = time.perf_counter() - asked
    first, hand = (
        [answered[token] - at for token, at in sent.items() if token in answered]
        for answered in (wire.first, wire.hand)
    )
    answers = f"{len(first) / SECONDS:.0f} clicks a second, {len(sent) - len(hand)} without a hand"
    used = f"{busy * 1e3:.0f} ms processor time a click"
    memory_text = f"{memory / 2**20:.0f} MB in all, {grown / 2**10:.0f} KB a table"
    return [
        Figure(f"{size} tables: first response", first, more=answers),
        Figure(f"{size} tables: new private hand", hand, more=used),
        Figure(f"{size} tables: loop held", held, more=memory_text),
        Figure(f"{size} tables: resume at start", [resumed]),
    ]


async def _begun(bot: Phase10Bot, channel: int) -> GameManager:
    manager = await seated(bot, channel)
    if channel % 2 and (user := to_act(manager)):
        # Half of the clicks discard, so that computer players have a share.
        await manager.act(user, manager.version, Draw(Source.DRAW_PILE))
    return manager


async def _stormed(
    bot: Phase10Bot, wire: Wire, tables: list[GameManager], held: list[float]
) -> dict[str, float]:
    """When each click was sent; ``held`` gets how late the event loop was."""
    # Wait for the updates that opening the tables caused.
    while bot.services.retry_queue._entries:  # noqa: ASYNC110  # it has no event
        await asyncio.sleep(0.1)
    rng = Random(6)
    sent = dict[str, float]()
    watch = asyncio.create_task(_watch_loop(held))
    began = time.perf_counter()
    number = 0
    pause = 1 / min(RATE, 20.0 * len(tables))
    while time.perf_counter() - began < SECONDS:
        manager = tables[number % len(tables)]
        number += 1
        if manager.view(None).stage in (Stage.DRAW, Stage.PLAY) and to_act(manager):
            bot._connection.parse_interaction_create(next_click(manager, rng, str(number)))
            sent[str(number)] = time.perf_counter()
        await asyncio.sleep(max(0.0, began + number * pause - time.perf_counter()))
    watch.cancel()
    for _ in range(LAST_HANDS):
        if sent.keys() <= wire.hand.keys():
            break
        await asyncio.sleep(1)
    return sent


async def _watch_loop(held: list[float]) -> None:
    while True:
        asked = time.perf_counter()
        await asyncio.sleep(TICK)
        held.append(max(0.0, time.perf_counter() - asked - TICK))


def _resident() -> float:
    """The resident memory of this process in bytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(float(line.split()[1]) * 2**10 for line in lines if line.startswith("VmRSS"))
