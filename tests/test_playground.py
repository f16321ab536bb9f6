"""The playground's own process, apart from its page (tests/browser)."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import discord
import pytest
from cli_kit import Run, refused

pytest.importorskip("simcord")

import simcord.preview
from patience import PATIENCE
from simcord.preview import Preview
from stored import lobby

from bot.app import BotConfig, Phase10Bot
from bot.cards.variations import varied
from bot.cups.state import CupStatus, LiveCup
from bot.i18n import words_for
from bot.lab.demo import FIRST_SERVER
from bot.playground import run as playground
from bot.playground import simcord_internals as internals
from bot.storage import games
from bot.storage.cups import stored_cup
from bot.storage.opening import open_database
from bot.table.context import Pace


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
    around = internals.PAGE_TEXTS.items()
    texts = [text.format(english(f"playground.{key}")) for key, text in around]
    texts += [
        internals.EMPTY,
        internals.HEADING,
        internals.DIALOGS,
        internals.SIMCORD,
        internals.DESCRIPTION.format(""),
        internals.KEEPS_MENU,
    ]
    for text in texts:
        assert any(text in file for file in files), text


def test_no_translated_text_of_the_page_is_also_a_part_of_its_code() -> None:
    """``append(edited)`` became ``append(bewerkt)`` in Dutch, and the page drew nothing more."""
    folder = Path(simcord.preview.__file__).parent / "static"
    english = words_for("en")
    texts = [
        text.format(english(f"playground.{key}")) for key, text in internals.PAGE_TEXTS.items()
    ]
    for path in folder.glob("*.js"):
        code = re.sub(r'"[^"\n]*"|`[^`]*`', "", path.read_text("utf-8"))
        assert [text for text in texts if text in code] == [], path.name


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


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds; the playground goes on by itself."""
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110  # nothing tells of it
            await asyncio.sleep(0.02)


async def run_cup(bot: Phase10Bot, preview: Preview) -> LiveCup:
    """Open a cup as Ada, who does not join it, and start it."""
    ada = preview.viewers[0]
    await ada.slash(preview.channel, "cup open", name="Friday", length="quick", format="knock_out")
    cups = bot.services.cups
    (stored,) = cups.running
    cup_id = stored.cup.cup_id

    def joined() -> int:
        shown = cups.find(cup_id)
        return 0 if shown is None else len(shown.cup.participants)

    await until(lambda: joined() == 2)
    poster = preview.channel.history()[-1]
    more = await ada.click(poster, custom_id=f"p10:{cup_id}:0:cupmore")
    assert more.response is not None
    await ada.click(more.response, custom_id=f"p10:{cup_id}:0:cupstart")
    return stored


async def test_others_play_a_cup_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.playground.others.PAUSE", 0.01)
    monkeypatch.setattr("cogs.lobby.with_length", lambda rules, _: varied(rules, "S2+S2+S2+S2"))
    pace = Pace(pause=0.0, hand_pause=0.0, cup_pause=0.0)
    config = BotConfig(database=tmp_path / "games.db", pace=pace, emoji_pause=None)
    bot = Phase10Bot(config)
    async with playground.open_playground(bot, port=0, people=6) as preview:
        stored = await run_cup(bot, preview)
        await until(lambda: bot.services.cups.find(stored.cup.cup_id) is None)
        ended = await bot.services.store.read(stored_cup, stored.cup.cup_id)
        assert ended is not None
        assert ended.cup.status is CupStatus.FINISHED
        assert {who.name for who in ended.cup.participants} == {"Gia", "Hugo"}
        assert [each.name for each in preview.channel.threads] == ["Friday · round 1 · table 1"]


async def test_threads_of_the_database_are_there_again(tmp_path: Path) -> None:
    env = simcord.Env(discord.Client(intents=discord.Intents.none()), check_errors=False)
    channel, _ = playground._furnish(env)
    thread = replace(lobby("thread"), channel_id=7)
    others = (replace(lobby(str(each)), channel_id=each) for each in (channel.id, -7))
    store = await open_database(tmp_path / "games.db")
    for stored in (thread, *others):
        await store.write(games.put_lobby, stored)
    await store.close()
    await playground._restore_threads(channel, tmp_path / "games.db")
    assert [(each.id, each.name) for each in channel.threads] == [(7, thread.seats[0].name)]
