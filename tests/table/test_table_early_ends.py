"""Games that end before their time, are paused, or in which nobody acts any more."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from fakes_table import ADA, BEN, CYD, DRAW, GUILD, World, calm, refused

from bot.cards.rulesets import CLASSIC
from bot.core.events import EndReason
from bot.results.past_games import PastGame
from bot.seating import DAY, Level, Occupant, Person, Table, TableQuestion, private_channel
from bot.storage import stats
from bot.storage.games import parse_seating, seating
from bot.table import lobbies
from bot.table.context import Pace
from bot.table.early_ends import LONGEST_PAUSE, ends_for_nothing
from bot.table.manager import GameManager
from bot.table.timing import DESERTED

PATIENCE = 600.0


async def counted(world: World, *people: Person, turn_limit: int | None = None) -> GameManager:
    """A game that counts, since each has ended a turn."""
    manager = await world.seated(*people, turn_limit=turn_limit)
    for _ in people:
        await world.one_turn()
    return manager


def result(world: World, manager: GameManager) -> PastGame:
    past = world.store.run(stats.past_game, manager.game.table.game_id)
    assert past is not None
    return past


async def solo(world: World, *, hands: int) -> GameManager:
    """Ada's solo game after some hands, which a computer player wins."""
    manager = world.registry.for_channel(private_channel(ADA.user_id), GUILD)
    await manager.solo(ADA, 1, Level.HARD, CLASSIC, "en", guild_id=GUILD)
    await world.clock.settle()
    while len(manager.game.scored) < hands or not manager.game.table.played:
        view = manager.view(ADA.user_id)
        if view.turn is None:
            await manager.ready(ADA.user_id)
        else:
            action = calm(view, manager.game.legal(ADA.user_id))
            await manager.act(ADA.user_id, manager.version, action)
        await world.clock.settle()
    return manager


async def test_only_a_game_that_counts_asks_before_its_end(world: World) -> None:
    manager = await world.seated(ADA, BEN)
    await manager.end_game(ADA.user_id)
    assert manager.game.unplayed


async def test_who_is_away_or_leaves_meanwhile_is_not_waited_for(world: World) -> None:
    manager = await counted(world, ADA, BEN, CYD)
    await manager.end_game(ADA.user_id)
    await refused("question_open", manager.end_game(ADA.user_id))
    number = manager.table.question.number
    await refused("question_settled", manager.answer_question(BEN.user_id, number + 1, agrees=True))
    await manager.answer_question(BEN.user_id, number, agrees=True)
    await world.restart()
    manager = world.manager
    assert manager.running
    await manager.leave_game(CYD.user_id)
    assert not manager.running
    assert result(world, manager).abandoned


async def test_a_question_falls_with_the_host_and_with_the_last_of_the_others(world: World) -> None:
    manager = await counted(world, ADA, BEN, CYD)
    await manager.end_game(ADA.user_id)
    number = manager.table.question.number
    await manager.leave_game(ADA.user_id)
    assert manager.table.question is None
    await refused("question_settled", manager.answer_question(BEN.user_id, number, agrees=True))
    await manager.end_game(BEN.user_id)
    await manager.leave_game(CYD.user_id)
    assert (manager.running, manager.table.question) == (True, None)
    await world.clock.move(PATIENCE + 1)
    assert manager.running
    await manager.win_now(BEN.user_id)
    assert [seat.place for seat in result(world, manager).seats] == [2, 1, 2]


async def test_a_host_may_withdraw_and_a_slow_game_asks_for_a_day(world: World) -> None:
    manager = await counted(world, ADA, BEN, turn_limit=3 * DAY)
    await manager.end_game(ADA.user_id)
    assert manager.table.question.until == world.clock.now() + DAY
    number = manager.table.question.number
    await manager.answer_question(ADA.user_id, number, agrees=False)
    assert manager.table.question is None
    await manager.end_game(ADA.user_id)
    await world.clock.move(PATIENCE + 1)
    assert manager.running
    await world.clock.move(DAY)
    assert not manager.running
    assert result(world, manager).abandoned


async def test_a_moderator_ends_no_game_of_a_cup_that_they_lose(world: World) -> None:
    manager = await counted(world, ADA, BEN)
    game = manager.game.with_table(cup_id="cup", host_id=0)
    totals = {0: 100, 1: 5}
    seats = tuple(replace(each, total=totals[at]) for at, each in enumerate(game.state.seats))
    game = replace(game, state=replace(game.state, seats=seats))
    assert not ends_for_nothing(game, ADA.user_id, moderator=True)
    for other in (BEN.user_id, CYD.user_id, 0):
        assert ends_for_nothing(game, other, moderator=True)


async def test_who_wins_by_staying_has_not_beaten_the_computer_players(world: World) -> None:
    await world.manager.open_lobby(ADA, CLASSIC, None, "en")
    await world.manager.change_lobby(lobbies.joined, BEN)
    await world.manager.change_lobby(lobbies.with_computer, ADA.user_id, Level.HARD)
    await world.manager.start(ADA.user_id, world.click)
    await world.clock.settle()
    manager = world.manager
    for _ in range(2):
        await world.one_turn()
    await refused("others_play", manager.win_now(ADA.user_id))
    await manager.leave_game(BEN.user_id)
    await asyncio.gather(
        manager.leave_game(ADA.user_id), manager.win_now(ADA.user_id), return_exceptions=True
    )
    ada, ben, computer = result(world, manager).seats
    assert (ada.place, ben.place, computer.place) == (1, 3, 2)
    assert ada.people.change > 0
    assert (ada.computers, ben.computers) == (None, None)
    view = manager.view(None)
    assert (view.result.winners, view.result.ranking) == ((0,), ((0,), (2,), (1,)))
    stored = world.store.events()[-1]
    assert (stored.winners, stored.reason) == ((), EndReason.ABANDONED)
    records = manager.game.game_type.records
    assert next(records.verify(world.store.record())).finished


async def test_a_solo_game_that_is_ended_after_a_hand_is_not_won(world: World) -> None:
    manager = await solo(world, hands=0)
    await manager.end_game(ADA.user_id)
    assert result(world, manager).abandoned
    manager = await solo(world, hands=1)
    await manager.end_game(ADA.user_id)
    past = result(world, manager)
    assert [seat.place for seat in past.seats] == [2, 1]
    assert past.seats[0].computers.change < 0
    figures = world.store.run(stats.member, GUILD, ADA.user_id, 0.0, reader=ADA.user_id)
    assert (figures.games, figures.wins) == (1, 0)
    # Starting another one in its place ends it, too.
    older = (await solo(world, hands=1)).game.table.game_id
    await manager.solo(ADA, 1, Level.EASY, CLASSIC, "en", guild_id=GUILD, instead_of=older)
    figures = world.store.run(stats.member, GUILD, ADA.user_id, 0.0, reader=ADA.user_id)
    assert (figures.games, figures.wins) == (2, 0)


async def test_a_game_in_which_nobody_acts_ends_after_two_weeks(world: World) -> None:
    manager = await counted(world, ADA, BEN)
    await world.clock.move(DESERTED - DAY)
    await world.one_action()
    await world.restart()
    await world.clock.move(DESERTED - 1)
    assert world.manager.running
    await world.clock.move(2)
    assert not world.manager.running
    assert result(world, manager).abandoned


# -- pauses ----------------------------------------------------------------------------------


async def paused(world: World, *, turn_limit: int | None = 60) -> GameManager:
    """A game of Ada and Ben, paused in Ben's turn; seconds of his turn have passed."""
    manager = await world.seated(ADA, BEN, turn_limit=turn_limit)
    await world.clock.move(30)
    await manager.pause(ADA.user_id)
    assert manager.game.deadline is not None, "Ben is asked first"
    number = manager.table.question.number
    await manager.answer_question(BEN.user_id, number, agrees=True)
    return manager


async def test_in_a_pause_nothing_moves_until_somebody_goes_on(world: World) -> None:
    manager = await paused(world)
    version = manager.version
    await world.clock.move(3 * DAY)
    await world.restart()
    await world.clock.move(3 * DAY)
    manager = world.manager
    assert (manager.version, world.announcer.reminded) == (version, [])
    assert (manager.game.deadline, manager.waits_for(BEN.user_id)) == (None, False)
    for call in (
        manager.act(BEN.user_id, version, DRAW),
        manager.mark(BEN.user_id, version, 0),
        manager.take_back(BEN.user_id, version),
        manager.ready(BEN.user_id),
        manager.pause(BEN.user_id),
    ):
        error = await refused("paused", call)
        assert error.data["at"] == manager.table.paused_until
    await refused("not_now", manager.stand_in(ADA.user_id, version))
    await refused("no_seat", manager.end_pause(CYD.user_id))
    await manager.end_pause(ADA.user_id)
    # The whole time of the turn; a second click changes nothing.
    began = world.clock.now()
    await world.clock.move(20)
    await manager.end_pause(BEN.user_id)
    assert manager.game.deadline == began + 60
    await manager.act(BEN.user_id, version, DRAW)


@pytest.mark.parametrize("late", [-1, 0, 5 * DAY])
async def test_a_pause_ends_by_itself_once_whenever_the_process_is_killed(
    world: World, late: float
) -> None:
    manager = await paused(world, turn_limit=DAY)
    ends = manager.table.paused_until
    assert ends == world.clock.now() + LONGEST_PAUSE
    # When it is late, no process ran at the end of the pause.
    await world.clock.move(LONGEST_PAUSE - 5 if late > 0 else LONGEST_PAUSE + late)
    if late > 0:
        await world.registry.close()
        world.clock.time = ends + late
        world._new_registry()
        await world.registry.resume()
    else:
        await world.restart()
    await world.clock.move(1)
    manager = world.manager
    assert (manager.game.paused, world.to_act) == (False, BEN.user_id)
    went_on = manager.table.turn_at
    assert went_on == max(ends, ends + late)
    await world.restart()
    await world.clock.move(10)
    assert world.manager.table.turn_at == went_on
    await world.clock.move(DAY)
    assert world.to_act == ADA.user_id, "Ben's time was up"


async def test_nobody_who_is_away_or_silent_keeps_a_game_from_a_pause(world: World) -> None:
    manager = await world.seated(ADA, BEN, CYD)
    await manager.stand_in(ADA.user_id, manager.version)
    await manager.pause(ADA.user_id)
    await refused("question_open", manager.pause(CYD.user_id))
    await world.clock.move(PATIENCE - 1)
    await world.restart()
    assert not world.manager.game.paused
    await world.clock.move(1)
    assert world.manager.game.paused
    assert world.manager.table.question is None
    await world.manager.leave_game(CYD.user_id)
    assert world.manager.game.paused


async def test_alone_with_computer_players_a_pause_begins_at_once(world: World) -> None:
    world.pace = Pace(pause=5, patience=0)
    await world.restart()
    await world.manager.open_lobby(ADA, CLASSIC, 60, "en")
    await world.manager.change_lobby(lobbies.with_computer, ADA.user_id, Level.HARD)
    await world.manager.start(ADA.user_id, world.click)
    manager = world.manager
    assert manager.game.to_act.is_computer
    await manager.pause(ADA.user_id)
    version = manager.version
    await world.clock.move(1000)
    assert manager.version == version
    await manager.end_pause(ADA.user_id)
    await world.clock.move(5)
    assert manager.version > version


async def test_a_refused_pause_keeps_nobody_off_an_end_and_a_cup_has_none(world: World) -> None:
    manager = await counted(world, ADA, BEN)
    await manager.pause(ADA.user_id)
    await manager.answer_question(BEN.user_id, manager.table.question.number, agrees=False)
    await refused("question_refused", manager.pause(ADA.user_id))
    await manager.end_game(ADA.user_id)
    await refused("question_open", manager.pause(BEN.user_id))
    number = manager.table.question.number
    await manager.answer_question(BEN.user_id, number, agrees=False)
    await refused("question_refused", manager.pause(ADA.user_id))
    await refused("question_refused", manager.end_game(ADA.user_id))
    manager._kept.game = manager.game.with_table(cup_id="cup", question=None)
    await refused("cup_pause", manager.pause(ADA.user_id))


async def test_a_paused_game_is_not_deserted_but_may_be_ended(world: World) -> None:
    manager = await counted(world, ADA, BEN)
    await manager.pause(ADA.user_id)
    await manager.answer_question(BEN.user_id, manager.table.question.number, agrees=True)
    await world.clock.move(LONGEST_PAUSE - 1)
    assert manager.running
    await manager.end_game(ADA.user_id)
    await world.clock.move(DESERTED - 1)
    assert not manager.game.paused, "it went on after four weeks"
    assert not manager.running, "nobody had an answer to the host's question"


def test_a_question_that_an_earlier_version_stored_is_still_open() -> None:
    seats = (Occupant("Ada", 1, Level.HARD), Occupant("Ben", 2, Level.HARD))
    table = Table("g", 1, 2, 1, seats, None, "en", 0.0, 0.0, question=TableQuestion(0, 60.0))
    text = seating(table).replace('"question"', '"end_question"').replace(',"about":"ending"', "")
    assert "end_question" in text
    assert parse_seating(text) == parse_seating(seating(table)) == table


async def test_a_process_that_was_suspended_ends_no_pause_that_is_over(world: World) -> None:
    suspended = await paused(world, turn_limit=DAY)
    world._new_registry()
    await world.registry.resume()
    await world.manager.end_pause(BEN.user_id)
    await world.manager.act(BEN.user_id, world.manager.version, DRAW)
    began = world.clock.now()
    world.clock.time += 60
    await refused("stale", suspended.end_pause(ADA.user_id))
    assert (suspended.game.paused, suspended.table.turn_at) == (False, began)
    assert world.store.tables["game0"].turn_at == began
