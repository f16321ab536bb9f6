"""Somebody who does not come to their turn any more: a computer player stands in."""

from __future__ import annotations

from random import Random

import discord
from driving import Shown, Sim
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.rules.state import Stage

ABSENCE = 600.0


async def more(sim: Sim, name: str) -> Shown:
    result = await sim.click(name, sim.table(), "more")
    assert result.response is not None
    return Shown(result.response._message)


async def with_turn_of(sim: Sim, name: str) -> None:
    """Play until it is this person's turn."""
    rng = Random(4)
    while sim.to_move() != name:
        await sim.step(rng)


async def test_the_host_lets_a_computer_play_for_who_is_away(sim: Sim) -> None:
    await sim.seat("ada", "ben", "cyd")
    await with_turn_of(sim, "ben")
    sim.guild.remove_member(sim.people["ben"])
    menu = await more(sim, "ada")
    assert menu.controls["standin"].label == "Let a computer play for ben"

    told = sim.told(await sim.click("ada", menu, "standin"))

    assert "A computer player plays for **ben**" in told
    assert sim.to_move() == "cyd"
    table = sim.manager.table
    assert table is not None
    assert table.occupants[1].away
    assert not table.occupants[1].left


async def test_the_stand_in_keeps_the_seat_until_the_person_is_back(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    await with_turn_of(sim, "ben")
    await sim.click("ada", await more(sim, "ada"), "standin")
    assert sim.to_move() == "ada"
    # A round later it plays still.
    await sim.click("ada", sim.table(), "hand")
    for _ in range(4):
        if sim.manager.view(None).stage is Stage.DEAL:
            break
        await sim.step(Random(1))
        assert "stands in" not in sim.table().text
    table = sim.manager.table
    assert table is not None
    assert table.occupants[1].away

    await sim.click("ben", sim.table(), "hand")

    assert "Welcome back" in sim.hand("ben").text
    table = sim.manager.table
    assert table is not None
    assert not table.occupants[1].away


async def test_others_may_after_ten_minutes(sim: Sim) -> None:
    await sim.seat("ada", "ben", "cyd")
    await with_turn_of(sim, "ada")
    assert "standin" not in (await more(sim, "ben")).controls
    game, version = sim.manager.view(None).game_id, sim.manager.version
    (told,) = await sim.send(("ben", sim.table(), f"p10:{game}:{version}:standin", ()))
    assert "ten minutes" in told
    assert sim.to_move() == "ada"

    await sim.env.advance_time(ABSENCE + 1)
    menu = await more(sim, "ben")
    assert "standin" not in (await more(sim, "eve")).controls
    await sim.click("ben", menu, "standin")

    assert sim.to_move() != "ada"


async def test_a_moderator_may_without_a_seat(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    allow = discord.Permissions(manage_messages=True).value
    overwrite = Overwrite(sim.people["eve"].id, OverwriteType.MEMBER, allow=allow)
    sim.env.backend.set_overwrite(sim.channel.id, overwrite)
    before = sim.to_move()

    await sim.click("eve", await more(sim, "eve"), "standin")

    assert sim.to_move() != before


async def test_a_stale_stand_in_changes_nothing(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    await with_turn_of(sim, "ben")
    menu = await more(sim, "ada")
    await sim.click("ben", sim.hand("ben"), "draw")
    version = sim.manager.version

    told = sim.told(await sim.click("ada", menu, "standin"))

    assert "moved on" in told
    assert sim.manager.version == version
