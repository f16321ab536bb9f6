"""Every card is a button with its face: taps of a turn, questions, and taps that come twice."""

from __future__ import annotations

import re

import pytest
from driving import ENDS_A_TURN, Shown, Sim, answer
from kit import held, laid
from remembering import add_moderator

from bot.cards.state import Seat, Stage

pytestmark = pytest.mark.faces

HAND = ("PATCH", "/webhooks/*/*/messages/@original")
INVALID = 50035


def emojis(shown: Shown) -> list[str]:
    cards = [each for each in shown.components if f":{ENDS_A_TURN}:" in each.get("custom_id", "")]
    return [each["emoji"]["name"] for each in cards if each.get("emoji")]


async def put(sim: Sim, hand: str, *, stage: Stage = Stage.PLAY) -> None:
    others = [Seat(held("R1 R2 R3"), trying=1) for _ in sim.manager.view(None).seats[1:]]
    seats = (Seat(held(hand), trying=4), *others)
    await sim.put(stage=stage, turn=0, seats=seats, discard_pile=held("B12"), drawn=None)


async def test_cards_are_buttons_with_their_faces_in_the_order_of_the_picture(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    await put(sim, "R5 G1 B1 W S R1")
    by_number = "R1 B1 G1 R5 W S", "Sort by colour"
    by_colour = "R1 R5 B1 G1 W S", "Sort by number"
    for codes, label in (by_number, by_colour, by_number):
        shown = sim.hand("ada")
        assert [code for code, _ in shown.cards] == codes.split()
        assert shown.controls["sort"].label == label
        await sim.click("ada", shown, "sort")
    await sim.click("ada", sim.hand("ada"), "sort")
    await put(sim, "R5 G5 B1 W S R5")
    shown = sim.hand("ada")
    assert [each.rsplit("_", 1)[0] for each in emojis(shown)] == [
        f"{spoken}_s" for spoken in ("blue_1", "red_5", "red_5", "green_5", "wild", "skip")
    ]
    await sim.prefer("ada", "theme", "high-contrast")
    assert all("_hc_" in each for each in emojis(sim.hand("ada")))
    await sim.prefer("ada", "pictures", "off")
    await sim.click("ada", sim.table(), "hand")
    assert emojis(sim.hand("ada")) == []
    assert "Red 5 ✓\nRed 5\nGreen 5" in sim.hand("ada").words
    shown = sim.hand("ada")
    (_, first), (_, second) = [each for each in shown.cards if each[0] == "R5"]
    assert first != second
    await sim.tap("ada", shown, second)
    view = sim.manager.view(None)
    assert view.discard_pile == held("B12 R5")
    assert emojis(sim.hand("ada")) == []


async def test_a_wild_asks_and_is_kept_and_a_card_that_fits_is_hit_by_a_tap(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    await put(sim, "R5 G5 W")
    version, shown = sim.manager.version, sim.hand("ada")
    wild = dict(shown.cards)["W"]
    await sim.tap("ada", shown, wild)
    assert "Really discard " in sim.hand("ada").text
    # A second tap on it meets a button that does nothing, and one that came at once asks again.
    assert "W" not in dict(sim.hand("ada").cards)
    await sim.send(("ada", shown, wild, ()))
    assert sim.manager.version == version
    await sim.tap("ada", sim.hand("ada"), f"{_prefix(sim)}:sort:number")
    assert "Really" not in sim.hand("ada").text
    await sim.discard("ada", sim.hand("ada"), "W")
    assert sim.manager.view(None).discard_pile == held("B12 W")
    seats = (
        Seat(held("R4 B11 W"), trying=1, groups=(laid("S", "R4 B4 G4"),)),
        Seat(held("R1 R2 R3"), trying=1, groups=(laid("R", "R6 R7 R8 R9"),)),
    )
    await sim.put(stage=Stage.PLAY, turn=0, seats=seats, discard_pile=held("B12"))
    await sim.tap("ada", sim.hand("ada"), dict(sim.hand("ada").hits)["0.0.R4"])
    assert len(sim.manager.view(None).seats[0].groups[0].cards) == 4
    await sim.tap("ada", sim.hand("ada"), dict(sim.hand("ada").cards)["W"])
    assert "Where does " in sim.hand("ada").text
    assert set(dict(sim.hand("ada").hits)) == {"0.0.W4", "1.0.W5", "1.0.W10"}
    await sim.tap("ada", sim.hand("ada"), dict(sim.hand("ada").hits)["1.0.W10"])
    assert len(sim.manager.view(None).seats[1].groups[0].cards) == 5
    assert sim.manager.view(None).seats[0].cards == 1


def _prefix(sim: Sim) -> str:
    view = sim.manager.view(None)
    return f"p10:{view.game_id}:{view.version}"


async def test_words_take_the_place_of_an_emoji_that_was_deleted(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    await put(sim, "R5 G5 B1", stage=Stage.DRAW)
    assert emojis(sim.hand("ada"))
    for emoji in await sim.bot.fetch_application_emojis():
        if emoji.name.startswith("red_5_"):
            await emoji.delete()
    sim.env.inject_error(*HAND, status=400, code=INVALID)
    await sim.click("ada", sim.hand("ada"), "draw")
    shown = sim.hand("ada")
    assert "Red 5" in shown.words
    assert {name.rsplit("_", 2)[0] for name in emojis(shown)} >= {"green_5", "blue_1"}
    assert not any("red_5_" in name for name in emojis(shown))
    await sim.discard("ada", shown, "R5")
    assert sim.manager.view(None).discard_pile == held("B12 R5")


async def test_the_table_and_the_rules_show_the_faces_of_the_servers_theme(sim: Sim) -> None:
    add_moderator(sim)
    await sim.settings("mod", "theme", "colour-blind")
    await sim.seat("ada", "ben")
    await sim.prefer("ada", "theme", "high-contrast")
    await put(sim, "R5 G5 B1")
    await sim.discard("ada", sim.hand("ada"), "R5")
    await sim.click("ben", sim.hand("ben"), "take")
    table = sim.table().text
    assert len(re.findall(r"<:red_5_cb_\w+:\d+> Red\xa05", table)) == 2
    hand = sim.hand("ben").text
    told = r"discarded <:red_5_cb_\w+:\d+> Red\xa05\n.*new card: <:red_5_cb_"
    assert re.search(told, hand)
    rules = answer(await sim.slash("ada", "rules", topic="wild_and_skip"))
    assert re.search(r"## .*<:wild_hc_\w+:\d+><:skip_hc_", rules.text)
