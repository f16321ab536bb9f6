"""Tables that nobody can see at present, and players who do not come."""

from __future__ import annotations

import asyncio

import pytest
from fakes_table import ADA, BEN, CYD, EVE, World, refused

from bot.cards.state import Stage
from bot.table.manager import GameManager
from bot.tables import Person

GAP = 30.0


async def hold(manager: GameManager) -> None:
    """Hold a table, and let what it cancels end."""
    manager.hold()
    await asyncio.sleep(0)


async def test_only_clicks_change_a_table_that_is_held(world: World) -> None:
    manager = await world.seated(ADA, BEN, turn_limit=60)
    await hold(manager)
    before = manager.version
    await world.clock.move(100_000)
    assert manager.version == before
    await world.one_action()
    assert manager.version == before + 1
    await manager.go_on()
    deadline = manager.game.deadline
    assert deadline == world.clock.now() + 60
    await world.restart()
    assert world.manager.game.deadline == deadline
    await world.clock.move(59)
    assert world.manager.version == before + 1
    await world.clock.move(2)
    assert world.manager.version > before + 1


@pytest.mark.parametrize("held", [False, True])
async def test_a_short_pause_or_none_gives_no_time(world: World, held: bool) -> None:
    manager = await world.seated(ADA, BEN, turn_limit=60)
    deadline = manager.game.deadline
    if held:
        await hold(manager)
    await world.clock.move(GAP - 1)
    writes = len(world.store.writes)
    await manager.go_on()
    assert (manager.game.deadline, len(world.store.writes)) == (deadline, writes)


async def test_a_database_that_refuses_keeps_no_table_held(world: World) -> None:
    manager = await world.seated(ADA, BEN, turn_limit=60)
    before = manager.version
    await hold(manager)
    await world.clock.move(1000)
    world.store.failing = 1
    await manager.go_on()
    await world.clock.move(61)
    assert manager.version > before


async def test_a_deleted_channel_ends_lobby_and_game(world: World) -> None:
    manager = await world.seated(ADA, BEN)
    await manager.channel_deleted()
    await manager.channel_deleted()
    assert not manager.running
    assert manager.view(None).stage is Stage.OVER
    assert world.store.pending == set()
    await manager.rematch(ADA)
    await manager.channel_deleted()
    assert manager.lobby is None


async def test_a_stand_in_is_for_the_host_a_moderator_or_after_a_while(world: World) -> None:
    manager = await world.seated(ADA, BEN, CYD)
    assert world.to_act == BEN.user_id
    await refused("not_yet", manager.stand_in(CYD.user_id, manager.version))
    await refused("no_seat", manager.stand_in(EVE.user_id, manager.version))
    await refused("not_now", manager.stand_in(BEN.user_id, manager.version))
    await refused("stale", manager.stand_in(ADA.user_id, manager.version - 1))
    await world.clock.move(600)
    assert await manager.stand_in(CYD.user_id, manager.version) == 1
    assert manager.game.table.occupants[1].away


@pytest.mark.parametrize(("who", "moderator"), [(ADA, False), (EVE, True)])
async def test_a_stand_in_plays_until_the_person_is_back(
    world: World, who: Person, *, moderator: bool
) -> None:
    manager = await world.seated(ADA, BEN)
    await manager.stand_in(who.user_id, manager.version, moderator=moderator)
    await world.clock.settle()
    assert world.to_act == ADA.user_id
    await world.one_turn()
    assert world.to_act == ADA.user_id
    assert await manager.come_back(BEN.user_id)
    await world.one_turn()
    assert world.to_act == BEN.user_id


async def test_a_turn_limit_does_the_same_by_itself(world: World) -> None:
    manager = await world.seated(ADA, BEN, CYD, turn_limit=86400)
    await world.clock.move(700)
    await refused("has_limit", manager.stand_in(CYD.user_id, manager.version))
