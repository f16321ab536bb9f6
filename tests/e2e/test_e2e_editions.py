"""Every edition at the table: a hand played by clicks, ties, and what is set aside."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest
from driving import Sim, answer
from kit import held, laid
from remembering import TWO_SHORT

from bot.cards.rulesets import EDITIONS
from bot.cards.state import Seat, Stage
from bot.core.chance import SecretShuffler
from bot.core.events import EndReason
from bot.i18n import words_for
from bot.i18n.rulesets import differences, edition_name

WORDS = words_for("en")
TWELVES = (laid("S", "R12 B12"),)
# What each edition's players get to click besides drawing and discarding.
OWN_VERBS = {"final_turn": {"accept"}, "masters": {"declare", "save"}, "modern": set()}


@pytest.mark.parametrize("name", OWN_VERBS)
async def test_a_hand_of_each_edition(sim: Sim, name: str) -> None:
    # Ada deals, so that ben is the first to be asked.
    sim.secret = sha256(bytes([20])).digest()
    assert SecretShuffler(sim.secret).first_dealer(4) == 0
    await sim.slash("ada", "play", edition=name, variation=TWO_SHORT)
    assert edition_name(WORDS, name) in sim.table().alts[0]
    await sim.click("ben", sim.table(), "join")
    for _ in range(2):
        await sim.choose("ada", sim.table(), "computer", ["normal"])
    await sim.click("ada", sim.table(), "start")
    await sim.click("ben", sim.table(), "hand")
    table = sim.table().text
    assert not any(sentence in table for sentence in differences(WORDS, EDITIONS[name]))
    rules = answer(await sim.click("ben", sim.table(), "rules")).text
    assert all(sentence in rules for sentence in differences(WORDS, EDITIONS[name]))
    verbs = await sim.play_hand()
    assert "Hand 1 is over" in sim.table().text
    assert {"draw", "discard", *OWN_VERBS[name]} <= verbs
    assert [seat.name for seat in sim.manager.view(None).seats][:2] == ["ada", "ben"]


def seat(hand: str, total: int, **fields: Any) -> Seat:
    made = {"groups": TWELVES, "trying": 1, "completed": (1,), "total": total, **fields}
    return Seat(hand=held(hand), **made)


async def test_a_tie_is_played_off_at_the_table(sim: Sim) -> None:
    await sim.seat("ada", "ben", "cyd", variation="S2")
    await sim.put(
        stage=Stage.PLAY,
        turn=0,
        seats=(seat("R1", 5), seat("G2", 0), seat("G3", 50)),
        discard_pile=held("Y9"),
    )
    await sim.choose("ada", sim.hand("ada"), "discard", ["R1"])
    await sim.play_hand()
    assert "Play-off between ada and ben" in sim.table().text
    assert "playing off for the win" in sim.hand("cyd").text
    assert "You are in the play-off" in sim.hand("ada").text
    for player in ("ada", "ben", "cyd"):
        await sim.click(player, sim.table(), "ready")
    assert "Play-off between ada and ben" in sim.table().text
    assert "Play-off." in sim.table().alts[0]
    assert "playing off for the win" in sim.hand("cyd").text
    assert "first to go out wins" in sim.hand("ben").text
    await the_last_discard(sim)
    view = sim.manager.view(None)
    assert view.result.reason is EndReason.PLAYOFF
    winner = view.seats[view.result.winners[0]].name
    assert f"**{winner}** won the play-off, and the game" in sim.table().text


async def the_last_discard(sim: Sim) -> None:
    play = sim.manager._kept.game
    turn = play.state.turn
    seats = list(play.state.seats)
    assert seats[turn].playing
    seats[turn] = replace(seats[turn], hand=held("R1"), groups=TWELVES)
    name = sim.to_move()
    await sim.put(seats=tuple(seats), stage=Stage.PLAY)
    await sim.choose(name, sim.hand(name), "discard", ["R1"])


async def test_nobody_else_reads_what_is_set_aside(sim: Sim) -> None:
    await sim.seat("ada", "ben", edition="masters")
    seats = Seat(hand=held("B11 R1 R3 B5"), trying=2), Seat(hand=held("G2 G4"), trying=1)
    await sim.put(stage=Stage.PLAY, turn=0, seats=seats, discard_pile=held("Y1"))
    await sim.choose("ada", sim.hand("ada"), "save", ["B11"])
    assert "On your save pile: Blue 11" in sim.hand("ada").text
    assert "save" not in sim.hand("ada").controls
    for shown in [sim.hand("ben"), *sim.screen("eve")]:
        assert "Blue 11" not in shown.words
    assert "ada has set aside 1 card" in sim.table().alts[0]
