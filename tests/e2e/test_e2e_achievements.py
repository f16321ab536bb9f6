"""Achievements as people see them: at the end of a game, among the figures, and switched off."""

from __future__ import annotations

import pytest
from choosing import add_moderator
from driving import Sim
from remembering import ask, play

pytestmark = pytest.mark.database


async def test_the_end_of_a_game_names_what_was_earned_once(sim: Sim) -> None:
    await play(sim, "ada", "ben")

    (line,) = [each for each in sim.public()[-1].text.splitlines() if each.startswith("🏅")]
    assert "**ada**: " in line
    assert "At the table (bronze)" in line
    assert len([each for each in sim.public() if "🏅" in each.text]) == 1
    await sim.restart()
    await play(sim, "ada", "ben")
    assert "At the table" not in sim.public()[-1].text


async def test_pages_of_achievements(sim: Sim) -> None:
    await play(sim, "ada", "ben")
    shown = await ask(sim, "eve", "stats", member=sim.people["ada"])

    await sim.click("eve", shown, "achievements")

    assert "**ada · Achievements**" in shown.text
    assert "At the table, Bronze · " in shown.alts[0]
    assert len(sim.files(shown)) == 1
    await sim.click("eve", shown, "achievements")
    assert "Comeback" in shown.alts[0]
    await sim.click("eve", shown, "statsof")
    assert "finished game" in shown.alts[0]


async def test_without_pictures_they_are_in_words(sim: Sim) -> None:
    await play(sim, "ada", "ben")
    await ask(sim, "ada", "phase10 pictures", pictures="off")
    shown = await ask(sim, "ada", "stats")

    await sim.click("ada", shown, "achievements")

    assert shown.alts == []
    assert "**At the table** (Bronze · " in shown.text
    assert "Finish games. 1 of 10 for silver" in shown.text


async def test_a_person_can_switch_them_off(sim: Sim) -> None:
    await ask(sim, "ada", "phase10 achievements", achievements="off")
    await play(sim, "ada", "ben")

    assert "🏅 **ben**" in sim.public()[-1].text
    shown = await ask(sim, "ben", "stats", member=sim.people["ada"])
    assert not any("achievements" in each for each in shown.controls)


async def test_a_server_can_switch_them_off(sim: Sim) -> None:
    await play(sim, "ada", "ben")
    before = await ask(sim, "ben", "stats")
    add_moderator(sim)
    await ask(sim, "mod", "phase10-settings achievements", achievements="off")
    await play(sim, "ada", "eve")

    assert "🏅" not in sim.public()[-1].text
    assert not any("achievements" in each for each in (await ask(sim, "ben", "stats")).controls)
    await sim.click("ben", before, "achievements")
    assert "switched off" in before.text
