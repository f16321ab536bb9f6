"""Highlights as animations in a whole bot, and the recap of a game."""

from __future__ import annotations

from io import BytesIO

import pytest
from driving import Shown, Sim
from PIL import Image
from remembering import SHORT

from bot.render.pictures.highlight import FRAME_WIDTH
from cogs.live.table_announcer import SHOWN_FOR

pytestmark = pytest.mark.usefixtures("moving")


ANIMATION_SECONDS = 60.0
"""Seconds of an animation in a hand here, for which no test waits by itself."""


@pytest.fixture(autouse=True)
def _long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.live.private_hands.ANIMATION_SECONDS", ANIMATION_SECONDS)


def animations(sim: Sim) -> list[Shown]:
    """The public messages with an animation."""
    return [each for each in sim.public() if "highlight.gif" in names(each)]


def names(shown: Shown) -> list[str]:
    return [each["filename"] for each in shown.raw.attachments]


def frames(sim: Sim, shown: Shown) -> int:
    (gif,) = sim.files(shown)
    with Image.open(BytesIO(gif)) as opened:
        return getattr(opened, "n_frames", 1)


async def test_a_phase_that_is_laid_for_the_first_time_is_animated(sim: Sim) -> None:
    await sim.seat("ada", "ben", variation=SHORT)
    table, first = sim.table().id, await sim.until("lay")
    assert animations(sim) == []
    await sim.click(first, sim.hand(first), "lay")
    (shown,) = animations(sim)
    assert shown.alts[0].startswith(f"Animation: {first} lays phase 1: ")
    assert frames(sim, shown) > 5
    assert not shown.raw.content
    assert not shown.controls
    assert table in [each.id for each in sim.public()]
    assert names(sim.hand(first)) == ["hand.png"], "the channel shows it"
    await sim.env.advance_time(SHOWN_FOR + 1)
    assert animations(sim) == []


async def test_the_animation_of_a_lay_that_is_taken_back_goes(sim: Sim) -> None:
    await sim.seat("ada", "ben", variation=SHORT)
    first = await sim.until("lay")
    await sim.click(first, sim.hand(first), "lay")
    assert len(animations(sim)) == 1
    await sim.click(first, sim.hand(first), "takeback")
    assert animations(sim) == []
    assert "laid phase 1" not in sim.table().words
    assert "lay" in sim.hand(first).controls


async def until_lay(sim: Sim) -> Shown:
    """Ada's hand in her game alone, when she may lay a phase for the first time."""
    await sim.slash("ada", "solo", length="quick", opponents=1)
    while "lay" not in (shown := sim.hand("ada")).controls:
        verbs = [verb for verb in ("draw", "handready") if verb in shown.controls]
        if verbs:
            await sim.click("ada", shown, verbs[0])
        else:
            await sim.discard("ada", shown, shown.controls["discard"].values[0])
    return sim.hand("ada")


def size(sim: Sim, shown: Shown) -> tuple[int, int]:
    (file,) = sim.files(shown)
    with Image.open(BytesIO(file)) as opened:
        return opened.size


async def test_a_phase_laid_alone_moves_in_the_hand_which_then_stands_still(sim: Sim) -> None:
    hand = await until_lay(sim)
    await sim.click("ada", hand, "lay")
    shown = sim.hand("ada")
    assert shown.id == hand.id
    assert names(shown) == ["highlight.gif"]
    assert shown.alts[0].startswith("Animation: ada lays phase 1: ")
    assert frames(sim, shown) > 5
    assert "discard" in shown.controls, "nobody has to wait"
    moving = size(sim, shown)
    await sim.env.advance_time(ANIMATION_SECONDS + 1)
    shown = sim.hand("ada")
    assert names(shown) == ["hand.png"]
    width, height = size(sim, shown)
    assert moving == (FRAME_WIDTH, height * FRAME_WIDTH // width), "no button moves"
