"""Reviews in Discord: chances for everybody, and for each player alone the costliest choice."""

from __future__ import annotations

import pytest
from driving import Sim, answer
from remembering import TWO_SHORT, play

from bot.cards.events import Discarded
from bot.cards.state import Stage
from bot.chances.review import Turns
from bot.players.costliest import Costliest
from cogs.base.custom_ids import CustomId, Verb
from cogs.base.screens import Button, Screen


@pytest.fixture(autouse=True)
def looked_for(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seats whose costliest choice is looked for; it is their first discard."""
    seats = []

    def first_discard(turns: Turns, seat: int) -> Costliest | None:
        seats.append(seat)
        made = (each[-1].decision for each in turns)
        owners = [each.seat if isinstance(each, Discarded) else None for each in made]
        return Costliest(owners.index(seat), Stage.PLAY, 0.2) if seat in owners else None

    monkeypatch.setattr("bot.table.reviews.costliest_choice", first_discard)
    return seats


@pytest.mark.usefixtures("painted")
async def test_a_player_sees_the_chances_and_alone_their_costliest_choice(
    sim: Sim, looked_for: list[int]
) -> None:
    await play(sim, "ada", "ben", variation=TWO_SHORT)
    over = sim.table()

    shown = answer(await sim.click("ada", over, "review"))
    assert shown.private
    assert "best turn +" in shown.text
    assert "The turn that decided it" in shown.text
    assert [alt[:15] for alt in shown.alts] == ["Chances to win."]

    of_eve = answer(await sim.click("eve", over, "review"))
    assert "**ada** · up to" in of_eve.text
    assert "You · up to" in shown.text
    assert "ada" not in shown.text
    assert set(shown.controls) - set(of_eve.controls) == {"reviewchoice"}

    await sim.click("ada", shown, "reviewchoice")
    assert "**Your costliest choice**\nHand 1: You" in shown.text
    assert shown.text.endswith("−20%")
    assert shown.alts[1].startswith("Your costliest choice: Hand 1: You")
    assert "reviewchoice" not in shown.controls

    again = answer(await sim.click("ada", over, "review"))
    assert again.text == shown.text
    assert looked_for == [0], "it is stored with the game"


async def test_a_button_that_comes_to_others_shows_them_nobodys_choice(sim: Sim) -> None:
    game_id = await play(sim, "ada", "ben")
    channel = sim.bot.get_channel(sim.channel.id)
    mine = Button("Mine", CustomId(game_id, 0, Verb.REVIEW_CHOICE))
    await channel.send(view=Screen.of(["Mine"], [mine]).message_view())
    forged = next(each for each in sim.public() if "reviewchoice" in each.controls)

    refused = sim.told(await sim.click("eve", forged, "reviewchoice"))

    assert "You have no seat" in refused
