"""The guided first hand, from where it is offered to a game of one's own."""

from __future__ import annotations

import re

from driving import Shown, Sim
from remembering import ask

MOST_TAPS = 14


def sentence(shown: Shown) -> str:
    """What is to be done."""
    (found,) = re.findall(r"^\*\*(.+)\*\*$", shown.text, re.MULTILINE)
    return found


async def follow(sim: Sim, name: str) -> bool:
    """Tap the button that the sentence names, if it names one."""
    shown = sim.newest(name)
    named = re.findall(r"(?<!\*)\*([^*]+)\*", sentence(shown))
    if not named:
        return False
    labels = {
        re.sub(" [○✓+💡]", "", each.label): each.custom_id for each in shown.buttons if each.enabled
    }
    await sim.tap(name, shown, labels[named[0]])
    return True


async def test_from_the_rules_by_clicks_to_a_game(sim: Sim, newcomers: None) -> None:
    await sim.click("ada", await ask(sim, "ada", "phase10 rules"), "guided")
    first = sim.newest("ada")
    began = first.text
    assert "You and Pip both want two sets of 3" in began
    assert first.alts[0].startswith("Your hand, 10 cards: Red 4, Red 4, Blue 7")
    taps = 1
    while await follow(sim, "ada"):
        taps += 1
        if taps == 4:
            await sim.restart()
    assert taps == MOST_TAPS
    over = sim.newest("ada")
    assert "You are out, and the hand is yours!" in over.text
    assert "Hand 1 is over" in over.alts[0]
    assert sim.public() == []
    await sim.click("ada", over, "solo")
    assert sim.private("ada").running
    await sim.click("ada", over, "guided")
    assert over.text == began
    # It has been played: nothing offers it again.
    await sim.slash("ada", "play")
    assert all("Your first game" not in each.text for each in sim.screen("ada"))


async def test_it_is_offered_once_in_the_lobby(sim: Sim, newcomers: None) -> None:
    def offers(name: str) -> int:
        return sum("Your first game?" in each.text for each in sim.screen(name))

    await sim.slash("ada", "play")
    await sim.click("ben", sim.table(), "join")
    for name in ("ada", "ben"):
        assert sim.newest(name).text.startswith("\nYour first game?")
        assert set(sim.newest(name).controls) == {"guided", "guidedno"}
    await sim.click("ben", sim.newest("ben"), "guidedno")
    assert "`/phase10 help` has it" in sim.newest("ben").text
    assert not sim.newest("ben").controls
    for name in ("ada", "ben"):
        await sim.click(name, sim.table(), "quit")
    await sim.slash("ben", "play")
    await sim.click("ada", sim.table(), "join")
    assert (offers("ada"), offers("ben")) == (1, 0)
    # Nobody is interrupted alone.
    await sim.slash("cyd", "solo", opponents=1)
    await sim.click("cyd", sim.table(), "join")
    assert offers("cyd") == 0
    # Who looks for it finds it.
    assert "guided" in (await ask(sim, "ben", "phase10 help")).controls
