from __future__ import annotations

import os
import threading
import traceback
from collections.abc import AsyncIterator, Callable, Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from conformity import mistakes
from databases import BOT_DATABASES
from driving import Sim
from faulting import AGAIN_AFTER, LOOK_AGAIN, know_what_was_sent
from PIL import Image
from postgres_server import GIVEN, programs
from simcord import Env
from simulating import be_patient_and_quick, translate_commands_once

from bot.app import Phase10Bot
from bot.cards import laying
from bot.cards.distance import Solver
from bot.render.engine.canvas import Canvas
from bot.render.pictures.emoji import emoji_face
from bot.seating import Lobby
from bot.table import computers

_emoji = cache(emoji_face)
SMALLER = 8  # pictures, in width and height
PAINTING = ("sprite", "darken", "card", "back", "panel", "fill_mask", "_portrait", "_paint_rim")
"""What a canvas does without saying how much room it took."""
TESTS = str(Path(__file__).parents[1])


@pytest.fixture(autouse=True)
def _database(request: pytest.FixtureRequest) -> Iterator[None]:
    """Keep the games of tests marked ``database`` on PostgreSQL, where there is one."""
    marked = request.node.get_closest_marker("database") is not None
    if marked and (GIVEN in os.environ or programs() is not None):
        BOT_DATABASES.schemas = request.getfixturevalue("migrated_schemas")
    yield
    BOT_DATABASES.give_back()


@pytest.fixture
def new_sim(tmp_path: Path, request: pytest.FixtureRequest) -> Sim:
    faces = request.node.get_closest_marker("faces") is not None
    return Sim(tmp_path / "games.db", faces=faces)


@pytest.fixture
def simcord_bot(new_sim: Sim) -> Phase10Bot:
    return new_sim.bot


@pytest.fixture
def beacons() -> None:
    """To be asked for by tests of beacons: with them other cards come each time."""


@pytest.fixture
def moving() -> None:
    """To be asked for by tests of animations; all others have none."""


@pytest.fixture
def newcomers() -> None:
    """To be asked for by tests of the guided hand; to all others nobody is new."""


@pytest.fixture
def painted() -> None:
    """To be asked for by tests that look into pictures; those of others are laid out but blank."""


@pytest.fixture(autouse=True)
def _quick_and_the_same(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Change what would be slow, or another each time, unless the test asks for it."""
    asked = set(request.fixturenames)
    be_patient_and_quick(monkeypatch)
    translate_commands_once(monkeypatch)
    know_what_was_sent(monkeypatch)
    monkeypatch.setattr("cogs.live.retry_queue.AGAIN_AFTER", AGAIN_AFTER)
    monkeypatch.setattr("cogs.live.announcements.LOOK_AGAIN", LOOK_AGAIN)
    # Simulated time never jumps.
    monkeypatch.setattr("bot.table.context.LONGEST_SLEEP", LOOK_AGAIN)
    monkeypatch.setattr("cogs.base.discord_errors.ANSWER_AGAIN_AFTER", (0.0, 0.0))
    # simcord does not wait for longer sleeps.
    monkeypatch.setattr("cogs.live.card_emojis.BETWEEN_THEMES", 0.0)
    monkeypatch.setattr("cogs.live.card_emojis.emoji_face", _emoji)
    # Computer players decide before a table is drawn, as they do not pause here.
    monkeypatch.setattr(computers, "_decided", _at_once)
    if "beacons" not in asked:
        monkeypatch.setattr(Lobby, "beacon", lambda *_: "")
    if "moving" not in asked:
        monkeypatch.setattr("cogs.live.table_announcer.TableAnnouncer.highlight", lambda *_: None)
    if "newcomers" not in asked:
        for module in ("guided", "rules"):
            monkeypatch.setattr(f"cogs.{module}.is_newcomer", _known)
    # To encode pictures takes as long as to paint them.
    monkeypatch.setattr(Canvas, "png", _small_file)
    if not {"painted", "moving"} & asked:
        monkeypatch.setattr(Canvas, "png", _blank)
        for name in PAINTING:
            monkeypatch.setattr(Canvas, name, lambda *_, **__: None)


async def _at_once(_context: object, decision: Callable[[], Any], _level: object) -> Any:
    return decision()


async def _known(*_: object) -> bool:
    return False


def _blank(canvas: Canvas) -> bytes:
    return _blank_file(canvas.size)


@cache
def _blank_file(size: tuple[int, int]) -> bytes:
    return _small(Image.new("L", size))


def _small_file(canvas: Canvas) -> bytes:
    return _small(canvas.drawn()[0])


def _small(picture: Image.Image) -> bytes:
    out = BytesIO()
    picture.reduce(SMALLER).save(out, "PNG", compress_level=1)
    return out.getvalue()


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Where the bot searches on the event loop, as tests may."""
    found: list[str] = []

    def noted(search: Any) -> Any:
        def noting(*arguments: Any) -> Any:
            if threading.current_thread() is threading.main_thread():
                frames = [frame.f_code for frame, _ in traceback.walk_stack(None)]
                if not any(code.co_filename.startswith(TESTS) for code in frames):
                    found.append(" < ".join(code.co_qualname for code in frames[1:9]))
            return search(*arguments)

        return noting

    monkeypatch.setattr(laying, "best_lays", noted(laying.best_lays))
    monkeypatch.setattr(Solver, "encode", noted(Solver.encode))
    return found


@pytest.fixture
async def sim(new_sim: Sim, simcord_env: Env, searches: list[str]) -> AsyncIterator[Sim]:
    new_sim.furnish(simcord_env)
    yield new_sim
    await new_sim.bot.close()
    assert list(mistakes(simcord_env.http_requests)) == []
    assert searches == [], "the event loop is held"
    assert not new_sim.bot.persistent_views, "messages are kept in memory"
