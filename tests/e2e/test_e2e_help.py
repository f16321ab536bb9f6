"""What one can do here, and the games one is in."""

from __future__ import annotations

from driving import Sim, answer
from remembering import ask, next_door


async def test_games_of_cards_and_dice_in_two_servers_are_listed_and_linked(sim: Sim) -> None:
    assert set((await ask(sim, "ada", "phase10 games")).controls) == {"solo", "play"}
    other = next_door(sim, "ada")
    await sim.seat("ada", "ben", turn_limit=300)
    await other.slash("ada", "play", edition="dice")
    await other.click("ada", other.table(), "start")
    await other.slash("ada", "solo")

    shown = await ask(sim, "ada", "phase10 games")

    assert set(shown.links) == {
        f"https://discord.com/channels/{each.guild.id}/{each.channel.id}/{each.table().id}"
        for each in (sim, other)
    }
    assert shown.text.count("\\#games") == 2
    assert shown.text.count("Your solo game") == 1
    assert "Dice · phase 1 · **your turn**" in shown.text
    assert "time is up <t:" in shown.text
    await sim.restart()
    # The two began at the same moment: which is first is chance.
    assert sorted((await ask(sim, "ada", "phase10 games")).links) == sorted(shown.links)


async def test_help_is_the_front_door(sim: Sim) -> None:
    shown = await ask(sim, "ada", "phase10 help")
    assert set(shown.controls) == {
        *("solo", "daily", "play"),
        *("guided", "rules", "games", "myachievements", "commands"),
    }
    assert len(sim.files(shown)) == 1
    listed = answer(await sim.click("ada", shown, "commands"))
    assert listed.text.count("`/") == 14
    achievements = answer(await sim.click("ada", shown, "myachievements"))
    assert "achievements" in achievements.controls

    await sim.click("ada", shown, "solo")
    assert sim.private("ada").running
    await sim.click("ben", await ask(sim, "ben", "phase10 help"), "play")
    assert sim.manager.lobby is not None
    joined = await ask(sim, "cyd", "phase10 help")
    assert "A table is open in this channel" in joined.text
    assert joined.links
