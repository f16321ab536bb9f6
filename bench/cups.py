"""A cup with many tables at once: how long its rounds take to begin and to end, and a restart.

The network is replaced as in :mod:`bench.clicks`, and threads are there at once.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from itertools import count
from pathlib import Path

from discord.webhook import async_ as webhooks

from bench.clicks import CHANNEL, GUILD, Wire, start
from bench.scale import watch_loop
from bench.timing import Figure, figure
from bot.app import BotConfig, Phase10Bot
from bot.cups.state import SWISS, LiveCup
from bot.model import Person
from bot.rules.editions import CLASSIC, Length, with_length
from bot.table.context import Pace

TABLES = int(os.environ.get("BENCH_CUP_TABLES", "200"))
_PACE = Pace(pause=0, hand_pause=3_600, cup_pause=0)
_threads = count(50_000)


async def figures() -> Iterator[Figure]:
    """Measure a cup of four people a table."""
    with tempfile.TemporaryDirectory() as folder:
        wire, where = Wire(), Path(folder) / "bench.db"
        webhooks.async_context.set(wire)  # type: ignore[arg-type]
        bot = _bot(where)
        held: list[float] = []
        try:
            await start(bot, wire)
            cup_id = await _opened(bot)
            joined = [await _joined(bot, cup_id, number) for number in range(4 * TABLES)]
            watch = asyncio.create_task(watch_loop(held))
            began = await _took(bot.parts.cups.start(cup_id), lambda: _running(bot) == TABLES)
            watch.cancel()
            first = _live(bot, cup_id).cup
            ended = await _took(
                _end_all(bot),
                lambda: len(_live(bot, cup_id).cup.rounds) == 2 and _running(bot) == TABLES,
            )
        finally:
            await bot.close()
        resumed = await _resumed(where, wire)
    people = f"{4 * TABLES} people"
    return iter(
        [
            figure(f"cup of {TABLES} tables: join", joined, more=people),
            figure(f"cup of {TABLES} tables: all games begun", [began], more=first.format.name),
            figure(f"cup of {TABLES} tables: loop held meanwhile", held),
            figure(f"cup of {TABLES} tables: games ended, next begun", [ended]),
            figure(f"cup of {TABLES} tables: resume at start", [resumed]),
        ]
    )


def _bot(where: Path) -> Phase10Bot:
    return Phase10Bot(BotConfig(database=where, pace=_PACE))


async def _opened(bot: Phase10Bot) -> str:
    async def thread(_live: LiveCup, _table: int, note: Callable[[int], Awaitable[None]]) -> int:
        await note(number := next(_threads))
        return number

    bot.parts.cups._channels.open_thread = thread  # type: ignore[assignment, method-assign]
    live = await bot.parts.cups.open(
        Person(1, "Host"),
        "Bench",
        SWISS,
        with_length(CLASSIC, Length.QUICK),
        guild_id=GUILD,
        channel_id=CHANNEL,
        locale="en-US",
    )
    return live.cup.cup_id


async def _joined(bot: Phase10Bot, cup_id: str, number: int) -> float:
    asked = time.perf_counter()
    await bot.parts.cups.join(cup_id, Person(1_000 + number, f"Player {number}"))
    return time.perf_counter() - asked


async def _end_all(bot: Phase10Bot) -> None:
    for manager in bot.parts.registry.busy():
        await manager.end_game(0, moderator=True)


def _live(bot: Phase10Bot, cup_id: str) -> LiveCup:
    live = bot.parts.cups.find(cup_id)
    assert live is not None
    return live


def _running(bot: Phase10Bot) -> int:
    return bot.parts.registry.running


async def _took(work: object, done: Callable[[], bool]) -> float:
    """The seconds until this is done and has had its effect."""
    asked = time.perf_counter()
    await work  # type: ignore[misc]
    while not done():  # noqa: ASYNC110  # there is no event
        await asyncio.sleep(0.005)
    return time.perf_counter() - asked


async def _resumed(where: Path, wire: Wire) -> float:
    bot = _bot(where)
    try:
        asked = time.perf_counter()
        await start(bot, wire)
        return time.perf_counter() - asked
    finally:
        await bot.close()
