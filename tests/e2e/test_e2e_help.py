"""What one can do here, and the games one is in."""

from __future__ import annotations

from choosing import add_moderator
from driving import Sim
from remembering import ask, next_door


async def test_games_of_cards_and_dice_in_two_servers_are_listed_and_linked(sim: Sim) -> None:
    assert "/phase10 solo" in (await ask(sim, "ada", "phase10 mine")).text
    other = next_door(sim, "ada")
    await sim.seat("ada", "ben", turn_limit=300)
    await other.slash("ada", "play", edition="dice")
    await other.click("ada", other.table(), "start")
    await other.slash("ada", "solo")

    shown = await ask(sim, "ada", "phase10 mine")

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
    assert sorted((await ask(sim, "ada", "phase10 mine")).links) == sorted(shown.links)


async def test_help_is_of_the_place_and_the_person(sim: Sim) -> None:
    add_moderator(sim)
    assert "/phase10 play" in (await ask(sim, "ada", "phase10 help")).text
    assert "/phase10-settings" in (await ask(sim, "mod", "phase10 help")).text
    await sim.seat("ada", "ben")

    shown = await ask(sim, sim.to_move(), "phase10 help")

    assert "waits for you" in shown.text
    assert "/phase10 solo" in shown.text
    assert set(shown.controls) == {"hand", "rules", "mine", "tables", "guided"}
    await sim.click(sim.to_move(), shown, "mine")
    assert "**your turn**" in sim.screen(sim.to_move())[-1].text
