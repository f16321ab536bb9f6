"""The playground's own process, apart from its page (tests/browser)."""

from __future__ import annotations

import sys
from pathlib import Path

import discord
import pytest
from cli_kit import Run, refused

pytest.importorskip("simcord")

import simcord.preview

from bot.i18n import words_for
from bot.lab.demo import FIRST_SERVER
from bot.playground import run as playground
from bot.playground import simcord_internals as preview


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
    around = preview.PAGE_TEXTS.items()
    texts = [text.format(english(f"playground.{key}")) for key, text in around]
    texts += [
        preview.EMPTY,
        preview.DIALOGS,
        preview.SIMCORD,
        preview.DESCRIPTION.format(""),
        preview.KEEPS_MENU,
    ]
    for text in texts:
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
    for module in ("bot.playground.run", "bot.playground.simcord_internals"):
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "simcord.preview._media", None)
    refused(phase10("play", "--no-browser"), 1, changed, "simcord.preview._media", "pip install")
