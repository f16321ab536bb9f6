"""A table that another process changed is loaded as it is stored."""

from __future__ import annotations

from dataclasses import replace

from fakes_table import ADA, BEN, CHANNEL, CYD, GUILD, World, refused

from bot.cards.actions import Draw, Source
from bot.cards.editions import CLASSIC
from bot.cards.state import Stage
from bot.shards import Shards
from bot.table.registry import GameRegistry
from bot.tables import Level

DRAW = Draw(Source.DRAW_PILE)


async def other_process(world: World) -> GameRegistry:
    """Another bot on the same database."""
    registry = GameRegistry(world._context(), world.most_finished)
    await registry.resume()
    await world.clock.settle()
    return registry


async def test_the_game_is_followed_and_the_next_click_counts(world: World) -> None:
    manager = await world.seated(ADA, BEN)
    there = (await other_process(world)).for_channel(CHANNEL, GUILD)
    await there.act(BEN.user_id, there.version, DRAW)
    shown = len(world.announcer.versions)
    await refused("stale", manager.act(BEN.user_id, manager.version, DRAW))
    await world.clock.settle()
    assert manager.view(BEN.user_id) == there.view(BEN.user_id)
    # Private hands and the table show it, too.
    assert world.announcer.versions[shown:] == [there.version]
    assert manager.view(BEN.user_id).stage is Stage.PLAY
    await world.one_action()


async def test_a_timer_that_comes_late_does_nothing(world: World) -> None:
    manager = await world.seated(ADA, BEN, turn_limit=60)
    there = (await other_process(world)).for_channel(CHANNEL, GUILD)
    await there.leave_game(BEN.user_id)
    await world.clock.settle()
    written = list(world.store.writes)
    version = there.version
    await world.clock.move(61)
    assert manager.version >= version
    assert manager.game.table.occupants[1].left
    assert world.store.writes[: len(written)] == written


async def test_a_lobby_is_followed_into_its_game(world: World) -> None:
    manager = world.manager
    await manager.open_lobby(ADA, CLASSIC, None, "en")
    await manager.join(BEN)
    there = (await other_process(world)).for_channel(CHANNEL, GUILD)
    world.clock.time += 1
    await there.join(CYD)
    await refused("stale", manager.leave_lobby(BEN))
    assert manager.lobby == there.lobby
    await there.start(ADA.user_id, 1)
    await refused("stale", manager.cancel(ADA.user_id))
    assert manager.lobby is None
    assert manager.running
    assert manager.version == there.version


async def test_a_late_note_of_a_message_changes_nothing(world: World) -> None:
    manager = await world.seated(ADA, BEN)
    there = (await other_process(world)).for_channel(CHANNEL, GUILD)
    await there.act(BEN.user_id, there.version, DRAW)
    stored = world.store.tables["game0"]
    await manager.note_message(4711)
    assert world.store.tables["game0"] == stored
    assert manager.version == there.version


async def test_a_game_that_is_over_elsewhere_is_let_go(world: World) -> None:
    manager = await world.seated(ADA, BEN)
    there = (await other_process(world)).for_channel(CHANNEL, GUILD)
    await there.end_game(ADA.user_id)
    await refused("stale", manager.act(BEN.user_id, manager.version, DRAW))
    assert not manager.running
    await refused("no_game", manager.act(BEN.user_id, 1, DRAW))


async def test_a_second_game_in_a_channel_is_refused_and_the_first_is_followed(
    world: World,
) -> None:
    there = (await other_process(world)).for_channel(CHANNEL, GUILD)
    manager = await world.seated(ADA, BEN)
    await manager.note_message(4711)
    error = await refused("already_running", there.solo(CYD, 2, Level.EASY, CLASSIC, "en"))
    await world.clock.settle()
    assert error.data == {"game_id": "game0", "message_id": 4711}
    assert there.view(BEN.user_id) == manager.view(BEN.user_id)
    await there.act(BEN.user_id, there.version, DRAW)
    assert list(world.store.states) == ["game0"]


async def test_a_lobby_beside_a_game_of_another_process_is_closed(world: World) -> None:
    there = (await other_process(world)).for_channel(CHANNEL, GUILD)
    await there.open_lobby(CYD, CLASSIC, None, "en")
    await there.add_computer(CYD.user_id, Level.EASY)
    manager = await world.seated(ADA, BEN)
    await refused("already_running", there.start(CYD.user_id, 1))
    await world.clock.settle()
    assert there.lobby is None
    assert world.store.lobbies == {}
    assert world.announcer.calls.count("gone game0") == 1
    assert there.view(None) == manager.view(None)
    # Its time goes on here as well.
    await there.stand_in(ADA.user_id, there.version)
    await world.clock.settle()
    assert there.version > manager.version


async def test_what_cannot_be_read_is_tried_again_by_the_next_click(world: World) -> None:
    manager = await world.seated(ADA, BEN)
    there = (await other_process(world)).for_channel(CHANNEL, GUILD)
    await there.act(BEN.user_id, there.version, DRAW)
    world.store.unreadable = 1
    before = manager.version
    await refused("not_stored", manager.act(BEN.user_id, before, DRAW))
    assert manager.version == before
    await refused("stale", manager.act(BEN.user_id, before, DRAW))
    assert manager.version == there.version


async def test_a_process_takes_up_the_servers_of_its_shards_alone(world: World) -> None:
    await world.seated(ADA, BEN)
    for shards, running in ((Shards(2, (0,)), 1), (Shards(2, (1,)), 0)):
        context = world._context()
        config = replace(context.config, shards=shards)
        registry = GameRegistry(replace(context, config=config))
        await registry.resume()
        assert registry.running == running
        assert registry.waiting == 0
