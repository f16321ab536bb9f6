"""Highlights as animations in a whole bot, and the recap of a game."""

from __future__ import annotations

from io import BytesIO

import pytest
from driving import Shown, Sim
from PIL import Image
from remembering import SHORT, play

from cogs.live.animations import SHOWN_FOR

pytestmark = pytest.mark.usefixtures("moving")


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
    await sim.env.advance_time(SHOWN_FOR + 1)
    assert animations(sim) == []


async def test_a_game_ends_with_an_animation_of_the_winner_and_offers_its_recap(sim: Sim) -> None:
    await play(sim, "ada", "ben")

    (won,) = animations(sim)
    assert won.alts[0].endswith("wins the game!")
    await _recap(sim)


async def _recap(sim: Sim) -> None:
    """Anybody can see it, also after a restart; who wants nothing to move has it in words."""
    await sim.restart()
    over = next(each for each in sim.public() if "recap" in each.controls)

    await sim.click("cyd", over, "recap")

    (shown,) = (each for each in sim.screen("cyd") if "recap.gif" in names(each))
    assert shown.private
    assert "wins the game!" in shown.alts[0]
    assert frames(sim, shown) > 3
    await sim.prefer("eve", "pictures", "still")
    told = sim.told(await sim.click("eve", over, "recap"))
    assert "wins the game!" in told
    assert "Hand 1:" in told


async def test_what_somebody_does_who_wants_nothing_to_move_is_not_animated(sim: Sim) -> None:
    await sim.seat("ada", "ben", variation=SHORT)
    name = await sim.until("lay")
    await sim.prefer(name, "pictures", "still")

    await sim.click(name, sim.hand(name), "lay")

    assert animations(sim) == []
    assert sim.hand(name).alts, "their own hand is still a picture"
