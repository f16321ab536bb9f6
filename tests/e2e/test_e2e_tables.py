"""The tables of a server, and a computer player's seat for somebody who asks for it."""

from __future__ import annotations

import re
from copy import copy
from typing import Any

import discord
import pytest
from driving import Shown, Sim, answer
from remembering import add_moderator, ask, end_the_hand, next_door

ANSWERS = {"letin", "notnow"}


def in_channel(sim: Sim, name: str, who: str = "eve", **permissions: bool) -> Sim:
    other = copy(sim)
    overwrites: Any = {sim.people[who]: discord.PermissionOverwrite(**permissions)}
    other.channel = sim.guild.create_text_channel(name, overwrites=overwrites)
    return other


async def test_only_tables_in_channels_that_one_sees_are_listed_and_joined(sim: Sim) -> None:
    secret, lobby = in_channel(sim, "secret", view_channel=False), in_channel(sim, "lobby")
    quiet = in_channel(sim, "quiet", send_messages=False)
    await secret.slash("ada", "play")
    await lobby.slash("ben", "play")
    await quiet.slash("ada", "play")
    await sim.seat("cyd", computers=1)
    shown = await ask(sim, "eve", "phase10 games")
    places = [f"<#{each.channel.id}>" for each in (lobby, quiet, sim)]
    assert re.findall(r"<#\d+>", shown.text) == places, "open lobbies come first"
    assert "open table with 1 player · 5 free seats\nben" in shown.text
    assert re.search(r"turn\ncyd: phase 1 · \w+ \(computer\): phase 1", shown.text)
    assert set(shown.controls) == {"tablesjoin", "askseat"}
    for other, verb in (secret, "tablesjoin:0"), (secret, "join"), (quiet, "tablesjoin:0"):
        (lobby_id,) = other.manager.ids
        made_up = f"p10:{lobby_id}:0:{verb}"
        assert "another channel" in (await sim.send(("eve", shown, made_up, ())))[0]
    await sim.click("eve", shown, "tablesjoin")
    assert "You are in! The game begins as soon as **ben** starts it." in shown.text
    assert "open table with 2 players" in shown.text
    assert "tablesjoin" not in shown.controls
    assert "eve" in lobby.table().alts[0]
    elsewhere = await ask(next_door(sim, "eve"), "eve", "phase10 games")
    assert sim.guild.name in elsewhere.text, "one's own games are listed everywhere"


def hands_of(sim: Sim, name: str) -> list[Shown]:
    return [each for each in sim.screen(name) if each.private and "sort" in each.controls]


async def test_a_seat_is_asked_for_promised_and_taken_with_the_next_hand(sim: Sim) -> None:
    await sim.seat("ada", "ben", computers=1)
    eve = sim.people["eve"].id
    await sim.click("eve", sim.table(), "more")
    await sim.click("eve", sim.newest("eve"), "askseat")
    asked = sim.newest("eve")
    assert "If the host agrees" in asked.text
    assert "**eve** would like a seat" in sim.table().text
    assert "**eve** would like to take over" in sim.hand("ada").text
    assert set(sim.hand("ada").controls) >= ANSWERS, "the host answers where the request stands"
    assert not ANSWERS & set(sim.hand("ben").controls)
    for stranger in ("ben", "eve"):
        refused = sim.told(await sim.click(stranger, sim.table(), "letin"))
        assert "Only the host" in refused
        assert "**eve** would like a seat" in sim.table().text
    own = in_channel(sim, "own", who="ben", manage_messages=True)
    in_hand = sim.hand("ada").controls["letin"].custom_id
    assert "Only the host" in (await own.send(("ben", sim.table(), in_hand, ())))[0]
    made_up = f"p10:{sim.manager.view(None).game_id}:0:letin:{sim.people['cyd'].id}"
    assert "settled already" in (await sim.send(("ada", sim.hand("ada"), made_up, ())))[0]
    await sim.click("ada", sim.hand("ada"), "letin")
    assert "**eve** takes over" in sim.hand("ada").text
    assert "would like" not in sim.hand("ada").text
    assert "You are in" in asked.text
    assert "**eve** joins with the next deal" in sim.table().text
    for shown in (sim.table(), sim.hand("ada")):
        assert not ANSWERS & set(shown.controls)
    await sim.restart()
    assert "no seat" in sim.told(await sim.click("eve", sim.table(), "hand"))
    for name in ("ada", "ben"):
        await sim.click(name, sim.table(), "hand")
    await end_the_hand(sim)
    assert "no seat" in sim.told(await sim.click("eve", sim.table(), "hand"))
    assert hands_of(sim, "eve") == []
    await sim.deal_if_due()
    assert "eve joins in place of a computer player" in sim.table().text
    await sim.click("eve", sim.table(), "hand")
    view = sim.manager.view(eve)
    assert (view.hand_number, len(view.hand)) == (2, 10)
    await sim.restart()
    assert [each.name for each in sim.manager.view(None).seats] == ["ada", "ben", "eve"]
    await sim.click("eve", sim.table(), "hand")
    assert "Your hand" in hands_of(sim, "eve")[-1].alts[0]


@pytest.mark.parametrize("way", ["farewell", "menu"])
async def test_who_left_has_the_own_seat_back_with_one_tap(sim: Sim, way: str) -> None:
    await sim.seat("ada", "ben", "cyd")
    cards = sim.manager.view(sim.people["ben"].id).hand
    offered = await sim.more("ben", "leave")
    assert "While the game runs you can have it back." in offered.text
    await sim.click("ben", offered, "leavenow")
    assert "ben left" in sim.table().text
    alone = [each.text for each in sim.screen("ben") if each.private]
    assert alone == [offered.text], "one message says it"
    await sim.restart()
    if way == "menu":
        assert "seatback" in answer(await sim.slash("ben", "hand")).controls
        assert "seatback" in (await ask(sim, "ben", "phase10 games")).controls
        await sim.click("ben", sim.table(), "more")
        offered = sim.newest("ben")
    assert "askseat" not in offered.controls
    back = offered.controls["seatback"].custom_id
    await sim.click("ben", offered, "seatback")
    # The hand has taken the place of the offer.
    assert "Welcome back! Your seat is yours again." in offered.text
    assert "sort" in offered.controls
    await sim.send(("ben", offered, back, ()))
    assert "Welcome back!" not in offered.text
    assert sim.manager.view(sim.people["ben"].id).hand == cards
    assert "\nben is back" in sim.table().text
    assert "seatback" not in (await ask(sim, "ben", "phase10 games")).controls
    assert "no seat" in (await sim.send(("eve", offered, back, ())))[0]


async def test_a_hand_becomes_the_end_of_the_game(sim: Sim) -> None:
    await sim.seat("ada", "ben", "cyd")
    await sim.turn()
    await sim.click("cyd", await sim.more("cyd", "leave"), "leavenow")
    asked = await sim.more("ada", "end")
    await sim.click("ada", asked, "endnow")
    await sim.click("ben", sim.hand("ben"), "endagree")
    assert "\n3\\. cyd \\(left\\): " in sim.table().text
    assert "cyd (left)" in sim.table().alts[0]
    for name, place in ("ada", asked), ("ben", sim.hand("ben")):
        (shown,) = (each for each in sim.screen(name) if each.private and each.controls)
        assert shown.id == place.id
        assert "The game was ended early, without a winner." in shown.text
        assert ("You:" in shown.text, name in shown.text) == (True, False)
        assert shown.alts[0].startswith("Place 1: ")
        assert {"rematch", "review"} <= set(shown.controls)


async def test_a_request_is_refused_or_taken_back_in_private(sim: Sim) -> None:
    await sim.seat("ada", "ben", computers=1)
    elsewhere = in_channel(sim, "lobby")
    for name, place in ("eve", elsewhere), ("cyd", sim):
        listed = await ask(place, name, "phase10 games")
        await place.click(name, listed, "askseat")
    cyd, eve = sim.newest("cyd"), elsewhere.newest("eve")
    assert "**eve** and **cyd** would like seats" in sim.table().text
    for shown in (sim.table(), sim.hand("ada")):
        assert shown.controls["letin"].label == "Let eve in", "the oldest comes first"
    await sim.click("cyd", cyd, "withdraw")
    add_moderator(sim)
    await sim.click("mod", sim.table(), "notnow")
    for shown in (sim.table(), sim.hand("ada")):
        assert not ANSWERS & set(shown.controls), "gone whoever has answered"
    assert "you do not take a seat" in cyd.text
    assert "would rather not" in eve.text
    assert "would like" not in sim.table().text
    assert "askseat" not in (await ask(sim, "eve", "phase10 games")).controls


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


async def test_help_is_the_front_door(sim: Sim) -> None:
    shown = await ask(sim, "ada", "phase10 help")
    own = (
        "solo",
        "daily",
        "sheet",
        "play",
        "guided",
        "rules",
        "games",
        "myachievements",
        "commands",
    )
    assert set(shown.controls) == set(own)
    listed = answer(await sim.click("ada", shown, "commands"))
    assert listed.text.count("`/") > 10
    assert "achievements" in answer(await sim.click("ada", shown, "myachievements")).controls
    await sim.click("ada", shown, "solo")
    assert sim.private("ada").running
    await sim.click("ben", await ask(sim, "ben", "phase10 help"), "play")
    assert "A table is open in this channel" in (await ask(sim, "cyd", "phase10 help")).text
