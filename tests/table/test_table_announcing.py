from __future__ import annotations

import asyncio
import logging

import pytest
from fakes_table import ADA, BEN, World

from bot.model import Level
from bot.rules.actions import Draw, Source
from bot.rules.editions import CLASSIC
from bot.table.context import Pace

DRAW = Draw(Source.DRAW_PILE)


async def test_what_happens_meanwhile_is_announced_once(world: World) -> None:
    manager = world.manager
    world.announcer.gate = asyncio.Event()
    await manager.open_lobby(ADA, CLASSIC, None, "en")
    await world.clock.settle(world.announcer.waiting)
    await manager.join(BEN)
    await manager.set_turn_limit(ADA.user_id, 60)
    await manager.add_computer(ADA.user_id, Level.EASY)
    world.announcer.gate.set()
    await world.clock.settle()
    assert world.announcer.calls == ["lobby", "lobby"]


async def test_a_slow_announcer_gets_the_newest_state_and_blocks_nobody(world: World) -> None:
    manager = await world.seated(ADA, BEN)
    world.announcer.gate = asyncio.Event()
    before = len(world.announcer.versions)
    for _ in range(4):
        await world.one_turn()
    assert len(world.announcer.versions) == before + 1
    world.announcer.gate.set()
    await world.clock.settle()
    assert len(world.announcer.versions) == before + 2
    assert world.announcer.versions[-1] == manager.version


async def test_an_announcer_that_raises_loses_nothing(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    world.announcer.fails = True
    with caplog.at_level(logging.ERROR):
        manager = await world.seated(ADA, BEN)
    assert "announcing failed" in caplog.text
    await world.one_turn()
    world.announcer.fails = False
    calls = len(world.announcer.calls)
    await world.one_turn()
    assert world.announcer.calls[calls:]
    assert world.announcer.versions[-1] == manager.version


async def test_a_reminder_that_comes_too_late_is_dropped(world: World) -> None:
    await world.seated(ADA, BEN, turn_limit=60)
    world.announcer.gate = asyncio.Event()
    await world.one_action()
    await world.clock.move(50, world.announcer.waiting)
    await world.one_action()
    world.announcer.gate.set()
    await world.clock.settle()
    assert "remind" not in world.announcer.calls


async def test_a_lobby_that_closes_is_only_said_to_be_gone(world: World) -> None:
    manager = world.manager
    world.announcer.gate = asyncio.Event()
    await manager.open_lobby(ADA, CLASSIC, None, "en")
    await world.clock.settle(world.announcer.waiting)
    await manager.join(BEN)
    await manager.cancel(ADA.user_id)
    world.announcer.gate.set()
    await world.clock.settle()
    assert world.announcer.calls == ["lobby", "gone game0"]


async def test_announcing_happens_outside_the_lock(world: World) -> None:
    manager = world.manager
    noted: list[int] = []

    async def table(_manager: object) -> None:
        await manager.note_message(41, "game0")
        await manager.note_ping(42)
        noted.append(manager.version)

    world.announcer.table = table  # type: ignore[method-assign]
    await world.seated(ADA, BEN)
    assert noted == [manager.version]
    assert manager.table is not None
    assert (manager.table.message_id, manager.table.ping_id) == (41, 42)


async def test_closing_waits_for_announcements_with_patience() -> None:
    world = World(pace=Pace(pause=0, patience=60))
    await world.seated(ADA, BEN)
    world.announcer.gate = asyncio.Event()
    await world.one_turn()
    closing = asyncio.create_task(world.registry.close())
    for _ in range(5):
        await asyncio.sleep(0)
    assert not closing.done()
    world.announcer.gate.set()
    await closing
    assert world.announcer.versions[-1] == world.manager.version


async def test_closing_gives_up_on_announcements_that_hang(world: World) -> None:
    await world.seated(ADA, BEN)
    world.announcer.gate = asyncio.Event()
    await world.one_turn()
    hanging = list(world.announcer.waiting)
    await world.registry.close()
    assert hanging
    assert await asyncio.gather(*hanging, return_exceptions=True)
    assert all(each.cancelled() for each in hanging)


async def test_after_closing_no_timer_and_no_task_is_left(world: World) -> None:
    await world.seated(ADA, BEN, turn_limit=60)
    world.registry.for_channel(78)
    await world.registry.for_channel(79).solo(ADA, 1, Level.EASY, CLASSIC, "en")
    await world.registry.close()
    await world.clock.settle()
    assert world.clock.sleepers == {}
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_closing_finishes_what_was_accepted(world: World) -> None:
    manager = await world.seated(ADA, BEN)
    world.store.gate = asyncio.Event()
    acting = asyncio.create_task(manager.act(BEN.user_id, manager.version, DRAW))
    waiting = asyncio.create_task(manager.leave_game(ADA.user_id))
    for _ in range(5):
        await asyncio.sleep(0)
    closing = asyncio.create_task(world.registry.close())
    await asyncio.sleep(0)
    world.store.gate.set()
    await asyncio.gather(acting, waiting, closing)
    assert world.store.tables["game0"].occupants[0].left
    assert world.store.states["game0"].version == manager.version
