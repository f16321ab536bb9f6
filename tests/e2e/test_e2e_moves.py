"""The moves of others: each is shown when it is made."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from driving import Shown, Sim, other_than
from kit import held

from bot.cards.actions import Discard
from bot.cards.state import Seat, Stage
from bot.table.manager import GameManager
from cogs.base.custom_ids import discard_value

PAUSE = 10.0  # longer than what simcord waits for by itself


@pytest.fixture
def new_sim(tmp_path: Path) -> Sim:
    return Sim(tmp_path / "games.db", b"h", pause=PAUSE)


def moves(shown: Shown, *others: str) -> list[str]:
    """The lines about these players, which the alt text of the picture tells, too."""
    told = [line for line in shown.text.splitlines() if line.startswith(others)]
    assert all(f"{line}." in shown.alts[0] for line in told)
    return told


async def take_turn(sim: Sim, manager: GameManager, name: str) -> None:
    """Draw a card and discard a number card."""
    await sim.click(name, sim.hand(name), "draw")
    legal = manager.game.legal(sim.people[name].id)
    discards = (each for each in legal.plain if isinstance(each, Discard))
    number = next(each for each in discards if each.card.number is not None)
    await sim.discard(name, sim.hand(name), discard_value(number))


async def test_computer_players_move_one_after_the_other(sim: Sim) -> None:
    await sim.slash("ada", "solo", opponents=3)
    table, seen = sim.private("ada"), list[list[str]]()
    others = tuple(seat.name for seat in table.view(None).seats[1:])
    await take_turn(sim, table, "ada")
    while (turn := table.view(None).turn) != 0:
        shown = sim.hand("ada")
        assert f"It is **{others[turn - 1]}**'s turn." in shown.text
        seen.append(moves(shown, *others))
        # The first waits longer, as Ada may take her turn back.
        await sim.env.advance_time(PAUSE if len(seen) > 1 else 2.5 * PAUSE)
    shown = sim.hand("ada")
    assert "Your turn: draw a card." in shown.text
    told = moves(shown, *others)
    assert [line.split()[0] for line in told] == list(others)
    assert seen == [told[:made] for made in range(3)]


async def test_a_person_may_prefer_that_they_play_at_once(sim: Sim) -> None:
    await sim.prefer("ada", "pace", "quick")
    await sim.slash("ada", "solo", opponents=3)
    table = sim.private("ada")
    others = tuple(seat.name for seat in table.view(None).seats[1:])
    await take_turn(sim, table, "ada")
    assert len(moves(sim.hand("ada"), *others)) == 3
    await sim.prefer("ada", "pace", "lively")
    await take_turn(sim, table, "ada")
    assert moves(sim.hand("ada"), *others) == []


async def test_people_and_computer_players_move_in_all_hands_and_at_the_table(sim: Sim) -> None:
    # The preference of the host is for solo games.
    await sim.prefer("ada", "pace", "quick")
    await sim.seat("ada", "ben", computers=1)
    first, computer = sim.to_move(), sim.manager.view(None).seats[2].name
    second = other_than(first)
    await take_turn(sim, sim.manager, first)
    (told,) = moves(sim.hand(second), first)
    assert told.startswith(f"{first} discarded ")
    assert told in moves(sim.table(), first)
    # Nobody waits for what is shown.
    await take_turn(sim, sim.manager, second)
    (told,) = moves(sim.hand(first), second, computer)
    assert told.startswith(f"{second} discarded ")
    await sim.env.advance_time(PAUSE)
    assert moves(sim.hand(first), second, computer)[0] == told
    for shown in (sim.hand(first), sim.hand(second), sim.table()):
        assert any(line.startswith(computer) for line in moves(shown, computer))


async def discard_a_nine(sim: Sim, manager: GameManager, name: str) -> str:
    """Discard a 9 that completes the phase of the next seat, a computer player; its name."""
    seat = manager.find_seat(sim.people[name].id)
    idle, nearly = held("Y9 R1 R2 R4"), held("R5 B5 G5 R9 B9 Y5 S R12 R11 Y10")
    computer = seat + 1
    seats = [Seat(idle, trying=1) for _ in manager.view(None).seats]
    seats[computer] = Seat(nearly, trying=1)
    piles = {"discard_pile": held("R8"), "draw_pile": held("G1 G2 G3 G4 Y1 Y2 Y3 Y4")}
    state = replace(
        manager.game.state, stage=Stage.PLAY, turn=seat, seats=tuple(seats), drawn=None, **piles
    )
    manager._kept.game = replace(manager.game, state=state, recent=())
    await sim.slash(name, "hand")
    await sim.discard(name, sim.hand(name), "Y9")
    await sim.env.advance_time(PAUSE)
    return manager.view(None).seats[computer].name


SKIPPED = " and played a Skip on "


async def test_a_computer_players_turn_is_shown_in_steps_at_the_table_alone(sim: Sim) -> None:
    await sim.seat("ada", "ben", computers=1)
    computer = await discard_a_nine(sim, sim.manager, "ben")
    # Ben's turn, who is next after the Skip, does not wait.
    assert "Your turn: draw a card." in sim.hand("ben").text
    assert SKIPPED in sim.hand("ada").text
    took = f"{computer} took the Yellow 9"
    assert moves(sim.table(), computer) == [took]
    assert "Blue 5" not in sim.table().alts[0]
    await sim.env.advance_time(PAUSE)
    assert moves(sim.table(), computer) == [f"{took} and laid phase 1"]
    assert "Blue 5" in sim.table().alts[0]
    assert f"**{computer}**'s turn" in sim.table().text
    await sim.env.advance_time(PAUSE)
    assert SKIPPED in sim.table().text
    assert "**ben**'s turn" in sim.table().text


@pytest.mark.parametrize("acting", [True, False], ids=["somebody acts", "the bot starts again"])
async def test_what_comes_after_the_steps_of_a_turn_is_shown_at_once(
    sim: Sim, *, acting: bool
) -> None:
    await sim.seat("ada", "ben", computers=1)
    await discard_a_nine(sim, sim.manager, "ben")
    assert SKIPPED not in sim.table().text
    if acting:
        await sim.click("ben", sim.hand("ben"), "draw")
    else:
        await sim.restart()
    assert SKIPPED in sim.table().text
    assert "**ben**'s turn" in sim.table().text
    version, shown = sim.manager.version, sim.table()
    await sim.env.advance_time(3 * PAUSE)
    assert (sim.manager.version, sim.table().text) == (version, shown.text)


async def test_alone_steps_are_shown_unless_one_is_to_act(sim: Sim) -> None:
    await sim.slash("ada", "solo", opponents=3)
    table = sim.private("ada")
    computer = await discard_a_nine(sim, table, "ada")
    seen = []
    while f"It is **{computer}**'s turn." in sim.hand("ada").text:
        seen.append(moves(sim.hand("ada"), computer)[0])
        await sim.env.advance_time(PAUSE)
    assert seen == [
        f"{computer} took the Yellow 9",
        f"{computer} took the Yellow 9 and laid phase 1",
    ]
    assert SKIPPED in sim.hand("ada").text
