"""The Hint button: one private sentence, and nothing in the game moves."""

from __future__ import annotations

from driving import BUTTON, GALLERY, TEXT, Sim
from kit import held

from bot.rules.state import Seat, Stage

TEN = "R5 B5 G5 R9 B9 R1 B2 G11 Y12 R3"


async def test_a_hint_says_what_to_do_and_why_and_goes_when_the_game_goes_on(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    seats = (Seat(hand=held(TEN), trying=1), Seat(hand=held("R4 B4 G4"), trying=1))
    piles = {"discard_pile": held("G1 Y9"), "draw_pile": held("Y1 Y2 Y3 Y4 Y5 Y6")}
    await sim.put(seats=seats, turn=0, stage=Stage.DRAW, **piles)
    version, shown = sim.manager.version, sim.hand("ada")

    await sim.click("ada", shown, "hint")

    hand = sim.hand("ada")
    assert "Hint: take Yellow 9, as it completes your phase." in hand.text
    # The sentence stands next to the buttons, of which the very one is marked.
    kinds = [each["type"] for each in hand.components if each["type"] in (TEXT, GALLERY)]
    assert kinds == [TEXT, GALLERY, TEXT]
    labels = {verb: each.label for verb, each in hand.controls.items()}
    assert [verb for verb, label in labels.items() if "💡" in label] == ["take"]
    assert (hand.id, sim.manager.version) == (shown.id, version)
    assert "Hint" not in sim.table().text
    assert {"draw", "take", "hint"} <= set(hand.controls)
    assert "hint" not in sim.hand("ben").controls

    await sim.click("ada", hand, "take")
    assert "as it completes your phase" not in sim.hand("ada").text
    assert "💡" not in sim.hand("ada").words
    await sim.click("ada", sim.hand("ada"), "hint")
    assert "Hint: lay your phase as set of 5s" in sim.hand("ada").text
    assert "💡" in sim.hand("ada").controls["lay"].label
    await sim.click("ada", sim.hand("ada"), "lay")
    await sim.click("ada", sim.hand("ada"), "hint")
    buttons = [each for each in sim.hand("ada").components if each["type"] == BUTTON]
    assert sum("💡" in (each.get("label") or "") for each in buttons) == 1, "a card"
