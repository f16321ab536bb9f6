"""Somebody who does not come to their turn any more: a computer player stands in."""

from __future__ import annotations

from random import Random

from driving import Sim, answer

ABSENCE = 600.0


async def with_turn_of(sim: Sim, name: str) -> None:
    """Play until it is this person's turn."""
    rng = Random(4)
    while sim.to_move() != name:
        await sim.step(rng)


async def test_the_host_lets_a_computer_play_for_who_is_away(sim: Sim) -> None:
    await sim.seat("ada", "ben", "cyd")
    await with_turn_of(sim, "ben")
    sim.guild.remove_member(sim.people["ben"])
    menu = answer(await sim.click("ada", sim.table(), "more"))
    assert menu.controls["standin"].label == "Let a computer play for ben"

    told = sim.told(await sim.click("ada", menu, "standin"))

    assert "A computer player plays for **ben**" in told
    assert sim.to_move() == "cyd"
    table = sim.manager.table
    assert table.occupants[1].away
    assert not table.occupants[1].left


async def test_others_may_after_ten_minutes(sim: Sim) -> None:
    await sim.seat("ada", "ben", "cyd")
    await with_turn_of(sim, "ada")
    assert "standin" not in (answer(await sim.click("ben", sim.table(), "more"))).controls
    game, version = sim.manager.view(None).game_id, sim.manager.version
    (told,) = await sim.send(("ben", sim.table(), f"p10:{game}:{version}:standin", ()))
    assert "ten minutes" in told
    assert sim.to_move() == "ada"

    await sim.env.advance_time(ABSENCE + 1)
    menu = answer(await sim.click("ben", sim.table(), "more"))
    assert "standin" not in (answer(await sim.click("eve", sim.table(), "more"))).controls
    await sim.click("ben", menu, "standin")

    assert sim.to_move() != "ada"
