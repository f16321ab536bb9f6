"""What people do while a computer player thinks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from random import Random
from typing import TypeVar

import pytest
from fakes_table import ADA, BEN, CYD, Eager, World, refused
from patience import PATIENCE

from bot.cards.actions import Action, Draw, Source
from bot.cards.engine import legal_actions
from bot.cards.events import Drew
from bot.cards.rulesets import CLASSIC
from bot.cards.state import Stage, State
from bot.cards.views import view_for
from bot.seating import Level
from bot.table import computers, lobbies
from bot.table.context import TableConfig
from bot.table.manager import GameManager

T = TypeVar("T")


class Slow:
    def __init__(self) -> None:
        self.asked: list[int] = []
        self.ready = asyncio.Event()

    async def decide(self, _: TableConfig, state: State, _level: Level) -> Action:
        self.asked.append(state.version)
        try:
            await self.ready.wait()
        finally:
            # A thread is not interrupted at once.
            for _ in range(3):
                await asyncio.sleep(0)
        return Eager().choose(view_for(state, state.turn), legal_actions(state), Random(1))


@pytest.fixture
async def thinker(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Slow]:
    slow = Slow()
    monkeypatch.setattr(computers, "decide", slow.decide)
    yield slow
    slow.ready.set()


async def promptly(call: Awaitable[T]) -> T:
    """The answer to a call that may not wait for the computer player."""
    async with asyncio.timeout(PATIENCE):
        return await call


async def thinking(world: World, thinker: Slow) -> GameManager:
    """A game of two people and a computer player, who is to draw, and thinks."""
    manager = world.manager
    await manager.open_lobby(ADA, CLASSIC, None, "en")
    await manager.change_lobby(lobbies.with_computer, ADA.user_id, Level.HARD)
    await manager.change_lobby(lobbies.joined, BEN)
    await manager.start(ADA.user_id, world.click)
    await ticks()
    assert thinker.asked == [manager.version]
    return manager


async def ticks() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def draws(world: World) -> int:
    return sum(isinstance(each, Drew) and each.seat == 1 for each in world.store.events())


async def test_clicks_of_people_are_answered(world: World, thinker: Slow) -> None:
    manager = await thinking(world, thinker)

    draw = Draw(Source.DRAW_PILE)
    await promptly(refused("not_your_turn", manager.act(BEN.user_id, manager.version, draw)))
    await promptly(manager.ask_for_seat(CYD))
    await promptly(manager.note_message(41))
    await ticks()
    assert len(thinker.asked) == 1, "nothing has changed for the player"
    thinker.ready.set()
    await world.clock.settle()

    assert (world.to_act, draws(world)) == (BEN.user_id, 1)
    table = world.store.tables["game0"]
    assert (table.message_id, [each.user_id for each in table.requests]) == (41, [CYD.user_id])


async def test_a_change_comes_first_and_is_thought_of_again(world: World, thinker: Slow) -> None:
    manager = await thinking(world, thinker)

    await promptly(manager.leave_game(BEN.user_id))
    await ticks()
    assert thinker.asked == [manager.version - 1, manager.version]
    thinker.ready.set()
    await ticks()

    assert draws(world) == 1
    assert world.store.tables["game0"].occupants[2].left


async def test_thoughts_of_a_game_that_ended_are_dropped(world: World, thinker: Slow) -> None:
    manager = await thinking(world, thinker)

    await promptly(manager.end_game(ADA.user_id))
    over = world.store.events()
    thinker.ready.set()
    await world.clock.settle()

    assert manager.view(None).stage is Stage.OVER
    assert (draws(world), world.store.events()) == (0, over)
    assert len(thinker.asked) == 1


async def test_a_change_that_is_being_stored_at_a_thought(world: World, thinker: Slow) -> None:
    manager = await thinking(world, thinker)
    world.store.gate = asyncio.Event()

    leaving = asyncio.create_task(manager.leave_game(BEN.user_id))
    await ticks()
    thinker.ready.set()
    await ticks()
    world.store.gate.set()
    await promptly(leaving)
    await ticks()

    assert len(thinker.asked) >= 2, "the player thinks about what is stored"
    assert draws(world) == 1


async def test_an_outage_interrupts_a_thought(world: World, thinker: Slow) -> None:
    manager = await thinking(world, thinker)

    manager.hold()
    await promptly(manager.go_on())
    await ticks()
    await promptly(manager.ask_for_seat(CYD))
    await ticks()
    assert len(thinker.asked) == 2, "only the outage interrupted it"
    manager.hold()
    thinker.ready.set()
    await ticks()
    assert draws(world) == 0
    await promptly(manager.go_on())
    await world.clock.settle()

    assert draws(world) == 1


async def test_stopping_does_not_wait_for_a_thought(world: World, thinker: Slow) -> None:
    manager = await thinking(world, thinker)
    version = manager.version

    await promptly(world.registry.close())
    await world.clock.settle()

    assert asyncio.all_tasks() == {asyncio.current_task()}
    assert world.store.states["game0"].version == version
