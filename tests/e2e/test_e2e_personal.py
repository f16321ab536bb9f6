"""What people choose for all that only they see: language, and words in place of pictures."""

from __future__ import annotations

import pytest
from driving import Shown, Sim, answer, other_than

pytestmark = pytest.mark.usefixtures("painted")


def hand_of(sim: Sim, name: str) -> Shown:
    """Somebody's newest private hand, and not what else they were answered."""
    private = [each for each in sim.screen(name) if each.private]
    return [each for each in private if "sort" in each.controls][-1]


async def test_a_language_changes_all_that_only_one_sees_also_after_a_restart(
    esperanto: None, sim: Sim
) -> None:
    await sim.prefer("eve", "language", "eo")
    assert "Ne plu." in sim.told(await sim.slash("eve", "hand"))
    await sim.seat("ada", "ben")
    mover = sim.to_move()

    result = await sim.prefer(mover, "language", "eo")

    assert "Lingvo: Esperanto" in answer(result).words
    assert "Prenu karton." in hand_of(sim, mover).text
    assert "Kartaro" in hand_of(sim, mover).words
    assert hand_of(sim, mover).alts[0].startswith("Viaj kartoj")
    assert "Your hand" in hand_of(sim, other_than(mover)).alts[0]
    assert "draw a card" in sim.table().text
    await sim.restart()
    assert sim.told(await sim.click("eve", sim.table(), "hand")) == "Vi ne sidas."
    await sim.click(mover, sim.table(), "hand")
    assert hand_of(sim, mover).alts[0].startswith("Viaj kartoj")


async def test_a_hand_without_pictures_takes_the_same_clicks_and_can_have_them_again(
    sim: Sim,
) -> None:
    for name in ("ada", "ben"):
        page = answer(await sim.prefer(name, "pictures", "off"))
        assert page.alts == sim.files(page) == []
    made_up = "p10:-:0:ownsetting:pings:0"
    assert "understand" in (await sim.send(("ben", page, made_up, ("ping",))))[0]
    await sim.seat("ada", "ben")
    mover = sim.to_move()
    before = set(hand_of(sim, mover).controls)
    assert {"draw", "sort"} <= before
    await sim.click(mover, hand_of(sim, mover), "sort")
    assert "Your hand, 10 cards:" in hand_of(sim, mover).text

    await sim.prefer(mover, "pictures", "on")

    assert set(hand_of(sim, mover).controls) == before
    assert "Your hand, 10 cards:" in hand_of(sim, mover).alts[0]
    assert "Your hand, 10 cards:" not in hand_of(sim, mover).text
