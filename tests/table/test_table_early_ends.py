"""Games that end before their time, or in which nobody acts any more."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from fakes_table import ADA, BEN, CYD, GUILD, World, calm, refused

from bot.cards.rulesets import CLASSIC
from bot.core.events import EndReason
from bot.results.past_games import PastGame
from bot.seating import DAY, Level, Person, private_channel
from bot.storage import stats
from bot.table import lobbies
from bot.table.early_ends import ends_for_nothing
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
    await refused("end_asked", manager.end_game(ADA.user_id))
    number = manager.table.end_question.number
    await refused("end_settled", manager.answer_end(BEN.user_id, number + 1, agreed=True))
    await manager.answer_end(BEN.user_id, number, agreed=True)
    await world.restart()
    manager = world.manager
    assert manager.running
    await manager.leave_game(CYD.user_id)
    assert not manager.running
    assert result(world, manager).abandoned


async def test_a_question_falls_with_the_host_and_with_the_last_of_the_others(world: World) -> None:
    manager = await counted(world, ADA, BEN, CYD)
    await manager.end_game(ADA.user_id)
    number = manager.table.end_question.number
    await manager.leave_game(ADA.user_id)
    assert manager.table.end_question is None
    await refused("end_settled", manager.answer_end(BEN.user_id, number, agreed=True))
    await manager.end_game(BEN.user_id)
    await manager.leave_game(CYD.user_id)
    assert (manager.running, manager.table.end_question) == (True, None)
    await world.clock.move(PATIENCE + 1)
    assert manager.running
    await manager.win_now(BEN.user_id)
    assert [seat.place for seat in result(world, manager).seats] == [2, 1, 2]


async def test_a_host_may_withdraw_and_a_slow_game_asks_for_a_day(world: World) -> None:
    manager = await counted(world, ADA, BEN, turn_limit=3 * DAY)
    await manager.end_game(ADA.user_id)
    assert manager.table.end_question.until == world.clock.now() + DAY
    number = manager.table.end_question.number
    await manager.answer_end(ADA.user_id, number, agreed=False)
    assert manager.table.end_question is None
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
