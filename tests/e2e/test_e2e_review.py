"""Reviews in Discord: chances for everybody, and for each player alone the costliest choice."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from driving import Sim, answer
from remembering import TWO_SHORT, play

from bot.cards.actions import Discard
from bot.cards.state import Stage
from bot.cards.views import view_for
from bot.chances.review import Choice, Turns
from bot.players.costliest import Costliest
from cogs.base.custom_ids import CustomId, Verb
from cogs.base.screens import Button, Screen


@pytest.fixture(autouse=True)
def looked_for(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seats whose costliest choices are looked for; it is any first discard."""
    seats = []

    def searched(turns: Turns, seat: int, told: Callable[[float], None]) -> tuple[Costliest, ...]:
        seats.append(seat)
        told(0.5)
        states = (each.before for turn in turns for each in turn)
        first = next(at for at in states if at.turn == seat and at.stage is Stage.PLAY)
        return (Costliest(0, first.version, 0.2),)

    def rebuilt(turns: Turns, seat: int, found: Costliest) -> Choice:
        states = (each.before for turn in turns for each in turn)
        view = next(view_for(at, seat) for at in states if at.version == found.version)
        return Choice(view, Discard(view.hand[0]), Discard(view.hand[-1]))

    monkeypatch.setattr("bot.table.reviews.rebuild_choice", rebuilt)
    monkeypatch.setattr("bot.table.reviews.costliest_choices", searched)
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
