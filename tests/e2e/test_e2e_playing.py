from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from driving import GALLERY, TEXT, Sim, answer
from kit import held
from remembering import end_the_hand, play, play_on

from bot.cards.state import Seat, Stage
from bot.i18n.hints import hint
from bot.render import Canvas
from cogs.live import pictures


async def test_a_hand_is_played_scored_and_followed_by_the_next(sim: Sim) -> None:
    await sim.seat("ada", "ben", "cyd", computers=1)
    assert "still empty" in sim.told(await sim.click("eve", sim.table(), "scores"))
    await sim.turn()
    await end_the_hand(sim)
    assert [bool(each.components) for each in sim.public()] == [True], "nothing else is posted"
    ended = sim.manager.game.scored[-1]
    described = sim.table().alts[0]
    assert described.startswith("Hand 1 is over. ")
    for seat, points in zip(sim.manager.view(None).seats, ended.points, strict=True):
        assert f"{seat.name}: {points} point" in described
        assert f"{seat.name}**: {points} point" not in sim.table().text
    people = ("ada", "ben", "cyd")
    for name, points in zip(people, ended.points, strict=False):
        told = f"cost you {points} point" if points else "No points for you in this hand."
        assert told in sim.hand(name).text
    scores = answer(await sim.click("eve", sim.table(), "scores"))
    assert "Hand 1:" in scores.alts[0]
    assert [each["filename"] for each in scores.raw.attachments] == ["scores.png"]
    await sim.click("ada", sim.hand("ada"), "handready")
    assert "Ready: ada" in sim.table().text
    assert "You are ready; the table is waiting for **ben** and **cyd**." in sim.hand("ada").text
    assert not sim.hand("ada").controls
    for name in people[1:]:
        await sim.click(name, sim.hand(name), "handready")
    assert sim.manager.view(None).hand_number == 2
    assert {"draw", "sort"} & set(sim.hand("ada").controls)


async def test_another_way_to_lay_is_laid_in_the_order_that_was_chosen(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    seats = Seat(held("R1 B1 G1 Y1 R2 B2 G2 R9"), trying=1), Seat(held("R4"), trying=1)
    await sim.put(stage=Stage.PLAY, turn=0, seats=seats, discard_pile=held("B12"))
    await sim.click("ada", sim.hand("ada"), "sort")
    assert sim.hand("ada").controls["discard"].custom_id.endswith(":colour")
    last = sim.hand("ada").controls["ways"].values[-1]
    await sim.choose("ada", sim.hand("ada"), "ways", [last])
    assert sim.manager.view(None).seats[0].groups
    assert sim.hand("ada").controls["sort"].label == "Sort by number"


async def test_one_ping_names_the_player_to_move_if_they_have_not_just_begun(sim: Sim) -> None:
    await sim.seat("ada", "ben", "cyd", edition="masters")
    rng = Random(3)
    while sim.to_move() == "ada":
        assert sim.pings() == []
        await sim.step(rng)
    for _ in range(8):
        mover = sim.people[sim.to_move()].id
        assert sim.pings() == [f"<@{mover}> your turn"]
        await sim.step(rng)
    # It opens another message of the hand.
    name = sim.to_move()
    (ping,), before = (each for each in sim.public() if each.is_ping), sim.hand(name)
    await sim.click(name, ping, "hand")
    assert sim.hand(name).id != before.id
    assert set(sim.hand(name).controls) == set(before.controls)


async def test_the_table_moves_down_when_the_talk_has_passed_it_or_somebody_asks(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    first = sim.table().id
    for _ in range(8):
        await sim.people["cyd"].send(sim.channel, "chat")
    await sim.step(Random(1))
    assert sim.table().id == first
    await sim.people["cyd"].send(sim.channel, "chat")
    await sim.step(Random(1))
    moved = sim.table().id
    assert first not in {moved, *(each.id for each in sim.public())}
    await sim.people["cyd"].send(sim.channel, "chat")
    result = await sim.slash("cyd", "table")
    assert sim.public()[-1].id == sim.table().id != moved
    assert str(sim.table().id) in sim.told(result)


async def test_the_game_goes_on_without_a_picture_that_fails(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_args: object) -> Canvas:
        raise OSError("no font")

    await sim.seat("ada", "ben")
    name = sim.to_move()
    monkeypatch.setattr(pictures, "paint_hand", broken)
    await sim.click(name, sim.hand(name), "draw")
    assert sim.hand(name).alts == []
    assert "discard" in sim.hand(name).controls
    assert sim.manager.view(None).stage is Stage.PLAY


async def test_a_reminder_takes_the_place_of_the_ping(sim: Sim) -> None:
    await sim.seat("ada", "ben", turn_limit=60)
    assert "time is up <t:" in sim.table().text
    await sim.turn()
    first = sim.pings()
    await sim.env.advance_time(46)
    (reminder,) = sim.pings()
    assert reminder != first[0]
    assert "a quarter of the time for your turn is left" in reminder


TEN = "R5 B5 G5 R9 B9 R1 B2 G11 Y12 R3"


async def test_a_hint_says_what_to_do_and_why_and_goes_when_the_game_goes_on(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
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
    assert sum("💡" in each.label for each in sim.hand("ada").buttons) == 1, "a card"

    def late(*asked: Any) -> Any:
        game = sim.manager.game
        sim.manager._kept.game = replace(game, state=replace(game.state, version=version + 99))
        return hint(*asked)

    monkeypatch.setattr("cogs.hand.hint", late)
    await sim.click("ada", sim.hand("ada"), "hint")
    assert "moved on" in sim.hand("ada").text
    assert "💡" not in sim.hand("ada").words


async def test_rematches_are_a_best_of_three(sim: Sim) -> None:
    await play(sim, "ada", "ben")
    assert "Best of three" not in sim.table().text
    wins = {"ada": 0, "ben": 0}
    for game in range(1, 4):
        (winner,) = sim.manager.view(None).result.winners
        wins[sim.manager.view(None).seats[winner].name] += 1
        text = sim.table().text
        if max(wins.values()) == 2:
            first = max(wins, key=lambda name: wins[name])
            assert f"{first} wins the series!" in text
            break
        assert game == 1 or f"ada **{wins['ada']}**" in text
        await sim.click("ada", sim.table(), "rematch")
        await sim.restart()
        assert "Best of three: " in sim.table().text
        assert all(f"{name} **{won}**" in sim.table().text for name, won in wins.items())
        await sim.click("ada", sim.table(), "start")
        await play_on(sim)
    else:
        raise AssertionError("nobody has won two of three games")
    # The next game begins another series.
    await sim.click("ada", sim.table(), "rematch")
    assert "Best of three" not in sim.table().text
