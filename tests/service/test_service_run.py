"""The service as a process: start, health and metrics, signals."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from unittest.mock import Mock

import aiohttp
import pytest
from fake_discord import APPLICATION, INTERACTION_TOKEN, FakeDiscord, fake_discord
from patience import PATIENCE

from bot import MISCONFIGURED
from bot.app import DISCONNECTING
from bot.service.run import STOPS_WITHIN, stop_signals
from bot.storage import games
from bot.storage.opening import open_database
from bot.table.context import Pace

PROGRAM = Path(__file__).with_name("service_program.py")
TOKEN = "MTIzNDU2.made-up.token-that-nobody-may-see"  # noqa: S105  # made up
MOVE = re.compile(r'"custom_id": ?"(p10:[^"]*:(?:draw|take|discard|discardnow)[^"]*)"')
SIGINT_IGNORED = ("/bin/sh", "-c", 'trap "" INT; exec "$@"', "sh")
"""Starts a program as a shell script starts a background job."""


@dataclass
class Service:
    process: asyncio.subprocess.Process
    port: int
    folder: Path

    async def ended(self) -> int:
        async with asyncio.timeout(PATIENCE):
            return await self.process.wait()

    @property
    def is_well(self) -> bool:
        return (self.folder / "beat").exists()

    async def until_well(self) -> None:
        async with asyncio.timeout(PATIENCE):
            while not self.is_well:
                assert self.process.returncode is None, self.log()
                await asyncio.sleep(0.05)

    async def until_measured(self, sample: str) -> str:
        """What ``/metrics`` says once it has this line."""
        url = f"http://127.0.0.1:{self.port}/metrics"
        async with asyncio.timeout(PATIENCE), aiohttp.ClientSession() as session:
            while True:
                assert self.process.returncode is None, self.log()
                with suppress(aiohttp.ClientConnectionError):
                    async with session.get(url) as answer:
                        text = await answer.text()
                        if sample in text.splitlines():
                            return text
                await asyncio.sleep(0.05)

    def log(self) -> str:
        return (self.folder / "log").read_text()


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
    given["HEARTBEAT"] = "beat"
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


async def games_in(folder: Path) -> int:
    store = await open_database(folder / "data" / "phase10.db")
    try:
        return len(await games.open_games(store))
    finally:
        await store.close()


async def test_from_start_to_stop(discord: FakeDiscord, tmp_path: Path) -> None:
    discord.welcomes.clear()
    rng, settings = Random(1), {"LOG_LEVEL": "DEBUG", "COMPUTER_PAUSE": "0"}
    async with service(discord, tmp_path, starter=SIGINT_IGNORED, **settings) as bot:
        # It is not well before Discord lets it in.
        await bot.until_measured("phase10_connected_shards 0.0")
        assert not bot.is_well
        discord.welcomes.set()
        await bot.until_well()
        await discord.command(0, "solo")
        for clicks in range(20):
            await discord.until(partial(answered, discord, clicks))
            await discord.click(0, rng.choice(moves(discord)))
        metrics = await bot.until_measured("phase10_interaction_seconds_count 21.0")
        for sample in ("running_games 1.0", "connected_shards 1.0", "shards 1.0"):
            assert f"\nphase10_{sample}\n" in metrics
        for counted in ('interactions_total{outcome="done"}', "write_seconds_count"):
            assert re.search(rf"^phase10_{counted} [1-9]", metrics, re.MULTILINE)
        assert re.search(r"^phase10_picture_seconds_count [1-9]", metrics, re.MULTILINE)
        # A background job ends by it as well.
        bot.process.send_signal(signal.SIGINT)
        assert await bot.ended() == 0
        assert all(json.loads(line)["level"] != "error" for line in bot.log().splitlines())
        # No token is logged, even at DEBUG.
        assert f"/{APPLICATION}/[hidden]/messages/@original" in bot.log()
        assert "'token': '[hidden]'" in bot.log()
        assert TOKEN not in bot.log()
        assert INTERACTION_TOKEN not in bot.log()
    assert await games_in(tmp_path) == 1


async def test_what_ends_it_is_a_line_of_its_log(discord: FakeDiscord, tmp_path: Path) -> None:
    async with service(discord, tmp_path, DISCORD_TOKEN="none") as bot:  # noqa: S106  # it is none
        assert await bot.ended() == MISCONFIGURED
    (last,) = map(json.loads, bot.log().splitlines())
    assert (last["level"], "no bot token" in last["event"]) == ("error", True)


def answered(discord: FakeDiscord, clicks: int) -> bool:
    return bool(moves(discord)) and discord.asked("POST", "/callback") > clicks


def moves(discord: FakeDiscord) -> list[str]:
    """The custom ids of the cards and piles in the newest answer that has some."""
    offers = (MOVE.findall(said) for said in reversed(discord.said))
    return next(filter(None, offers), [])


async def test_processes_share_the_servers_and_stop_though_discord_hangs(
    discord: FakeDiscord, tmp_path: Path
) -> None:
    shared = {"SHARD_COUNT": "3", "DATABASE_URL": str(tmp_path / "data" / "phase10.db")}
    async with (
        service(discord, tmp_path / "one", hanging=0.1, SHARD_IDS="0,2", **shared) as one,
        service(discord, tmp_path / "two", hanging=600, SHARD_IDS="1", **shared) as two,
    ):
        await one.until_well()
        await two.until_well()
        assert discord.shards == {each: [each, 3] for each in range(3)}
        # One of them speaks for all.
        assert discord.asked("PUT", "/commands") == 1
        discord.hangs = True
        for shard in range(3):
            await discord.command(shard, "solo")
        await discord.until(lambda: discord.asked("PATCH", "/@original") >= 3)
        for bot, games in ((one, 2), (two, 1)):
            measured = await bot.until_measured(f"phase10_running_games {games}.0")
            assert "\nphase10_rival_processes 0.0\n" in measured
            bot.process.terminate()
        assert await one.ended() == 0
        # What comes between the signal and the refusals is still taken in.
        async with asyncio.timeout(PATIENCE):
            while not any("I am just restarting" in said for said in discord.said):
                await discord.command(1, "play")
                await asyncio.sleep(0.05)
        discord.hangs = False
        # Each takes up the games of its own shards, and says who else serves them.
        async with service(discord, tmp_path / "three", SHARD_IDS="1", **shared) as three:
            await three.until_well()
            await three.until_measured("phase10_running_games 1.0")
            for bot in (two, three):
                await bot.until_measured("phase10_rival_processes 1.0")
                assert "serves the same servers: shards 1 of 3" in bot.log()
        # A second signal ends it at once.
        two.process.terminate()
        assert await two.ended() == 128 + signal.SIGTERM
    assert await games_in(tmp_path) == 3


async def test_a_signal_within_a_line_of_the_log_stops_it(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    with stop_signals(PATIENCE) as stop:
        # A stream refuses to write a line within another one.
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(caplog.handler, "emit", Mock(side_effect=RuntimeError("reentrant call")))
            signal.raise_signal(signal.SIGTERM)
        await stop.wait()
    assert "stopping" in caplog.messages


def test_all_that_it_waits_for_while_it_stops_fits_in_its_time() -> None:
    # What was accepted, then Discord's connection, then the database's.
    assert Pace().patience + 1 + 2 * DISCONNECTING < STOPS_WITHIN
