"""Every edition at the table: a hand played by clicks, ties, and what is set aside."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from driving import House, views_drawn
from kit import held, laid

from bot.i18n import words_for
from bot.i18n.rulesets import differences, edition_name
from bot.rules.cards import card
from bot.rules.editions import EDITIONS
from bot.rules.events import EndReason
from bot.rules.state import Seat, Stage, State

WORDS = words_for("en")
TWELVES = (laid("S", "R12 B12"),)
# What each edition's players get to click besides drawing and discarding.
OWN_VERBS = {"final_turn": {"accept"}, "masters": {"declare", "save"}}


@pytest.mark.parametrize("name", EDITIONS)
async def test_a_hand_of_each_edition(house: House, name: str) -> None:
    await house.slash("ada", "play", edition=name)
    lobby = house.table().text
    assert edition_name(WORDS, name) in lobby
    assert all(sentence in lobby for sentence in differences(WORDS, EDITIONS[name]))
    await house.click("ben", house.table(), "join")
    for _ in range(2):
        await house.choose("ada", house.table(), "computer", ["normal"])
    await house.click("ada", house.table(), "start")
    await house.click("ben", house.table(), "hand")
    table = house.table().text
    assert all(sentence in table for sentence in differences(WORDS, EDITIONS[name]))

    verbs = await house.play_hand()

    assert "Hand 1 is over" in house.table().text
    assert {"draw", "discard", *OWN_VERBS.get(name, ())} <= verbs
    assert [seat.name for seat in house.manager.view(None).seats][:2] == ["ada", "ben"]


def seat(hand: str, total: int, **fields: Any) -> Seat:
    made = {"groups": TWELVES, "trying": 1, "completed": (1,), "total": total, **fields}
    return Seat(hand=held(hand), **made)


@pytest.mark.parametrize("name", EDITIONS)
async def test_a_tie_is_played_off_at_the_table(house: House, name: str) -> None:
    await house.seat("ada", "ben", "cyd", edition=name, variation="S2")
    await house.put(
        stage=Stage.PLAY,
        turn=0,
        seats=(seat("R1", 5), seat("G2", 0), seat("G3", 50)),
        # Last turns draw cards that cannot be hit, and cost as much as those they replace.
        draw_pile=held("R4 R5 R6 R7"),
        discard_pile=held("Y9"),
    )
    await house.choose("ada", house.hand("ada"), "discard", ["R1"])
    await house.play_hand()

    assert "Play-off between ada and ben" in house.table().text
    assert "sit it out" in house.hand("cyd").text
    assert "You are in the play-off" in house.hand("ada").text
    for player in ("ada", "ben", "cyd"):
        await house.click(player, house.table(), "ready")
    assert "Play-off between ada and ben" in house.table().text
    assert "Play-off." in house.table().alts[0]
    assert "sit it out" in house.hand("cyd").text
    assert "first to go out wins" in house.hand("ben").text
    await the_last_discard(house)

    view = house.manager.view(None)
    assert view.result is not None
    assert view.result.reason is EndReason.PLAYOFF
    assert f"**{view.seats[view.result.winners[0]].name}** wins the game" in house.table().text


async def the_last_discard(house: House) -> None:
    """Whoever is to move in the play-off lays and goes out."""
    play = house.manager._play
    assert play is not None
    turn = play.state.turn
    seats = list(play.state.seats)
    assert seats[turn].playing
    seats[turn] = replace(seats[turn], hand=held("R1"), groups=TWELVES)
    name = house.to_move()
    await house.put(seats=tuple(seats), stage=Stage.PLAY)
    await house.choose(name, house.hand(name), "discard", ["R1"])


async def masters(house: House) -> tuple[str, State]:
    """A game of Masters in which ada sets a Blue 11 aside that nobody else has seen."""
    await house.seat("ada", "ben", edition="masters")
    play = house.manager._play
    assert play is not None
    seats = (
        Seat(hand=held("B11 R1 R3 B5"), trying=2),
        Seat(hand=held("G2 G4"), trying=1),
    )
    state = await house.put(
        stage=Stage.PLAY, turn=0, seats=seats, draw_pile=held("B7 Y8 Y9"), discard_pile=held("Y1")
    )
    await house.choose("ada", house.hand("ada"), "save", ["B11"])
    return "ada", state


async def test_a_card_is_set_aside_and_drawn_again(house: House) -> None:
    name, _ = await masters(house)
    assert "On your save pile: Blue 11" in house.hand(name).text
    assert "set a card aside" in house.table().text
    assert "save" not in house.hand(name).controls

    await house.choose(name, house.hand(name), "discard", ["R1"])
    await house.click("ben", house.hand("ben"), "draw")
    await house.choose("ben", house.hand("ben"), "discard", ["G2"])
    assert house.hand(name).controls["takesaved"].label == "From my save pile: Blue 11"
    await house.click(name, house.hand(name), "takesaved")

    assert "You drew: Blue 11" in house.hand(name).text
    assert "drew from their save pile" in house.table().text
    assert card("B11") in house.manager.view(house.people[name].id).hand


async def test_nobody_else_reads_or_sees_what_is_set_aside(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, hands = views_drawn(monkeypatch)
    await masters(house)

    for shown in [house.hand("ben"), *house.screen("eve")]:
        assert "Blue 11" not in shown.words
    assert "ada has set aside 1 card" in house.table().alts[0]
    assert tables
    assert all(view.saved == () for view in tables)
    others = [view for view in hands if view.me == 1]
    assert all(view.saved == () for view in others)
    assert card("B11") not in others[-1].hand
    files = [each["filename"] for shown in house.screen("eve") for each in shown.raw.attachments]
    assert set(files) == {"table.png"}


async def test_floating_and_the_last_turn_are_told(house: House) -> None:
    await house.seat("ada", "ben", "cyd", edition="final_turn", variation="S2,S2")
    await house.put(
        stage=Stage.PLAY,
        turn=0,
        seats=(seat("Y12", 0), seat("R1 R2", 0), seat("G3", 50)),
        draw_pile=held("R4 R5 R6 R7"),
        discard_pile=held("Y9"),
    )
    assert "hitall" not in house.hand("ada").controls
    assert "you float" in house.hand("ada").text
    await house.choose("ada", house.hand("ada"), "hit", ["0.0.Y12"])
    assert "hit once and floats without a card" in house.table().text
    assert "You hold no cards" in house.hand("ada").text
    assert "ada floats without a card" in house.table().alts[0]

    rng = Random(1)
    await house.click("ben", house.hand("ben"), "draw")
    await house.choose("ben", house.hand("ben"), "discard", ["R2"])
    await house.step(rng)
    await house.step(rng)
    assert house.to_move() == "ada"
    await house.step(rng)
    await house.choose(
        "ada", house.hand("ada"), "discard", house.hand("ada").controls["discard"].values
    )

    assert "ada went out: one last turn for ben and cyd" in house.table().text
    assert "went out: you have one last turn" in house.hand("cyd").text
    assert "This is your last turn" in house.hand("ben").text
    assert "You are out" in house.hand("ada").text
    assert "Last turn for ben and cyd." in house.table().alts[0]
    assert "and went out" in house.table().text


async def test_a_skip_in_front_is_told(house: House) -> None:
    await house.seat("ada", "ben", "cyd", edition="anniversary40")
    await house.put(
        stage=Stage.PLAY,
        turn=0,
        seats=tuple(Seat(hand=held(each), trying=1) for each in ("S R1 R2", "G2 G3", "Y1 Y2")),
        discard_pile=held("Y9"),
    )

    await house.choose("ada", house.hand("ada"), "discard", ["S.2"])

    assert "A Skip lies in front of you" in house.hand("cyd").text
    assert "A Skip lies in front of cyd." in house.table().alts[0]
    assert house.hand("ben").controls["take"].label == "Take Yellow 9"


async def test_the_opening_offer_goes_around(house: House) -> None:
    await house.seat("ada", "ben", edition="final_turn")
    first = house.to_move()
    other = "ben" if first == "ada" else "ada"
    assert {"accept", "decline"} <= set(house.hand(first).controls)
    assert "the draw of your first turn" in house.hand(first).text
    assert "take the" in house.table().text

    await house.click(first, house.hand(first), "decline")
    await house.click(other, house.hand(other), "accept")

    assert f"{first} declined the offered card" in house.table().text
    assert f"{other} took the" in house.table().text
    assert "You took the offered card" in house.hand(other).text
    assert set(house.hand(first).controls) == {"draw", "hint", "sort"}


async def test_masters_declare_from_a_menu_best_first(house: House) -> None:
    await house.seat("ada", "ben", edition="masters")
    first = house.to_move()
    other = "ben" if first == "ada" else "ada"
    shown = house.hand(first)
    assert sorted(shown.controls["declare"].values, key=int) == [str(n) for n in range(1, 11)]
    assert "missing" in shown.words
    assert "is choosing a phase" in house.hand(other).text

    await house.choose(first, shown, "declare", ["7"])

    assert f"{first} tries phase 7" in house.table().text
    assert "Phase 7: 2 sets of 4" in house.hand(first).text
    assert f"{first}: phase 7" in house.hand(other).text


async def test_the_heros_number_is_told(house: House) -> None:
    await house.seat("ada", "ben", edition="el_chavo")
    hand = "R5 B5 G5 Y5 R5 R9 B9 G9 R1 R2"
    seats = (Seat(hand=held(hand), trying=10), Seat(hand=held("R3"), trying=10))
    await house.put(stage=Stage.PLAY, turn=0, seats=seats)

    assert "with one 8 or Wild at least" in house.hand("ada").text
    assert "Still missing: one 8 or Wild" in house.hand("ada").text
    assert "lay" not in house.hand("ada").controls
