"""A private table belongs to a person, wherever they are."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from fakes_table import ADA, BEN, World, refused

from bot.cards.editions import CLASSIC
from bot.cards.state import Stage
from bot.shards import Shards
from bot.table.manager import GameManager
from bot.table.registry import GameRegistry
from bot.tables import NOBODY, Level, private_channel

SHORT = replace(CLASSIC, phases=("S2+S2+S2", "S2+S2+S2"))


async def begun(world: World, guild_id: int = 7) -> GameManager:
    manager = await world.registry.private_table(ADA.user_id)
    await manager.solo(ADA, 1, Level.EASY, SHORT, "en", guild_id=guild_id)
    await world.clock.settle()
    return manager


async def test_the_server_is_the_one_where_the_game_was_begun(world: World) -> None:
    manager = await begun(world)
    assert manager.is_private
    assert (manager.channel_id, manager.guild_id) == (private_channel(ADA.user_id), 7)
    await refused("solo_running", manager.solo(ADA, 1, Level.EASY, SHORT, "en", guild_id=8))
    await manager.end_game(ADA.user_id)
    assert manager.guild_id == 7
    again = await manager.play_again(ADA, 0)
    assert (again.guild_id, manager.guild_id) == (0, 0)
    assert [each.user_id for each in again.occupants] == [ADA.user_id, None]
    assert manager.running
    await refused("solo_running", manager.play_again(ADA, 0))


async def test_it_goes_on_beside_a_channel_and_after_a_restart(world: World) -> None:
    await world.seated(ADA, BEN)
    before = (await begun(world, 0)).view(ADA.user_id)
    await world.restart()
    manager = await world.registry.private_table(ADA.user_id)
    assert manager.view(ADA.user_id) == before
    assert world.registry.by_game(before.game_id) is manager
    assert manager.running
    assert world.manager.running
    assert {each.channel_id for each in world.registry.of_person(ADA.user_id)} == {
        world.manager.channel_id,
        private_channel(ADA.user_id),
    }


async def test_the_next_hand_waits_for_its_owner(world: World) -> None:
    manager = await begun(world)
    while (view := manager.view(ADA.user_id)).stage is not Stage.DEAL:
        action = world.eager.choose(view, manager.game.legal(ADA.user_id), Random(1))
        await manager.act(ADA.user_id, manager.version, action)
        await world.clock.settle()
    assert manager.deals_at is None
    await world.clock.move(1_000_000)
    assert manager.view(None).stage is Stage.DEAL
    await manager.ready(ADA.user_id)
    await world.clock.settle()
    assert manager.view(None).stage is not Stage.DEAL


async def test_who_is_forgotten_leaves_no_trace_of_their_table(world: World) -> None:
    game_id = (await begun(world)).game.table.game_id
    await world.registry.forget(ADA)
    left = world.store.tables[game_id]
    assert world.store.states[game_id].stage is Stage.OVER
    assert (left.channel_id, left.host_id) == (0, NOBODY)
    assert [each.user_id for each in left.occupants] == [None, None]


async def test_another_process_finds_it_and_learns_of_its_end(world: World) -> None:
    manager = await begun(world)
    context = world._context()
    elsewhere = Shards(2, (0,))
    there = GameRegistry(replace(context, config=replace(context.config, shards=elsewhere)))
    found = await there.private_table(ADA.user_id)
    assert found.version == manager.version
    await found.end_game(ADA.user_id)
    await refused("stale", manager.end_game(ADA.user_id))
    assert not manager.running
    await manager.solo(ADA, 1, Level.EASY, SHORT, "en", guild_id=7)
    again = await there.private_table(ADA.user_id)
    assert again.running
    assert again.game.table == manager.game.table
    assert not (await there.private_table(BEN.user_id)).running
    await there.close()
