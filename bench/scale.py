"""Response times, event loop lag and memory with many tables.

Each table has two people and a computer player. Clicks arrive at a fixed rate, each at another
table, without waiting for earlier responses. Each number of tables is measured in processes of its
own, usually one, with an existing database: creating one loads Alembic, which would stay in memory.
With ``BENCH_PROCESSES`` the tables and the clicks are shared equally; ``BENCH_DATABASE`` is a URL
in place of a new file.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path
from random import Random

from discord.webhook import async_ as webhooks

from bench.clicks import GUILD, Wire, click_payload, next_click, start, to_act
from bench.timing import Figure, figure
from bot.app import BotConfig, Phase10Bot
from bot.model import Level, Person
from bot.rules.actions import Draw, Source
from bot.rules.editions import CLASSIC
from bot.rules.state import Stage
from bot.service.run import settle
from bot.storage.sqlite import migrate
from bot.table.context import Pace
from bot.table.errors import TableError
from bot.table.manager import GameManager

SIZES = tuple(int(size) for size in os.environ.get("BENCH_TABLES", "1,10,100,1000").split(","))
RATE = float(os.environ.get("BENCH_RATE", "100"))
SECONDS = float(os.environ.get("BENCH_SECONDS", "15"))
PROCESSES = int(os.environ.get("BENCH_PROCESSES", "1"))
DATABASE = os.environ.get("BENCH_DATABASE", "")
FIRST_CHANNEL = 10_000
TICK = 0.005
LONGEST = 60.0
"""Seconds to wait for the last hands."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What a process measured: seconds, bytes and numbers."""

    first: list[float]  # from clicks to their first response
    hand: list[float]  # from clicks to the new private hand
    held: list[float]  # how late the event loop was
    sent: int  # clicks
    busy: float  # processor time during the clicks
    memory: float
    grown: float  # memory of all tables
    resumed: float


def figures() -> Iterator[Figure]:
    """Measure each number of tables."""
    context = get_context("spawn")
    for size in SIZES:
        together = context.Barrier(PROCESSES)
        with (
            tempfile.TemporaryDirectory() as folder,
            ProcessPoolExecutor(PROCESSES, context, _with_others, (together,)) as processes,
        ):
            where = DATABASE or Path(folder) / "bench.db"
            if isinstance(where, Path):
                migrate(where, 0)
            share = -(-size // PROCESSES)
            first = [FIRST_CHANNEL + share * number for number in range(PROCESSES)]
            yield from _shown(size, list(processes.map(partial(_alone, share, where), first)))


def _shown(size: int, samples: Sequence[Sample]) -> Iterator[Figure]:
    first, hand, held = (
        [seconds for sample in samples for seconds in getattr(sample, name)]
        for name in ("first", "hand", "held")
    )
    sent, busy = (sum(getattr(sample, name) for sample in samples) for name in ("sent", "busy"))
    grown = sum(sample.grown for sample in samples)
    rate = min(RATE, _most(size))
    answers = f"{len(first) / SECONDS:.0f} of {rate:.0f} clicks a second answered"
    hands = f"{sent - len(hand)} missing, {busy / sent * 1000:.0f} ms processor time a click"
    memory = f"{sum(one.memory for one in samples) / 2**20:.0f} MB in all"
    memory += f", {grown / size / 2**10:.0f} KB a table"
    yield figure(f"{size} tables: first response", first, more=answers)
    yield figure(f"{size} tables: click to new private hand", hand, more=hands)
    yield figure(f"{size} tables: loop held", held, more=memory)
    yield figure(f"{size} tables: resume at start", [sample.resumed for sample in samples])


_others: Barrier


def _with_others(together: Barrier) -> None:
    """Remember where the processes of a measurement wait for each other."""
    global _others  # noqa: PLW0603  # one for each process
    _others = together


def _alone(size: int, where: str | Path, first_channel: int) -> Sample:
    return asyncio.run(_measured(size, where, first_channel))


async def _measured(size: int, where: str | Path, first_channel: int) -> Sample:
    wire = Wire()
    webhooks.async_context.set(wire)  # type: ignore[arg-type]
    bot = Phase10Bot(BotConfig(database=where, pace=Pace(pause=0, hand_pause=0)))
    try:
        await start(bot, wire)
        settle()
        # No process may resume the tables of another.
        await asyncio.to_thread(_others.wait)
        before = _resident()
        tables = [await _seated(bot, first_channel + number) for number in range(size)]
        grown = _resident() - before
        await asyncio.to_thread(_others.wait)
        busy = time.process_time()
        sent, held = await _stormed(bot, wire, tables)
        busy = time.process_time() - busy
        memory = _resident()
    finally:
        await bot.close()
    return Sample(
        first=_taken(sent, wire.first),
        hand=_taken(sent, wire.hand),
        held=held,
        sent=len(sent),
        busy=busy,
        memory=memory,
        grown=grown,
        resumed=await _resumed(where),
    )


def _taken(sent: dict[str, float], answered: dict[str, float]) -> list[float]:
    """The seconds from each click to its answer."""
    return [answered[token] - at for token, at in sent.items() if token in answered]


def _most(size: int) -> float:
    """Clicks per second for this number of tables: at most 20 for each."""
    return size * 20.0


async def _seated(bot: Phase10Bot, channel: int) -> GameManager:
    manager = bot.parts.registry.for_channel(channel, GUILD)
    host, other = Person(channel * 10, "Ada"), Person(channel * 10 + 1, "Bruno")
    await manager.open_lobby(host, CLASSIC, None, "en-US")
    await manager.join(other)
    await manager.add_computer(host.user_id, Level.NORMAL)
    await manager.start(host.user_id, 1)
    if channel % 2 and to_act(manager):
        # Half of the clicks discard, so that computer players have a share.
        await manager.act(to_act(manager), manager.version, Draw(Source.DRAW_PILE))
    return manager


async def _stormed(
    bot: Phase10Bot, wire: Wire, tables: list[GameManager]
) -> tuple[dict[str, float], list[float]]:
    """When each click was sent, and seconds of loop lag."""
    # Wait for the updates that opening the tables caused.
    while bot.parts.retry_queue._entries:  # noqa: ASYNC110  # it has no event
        await asyncio.sleep(0.1)
    rng = Random(6)
    held: list[float] = []
    sent: dict[str, float] = {}
    watch = asyncio.create_task(watch_loop(held))
    began = time.perf_counter()
    pause = 1 / min(RATE / PROCESSES, _most(len(tables)))
    number = 0
    while time.perf_counter() - began < SECONDS:
        manager = tables[number % len(tables)]
        token = f"storm{number}"
        number += 1
        if _click(bot, manager, rng, token):
            sent[token] = time.perf_counter()
        await asyncio.sleep(max(0.0, began + number * pause - time.perf_counter()))
    watch.cancel()
    ended = time.perf_counter()
    while (  # noqa: ASYNC110  # there is no event
        sent.keys() - wire.hand.keys() and time.perf_counter() - ended < LONGEST
    ):
        await asyncio.sleep(0.1)
    return sent, held


def _click(bot: Phase10Bot, manager: GameManager, rng: Random, token: str) -> bool:
    """Let the player whose turn it is click; False if it is a computer player's turn."""
    view, table = manager.view(None), manager.table
    if view.stage not in (Stage.DRAW, Stage.PLAY) or view.turn is None or table is None:
        return False
    if table.occupants[view.turn].user_id is None:
        return False
    try:
        made = click_payload(*next_click(manager, rng), token, manager.channel_id)
    except (IndexError, TableError):
        return False
    bot._connection.parse_interaction_create(made)  # type: ignore[arg-type]
    return True


async def watch_loop(held: list[float]) -> None:
    """Note how late the event loop is, until this is cancelled."""
    while True:
        asked = time.perf_counter()
        await asyncio.sleep(TICK)
        held.append(max(0.0, time.perf_counter() - asked - TICK))


async def _resumed(where: str | Path) -> float:
    """The seconds that a new process takes to resume every stored game."""
    bot = Phase10Bot(BotConfig(database=where, pace=Pace(pause=3_600, hand_pause=3_600)))
    try:
        began = time.perf_counter()
        await start(bot, Wire())
        return time.perf_counter() - began
    finally:
        await bot.close()


def _resident() -> float:
    """The resident memory of this process in bytes."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return float(line.split()[1]) * 2**10
    return 0.0
