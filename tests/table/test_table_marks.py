"""Marks for the next action: each is stored, several add up, and an action clears them."""

from __future__ import annotations

import asyncio

from fakes_table import ADA, BEN, World, refused

from bot.dice.editions import DICE
from bot.dice.engine import Roll


async def test_taps_add_up_until_the_next_action(world: World) -> None:
    manager = world.manager
    await manager.open_lobby(ADA, DICE, None, "en")
    await manager.start(ADA.user_id, 1)
    await manager.act(ADA.user_id, manager.version, Roll())
    version = manager.version
    await asyncio.gather(*(manager.mark(ADA.user_id, version, die) for die in (7, 2, 3, 2)))
    await refused("stale", manager.mark(ADA.user_id, version - 1, 1))
    await refused("no_seat", manager.mark(BEN.user_id, version, 1))
    assert await manager.marks() == (3, 7)
    assert manager.version == version
    # A question about these marks is dropped by another one.
    await manager.ask(ADA.user_id, version)
    assert manager.game.table.asked
    await manager.mark(ADA.user_id, version, 7)
    assert not manager.game.table.asked

    await world.restart()
    assert await world.manager.marks() == (3,)
    await world.manager.act(ADA.user_id, version, Roll((3,)))
    assert await world.manager.marks() == ()
