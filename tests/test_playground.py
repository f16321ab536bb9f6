"""The playground's own process, apart from its page (tests/browser)."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import discord
import pytest
from cli_kit import Run, refused

pytest.importorskip("simcord")

import simcord.preview

from bot import playground, preview
from bot.app import BotConfig, Phase10Bot
from bot.i18n import words_for
from bot.lab.demo import FIRST_SERVER
from bot.scores.results import DueReview
from bot.storage.store import SqlStore
from bot.workers import Worker


def test_made_up_games_are_those_of_the_playground_by_default() -> None:
    bot = discord.Client(intents=discord.Intents.none())
    env = simcord.Env(bot, check_errors=False)
    playground._furnish(env)
    assert env.guild.id == FIRST_SERVER


def test_every_text_of_the_page_that_is_translated_is_there() -> None:
    """Another version of simcord may say it in other words, which would then stay English."""
    folder = Path(simcord.preview.__file__).parent / "static"
    files = [path.read_text("utf-8") for path in (*folder.glob("*.js"), folder / "index.html")]
    english = words_for("en")
    texts = [
        around.format(english(f"playground.{key}")) for key, around in preview.PAGE_TEXTS.items()
    ]
    for text in (*texts, preview.EMPTY):
        assert any(text in file for file in files), text


def test_it_says_in_a_sentence_that_simcord_has_changed(
    phase10: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A handler would stay behind with a stderr that is gone.
    monkeypatch.setattr("logging.basicConfig", lambda **_: None)
    changed = f"simcord {simcord.__version__} has changed"
    with monkeypatch.context() as patch:
        patch.delattr("simcord.preview._server.PreviewServer._static")
        refused(phase10("play", "--no-browser"), 1, changed, "PreviewServer has no _static")
    for module in ("bot.playground", "bot.preview"):
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "simcord.preview._media", None)
    refused(phase10("play", "--no-browser"), 1, changed, "simcord.preview._media", "pip install")


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
