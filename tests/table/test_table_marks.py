"""Marks for the next action: each is stored, several add up, and an action clears them."""

from __future__ import annotations

import asyncio

from fakes_table import ADA, BEN, World, refused

from bot.dice.editions import DICE
from bot.dice.engine import Roll
from bot.table.manager import GameManager


async def rolled(world: World) -> GameManager:
    """A game of dice in which Ada has rolled once."""
    manager = world.manager
    await manager.open_lobby(ADA, DICE, None, "en")
    await manager.start(ADA.user_id, 1)
    await manager.act(ADA.user_id, manager.version, Roll())
    return manager


async def test_taps_add_up_and_a_second_one_takes_a_mark_off() -> None:
    world = World()
    manager = await rolled(world)
    version = manager.version

    await asyncio.gather(*(manager.mark(ADA.user_id, version, die) for die in (7, 2, 3, 2)))

    assert await manager.marks() == (3, 7)
    assert manager.version == version
    # A question about these marks is dropped by another one.
    await manager.ask(ADA.user_id, version)
    assert manager.game.table.asked
    await manager.mark(ADA.user_id, version, 7)
    assert not manager.game.table.asked


async def test_marks_survive_a_restart_and_are_cleared_by_the_next_action() -> None:
    world = World()
    manager = await rolled(world)
    await manager.mark(ADA.user_id, manager.version, 4)

    await world.restart()
    manager = world.manager
    assert await manager.marks() == (4,)
    await manager.act(ADA.user_id, manager.version, Roll((4,)))

    assert await manager.marks() == ()


async def test_only_the_seat_to_act_marks_and_only_in_the_present_state() -> None:
    world = World()
    manager = await rolled(world)

    await refused("stale", manager.mark(ADA.user_id, manager.version - 1, 1))
    await refused("no_seat", manager.mark(BEN.user_id, manager.version, 1))

    assert await manager.marks() == ()
