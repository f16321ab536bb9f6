"""Expert players think in a process of their own, and hard ones for them where there is none."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace
from multiprocessing import active_children
from random import Random

import pytest
from fakes_table import World
from kit import position

from bot.games.system import AnyAction
from bot.model import Level
from bot.players import strategy
from bot.rules.engine import legal_actions
from bot.rules.state import State
from bot.rules.views import view_for
from bot.systems import CARDS
from bot.table import computers
from bot.table.context import Question, Thinker
from bot.workers import WorkError

FEW_CARDS = position(["R5 B5 R8", "R1 R2"])
MINUTES = 100.0


def question(state: State, level: Level = Level.EXPERT) -> Question:
    view, legal = view_for(state, state.turn), legal_actions(state)
    return Question(CARDS.name, level, view, legal, seed=7)


async def test_the_process_answers_as_this_one_would_and_comes_again_after_it_was_killed() -> None:
    thinker, asked = Thinker(MINUTES), question(FEW_CARDS)
    try:
        here = strategy(Level.EXPERT).choose(asked.view, asked.legal, Random(asked.seed))
        assert await thinker.ask(asked) == here
        with pytest.raises(WorkError, match="AttributeError"):
            await thinker.ask(replace(asked, view=None))
        (process,) = active_children()
        os.kill(process.pid or 0, signal.SIGKILL)
        with pytest.raises((OSError, EOFError)):
            await thinker.ask(asked)
        assert await thinker.ask(asked) == here
        (another,) = active_children()
        assert another.pid != process.pid
    finally:
        thinker.close()
    another.join()
    assert not active_children()


async def test_it_does_not_wait_for_ever() -> None:
    thinker = Thinker(patience=0)
    with pytest.raises(TimeoutError):
        await thinker.ask(question(FEW_CARDS))
    thinker.close()


class Unable(Thinker):
    async def ask(self, _question: Question) -> AnyAction:
        raise OSError("no process more")


class Able(Thinker):
    asked: Question | None = None

    async def ask(self, question: Question) -> AnyAction:
        self.asked = question
        return question.legal.plain[-1]


async def test_hard_decides_where_expert_cannot(caplog: pytest.LogCaptureFixture) -> None:
    world = World()
    config = replace(world._context().config, strategy=strategy, thinker=Unable())
    action = await computers.decide(config, FEW_CARDS, Level.EXPERT)
    assert action in legal_actions(FEW_CARDS)
    assert "OSError" in caplog.text
    await world.registry.close()


async def test_the_process_is_given_a_view_and_no_hidden_cards() -> None:
    world, thinker = World(), Able()
    config = replace(world._context().config, strategy=strategy, thinker=thinker)
    action = await computers.decide(config, FEW_CARDS, Level.EXPERT)
    assert thinker.asked is not None
    assert thinker.asked.view == view_for(FEW_CARDS, 0)
    assert action == thinker.asked.legal.plain[-1]
    await world.registry.close()


KILLED = """
import asyncio, os
from bot.model import Level
from bot.systems import CARDS
from bot.table.context import Question, Thinker
from bot.workers import WorkError

async def ask():
    try:
        await Thinker(100).ask(Question(CARDS.name, Level.EASY, None, None, 1))
    except WorkError:
        print("answered", flush=True)
    os.kill(os.getpid(), 9)

if __name__ == "__main__":
    asyncio.run(ask())
"""


def test_the_process_does_not_outlive_a_bot_that_is_killed() -> None:
    # It would hold the pipe open, and reading it would never end.
    done = subprocess.run(  # noqa: S603  # our own words
        [sys.executable, "-c", KILLED], stdout=subprocess.PIPE, timeout=180, check=False
    )
    assert done.returncode == -signal.SIGKILL
    assert done.stdout == b"answered\n"
