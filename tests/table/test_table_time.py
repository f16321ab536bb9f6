"""Timers of tables: what they do by themselves, held tables, and players who do not come."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace

import pytest
from fakes_table import ADA, BEN, CYD, DRAW, EVE, FakeClock, World, refused

from bot.cards.rulesets import CLASSIC
from bot.cards.state import Stage
from bot.core.events import TakenOver
from bot.seating import DAY, Level, Person
from bot.storage.errors import StoreError
from bot.table.context import Context, Pace
from bot.table.manager import GameManager

OUT_OF_TIME = TakenOver(1, "computer", "timeout")
BACK = TakenOver(1, "Ben", "returned")


def takeovers(world: World) -> list[TakenOver]:
    return [each for each in world.store.events() if isinstance(each, TakenOver)]


def ben(manager: GameManager) -> tuple[bool, int]:
    """Whether a computer player stands in for Ben, and how many turns he missed."""
    return manager.game.table.occupants[1].away, manager.game.table.occupants[1].missed


async def test_at_the_limit_a_computer_plays_that_turn_and_no_more(world: World) -> None:
    manager = await world.seated(ADA, BEN, turn_limit=60)
    assert manager.game.deadline == world.clock.now() + 60
    await world.clock.move(59)
    assert world.to_act == BEN.user_id
    await world.clock.move(1)
    assert world.to_act == ADA.user_id
    assert takeovers(world) == [OUT_OF_TIME, BACK]
    assert ben(manager) == (False, 1)
    await world.one_turn()
    assert manager.game.deadline == world.clock.now() + 60
    # A turn of their own restarts the count.
    await world.one_turn()
    assert ben(manager) == (False, 0)


async def test_after_two_missed_turns_the_computer_stays_until_one_is_back(world: World) -> None:
    manager = await world.seated(ADA, BEN, turn_limit=60)
    await world.clock.move(60)
    await world.one_turn()
    await world.clock.move(60)
    assert world.to_act == ADA.user_id
    assert ben(manager) == (True, 2)
    await world.one_turn()
    assert world.to_act == ADA.user_id, "the computer player took Ben's turn at once"
    assert takeovers(world) == [OUT_OF_TIME, BACK, OUT_OF_TIME]
    assert manager.find_seat(BEN.user_id) == 1
    assert await manager.come_back(ADA.user_id) is False
    world.store.failing = 1
    await refused("not_stored", manager.come_back(BEN.user_id))
    assert ben(manager) == (True, 2)
    assert await manager.come_back(BEN.user_id) is True
    assert await manager.come_back(BEN.user_id) is False
    assert ben(manager) == (False, 0)
    assert takeovers(world)[-1] == BACK
    await world.one_turn()
    assert world.to_act == BEN.user_id
    await world.clock.move(60)
    assert ben(manager) == (False, 1)


@pytest.mark.parametrize("acting", [False, True])
async def test_coming_back_in_ones_turn_gives_the_whole_time(world: World, acting: bool) -> None:
    world.pace = Pace(pause=5, patience=0)
    await world.restart()
    manager = await world.seated(ADA, BEN, turn_limit=60)
    await world.clock.move(60)
    await world.one_turn()
    await world.clock.move(60)
    await world.one_turn()
    assert (manager.view(None).turn, ben(manager)) == (1, (True, 2))
    await world.clock.move(4)
    before = len(world.store.events())
    if acting:
        await manager.act(BEN.user_id, manager.version, DRAW)
    else:
        assert await manager.come_back(BEN.user_id) is True
    assert world.store.events()[before] == BACK
    assert ben(manager) == (False, 0)
    assert manager.game.deadline == world.clock.now() + 60
    await world.clock.move(20)
    assert manager.view(None).stage is (Stage.PLAY if acting else Stage.DRAW)


async def test_a_reminder_comes_when_a_quarter_is_left(world: World) -> None:
    await world.seated(ADA, BEN, turn_limit=60)
    await world.clock.move(44)
    assert "remind" not in world.announcer.calls
    await world.clock.move(1)
    assert world.announcer.calls.count("remind") == 1
    assert world.announcer.reminded == [world.manager.game.table.turn_at]
    await world.one_turn()
    await world.clock.move(44)
    assert world.announcer.calls.count("remind") == 1


async def test_drawing_does_not_prolong_the_turn(world: World) -> None:
    manager = await world.seated(ADA, BEN, turn_limit=60)
    await world.clock.move(50)
    await world.one_action()
    assert manager.game.deadline == world.clock.now() + 10
    await world.clock.move(10)
    assert world.to_act == ADA.user_id


async def test_between_hands_absent_players_are_not_awaited(world: World) -> None:
    manager = await world.seated(ADA, BEN, CYD, turn_limit=60)
    # The computer that stands in may end a hand before everybody was waited for.
    while not (
        manager.game.state.pausing and all(who.away for who in manager.game.table.occupants)
    ):
        await world.clock.move(world.pace.hand_pause)
    hand = manager.view(None).hand_number
    assert await manager.ready(ADA.user_id) is True
    assert manager.game.table.occupants[0].away is False
    await world.clock.settle()
    assert manager.view(None).hand_number == hand + 1


@pytest.mark.parametrize("error", [StoreError, RuntimeError])
async def test_what_fails_for_a_computer_is_tried_again(
    world: World, error: type[Exception], caplog: pytest.LogCaptureFixture
) -> None:
    world.store.error = error
    await world.manager.solo(ADA, 1, Level.EASY, CLASSIC, "en")
    world.store.failing = 3
    await world.clock.move(20)
    assert world.manager.view(None).turn == 1
    await world.clock.move(10)
    assert world.manager.view(None).turn == 0
    assert "Wilds" not in caplog.text


async def test_a_clock_that_wakes_a_little_early_is_believed(world: World) -> None:
    await world.seated(ADA, BEN, turn_limit=60)
    await world.clock.settle()
    for expected in (["remind"], ["remind"]):
        (((_, woken),)) = world.clock.sleepers.values()
        world.clock.sleepers.clear()
        woken.set_result(None)
        await world.clock.settle()
        assert [each for each in world.announcer.calls if each == "remind"] == expected
    assert world.to_act == ADA.user_id


async def test_a_turn_keeps_its_number_while_its_clock_is_restarted(world: World) -> None:
    manager = await world.seated(ADA, BEN, turn_limit=DAY)
    first = manager.table
    await world.one_action()
    manager.hold()
    await world.clock.move(3600)
    await manager.go_on()
    assert manager.game.table.turn_at > first.turn_at
    assert manager.game.table.turn_from == first.turn_from

    await world.one_action()

    assert manager.game.table.turn_from == manager.version


GAP = 30.0


async def hold(manager: GameManager) -> None:
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
async def test_a_short_outage_gives_no_time(world: World, held: bool) -> None:
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
async def test_a_stand_in_plays_meanwhile(world: World, who: Person, *, moderator: bool) -> None:
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


# -- holidays --------------------------------------------------------------------------------


@dataclass
class Chosen:
    """What people chose about holidays, which the tables ask for."""

    clock: FakeClock
    until: dict[int, float] = field(default_factory=dict)
    ended: list[int] = field(default_factory=list)

    async def holiday(self, user_id: int) -> float | None:
        until = self.until.get(user_id, 0.0)
        return until if until > self.clock.now() else None

    async def end(self, user_id: int) -> None:
        self.ended.append(user_id)


@pytest.fixture
async def chosen(world: World, monkeypatch: pytest.MonkeyPatch) -> Chosen:
    chosen = Chosen(world.clock)
    context = world._context

    def with_holidays() -> Context:
        return replace(context(), holiday=chosen.holiday, end_holiday=chosen.end)

    monkeypatch.setattr(world, "_context", with_holidays)
    await world.restart()
    return chosen


@pytest.mark.parametrize("killed", [-1, 0, 1, 3 * DAY])
async def test_a_holiday_stops_the_clock_and_ends_once_whenever_the_process_is_killed(
    world: World, chosen: Chosen, killed: float
) -> None:
    manager = await world.seated(ADA, BEN, CYD, turn_limit=DAY)
    ends = world.clock.now() + 20 * DAY
    chosen.until[BEN.user_id] = ends
    await world.clock.move(DAY / 2)
    await manager.set_holiday(BEN.user_id, ends)
    assert (manager.game.holiday, manager.game.deadline) == (ends, None)
    await refused("has_limit", manager.stand_in(CYD.user_id, manager.version))
    await world.clock.move(ends - world.clock.now() - (1 if killed else 0))
    await world.registry.close()
    world.clock.time = max(world.clock.time, ends + killed)
    world._new_registry()
    await world.registry.resume()
    await world.clock.move(1)
    manager = world.manager
    began = manager.table.turn_at
    assert began == max(ends, ends + killed)
    assert (manager.game.holiday, manager.game.deadline) == (None, began + DAY)
    await world.restart()
    await world.clock.move(10)
    assert world.manager.table.turn_at == began
    assert world.announcer.reminded == []
    await world.clock.move(DAY - 12)
    assert world.announcer.reminded == [began]
    assert world.to_act == BEN.user_id
    await world.clock.move(2)
    assert world.to_act == CYD.user_id


async def test_who_plays_or_says_so_is_back_and_their_clock_runs(
    world: World, chosen: Chosen
) -> None:
    manager = await world.seated(ADA, BEN, turn_limit=DAY)
    for who in ADA, BEN:
        chosen.until[who.user_id] = world.clock.now() + 9 * DAY
        await manager.set_holiday(who.user_id, chosen.until[who.user_id])
    await world.clock.move(5 * DAY)
    await manager.act(BEN.user_id, manager.version, DRAW)
    assert chosen.ended == [BEN.user_id]
    assert manager.game.deadline == world.clock.now() + DAY
    await world.clock.move(60)
    assert world.to_act == BEN.user_id
    await world.one_action()
    assert (manager.game.holiday is not None, manager.game.deadline) == (True, None)
    await world.clock.move(2 * DAY)
    await manager.set_holiday(ADA.user_id, None)
    assert manager.game.deadline == world.clock.now() + DAY


@pytest.mark.parametrize("begins", [0.1 * DAY, 0.9 * DAY])
async def test_a_table_learns_of_a_holiday_in_time_without_being_told(
    world: World, chosen: Chosen, begins: float
) -> None:
    manager = await world.seated(ADA, BEN, turn_limit=DAY)
    await world.clock.move(begins)
    chosen.until[BEN.user_id] = world.clock.now() + 3 * DAY
    world.store.failing = 1
    await world.clock.move(2 * DAY)
    assert world.to_act == BEN.user_id
    assert manager.game.holiday == chosen.until[BEN.user_id]


async def test_a_holiday_stops_no_short_clock_and_no_cup_but_a_desertion(
    world: World, chosen: Chosen
) -> None:
    manager = await world.seated(ADA, BEN, turn_limit=900)
    chosen.until[BEN.user_id] = world.clock.now() + 27 * DAY
    await manager.set_holiday(BEN.user_id, chosen.until[BEN.user_id])
    assert manager.game.deadline is not None
    await world.clock.move(900)
    assert world.to_act == ADA.user_id
    await manager.end_game(ADA.user_id)
    manager = await world.seated(ADA, BEN)
    await world.clock.move(26 * DAY)
    assert manager.running
    assert manager.game.holiday == chosen.until[BEN.user_id]
    cup = manager.game.with_table(cup_id="cup")
    assert cup.holiday is None
    await manager.forget_person(BEN.user_id)
    assert [who.holiday for who in manager.table.occupants] == [None, None]
