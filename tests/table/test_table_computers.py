from __future__ import annotations

import logging
import threading
from dataclasses import replace
from random import Random

import pytest
from fakes_table import ADA, PEOPLE, Eager, World
from kit import NAMES, SECRET, position

from bot.games.events import EndReason
from bot.games.records import dumps
from bot.model import Level
from bot.rules import engine
from bot.rules.actions import Action, DealHand, Discard, Draw
from bot.rules.editions import CLASSIC
from bot.rules.engine import LegalActions
from bot.rules.events import HandEnded
from bot.rules.record import RECORDS
from bot.rules.state import Stage
from bot.rules.views import PlayerView
from bot.systems import CARDS
from bot.table import computers


class Broken(Eager):
    def choose(self, *_: object) -> Action:
        raise ValueError("I hold the secret card R12")


class Cheat(Eager):
    def choose(self, *_: object) -> Action:
        return DealHand()


class Endless(Eager):
    def __init__(self) -> None:
        super().__init__()
        self.enough = threading.Event()

    def choose(self, view: PlayerView, legal: LegalActions, rng: Random) -> Action:
        self.enough.wait()
        return super().choose(view, legal, rng)


class Thread(Eager):
    thread = ""

    def choose(self, view: PlayerView, legal: LegalActions, rng: Random) -> Action:
        self.thread = threading.current_thread().name
        return super().choose(view, legal, rng)


@pytest.mark.parametrize("player", [Broken(), Cheat()])
async def test_a_computer_that_fails_does_not_hang_the_table(
    player: Eager, caplog: pytest.LogCaptureFixture
) -> None:
    world = World(eager=player)
    with caplog.at_level(logging.INFO):
        await world.manager.solo(ADA, 3, Level.NORMAL, CLASSIC, "en")
        await world.clock.settle()
    assert world.manager.view(None).turn == 0
    assert world.manager.view(None).stage is Stage.DRAW
    assert "computer player" in caplog.text
    assert "R12" not in caplog.text
    await world.registry.close()


async def test_a_computer_that_thinks_for_ever_does_not_hang_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = Endless()
    world = World(eager=player)
    monkeypatch.setattr(computers, "LONGEST_THOUGHT", 0.01)
    state = position(["R5 B5 Y5 R6 B6 Y6 R8", "R1"])
    try:
        action = await computers.decide(world._context(), state, Level.HARD)
    finally:
        player.enough.set()
    assert isinstance(action, Discard)
    await world.registry.close()


@pytest.mark.parametrize("level", [Level.EASY, Level.NORMAL, Level.HARD])
async def test_no_level_thinks_on_the_event_loop(level: Level) -> None:
    player = Thread()
    world = World(eager=player)
    await world.manager.solo(ADA, 1, level, CLASSIC, "en")
    await world.clock.settle()
    assert world.manager.view(None).turn == 0
    assert player.thread.startswith("work")
    await world.registry.close()


def test_the_fallback_is_always_legal() -> None:
    state = engine.new_game("g", CLASSIC, NAMES[:2], SECRET)
    for _ in range(300):
        legal = engine.legal_actions(state)
        action = CARDS.fallback(legal)
        assert action in legal
        state = engine.apply(state, action).state
    mid_turn = position(["R5 B5 Y5 R6 B6 Y6 R8", "R1"])
    assert isinstance(CARDS.fallback(engine.legal_actions(mid_turn)), Discard)
    to_draw = position(["R5", "R1"], stage=Stage.DRAW)
    assert isinstance(CARDS.fallback(engine.legal_actions(to_draw)), Draw)


async def play_on(world: World, people: int) -> None:
    """People play as the computers do, and press ready, until the game is over."""
    manager, rng = world.manager, Random(people)
    for _ in range(20_000):
        await world.clock.settle()
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
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(
    ("people", "computers"),
    [(1, 1), (2, 0), (1, 2), (3, 0), (2, 2), (1, 4), (5, 0), (1, 5), (3, 3), (6, 0)],
)
async def test_whole_games(world: World, people: int, computers: int) -> None:
    manager = world.manager
    short = replace(CLASSIC, phases=CLASSIC.phases[:3])
    await manager.open_lobby(ADA, short, None, "en")
    for person in PEOPLE[1:people]:
        await manager.join(person)
    for _ in range(computers):
        await manager.add_computer(ADA.user_id, Level.NORMAL)
    await manager.start(ADA.user_id, 1)
    await play_on(world, people)
    result = manager.view(None).result
    assert result is not None
    assert result.reason in {EndReason.COMPLETED, EndReason.PLAYOFF}
    state, events = world.store.states["game0"], world.store.events["game0"]
    lines = [
        dumps(RECORDS.header_line(state.game)),
        *(dumps(RECORDS.event_line(each)) for each in events),
    ]
    (verdict,) = RECORDS.verify(lines)
    assert verdict.state.version == state.version
    assert list(manager.game.scored) == [e for e in events if isinstance(e, HandEnded)]
    assert world.announcer.versions[-1] == manager.version


async def test_a_whole_game_with_a_restart_after_every_turn(world: World) -> None:
    one_phase = replace(CLASSIC, phases=CLASSIC.phases[:1])
    await world.manager.solo(ADA, 2, Level.NORMAL, one_phase, "en")
    rng = Random(3)
    for _ in range(500):
        await world.clock.settle()
        manager = world.manager
        if not manager.running:
            break
        if manager.view(None).stage is Stage.DEAL:
            await manager.ready(ADA.user_id)
        else:
            mine, legal = manager.view(ADA.user_id), manager.game.legal(ADA.user_id)
            await manager.act(ADA.user_id, manager.version, world.eager.choose(mine, legal, rng))
        if manager.running:
            await world.restart()
    state, events = world.store.states["game0"], world.store.events["game0"]
    assert state.stage is Stage.OVER
    lines = [
        dumps(RECORDS.header_line(state.game)),
        *(dumps(RECORDS.event_line(each)) for each in events),
    ]
    (verdict,) = RECORDS.verify(lines)
    assert verdict.finished
