from __future__ import annotations

import asyncio
import logging
from random import Random

import pytest
from fakes_table import ADA, BEN, World

from bot.cards.actions import Draw, Source
from bot.cards.editions import CLASSIC
from bot.cards.views import HighlightKind
from bot.tables import Level

DRAW = Draw(Source.DRAW_PILE)


async def test_every_change_is_announced_with_the_newest_state(world: World) -> None:
    manager = world.manager
    await manager.open_lobby(ADA, CLASSIC, None, "en")
    await manager.join(BEN)
    await manager.set_turn_limit(ADA.user_id, 60)
    assert world.announcer.calls == ["lobby"] * 3
    await manager.start(ADA.user_id, 1)
    assert world.announcer.calls[3:] == ["table"]
    await world.one_turn()
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


async def test_each_highlight_is_announced_once_as_everybody_may_see_it(world: World) -> None:
    manager = await world.seated(ADA, BEN)
    found, rng = world.announcer.highlights, Random(1)
    for _ in range(400):
        if len(found) >= 2:
            break
        user_id = world.to_act
        action = world.eager.choose(manager.view(user_id), manager.game.legal(user_id), rng)
        await manager.act(user_id, manager.version, action)
        await world.clock.settle()
    assert found[0].kind is HighlightKind.LAID
    assert all(each.view.me is None and each.view.hand == () for each in found)
    assert len({each.view.version for each in found}) == len(found)
    kinds = [(each.kind, each.seats, each.view.seats[each.seats[0]].trying) for each in found]
    assert len(set(kinds)) == len(kinds)
    shown = len(found)
    await world.restart()
    assert len(found) == shown, "a new process announces none of them again"
