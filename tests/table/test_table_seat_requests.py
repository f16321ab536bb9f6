"""Seats of computer players: who may ask, who answers, when it is given; who left is back."""

from __future__ import annotations

import json

import pytest
from fakes_table import ADA, BEN, CYD, World, refused

from bot.cards import record
from bot.cards.events import Dealt
from bot.cards.rulesets import CLASSIC
from bot.cards.state import Stage
from bot.core.events import TakenOver, TakeoverReason
from bot.dice import record as dice_record
from bot.dice.editions import DICE
from bot.dice.engine import Roll, Score
from bot.results.outcomes import compute_outcome, rated
from bot.results.ratings import Kind
from bot.seating import Level, Person, SeatRequest
from bot.table import lobbies
from bot.table.context import Pace
from bot.table.manager import GameManager
from bot.table.play import MOST_REQUESTS, disowned

LIMIT = 60


async def begun(world: World, *computers: Level) -> GameManager:
    """Ada and Ben, for whom computers play after the turn limit, with computer players."""
    manager = world.manager
    await manager.open_lobby(ADA, CLASSIC, LIMIT, "en")
    await manager.change_lobby(lobbies.joined, BEN)
    for level in computers:
        await manager.change_lobby(lobbies.with_computer, ADA.user_id, level)
    await manager.start(ADA.user_id, world.click)
    await world.clock.settle()
    return manager


async def to_the_pause(world: World) -> None:
    while world.manager.view(None).stage is not Stage.DEAL:
        await world.clock.move(LIMIT)


async def test_a_promised_seat_is_taken_with_the_next_deal_after_a_restart(world: World) -> None:
    manager = await begun(world, Level.HARD)
    await manager.ask_for_seat(CYD)
    assert manager.game.table.requests == (SeatRequest(CYD.user_id, "Cyd"),)
    await manager.answer_request(ADA.user_id, CYD.user_id, agreed=True)
    await to_the_pause(world)
    assert manager.find_seat(CYD.user_id) is None

    await world.restart()
    manager = world.manager
    assert manager.view(CYD.user_id).me is None
    await world.clock.move(20)

    assert manager.find_seat(CYD.user_id) == 2
    assert manager.view(None).hand_number == 2
    assert manager.view(CYD.user_id).seats[2].name == "Cyd"
    assert manager.game.table.requests == ()
    dealt, joined = world.store.events()[-2:]
    assert isinstance(dealt, Dealt)
    assert joined == TakenOver(2, "Cyd", TakeoverReason.JOINED)
    assert manager.game.table.turn_from == manager.version, "nobody has acted in the turn"
    (verdict,) = record.RECORDS.verify(world.store.record())
    assert verdict.players == ("Ada", "Ben", "Cyd")
    await manager.end_game(ADA.user_id)
    lobby = await manager.rematch(ADA)
    assert [each.user_id for each in lobby.seats] == [ADA.user_id, BEN.user_id, CYD.user_id]
    assert not any(each.late for each in lobby.seats)


async def test_nothing_changes_unanswered_and_a_refusal_lasts_until_the_deal(world: World) -> None:
    manager = await begun(world, Level.EASY)
    assert manager.may_ask_for_seat(CYD.user_id)
    await manager.ask_for_seat(CYD)
    assert not manager.may_ask_for_seat(CYD.user_id)
    await to_the_pause(world)
    await world.clock.move(20)
    assert manager.find_seat(CYD.user_id) is None
    assert len(manager.game.table.requests) == 1

    await manager.answer_request(ADA.user_id, CYD.user_id, agreed=False)
    await refused("already_asked", manager.ask_for_seat(CYD))
    await to_the_pause(world)
    await world.clock.move(20)

    assert manager.find_seat(CYD.user_id) is None
    await manager.ask_for_seat(CYD)


async def test_only_host_and_moderators_answer_and_only_once(world: World) -> None:
    manager = await begun(world, Level.EASY)
    asking = CYD.user_id
    await manager.ask_for_seat(CYD)
    for stranger in (BEN.user_id, asking):
        await refused("not_host", manager.answer_request(stranger, asking, agreed=True))
    await refused("no_request", manager.answer_request(ADA.user_id, BEN.user_id, agreed=True))
    await manager.answer_request(99, asking, agreed=True, moderator=True)
    await refused("no_request", manager.answer_request(ADA.user_id, asking, agreed=False))


async def test_no_more_seats_are_promised_than_computer_players_have(world: World) -> None:
    manager = await begun(world, Level.EASY)
    dan = Person(44, "Dan")
    await manager.ask_for_seat(CYD)
    await manager.ask_for_seat(dan)
    await manager.answer_request(ADA.user_id, CYD.user_id, agreed=True)

    await refused("no_free_seat", manager.answer_request(ADA.user_id, 44, agreed=True))
    await refused("no_free_seat", manager.ask_for_seat(Person(45, "Eve")))
    await manager.withdraw_request(CYD.user_id)
    await refused("no_request", manager.withdraw_request(CYD.user_id))
    await manager.answer_request(ADA.user_id, 44, agreed=True)


async def test_a_person_who_left_takes_their_seat_back(world: World) -> None:
    manager = await begun(world, Level.EASY)
    await refused("already_seated", manager.ask_for_seat(BEN))
    await manager.leave_game(BEN.user_id)
    await refused("has_left", manager.ask_for_seat(BEN))
    await world.clock.settle()
    await world.restart()
    manager = world.manager
    assert (manager.has_left(BEN.user_id), manager.has_left(CYD.user_id)) == (True, False)

    assert [await manager.take_seat_back(BEN.user_id) for _ in range(2)] == [True, False]

    assert (manager.find_seat(BEN.user_id), manager.has_left(BEN.user_id)) == (1, False)
    assert TakenOver(1, "Ben", TakeoverReason.RETURNED) in world.store.events()
    (verdict,) = record.RECORDS.verify(world.store.record())
    assert verdict.players[:2] == ("Ada", "Ben")
    await world.registry.forget(BEN)
    assert not manager.has_left(BEN.user_id)
    assert not await manager.take_seat_back(BEN.user_id)
    await manager.end_game(ADA.user_id)
    await refused("game_over", manager.take_seat_back(BEN.user_id))


async def test_in_the_dice_game_the_seat_passes_when_the_turn_ends(world: World) -> None:
    world.pace = Pace(pause=5, patience=0)
    await world.restart()
    manager = world.manager
    await manager.open_lobby(ADA, DICE, None, "en")
    await manager.change_lobby(lobbies.with_computer, ADA.user_id, Level.EASY)
    await manager.start(ADA.user_id, 1)
    while manager.view(None).turn != 0:
        await world.clock.move(5)
    await manager.ask_for_seat(CYD)
    await manager.answer_request(ADA.user_id, CYD.user_id, agreed=True)
    await manager.act(ADA.user_id, manager.version, Roll())
    assert manager.find_seat(CYD.user_id) is None

    await manager.act(ADA.user_id, manager.version, Score())

    assert (manager.find_seat(CYD.user_id), manager.view(None).turn) == (1, 1)
    await manager.act(CYD.user_id, manager.version, Roll())
    (verdict,) = dice_record.RECORDS.verify(world.store.record())
    assert verdict.players == ("Ada", "Cyd")


async def test_requests_are_few_and_end_with_the_person_or_the_game(world: World) -> None:
    manager = await begun(world, Level.EASY)
    await manager.ask_for_seat(CYD)
    assert (await world.registry.forget(CYD)).anything
    assert manager.game.table.requests == ()
    assert "Cyd" not in str(world.store.tables["game0"])

    for number in range(MOST_REQUESTS):
        await manager.ask_for_seat(Person(50 + number, "Fan"))
    await refused("too_many_requests", manager.ask_for_seat(CYD))

    await manager.end_game(ADA.user_id)

    assert manager.game.table.requests == ()
    await refused("game_over", manager.ask_for_seat(CYD))


@pytest.mark.parametrize("forgotten", [False, True])
async def test_the_seat_is_in_the_history_and_no_more(world: World, *, forgotten: bool) -> None:
    manager = await begun(world, Level.HARD)
    await manager.ask_for_seat(CYD)
    await manager.answer_request(ADA.user_id, CYD.user_id, agreed=True)
    for _ in (ADA, BEN):
        await world.one_turn()
    await to_the_pause(world)
    await world.clock.move(20)
    game = manager.game
    if forgotten:
        game, names = disowned(game, CYD.user_id)
        assert not any("Cyd" in str(each) for each in (game.table, game.state.game, game.recent))
        assert TakenOver(2, names[2], TakeoverReason.JOINED) in game.recent
    end = {"type": "game_end", "winners": [2], "ranking": [[2], [0], [1]], "reason": "completed"}
    lines = [json.loads(line) for line in world.store.record()[1:]]

    past, changes = rated(compute_outcome(game.table, CLASSIC, [*lines, end], 1.0), {})

    seat = past.seats[2]
    assert (seat.user_id, seat.is_late) == (None if forgotten else CYD.user_id, True)
    assert seat.rating_changes == {}
    assert [each.user_id for each in past.members] == [ADA.user_id, BEN.user_id]
    assert {key.user_id for key in changes} == {ADA.user_id, BEN.user_id}
    assert {key.kind for key in changes} == {Kind.PEOPLE}
