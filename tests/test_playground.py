"""The playground's own process, apart from its page (tests/browser)."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from pathlib import Path

import discord
import pytest

pytest.importorskip("simcord")

import simcord

from bot import playground
from bot.app import BotConfig, Phase10Bot
from bot.lab.demo import FIRST_SERVER
from bot.scores.results import DueReview
from bot.storage.store import SqlStore
from bot.workers import Worker


def test_made_up_games_are_those_of_the_playground_by_default() -> None:
    bot = discord.Client(intents=discord.Intents.none())
    env = simcord.Env(bot, check_errors=False)
    playground._furnish(env)
    assert env.guild.id == FIRST_SERVER


async def child_that_somebody_else_waited_for(*_: object, **__: object) -> None:
    child = await asyncio.create_subprocess_exec(sys.executable, "-c", "")
    assert await child.wait() == 255
    logging.getLogger("asyncio").warning("something else")


@pytest.mark.skipif(sys.platform == "win32", reason="there asyncio waits in another way")
def test_a_picture_decoder_that_ended_before_it_was_killed_is_no_reason_to_warn(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    wait = os.waitpid

    def waited_for(pid: int, options: int) -> tuple[int, int]:
        wait(pid, options)
        raise ChildProcessError

    monkeypatch.setattr(os, "waitpid", waited_for)
    asyncio.run(child_that_somebody_else_waited_for())
    assert len(caplog.messages) == 2  # as it is without the playground
    caplog.clear()
    monkeypatch.setattr(playground, "_run", child_that_somebody_else_waited_for)
    playground.run_playground(
        database=tmp_path / "x.db", port=0, people=1, browser=False, locale="en"
    )
    assert caplog.messages == ["something else"]
    caplog.clear()
    asyncio.run(child_that_somebody_else_waited_for())
    assert len(caplog.messages) == 2  # and as it is after the playground


async def test_it_opens_while_a_game_is_reviewed_in_the_background(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reviewed, stored = asyncio.Event(), asyncio.Event()

    async def due_review(*_: object) -> DueReview | None:
        return None if stored.is_set() else DueReview(0, 1, "g", 0)

    async def put_review(*_: object) -> None:
        stored.set()

    async def ask(*_: object) -> None:
        await reviewed.wait()

    monkeypatch.setattr(SqlStore, "due_review", due_review)
    monkeypatch.setattr(SqlStore, "put_review", put_review)
    monkeypatch.setattr(Worker, "ask", ask)
    bot = Phase10Bot(BotConfig(database=tmp_path / "games.db", emoji_pause=None))

    async with playground.open_playground(bot, port=0, people=1):
        assert not stored.is_set()
        reviewed.set()
        await asyncio.wait_for(stored.wait(), 60)
