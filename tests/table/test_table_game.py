"""A game at its table: actions, marks, people who leave, and what is announced."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from fakes_table import ADA, BEN, CHANNEL, CYD, DRAW, GUILD, World, near_the_end, refused
from kit import held, laid, position
from positions_kit import table_of

from bot.cards.actions import DealHand, Discard, Hit, Source
from bot.cards.cards import card, table_card
from bot.cards.events import Dealt, Discarded, Drew, GameEnded, HandEnded
from bot.cards.rulesets import ADDED_OPTIONS, CLASSIC, MASTERS
from bot.cards.state import Stage
from bot.cards.variations import varied
from bot.cards.views import HighlightKind, find_highlight
from bot.core.errors import IllegalError, MalformedError
from bot.core.events import EndReason, TakenOver
from bot.dice.editions import DICE
from bot.dice.engine import Roll
from bot.seating import Level, LiveGame, Person
from bot.storage import games
from bot.table import lobbies
from bot.table.play import acted, left

STRANGER = Person(5000, "Nobody")


@pytest.mark.parametrize("played", [False, True])
async def test_a_game_is_played_when_a_person_has_ended_a_turn(world: World, played: bool) -> None:
    manager = await world.seated(ADA, BEN)
    await manager.leave_game(BEN.user_id)
    while manager.view(None).turn != 0:
        await world.clock.move(5)
    await manager.act(ADA.user_id, manager.version, DRAW)
    if played:
        hand = manager.view(ADA.user_id).hand
        await manager.act(ADA.user_id, manager.version, Discard(hand[0]))
    await manager.end_game(ADA.user_id)
    assert any(isinstance(event, Discarded) for event in world.store.events())
    assert manager.game.unplayed != played


async def test_an_action_is_stored_and_hidden_cards_stay_hidden(world: World) -> None:
    manager = await world.seated(ADA, BEN)
    version = manager.version
    await manager.act(BEN.user_id, version, DRAW)
    drew, view = world.store.events()[-1], manager.view(BEN.user_id)
    assert isinstance(drew, Drew)
    assert drew.card == view.drawn is not None
    assert (view.stage, view.me, len(view.hand)) == (Stage.PLAY, 1, 11)
    assert manager.version == version + 1 == world.store.states["game0"].version
    assert len(manager.view(ADA.user_id).hand) == 10
    assert manager.view(STRANGER.user_id) == manager.view(None)
    assert manager.view(None).hand == ()
    dealt, shown = manager.game.news
    assert isinstance(dealt, Dealt)
    assert (dealt.hands, dealt.draw_pile) == (((), ()), ())
    assert shown == Drew(1, Source.DRAW_PILE, None)
    assert manager.game.legal(BEN.user_id)
    for other in (ADA, STRANGER):
        assert not manager.game.legal(other.user_id)


async def test_refusals_change_nothing(world: World) -> None:
    manager = await world.seated(ADA, BEN)
    version = manager.version
    error = await refused("stale", manager.act(BEN.user_id, version - 1, DRAW))
    assert error.data == {"version": version}
    await refused("not_your_turn", manager.act(ADA.user_id, version, DRAW))
    await refused("no_seat", manager.act(STRANGER.user_id, version, DRAW))
    with pytest.raises(IllegalError):
        await manager.act(BEN.user_id, version, Discard(card("R1")))
    with pytest.raises(MalformedError):
        await manager.act(BEN.user_id, version, "draw")
    await refused("not_now", manager.ready(ADA.user_id))
    assert manager.version == version
    assert world.store.writes.count("commit") == 0


async def test_several_things_are_done_in_one_write_or_not_at_all(world: World) -> None:
    manager = await world.placed(near_the_end(), ADA, BEN)
    before, writes = manager.view(ADA.user_id), world.store.writes.count("commit")
    hit, discard = Hit(0, 0, table_card("G5")), Discard(card("R8"))
    with pytest.raises(IllegalError):
        await manager.act(ADA.user_id, manager.version, hit, Hit(0, 0, table_card("R8")))
    # Nobody acts on into the next turn.
    await refused("not_your_turn", manager.act(ADA.user_id, manager.version, discard, DRAW))
    assert manager.view(ADA.user_id) == before
    await manager.act(ADA.user_id, manager.version, hit, discard)
    ended = world.store.events()[-1]
    assert isinstance(ended, HandEnded)
    assert world.store.writes.count("commit") == writes + 1
    assert manager.game.scored == (ended,)


async def test_a_refused_write_does_nothing(world: World, caplog: pytest.LogCaptureFixture) -> None:
    manager = await world.seated(ADA, BEN)
    before, version = manager.view(BEN.user_id), manager.version
    announced = list(world.announcer.calls)
    world.store.failing = 1
    with caplog.at_level(logging.INFO):
        await refused("not_stored", manager.act(BEN.user_id, version, DRAW))
    assert "Wilds" not in caplog.text
    assert manager.view(BEN.user_id) == before
    assert world.announcer.calls == announced
    await manager.act(BEN.user_id, version, DRAW)
    assert manager.view(BEN.user_id).stage is Stage.PLAY


async def test_a_click_that_is_cancelled_while_storing_is_whole(world: World) -> None:
    manager = await world.seated(ADA, BEN)
    world.store.gate = asyncio.Event()
    click = asyncio.create_task(manager.act(BEN.user_id, manager.version, DRAW))
    for _ in range(5):
        await asyncio.sleep(0)
    click.cancel()
    await asyncio.sleep(0)
    world.store.gate.set()
    with pytest.raises(asyncio.CancelledError):
        await click
    assert manager.view(None).stage is Stage.PLAY
    assert world.store.states["game0"].version == manager.version


async def test_a_stored_game_that_cannot_deal_any_more_is_abandoned(world: World) -> None:
    piles = [held(" ".join(f"{c}{n} {c}{n}" for n in range(1, 13))) for c in "RBYG"]
    saved = {seat: {"saved": pile} for seat, pile in enumerate(piles)}
    rules = replace(MASTERS, **ADDED_OPTIONS)
    state = position(["", "", "", ""], rules=rules, seats=saved, stage=Stage.DEAL, draw="")
    manager = await world.placed(state, ADA, BEN, CYD, Person(4000, "Dee"))
    await world.clock.move(30)
    assert manager.table is None or manager.view(None).stage is Stage.OVER
    ended = world.store.events()[-1]
    assert isinstance(ended, GameEnded)
    assert (ended.winners, ended.reason) == ((), EndReason.ABANDONED)


async def test_the_next_hand_is_dealt_when_everybody_is_ready(world: World) -> None:
    manager = await world.between_hands()
    assert not manager.game.legal(ADA.user_id), "nobody deals by hand"
    await refused("not_your_turn", manager.act(ADA.user_id, manager.version, DealHand()))
    assert await manager.ready(ADA.user_id) is False
    assert await manager.ready(ADA.user_id) is False
    await refused("no_seat", manager.ready(STRANGER.user_id))
    world.store.failing = 1
    await refused("not_stored", manager.ready(BEN.user_id))
    assert world.store.tables["game0"].ready == manager.game.table.ready == (0,)
    assert await manager.ready(BEN.user_id) is True
    await world.clock.settle()
    assert manager.view(None).hand_number == 2
    assert manager.game.table.ready == ()


async def test_a_computer_player_takes_over_the_seat_of_a_person_who_leaves(world: World) -> None:
    manager = await world.seated(ADA, BEN, CYD)
    await manager.leave_game(BEN.user_id)
    await world.clock.settle()
    assert manager.find_seat(BEN.user_id) is None
    assert world.eager.asked >= 2
    assert manager.view(None).turn == 2
    assert world.store.tables["game0"].occupants[1].left
    await refused("no_seat", manager.leave_game(BEN.user_id))
    assert TakenOver(1, "computer", "left") in manager.game.news
    assert manager.game.table.host_id == ADA.user_id
    # The next person is host, and without people the game is abandoned.
    await manager.leave_game(ADA.user_id)
    assert manager.game.table.host_id == CYD.user_id
    await refused("no_seat", manager.act(ADA.user_id, manager.version, DRAW))
    await manager.leave_game(CYD.user_id)
    assert manager.view(None).result.reason is EndReason.ABANDONED
    assert await games.open_games(world.store) == []


def test_who_left_does_not_win_what_a_computer_player_plays_to_its_end() -> None:
    groups = {0: [laid("S", "R5 B5 Y5")]}
    state = position(["R8", "R1", "R12", "R1"], groups=groups, rules=varied(CLASSIC, "S3"))
    state = replace(state, seats=(replace(state.seats[0], completed=(1,)), *state.seats[1:]))
    game = left(LiveGame(table_of(state), state), 0, 0.0).game
    finished = acted(game, [Discard(card("R8"))], 0.0).game
    result, kept = finished.view(None).result, finished.state.result
    assert kept is not None
    assert (kept.winners, kept.ranking[0]) == ((0,), (0,)), "the record stays as it is"
    assert (result.winners, result.ranking) == ((1, 3), ((1, 3), (2,), (0,)))
    assert finished.wins == (0, 1, 0, 1)
    highlight = find_highlight(lambda: finished.view(None), finished.recent)  # type: ignore[arg-type]
    assert highlight is not None
    assert highlight.seats == result.winners


async def test_ending_is_for_the_host_or_a_moderator(world: World) -> None:
    manager = await world.seated(ADA, BEN)
    refusal = await refused("not_host", manager.end_game(BEN.user_id))
    assert refusal.data == {"host": ADA.name}
    await manager.end_game(STRANGER.user_id, moderator=True)
    assert not manager.running
    for call in (
        manager.end_game(ADA.user_id),
        manager.act(BEN.user_id, manager.version, DRAW),
        manager.ready(BEN.user_id),
        manager.leave_game(BEN.user_id),
    ):
        await refused("game_over", call)
    assert await manager.come_back(BEN.user_id) is False
    assert not manager.game.legal(BEN.user_id)


async def test_a_rematch_has_the_same_people_computers_and_rules(world: World) -> None:
    manager = world.manager
    await manager.solo(ADA, 2, Level.HARD, near_the_end().game.rules, "nl")
    before = manager.table
    assert before is not None
    await manager.end_game(ADA.user_id)
    world.secret = bytes(32)
    lobby = await manager.rematch(ADA)
    assert (lobby.secret, manager.game.state.game.secret) == (world.secret, bytes(range(32)))
    assert lobby.seats == before.occupants
    assert (lobby.host_id, lobby.locale, lobby.lobby_id) == (ADA.user_id, "nl", "game1")
    assert manager.game.table.game_id == "game0"
    assert world.registry.by_game("game0") is manager is world.registry.by_game("game1")
    await refused("lobby_hosted", manager.rematch(ADA))
    await manager.start(ADA.user_id, 1)
    assert manager.game.table.game_id == "game1"
    assert world.registry.by_game("game0") is None


async def test_a_rematch_is_hosted_by_who_asks_and_invites_people_who_left(world: World) -> None:
    manager = await world.seated(ADA, BEN, CYD, turn_limit=300)
    await manager.leave_game(CYD.user_id)
    await manager.end_game(ADA.user_id)
    await refused("no_seat", manager.rematch(CYD))
    lobby = await manager.rematch(BEN)
    assert [each.user_id for each in lobby.seats] == [BEN.user_id, ADA.user_id]
    assert (lobby.host_id, lobby.turn_limit) == (BEN.user_id, 300)
    assert [each.name for each in lobby.invited(world.clock.now())] == ["Cyd"]


@pytest.mark.parametrize(
    ("options", "seated", "invited"),
    [
        ({}, ["Ada", "Ben", "computer"], ["Cyd"]),
        ({"computers": False}, ["Ada", "Ben"], ["Cyd"]),
        ({"without": {BEN.user_id}}, ["Ada", "computer"], ["Cyd"]),
        ({"without": {CYD.user_id}}, ["Ada", "Ben", "computer"], []),
    ],
)
async def test_a_rematch_neither_seats_nor_invites_those_it_leaves_out(
    world: World, options: dict[str, Any], seated: list[str], invited: list[str]
) -> None:
    manager = world.manager
    await manager.open_lobby(ADA, CLASSIC, None, "en")
    await manager.change_lobby(lobbies.joined, BEN)
    await manager.change_lobby(lobbies.joined, CYD)
    await manager.change_lobby(lobbies.with_computer, ADA.user_id, Level.EASY)
    await manager.start(ADA.user_id, 1)
    await manager.leave_game(CYD.user_id)
    await manager.end_game(ADA.user_id)
    lobby = await manager.rematch(ADA, **options)
    assert ["computer" if who.is_computer else who.name for who in lobby.seats] == seated
    assert [guest.name for guest in lobby.invited(world.clock.now())] == invited


async def test_ids_of_messages_are_remembered(world: World) -> None:
    manager = world.manager
    await manager.open_lobby(ADA, near_the_end().game.rules, None, "en")
    await manager.note_message(1)
    assert (manager.lobby.message_id, world.store.lobbies["game0"].message_id) == (1, 1)
    await manager.change_lobby(lobbies.joined, BEN)
    await manager.start(ADA.user_id, 1)
    await manager.note_message(2, "game0")
    await manager.note_message(3, "another")
    await manager.note_ping(4)
    assert (manager.game.table.message_id, manager.game.table.ping_id) == (2, 4)
    assert world.store.tables["game0"] == manager.table
    world.store.failing = 2
    await manager.note_message(5)
    await manager.note_ping(None)
    assert (manager.game.table.message_id, manager.game.table.ping_id) == (5, None)


async def test_a_closed_table_refuses(world: World) -> None:
    manager = await world.seated(ADA, BEN)
    await world.registry.close()
    await refused("closed", manager.act(BEN.user_id, manager.version, DRAW))
    await refused("closed", world.registry.for_channel(CHANNEL + 1, GUILD).rematch(ADA))
    await refused("closed", world.registry.forget(ADA))


async def test_taps_add_up_until_the_next_action(world: World) -> None:
    manager = world.manager
    await manager.open_lobby(ADA, DICE, None, "en")
    await manager.start(ADA.user_id, 1)
    await manager.act(ADA.user_id, manager.version, Roll())
    version = manager.version
    await asyncio.gather(*(manager.mark(ADA.user_id, version, die) for die in (7, 2, 3, 2)))
    await refused("stale", manager.mark(ADA.user_id, version - 1, 1))
    await refused("no_seat", manager.mark(BEN.user_id, version, 1))
    assert await manager.marks() == (3, 7)
    assert manager.version == version
    # A question about these marks is dropped by another one.
    await manager.ask(ADA.user_id, version)
    assert manager.game.table.asked
    await manager.mark(ADA.user_id, version, 7)
    assert not manager.game.table.asked

    await world.restart()
    assert await world.manager.marks() == (3,)
    await world.manager.act(ADA.user_id, version, Roll((3,)))
    assert await world.manager.marks() == ()


async def test_every_change_is_announced_with_the_newest_state(world: World) -> None:
    manager = world.manager
    await manager.open_lobby(ADA, CLASSIC, None, "en")
    await manager.change_lobby(lobbies.joined, BEN)
    await manager.change_lobby(lobbies.with_turn_limit, ADA.user_id, 60)
    assert world.announcer.calls == ["lobby"] * 3
    await manager.start(ADA.user_id, 1)
    assert world.announcer.calls[3:] == ["table"]
    await world.one_turn()
    assert world.announcer.versions[-1] == manager.version


async def test_an_announcer_may_raise(world: World, caplog: pytest.LogCaptureFixture) -> None:
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


async def test_closing_finishes_accepted_changes(world: World) -> None:
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
