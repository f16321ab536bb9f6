"""The managers of all channels, after restarts, at private tables, and beside other processes."""

from __future__ import annotations

import gc
import re
from dataclasses import replace
from random import Random

import pytest
from fakes_table import ADA, BEN, CHANNEL, CYD, DRAW, GUILD, World, refused

from bot.cards.rulesets import CLASSIC
from bot.cards.state import Stage
from bot.seating import Level, private_channel
from bot.shards import Shards
from bot.table import lobbies
from bot.table.context import Pace, new_id, new_secret
from bot.table.manager import GameManager
from bot.table.registry import GameRegistry


async def test_the_lobbies_and_running_games_of_a_person_and_of_a_server(world: World) -> None:
    for channel, guild in ((1, 7), (2, 7), (3, 8)):
        manager = world.registry.for_channel(channel, guild)
        await manager.solo(ADA, 1, Level.EASY, CLASSIC, "en")
    await world.registry.for_channel(2).end_game(ADA.user_id)
    for channel, host in ((4, ADA), (5, BEN), (6, BEN), (2, BEN)):
        await world.registry.for_channel(channel, 8).open_lobby(host, CLASSIC, None, "en")
    await world.registry.for_channel(6).change_lobby(lobbies.joined, ADA)
    found = {each.channel_id for each in world.registry.of_person(ADA.user_id)}
    assert found == {1, 3, 4, 6}
    assert {each.channel_id for each in world.registry.of_person(BEN.user_id)} == {2, 5, 6}
    assert world.registry.of_person(CYD.user_id) == []
    assert {each.channel_id for each in world.registry.busy_in(8)} == {3, 4, 5, 6}


async def test_a_channel_has_one_manager_while_it_is_used(world: World) -> None:
    manager = world.registry.for_channel(1, 2)
    assert world.registry.for_channel(1) is manager is world.registry.find(1)
    assert (manager.channel_id, manager.guild_id) == (1, 2)
    del manager
    gc.collect()
    assert world.registry.find(1) is None


async def test_only_so_many_finished_games_stay() -> None:
    world = World(most_finished=2)
    for channel in (1, 2, 3):
        manager = world.registry.for_channel(channel)
        await manager.solo(ADA, 1, Level.EASY, CLASSIC, "en")
    for channel in (2, 1, 3):
        await world.registry.for_channel(channel).end_game(ADA.user_id)
    assert world.registry.by_game("game1") is None
    assert world.registry.for_channel(2).table is None
    assert world.registry.by_game("game0") is world.registry.find(1)
    assert world.registry.by_game("game2") is world.registry.find(3)
    await world.registry.for_channel(2).solo(ADA, 1, Level.EASY, CLASSIC, "en")
    assert world.registry.for_channel(2).running
    await world.registry.close()


async def test_a_lobby_survives_a_restart_with_its_time(world: World) -> None:
    await world.manager.open_lobby(ADA, CLASSIC, 60, "nl")
    await world.clock.move(800)
    await world.manager.change_lobby(lobbies.joined, BEN)
    before = world.manager.lobby
    await world.clock.move(600)
    await world.restart()
    assert world.manager.lobby == before
    assert world.registry.by_game("game0") is world.manager
    await world.clock.move(299)
    assert world.manager.lobby == before
    await world.clock.move(1)
    assert world.manager.lobby is None


@pytest.mark.parametrize("actions", [0, 1, 4])
async def test_a_restart_in_mid_turn_changes_nothing(world: World, actions: int) -> None:
    manager = await world.seated(ADA, BEN, CYD, turn_limit=300)
    for _ in range(actions):
        await world.one_action()
    await manager.note_message(17)
    people = [ADA.user_id, BEN.user_id, CYD.user_id, None]
    before = [manager.view(each) for each in people]
    table, deadline, news = manager.table, manager.game.deadline, manager.game.news
    await world.restart()
    after = world.manager
    assert after is not manager
    assert [after.view(each) for each in people] == before
    assert (after.table, after.game.deadline, after.game.news) == (table, deadline, news)
    assert list(after.game.legal(world.to_act)) == list(manager.game.legal(world.to_act))
    assert after.running
    await world.one_action()


async def test_a_restart_between_hands_keeps_ready_players_and_the_pause(world: World) -> None:
    await world.between_hands()
    await world.manager.ready(ADA.user_id)
    scored, deals_at = world.manager.game.scored, world.manager.deals_at
    assert (len(scored), deals_at) == (1, world.clock.now() + 20)
    await world.clock.move(5)
    await world.restart()
    manager = world.manager
    assert (manager.game.scored, manager.deals_at) == (scored, deals_at)
    assert manager.game.table.ready == (0,)
    await world.clock.move(14)
    assert manager.view(None).stage is Stage.DEAL
    await world.clock.move(1)
    assert (manager.view(None).hand_number, manager.deals_at) == (2, None)
    assert manager.game.scored == scored


async def test_a_restart_in_a_computers_turn_plays_on(world: World) -> None:
    world.pace = Pace(pause=5, patience=0)
    await world.restart()
    await world.manager.solo(ADA, 2, Level.EASY, CLASSIC, "en")
    await world.clock.move(3)
    assert world.manager.view(None).turn == 1
    await world.restart()
    await world.clock.move(2)
    assert world.manager.view(None).turn == 2
    await world.clock.move(5)
    assert world.manager.view(None).turn == 0


async def test_a_limit_that_ended_while_the_bot_slept_is_up(world: World) -> None:
    await world.seated(ADA, BEN, turn_limit=60)
    await world.clock.move(10)
    await world.registry.close()
    world.clock.time += 40
    await world.restart()
    await world.clock.settle()
    assert world.to_act == BEN.user_id
    await world.clock.move(10)
    assert world.to_act == ADA.user_id


async def test_stand_ins_and_people_who_left_survive_a_restart(world: World) -> None:
    await world.seated(ADA, BEN, CYD, turn_limit=60)
    await world.manager.leave_game(CYD.user_id)
    await world.clock.move(60)
    while world.manager.view(None).turn == 0:
        await world.one_turn()
    await world.clock.move(60)
    before = world.manager.table
    await world.restart()
    await world.clock.settle()
    assert world.manager.table == before
    assert [each.away for each in before.occupants] == [False, True, False]
    assert await world.manager.come_back(BEN.user_id) is True


async def test_an_end_that_was_not_shown_is_shown_after_a_restart(world: World) -> None:
    manager = await world.seated(ADA, BEN)
    await manager.end_game(ADA.user_id)
    world.announcer.calls.clear()

    await world.restart()
    await world.clock.settle()

    assert world.announcer.calls == ["table"]
    again = world.registry.by_game("game0")
    assert again is world.manager
    assert (again.view(None), again.table) == (manager.view(None), manager.table)
    assert not again.running
    lobby = await again.rematch(BEN)

    await world.restart()

    assert (world.manager.lobby, world.manager.ids) == (lobby, (lobby.lobby_id, "game0"))
    await world.manager.note_end_shown("game0")

    await world.restart()

    assert world.manager.ids == (lobby.lobby_id,)


def test_secrets_and_ids_are_random() -> None:
    assert {len(new_secret()) for _ in range(3)} == {32}
    assert new_secret() != new_secret()
    assert re.fullmatch(r"[a-z0-9]{9}", new_id())
    assert new_id() != new_id()


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
    found = {each.channel_id for each in world.registry.of_person(ADA.user_id)}
    assert found == {world.manager.channel_id, private_channel(ADA.user_id)}


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


async def test_another_process_finds_it_and_learns_of_its_end(world: World) -> None:
    manager = await begun(world)
    context = world._context()
    elsewhere = Shards(2, (1,))
    there = GameRegistry(replace(context, config=replace(context.config, shards=elsewhere)))
    await there.resume()
    assert there.running == 0, "the game's server is on another shard"
    found = await there.private_table(ADA.user_id)
    assert found.version == manager.version
    await found.end_game(ADA.user_id)
    await refused("stale", manager.end_game(ADA.user_id))
    assert not manager.running
    await manager.solo(ADA, 1, Level.EASY, SHORT, "en", guild_id=7)
    again = await there.private_table(ADA.user_id)
    assert again.running
    assert again.game.table.game_id == manager.game.table.game_id
    assert not (await there.private_table(BEN.user_id)).running
    await there.close()


async def other_process(world: World) -> GameRegistry:
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
    assert "phase10_overtaken_tables_total 1.0" in world.metrics.exposition().decode()
    assert manager.view(BEN.user_id).stage is Stage.PLAY
    await world.one_action()


async def test_a_lobby_is_followed_into_its_game(world: World) -> None:
    manager = world.manager
    await manager.open_lobby(ADA, CLASSIC, None, "en")
    await manager.change_lobby(lobbies.joined, BEN)
    there = (await other_process(world)).for_channel(CHANNEL, GUILD)
    world.clock.time += 1
    await there.change_lobby(lobbies.joined, CYD)
    await refused("stale", manager.change_lobby(lobbies.left, BEN.user_id))
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


async def test_a_second_game_in_a_channel_is_refused_and_the_first_followed(world: World) -> None:
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
    await there.change_lobby(lobbies.with_computer, CYD.user_id, Level.EASY)
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
