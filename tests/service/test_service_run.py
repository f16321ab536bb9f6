"""The service as a process: start, health and metrics, signals."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import pytest
from fake_discord import APPLICATION, INTERACTION_TOKEN, FakeDiscord, fake_discord

from bot.app import DISCONNECTING
from bot.service.run import SELDOM, STOPS_WITHIN, settle
from bot.storage.store import SqlStore
from bot.table.context import Pace

PROGRAM = Path(__file__).with_name("service_program.py")
TOKEN = "MTIzNDU2.made-up.token-that-nobody-may-see"  # noqa: S105  # made up
MOVE = re.compile(r'"custom_id": ?"(p10:[^"]*:(?:draw|take|discard|discardnow)[^"]*)"')
PATIENCE = 180.0
"""Seconds after which something that has not come will not come; nothing waits for them to pass."""
SIGINT_IGNORED = ("/bin/sh", "-c", 'trap "" INT; exec "$@"', "sh")
"""Starts a program as a shell script starts a background job."""


@dataclass
class Service:
    """A bot's process."""

    process: asyncio.subprocess.Process
    port: int
    folder: Path

    async def ended(self) -> int:
        """The exit status, once it has ended by itself."""
        async with asyncio.timeout(PATIENCE):
            return await self.process.wait()

    async def page(self, path: str) -> tuple[int, str]:
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"http://127.0.0.1:{self.port}{path}") as answer,
        ):
            return answer.status, await answer.text()

    async def until_well(self) -> dict[str, Any]:
        """What ``/healthz`` says once it says that all is well."""
        async with asyncio.timeout(PATIENCE):
            while True:
                assert self.process.returncode is None, self.log()
                try:
                    status, text = await self.page("/healthz")
                except aiohttp.ClientConnectionError:
                    status = 0
                if status == 200:
                    found: dict[str, Any] = json.loads(text)
                    return found
                await asyncio.sleep(0.05)

    async def until_measured(self, sample: str) -> str:
        """What ``/metrics`` says once it has this line."""
        async with asyncio.timeout(PATIENCE):
            while True:
                _, text = await self.page("/metrics")
                if sample in text.splitlines():
                    return text
                await asyncio.sleep(0.05)

    def log(self) -> str:
        return (self.folder / "log").read_text()

    async def until_logged(self, words: str) -> None:
        async with asyncio.timeout(PATIENCE):
            while words not in self.log():  # noqa: ASYNC110  # it is another process
                await asyncio.sleep(0.02)


@pytest.fixture
async def discord() -> AsyncIterator[FakeDiscord]:
    async with fake_discord() as fake:
        yield fake


@asynccontextmanager
async def service(
    discord: FakeDiscord,
    folder: Path,
    *,
    starter: tuple[str, ...] = (),
    hanging: float = Pace.patience,
    **settings: str,
) -> AsyncIterator[Service]:
    """A running service; when it stops, it waits ``hanging`` seconds for what hangs."""
    folder.mkdir(exist_ok=True)  # noqa: ASYNC240  # nothing else goes on
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    given = {"DISCORD_TOKEN": TOKEN, "METRICS_PORT": str(port), "LOG_FORMAT": "json"}
    kept = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    with (folder / "log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *starter,
            sys.executable,
            PROGRAM,
            str(discord.port),
            str(hanging),
            cwd=folder,
            env={**kept, **given, **settings},
            stdout=log,
            stderr=log,
        )
    try:
        yield Service(process, port, folder)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def stored_games(folder: Path) -> int:
    store = await SqlStore.open(folder / "data" / "phase10.db")
    try:
        return len(await store.open_games())
    finally:
        await store.close()


async def test_it_runs_says_how_it_is_and_stops(discord: FakeDiscord, tmp_path: Path) -> None:
    async with service(discord, tmp_path) as bot:
        assert await bot.until_well() == {"ok": True, "gateway": True, "database": True}
        await discord.command(0, "solo")
        metrics = await bot.until_measured('phase10_interactions_total{outcome="done"} 1.0')
        for sample in ("running_games 1.0", "connected_shards 1.0", "shards 1.0"):
            assert f"\nphase10_{sample}\n" in metrics
        assert re.search(r"^phase10_write_seconds_count [1-9]", metrics, re.MULTILINE)
        assert re.search(r"^phase10_picture_seconds_count [1-9]", metrics, re.MULTILINE)
        bot.process.terminate()
        assert await bot.ended() == 0
        assert TOKEN not in bot.log()
        assert all(json.loads(line)["level"] != "error" for line in bot.log().splitlines())
    assert await stored_games(tmp_path) == 1


async def test_no_token_is_in_the_lines_of_a_game_at_debug(
    discord: FakeDiscord, tmp_path: Path
) -> None:
    rng = Random(1)
    async with service(discord, tmp_path, LOG_LEVEL="DEBUG", COMPUTER_PAUSE="0") as bot:
        await bot.until_well()
        await discord.command(0, "solo")
        for clicks in range(40):
            await discord.until(partial(answered, discord, clicks))
            await discord.click(0, rng.choice(moves(discord)))
        bot.process.terminate()
        assert await bot.ended() == 0
        assert f"/{APPLICATION}/[hidden]/messages/@original" in bot.log()
        assert "'token': '[hidden]'" in bot.log()
        assert INTERACTION_TOKEN not in bot.log()


def answered(discord: FakeDiscord, clicks: int) -> bool:
    return bool(moves(discord)) and discord.asked("POST", "/callback") > clicks


def moves(discord: FakeDiscord) -> list[str]:
    """The custom ids of the cards and piles in the newest answer that has some."""
    offers = (MOVE.findall(said) for said in reversed(discord.said))
    return next(filter(None, offers), [])


async def start_of_hanging(discord: FakeDiscord, bot: Service) -> None:
    """Start a game that Discord never lets be shown, then stop."""
    await bot.until_well()
    discord.hangs = True
    await discord.command(0, "solo")
    await discord.until(lambda: discord.asked("PATCH", "/@original"))
    bot.process.terminate()
    await bot.until_logged("stopping")


async def test_a_discord_that_hangs_does_not_hold_it_up(
    discord: FakeDiscord, tmp_path: Path
) -> None:
    async with service(discord, tmp_path, hanging=0.1) as bot:
        await start_of_hanging(discord, bot)
        assert await bot.ended() == 0
    assert await stored_games(tmp_path) == 1


def test_all_that_it_waits_for_while_it_stops_fits_in_its_time() -> None:
    # What was accepted, then Discord's connection, then the database's.
    assert Pace().patience + 1 + 2 * DISCONNECTING < STOPS_WITHIN


async def test_who_clicks_while_it_stops_is_told_and_a_second_signal_ends_it_at_once(
    discord: FakeDiscord, tmp_path: Path
) -> None:
    async with service(discord, tmp_path, hanging=600) as bot:
        await start_of_hanging(discord, bot)
        # What comes between the line in the log and the refusals is still taken in.
        async with asyncio.timeout(PATIENCE):
            while not any("I am just restarting" in said for said in discord.said):
                await discord.command(0, "play")
                await asyncio.sleep(0.05)
        assert bot.process.returncode is None
        bot.process.terminate()
        assert await bot.ended() == 128 + signal.SIGTERM


async def test_it_is_not_well_before_discord_lets_it_in_and_stops_by_sigint_as_a_background_job(
    discord: FakeDiscord, tmp_path: Path
) -> None:
    discord.welcomes.clear()
    async with service(discord, tmp_path, starter=SIGINT_IGNORED) as bot:
        async with asyncio.timeout(PATIENCE):
            found: dict[str, Any] = {}
            while not found.get("database"):
                assert bot.process.returncode is None, bot.log()
                try:
                    status, text = await bot.page("/healthz")
                except aiohttp.ClientConnectionError:
                    await asyncio.sleep(0.05)
                    continue
                found = json.loads(text)
        assert (status, found) == (503, {"ok": False, "gateway": False, "database": True})
        discord.welcomes.set()
        await bot.until_well()
        bot.process.send_signal(signal.SIGINT)
        assert await bot.ended() == 0


async def test_two_processes_share_the_servers(discord: FakeDiscord, tmp_path: Path) -> None:
    data = str(tmp_path / "data" / "phase10.db")
    shared = {"SHARD_COUNT": "3", "DATABASE_URL": data}
    async with (
        service(discord, tmp_path / "one", SHARD_IDS="0,2", **shared) as one,
        service(discord, tmp_path / "two", SHARD_IDS="1", **shared) as two,
    ):
        await one.until_well()
        await two.until_well()
        assert discord.shards == {each: [each, 3] for each in range(3)}
        # One of them speaks for all.
        assert discord.asked("PUT", "/commands") == 1
        for shard in range(3):
            await discord.command(shard, "solo")
        for bot, games in ((one, 2), (two, 1)):
            measured = await bot.until_measured(f"phase10_running_games {games}.0")
            assert "\nphase10_rival_processes 0.0\n" in measured
        for bot in (one, two):
            bot.process.terminate()
            assert await bot.ended() == 0
        assert await stored_games(tmp_path) == 3
    # Each takes up its own, and only these.
    async with service(discord, tmp_path / "two", SHARD_IDS="1", **shared) as two:
        await two.until_well()
        await two.until_measured("phase10_running_games 1.0")


async def test_two_processes_for_the_same_shards_say_so(
    discord: FakeDiscord, tmp_path: Path
) -> None:
    data = str(tmp_path / "data" / "phase10.db")
    async with service(discord, tmp_path / "one", DATABASE_URL=data) as one:
        await one.until_well()
        async with service(discord, tmp_path / "two", DATABASE_URL=data) as two:
            for bot in (one, two):
                await bot.until_measured("phase10_rival_processes 1.0")
                await bot.until_logged("serves the same servers: shards 0 of 1")


def test_what_is_there_at_the_start_is_not_looked_through_again() -> None:
    before = gc.get_threshold()
    try:
        settle()
        assert gc.get_freeze_count() > 10_000
        assert gc.get_threshold() == (*before[:2], SELDOM)
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
