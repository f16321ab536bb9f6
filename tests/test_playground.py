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
from bot.lab.demo import FIRST_SERVER


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
