"""Reviews in Discord: chances for everybody, and for each player alone their own choices."""

from __future__ import annotations

import pytest
from driving import Sim, answer
from remembering import TWO_SHORT, play

from cogs.base.custom_ids import CustomId, Verb
from cogs.base.screens import Button, Screen


@pytest.mark.usefixtures("painted")
async def test_a_player_sees_the_chances_and_alone_their_own_choices(sim: Sim) -> None:
    await play(sim, "ada", "ben", variation=TWO_SHORT)
    over = sim.table()
    shown = answer(await sim.click("ada", over, "review"))
    assert shown.private
    assert "best turn +" in shown.text
    assert "The turn that decided it" in shown.text
    assert "**Your choices**\n" in shown.text
    of_ben = answer(await sim.click("ben", over, "review"))
    costly = [each for each in (shown, of_ben) if "Better: " in each.text]
    assert costly, "a computer player of level normal does not follow every hint"
    for each in costly:
        assert [alt[:12] for alt in each.alts] == ["Chances to w", "Your choices"]
        assert "Hand 1: You " in each.alts[1] or "Hand 2: You " in each.alts[1]
    of_eve = answer(await sim.click("eve", over, "review"))
    assert "**ada** · up to" in of_eve.text
    assert "Your choices" not in of_eve.text
    assert "You · up to" in shown.text
    assert "**ada**" not in shown.text
    assert set(shown.controls) == set(of_eve.controls) == {"record"}


async def test_the_button_of_1_1_that_searched_for_choices_shows_the_page(sim: Sim) -> None:
    game_id = await play(sim, "ada", "ben")
    channel = sim.bot.get_channel(sim.channel.id)
    mine = Button("Mine", CustomId(game_id, 0, Verb.REVIEW_CHOICE))
    await channel.send(view=Screen.of(["Mine"], [mine]).message_view())
    sent = next(each for each in sim.public() if "reviewchoice" in each.controls)
    shown = answer(await sim.click("ada", sent, "reviewchoice"))
    assert shown.private
    assert "**Your choices**" in shown.text
    assert "Mine" in sent.text
    assert "Your choices" not in answer(await sim.click("eve", sent, "reviewchoice")).text
