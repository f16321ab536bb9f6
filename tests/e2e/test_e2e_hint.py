"""The Hint button: one private sentence, and nothing in the game moves."""

from __future__ import annotations

from driving import BUTTON, GALLERY, TEXT, Sim
from kit import held

from bot.rules.cards import Card
from bot.rules.state import Seat, Stage

TEN = "R5 B5 G5 R9 B9 R1 B2 G11 Y12 R3"


async def _to_draw(sim: Sim, top: str) -> str:
    """Ada is to draw and this lies on the discards."""
    await sim.seat("ada", "ben")
    seats = (Seat(hand=held(TEN), trying=1), Seat(hand=held("R4 B4 G4"), trying=1))
    pile: tuple[Card, ...] = held("Y1 Y2 Y3 Y4 Y5 Y6")
    mover = sim.manager.view(None).turn
    assert mover is not None
    await sim.put(
        seats=seats if mover == 0 else seats[::-1],
        stage=Stage.DRAW,
        discard_pile=held(top),
        draw_pile=pile,
    )
    return sim.to_move()


async def test_a_hint_says_what_to_do_and_why(sim: Sim) -> None:
    name = await _to_draw(sim, "G1 Y9")
    version, shown = sim.manager.version, sim.hand(name)

    await sim.click(name, shown, "hint")

    assert "Hint: take Yellow 9, as it completes your phase." in sim.hand(name).text
    # The sentence stands next to the buttons, of which the very one is marked.
    kinds = [each["type"] for each in sim.hand(name).components if each["type"] in (TEXT, GALLERY)]
    assert kinds == [TEXT, GALLERY, TEXT]
    labels = {verb: each.label for verb, each in sim.hand(name).controls.items()}
    assert [verb for verb, label in labels.items() if "💡" in label] == ["take"]
    assert sim.hand(name).id == shown.id
    assert sim.manager.version == version
    assert "Hint" not in sim.table().text
    assert {"draw", "take", "hint"} <= set(sim.hand(name).controls)


async def test_the_hint_goes_when_the_game_goes_on(sim: Sim) -> None:
    name = await _to_draw(sim, "G1 Y9")
    await sim.click(name, sim.hand(name), "hint")

    await sim.click(name, sim.hand(name), "take")

    assert "as it completes your phase" not in sim.hand(name).text
    assert "💡" not in sim.hand(name).words
    await sim.click(name, sim.hand(name), "hint")
    assert "Hint: lay your phase as set of 5s" in sim.hand(name).text
    assert "💡" in sim.hand(name).controls["lay"].label
    await sim.click(name, sim.hand(name), "lay")
    await sim.click(name, sim.hand(name), "hint")
    marked = [
        each.get("label") or "" for each in sim.hand(name).components if each["type"] == BUTTON
    ]
    assert sum("💡" in label for label in marked) == 1, "a card"
