"""What people choose for all that only they see: language, and words in place of pictures."""

from __future__ import annotations

import pytest
from driving import Shown, Sim, answer, other_than

pytestmark = pytest.mark.usefixtures("painted")


def hand_of(sim: Sim, name: str) -> Shown:
    """Somebody's newest private hand, and not what else they were answered."""
    private = [each for each in sim.screen(name) if each.private]
    return [each for each in private if "sort" in each.controls][-1]


def lines(shown: Shown) -> list[str]:
    return shown.text.strip().splitlines()


async def test_a_language_changes_all_that_only_one_sees_and_nothing_else(
    esperanto: None, sim: Sim
) -> None:
    await sim.seat("ada", "ben")
    mover = sim.to_move()
    other = other_than(mover)

    result = await sim.prefer(mover, "language", "eo")

    assert "Lingvo: Esperanto" in answer(result).words
    assert "Prenu karton." in hand_of(sim, mover).text
    assert "Kartaro" in hand_of(sim, mover).words
    assert hand_of(sim, mover).alts[0].startswith("Viaj kartoj")
    assert "Your hand" in hand_of(sim, other).alts[0]
    assert "draw a card" in sim.table().text


async def test_a_language_is_known_to_commands_components_and_refusals_after_a_restart(
    esperanto: None, sim: Sim
) -> None:
    await sim.prefer("eve", "language", "eo")
    await sim.prefer("ada", "language", "eo")
    assert "Ne plu." in sim.told(await sim.slash("eve", "hand"))
    await sim.seat("ada", "ben")

    await sim.restart()
    foreign = await sim.click("eve", sim.table(), "hand")
    assert sim.told(foreign).strip() == "Vi ne sidas."
    await sim.restart()
    await sim.click("ada", sim.table(), "hand")
    assert hand_of(sim, "ada").alts[0].startswith("Viaj kartoj")


async def test_without_pictures_the_page_shows_none_and_made_up_settings_are_refused(
    sim: Sim,
) -> None:
    page = answer(await sim.prefer("ada", "pictures", "off"))

    assert page.alts == sim.files(page) == []
    made_up = "p10:-:0:ownsetting:pings:0"
    assert "understand" in (await sim.send(("ada", page, made_up, ("ping",))))[0]


async def test_a_hand_without_pictures_takes_the_same_clicks_and_can_have_them_again(
    sim: Sim,
) -> None:
    for name in ("ada", "ben"):
        await sim.prefer(name, "pictures", "off")
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
