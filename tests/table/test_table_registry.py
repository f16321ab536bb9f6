from __future__ import annotations

import gc
import re

import pytest
from fakes_table import ADA, BEN, CYD, World

from bot.cards.editions import CLASSIC
from bot.cards.state import Stage
from bot.table.context import Pace, new_id, new_secret
from bot.tables import Level


async def test_the_lobbies_and_running_games_of_a_person_and_of_a_server(world: World) -> None:
    for channel, guild in ((1, 7), (2, 7), (3, 8)):
        manager = world.registry.for_channel(channel, guild)
        await manager.solo(ADA, 1, Level.EASY, CLASSIC, "en")
    await world.registry.for_channel(2).end_game(ADA.user_id)
    for channel, host in ((4, ADA), (5, BEN), (6, BEN), (2, BEN)):
        await world.registry.for_channel(channel, 8).open_lobby(host, CLASSIC, None, "en")
    await world.registry.for_channel(6).join(ADA)
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
    await world.manager.join(BEN)
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


async def test_a_restart_between_hands_keeps_who_is_ready_and_the_pause(world: World) -> None:
    await world.between_hands()
    await world.manager.ready(ADA.user_id)
    scored, deals_at = world.manager.game.scored, world.manager.deals_at
    assert len(scored) == 1
    await world.clock.move(5)
    await world.restart()
    manager = world.manager
    assert (manager.game.scored, manager.deals_at) == (scored, deals_at)
    assert manager.game.table.ready == (0,)
    await world.clock.move(14)
    assert manager.view(None).stage is Stage.DEAL
    await world.clock.move(1)
    assert manager.view(None).hand_number == 2
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


async def test_stand_ins_and_who_left_survive_a_restart(world: World) -> None:
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
    assert before is not None
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


async def test_an_end_is_not_shown_over_the_next_game(world: World) -> None:
    manager = await world.seated(ADA, BEN)
    await manager.end_game(ADA.user_id)
    await world.seated(ADA, CYD)

    await world.restart()

    assert world.manager.ids == ("game1",)
    assert world.manager.running


def test_secrets_and_ids_are_random() -> None:
    assert {len(new_secret()) for _ in range(3)} == {32}
    assert new_secret() != new_secret()
    assert re.fullmatch(r"[a-z0-9]{9}", new_id())
    assert new_id() != new_id()
