"""A whole game at INFO, with everything failing now and then: no hidden card is in the log."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from inspect import iscoroutinefunction
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from driving import Sim

from bot.storage import games, results
from bot.storage.errors import StoreError
from bot.telemetry.logs import set_up_logging
from cogs.live import pictures
from cogs.live.private_hands import PrivateHands

CODE = re.compile(r"\b(?:[RBGY](?:1[0-2]|[1-9])|W|S)\b")
WORDS = re.compile(r"\b(?:Red|Blue|Green|Yellow) \d|\bWild\b|\bSkip\b|hand=|draw_pile")


@pytest.fixture
def new_sim(tmp_path: Path) -> Sim:
    # What the store refused a computer player is tried again at once.
    return Sim(tmp_path / "games.db", retry=0.0)


@pytest.fixture
def log() -> Iterator[StringIO]:
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    out = StringIO()
    set_up_logging(logging.INFO, "json", ["secret-token"], out)
    yield out
    root.handlers, root.level = handlers, level


def failing(
    monkeypatch: pytest.MonkeyPatch, rng: Random, where: object, name: str, error: type[Exception]
) -> None:
    """Have a function fail now and then, and quote all that it was given."""
    whole: Callable[..., Any] = getattr(where, name)

    def sometimes(*given: Any, **named: Any) -> Any:
        if rng.random() < 0.15:
            raise error(f"{given[1:]!r} {named!r}")
        return whole(*given, **named)

    async def sometimes_later(*given: Any, **named: Any) -> Any:
        return await sometimes(*given, **named)

    is_async = iscoroutinefunction(whole)
    monkeypatch.setattr(where, name, sometimes_later if is_async else sometimes)


async def play(sim: Sim, rng: Random) -> int:
    """Click on through a hand, whatever fails; the number of clicks."""
    clicks = 0
    while clicks < 300 and not sim.manager.game.scored:
        clicks += 1
        name = sim.to_move()
        await sim.click(name, sim.table(), "hand")
        # It may be refused, or there is no hand to click on.
        with suppress(AssertionError, KeyError, IndexError):
            await sim.step(rng)
    return clicks


async def test_no_hidden_card_and_no_token_is_logged(
    sim: Sim, monkeypatch: pytest.MonkeyPatch, log: StringIO
) -> None:
    await sim.seat("ada", "ben", computers=1)
    rng = Random(3)
    failing(monkeypatch, rng, results, "commit", StoreError)
    failing(monkeypatch, rng, games, "put_table", StoreError)
    failing(monkeypatch, rng, PrivateHands, "show", RuntimeError)
    for name in ("paint_table", "paint_hand"):
        failing(monkeypatch, rng, pictures, name, KeyError)
    logging.getLogger("bot").info("logged in with %s", "secret-token")
    assert await play(sim, rng) > 15
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    assert {"error", "info"} <= {line["level"] for line in lines}
    assert "secret-token" not in log.getvalue()
    game_id = sim.manager.view(None).game_id
    assert any(line.get("game") == game_id for line in lines)
    for line in lines:
        told = " ".join(str(value) for value in line.values())
        assert not CODE.search(_without_source(told)), told
        assert not WORDS.search(_without_source(told)), told


def _without_source(told: str) -> str:
    """A line without the program's own text, which tracebacks show."""
    return re.sub(r'  File "[^"]+", line \d+, in .*\n    .*', "", told)


def test_what_is_looked_for_would_be_found() -> None:
    assert CODE.search("KeyError: 'R12'")
    assert CODE.search("(W, B3)")
    assert WORDS.search("PlayerView(hand=(…))")
