from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest
from fakes_table import ADA, PEOPLE, Eager, World
from kit import after, laid, position
from positions_kit import table_of

from bot.cards.actions import Action, DealHand, Discard, Hit
from bot.cards.cards import card, table_card
from bot.cards.events import Drew, HandEnded
from bot.cards.record import RECORDS
from bot.cards.rulesets import CLASSIC
from bot.cards.state import Stage
from bot.core.events import EndReason
from bot.seating import Level, LiveGame
from bot.table import computers, lobbies, play


def world_of(choose: Callable[..., object]) -> World:
    return World(eager=Mock(choose=choose))


@pytest.mark.parametrize(
    "choose", [Mock(side_effect=ValueError("I hold the secret card R12")), lambda *_: DealHand()]
)
async def test_a_computer_that_fails_does_not_hang_the_table(
    choose: Callable[..., object], caplog: pytest.LogCaptureFixture
) -> None:
    world = world_of(choose)
    with caplog.at_level(logging.INFO):
        await world.manager.solo(ADA, 3, Level.NORMAL, CLASSIC, "en")
        await world.clock.settle()
    assert world.manager.view(None).turn == 0
    assert world.manager.view(None).stage is Stage.DRAW
    assert "computer player" in caplog.text
    assert "R12" not in caplog.text
    await world.registry.close()


async def test_a_computer_that_thinks_on_hangs_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    enough = threading.Event()
    world = world_of(lambda *_: enough.wait())
    monkeypatch.setattr(computers, "LONGEST_THOUGHT", 0.01)
    state = position(["R5 B5 Y5 R6 B6 Y6 R8", "R1"])
    try:
        action = await computers.decide(world._context(), state, Level.HARD)
    finally:
        enough.set()
    assert isinstance(action, Discard)
    await world.registry.close()


@pytest.mark.parametrize("level", [*Level])
async def test_no_level_thinks_on_the_event_loop(level: Level) -> None:
    threads: list[str] = []

    def choose(*asked: Any) -> Action:
        threads.append(threading.current_thread().name)
        return Eager().choose(*asked)

    world = world_of(choose)
    await world.manager.solo(ADA, 1, level, CLASSIC, "en")
    await world.clock.settle()
    assert world.manager.view(None).turn == 0
    assert all(name.startswith("work") for name in threads)
    assert threads
    counted = f'phase10_decision_seconds_count{{level="{level.value}"}} {len(threads)}.0'
    assert counted in world.metrics.exposition().decode().splitlines()
    await world.registry.close()


async def test_a_turn_is_stored_and_shown_at_once(world: World) -> None:
    await world.manager.solo(ADA, 3, Level.NORMAL, CLASSIC, "en")
    await world.clock.settle()
    assert world.manager.view(None).turn == 0
    world.announcer.versions.clear()
    world.store.writes.clear()

    await world.one_turn()
    await world.clock.settle()

    turns = [each.seat for each in world.store.events() if isinstance(each, Drew)][-4:]
    assert turns == [0, 1, 2, 3]
    draw, discard, *others = world.announcer.versions
    assert discard == draw + 1
    assert len(others) == world.store.writes.count("commit") - 2 == 3


@pytest.mark.parametrize(("more", "steps"), [("", 0), (" R1", 1)], ids=["out", "not out"])
def test_a_turn_has_steps_unless_it_ends_the_hand(more: str, steps: int) -> None:
    groups = {0: [laid("S", "R5 B5 Y5"), laid("S", "R9 B9 Y9")]}
    state = position([f"G5 R8{more}", "R1 R2 R3"], groups=groups, discard="R12")
    game = LiveGame(table_of(state), state)
    both = (Hit(0, 0, table_card("G5")), Discard(card("R8")))
    change = play.acted_in_steps(game, both, 7.0)
    assert change == play.acted(game, both, 7.0)
    assert [each.state for each in change.game.steps] == [after(state, both[0])][:steps]


async def play_on(world: World, people: int, *, restarts: bool) -> None:
    """People play as the computers do, and press ready, until the game is over."""
    rng = Random(people)
    for _ in range(20_000):
        await world.clock.settle()
        manager = world.manager
        if not manager.running:
            return
        view = manager.view(None)
        if view.stage is Stage.DEAL:
            for person in PEOPLE[:people]:
                await manager.ready(person.user_id)
        else:
            assert view.turn is not None
            assert view.turn < people, "computers have played when everything is settled"
            mine = manager.view(world.to_act)
            action = world.eager.choose(mine, manager.game.legal(world.to_act), rng)
            await manager.act(world.to_act, manager.version, action)
        if restarts and manager.running:
            await world.restart()
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(
    ("people", "computers", "restarts"), [(1, 2, True), (2, 2, True), (1, 5, False), (6, 0, False)]
)
async def test_whole_games(world: World, people: int, computers: int, restarts: bool) -> None:
    manager = world.manager
    short = replace(CLASSIC, phases=CLASSIC.phases[: 1 if restarts else 3])
    await manager.open_lobby(ADA, short, None, "en")
    for person in PEOPLE[1:people]:
        await manager.change_lobby(lobbies.joined, person)
    for _ in range(computers):
        await manager.change_lobby(lobbies.with_computer, ADA.user_id, Level.NORMAL)
    await manager.start(ADA.user_id, 1)
    await play_on(world, people, restarts=restarts)
    result = world.manager.view(None).result
    assert result.reason in {EndReason.COMPLETED, EndReason.PLAYOFF}
    (verdict,) = RECORDS.verify(world.store.record())
    assert verdict.state.version == world.manager.version == world.announcer.versions[-1]
    scored = [each for each in world.store.events() if isinstance(each, HandEnded)]
    assert list(world.manager.game.scored) == scored
