"""Achievements as people see them: at the end of a game, among the figures, and switched off."""

from __future__ import annotations

import pytest
from driving import Sim, answer
from past_games import past, seat
from remembering import add_moderator, ask, play

from bot.seating import Level
from bot.storage import results


@pytest.mark.usefixtures("short_games_count")
async def test_the_end_of_a_game_names_what_was_earned_once_and_pages_show_it(sim: Sim) -> None:
    await play(sim, "ada", "ben")
    (line,) = [each for each in sim.public()[-1].text.splitlines() if each.startswith("🏅")]
    assert "**ada**: " in line
    adas, bens = line.split(" · ")
    assert [each.count("(bronze)") for each in (adas, bens)] == [3, 1]
    assert "Winner (bronze)" in line
    assert "Winner (bronze)" in sim.public()[-1].alts[0], "the podium has the medals"
    assert len([each for each in sim.public() if "🏅" in each.text]) == 1
    await sim.restart()
    await play(sim, "ada", "ben")
    assert "At the table" not in sim.public()[-1].text
    shown = await ask(sim, "eve", "stats", member=sim.people["ada"])
    await sim.click("eve", shown, "achievements")
    assert "**ada · Achievements**" in shown.text
    assert "At the table, Bronze · " in shown.alts[0]
    assert len(sim.files(shown)) == 1
    await sim.click("eve", shown, "achievements")
    assert "Comeback" in shown.alts[0]
    await sim.click("eve", shown, "statsof")
    assert "finished game" in shown.alts[0]


@pytest.mark.usefixtures("short_games_count")
async def test_a_person_and_a_server_can_switch_them_off(sim: Sim) -> None:
    await sim.prefer("ada", "achievements", "off")
    await play(sim, "ada", "ben")
    assert "🏅 **ben**" in sim.public()[-1].text
    shown = await ask(sim, "ben", "stats", member=sim.people["ada"])
    assert not any("achievements" in each for each in shown.controls)
    assert "medal" not in shown.alts[0]
    before = await ask(sim, "ben", "stats")
    add_moderator(sim)
    await sim.settings("mod", "achievements", "off")
    await play(sim, "ben", "eve")
    assert "🏅" not in sim.public()[-1].text
    assert not any("achievements" in each for each in (await ask(sim, "ben", "stats")).controls)
    await sim.click("ben", before, "achievements")
    assert "switched off" in before.text


async def earn(sim: Sim, name: str, games: int) -> None:
    won = seat(0, name, user_id=sim.people[name].id)
    lost = seat(1, "Pip", user_id=None, level=Level.EASY)
    await sim.bot.services.store.write(
        results.add_missing,
        sim.guild.id,
        [past(f"earned-{n}", sim.guild.id, seats=(won, lost)) for n in range(games)],
    )


@pytest.mark.usefixtures("painted")
async def test_achievements_unlock_backs_and_cloths_for_ones_own_pictures(sim: Sim) -> None:
    locked = answer(await sim.prefer("ada"))
    assert "🔒 7 more card backs" in locked.text
    assert not {"back", "cloth"} & set(locked.menus)
    await earn(sim, "ada", 10)
    page = answer(await sim.prefer("ada"))
    assert "waves" in page.menus["back"].values
    assert "myachievements" in page.controls
    before = sim.files(page)
    await sim.send(("ada", page, "p10:-:0:ownsetting:back", ("waves",)))
    assert page.menus["back"].label == "Card backs: Waves"
    assert sim.files(page) != before
    (told,) = await sim.send(("ada", page, "p10:-:0:ownsetting:cloth", ("quilt",)))
    assert "do not understand" in told
    chosen = await sim.bot.services.preferences.people.get(sim.people["ada"].id)
    assert (chosen.back, chosen.cloth) == ("waves", None)
    off = answer(await sim.prefer("ada", "achievements", "off"))
    assert not {"back", "cloth"} & set(off.menus)
