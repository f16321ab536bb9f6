"""Taking a turn back at a table: who may, until when, and what it brings back."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

import pytest
from fakes_table import ADA, BEN, CYD, DRAW, World, calm, refused
from kit import laid, position

from bot.cards.actions import Discard, Hit, Lay, Save, Source
from bot.cards.cards import SKIP, card, table_card
from bot.cards.events import CardHit, Discarded, Drew, Skipped
from bot.cards.record import RECORDS
from bot.cards.rulesets import CLASSIC, FINAL_TURN, MASTERS, RuleSet, SkipRule
from bot.cards.state import Stage, State
from bot.cards.variations import varied
from bot.core.errors import RecordError
from bot.core.events import TakenBack
from bot.core.states import AnyState
from bot.seating import Level, Person
from bot.table import lobbies, play
from bot.table.errors import TableError
from bot.table.manager import GameManager

NOTHING = "nothing_to_take_back"


async def friends(
    world: World,
    *people: Person,
    rules: RuleSet = CLASSIC,
    computers: int = 0,
    allowed: bool = True,
) -> GameManager:
    """A game of people who may take back, before computer players; the second is to draw."""
    manager = world.manager
    await manager.open_lobby(people[0], rules, None, "en")
    for person in people[1:]:
        await manager.change_lobby(lobbies.joined, person)
    for _ in range(computers):
        await manager.change_lobby(lobbies.with_computer, people[0].user_id, Level.EASY)
    await manager.change_lobby(lobbies.with_take_back, people[0].user_id, allowed=allowed)
    await manager.start(people[0].user_id, world.click)
    await world.clock.settle()
    return manager


async def back(manager: GameManager, person: Person) -> None:
    await manager.take_back(person.user_id, manager.version)


def same(state: AnyState, before: AnyState) -> bool:
    return replace(state, version=before.version) == before  # type: ignore[type-var]


def verified(world: World) -> State:
    (verdict,) = RECORDS.verify(world.store.record())
    return replace(verdict.state, game=world.manager.game.state.game)


async def test_a_discard_is_taken_back_to_the_draw(world: World) -> None:
    manager = await friends(world, ADA, BEN, CYD)
    await refused(NOTHING, back(manager, BEN))
    await world.one_action()
    drawn, version = manager.game.state, manager.version
    await refused(NOTHING, back(manager, BEN))
    await world.one_action()
    assert world.to_act == CYD.user_id
    for person in (ADA, CYD):
        await refused(NOTHING, back(manager, person))
    await refused(NOTHING, manager.take_back(BEN.user_id, version))
    highlights = len(world.announcer.highlights)

    await back(manager, BEN)

    assert world.to_act == BEN.user_id
    assert same(manager.game.state, drawn)
    assert manager.version == version + 2
    assert verified(world) == manager.game.state == world.store.states["game0"]
    assert isinstance(world.store.events()[-2], Discarded), "the lines stay in the record"
    # The lines of the moves have no trace of it, also after a restart.
    for _ in range(2):
        manager = world.manager
        _, drew, told = manager.game.news
        assert (drew, told) == (Drew(1, Source.DRAW_PILE, None), TakenBack(1))
        assert len(world.announcer.highlights) == highlights
        await refused(NOTHING, back(manager, BEN))
        await world.restart()
    await world.one_action()
    await back(world.manager, BEN)
    assert same(world.manager.game.state, drawn)


async def test_it_is_too_late_once_somebody_has_acted_or_the_hand_is_over(world: World) -> None:
    manager = await friends(world, ADA, BEN)
    await world.one_turn()
    await world.one_action()
    await refused(NOTHING, back(manager, BEN))
    await manager.end_game(0, moderator=True)
    await refused("game_over", back(manager, ADA))


async def test_two_clicks_at_once_take_back_once(world: World) -> None:
    manager = await friends(world, ADA, BEN)
    await world.one_turn()
    done = await asyncio.gather(*(back(manager, BEN) for _ in range(2)), return_exceptions=True)
    assert [getattr(each, "code", None) for each in done] in ([None, NOTHING], [NOTHING, None])
    assert world.store.events().count(TakenBack(1)) == 1


@pytest.mark.parametrize("first", ["taking back", "the next draw"])
async def test_whoever_presses_first_comes_first(
    world: World, first: str, caplog: pytest.LogCaptureFixture
) -> None:
    manager = await friends(world, ADA, BEN)
    await world.one_turn()
    clicks = [back(manager, BEN), manager.act(ADA.user_id, manager.version, DRAW)]
    if first == "the next draw":
        clicks.reverse()
    with caplog.at_level(logging.ERROR):
        won, lost = await asyncio.gather(*clicks, return_exceptions=True)
    assert won is None
    assert isinstance(lost, TableError)
    assert lost.code in {"stale", NOTHING}
    last = world.store.events()[-1]
    assert isinstance(last, TakenBack if first == "taking back" else Drew)
    assert not caplog.records, "two fast players are no error"


@pytest.mark.parametrize("failing", ["read", "write", "record"])
async def test_nothing_changes_where_the_database_fails(
    world: World, failing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    manager = await friends(world, ADA, BEN)
    await world.one_turn()
    before, lines = manager.game, world.store.record()
    world.store.unreadable, world.store.failing = failing == "read", failing == "write"
    if failing == "record":

        def damaged(*_: object) -> None:
            raise RecordError("bad_line")

        monkeypatch.setattr(play, "after_draw", damaged)
    codes = {"read": "not_looked_up", "write": "not_stored", "record": NOTHING}
    await refused(codes[failing], back(manager, BEN))
    assert (manager.game, world.store.record()) == (before, lines)


# -- who may -------------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "people", "allowed"), [
    (CLASSIC, [ADA], True),
    (CLASSIC, [ADA, BEN], False),
    (varied(CLASSIC, "phases=2"), [ADA, BEN], True),
])  # fmt: skip
async def test_the_default_follows_from_ratings_and_the_host_may_change_it(
    world: World, rules: RuleSet, people: list[Person], allowed: bool
) -> None:
    manager = world.manager
    await manager.open_lobby(ADA, rules, None, "en")
    await manager.change_lobby(lobbies.with_computer, ADA.user_id, Level.EASY)
    for person in people[1:]:
        await manager.change_lobby(lobbies.joined, person)
    assert manager.lobby.may_take_back == allowed
    for by in (BEN, CYD):
        await refused(
            "not_host", manager.change_lobby(lobbies.with_take_back, by.user_id, allowed=True)
        )
    for choice in (True, False, not allowed):
        lobby = await world.manager.change_lobby(
            lobbies.with_take_back, ADA.user_id, allowed=choice
        )
        assert (lobby.take_back, lobby.may_take_back) == (choice, choice)
        await world.restart()
        assert world.manager.lobby == lobby
    await world.manager.start(ADA.user_id, world.click)
    assert world.manager.game.table.take_back == (not allowed)
    await world.manager.end_game(ADA.user_id)
    assert (await world.manager.rematch(ADA)).take_back == (not allowed)


async def test_where_ratings_count_no_turn_is_taken_back_nor_in_a_cup(world: World) -> None:
    manager = await world.seated(ADA, BEN)
    await world.one_turn()
    await refused(NOTHING, back(manager, BEN))
    assert not manager.game.may_take_back(BEN.user_id)
    friendly = manager.game.with_table(take_back=True)
    assert friendly.may_take_back(BEN.user_id)
    assert not friendly.with_table(cup_id="cup").may_take_back(BEN.user_id)


async def test_a_rated_game_stays_one_where_a_person_is_deleted(world: World) -> None:
    manager = await world.seated(ADA, BEN)
    await world.registry.forget(BEN)
    await world.clock.settle()
    assert world.to_act == ADA.user_id
    await world.one_action()
    discard = calm(manager.view(ADA.user_id), manager.game.legal(ADA.user_id))
    await manager.act(ADA.user_id, manager.version, discard)
    assert not manager.game.may_take_back(ADA.user_id)
    assert manager.game.with_table(take_back=True).may_take_back(ADA.user_id)


async def test_what_a_computer_player_did_in_ones_place_stands(world: World) -> None:
    manager = await friends(world, ADA, BEN, CYD)
    await manager.stand_in(ADA.user_id, manager.version)
    await world.clock.move(10)
    assert world.to_act == CYD.user_id
    await refused(NOTHING, back(manager, BEN))
    await manager.come_back(BEN.user_id)
    await refused(NOTHING, back(manager, BEN))
    # Another person's leaving makes no difference.
    await world.one_turn()
    await manager.leave_game(BEN.user_id)
    await back(manager, CYD)
    assert world.to_act == CYD.user_id
    assert verified(world) == manager.game.state


# -- what comes back -----------------------------------------------------------------------


async def test_computer_players_who_wait_or_think_begin_again(world: World) -> None:
    world.pace = replace(world.pace, pause=2.0)
    await world.restart()
    manager = world.manager
    await manager.solo(ADA, 2, Level.EASY, CLASSIC, "en")
    while manager.view(None).turn != 0:
        await world.clock.move(1)
    await world.one_turn()
    asked = world.eager.asked
    await world.clock.move(1)

    await back(manager, ADA)
    await world.clock.move(60)

    assert world.to_act == ADA.user_id
    assert world.eager.asked == asked
    await world.one_action()
    await world.clock.move(4)
    assert world.eager.asked == asked, "the pause is a whole one, and long enough to take back"
    await world.clock.move(1)
    assert world.eager.asked > asked
    await refused(NOTHING, back(manager, ADA))
    assert verified(world) == manager.game.state


@pytest.mark.parametrize(("allowed", "pause"), [(True, 5), (False, 2)])
async def test_a_computer_player_waits_longer_while_one_of_several_may_take_back(
    world: World, allowed: bool, pause: float
) -> None:
    world.pace = replace(world.pace, pause=2.0)
    await world.restart()
    manager = await friends(world, ADA, BEN, computers=1, allowed=allowed)
    await world.one_turn()
    assert manager.view(None).turn == 2
    assert not manager.game.may_take_back(ADA.user_id)
    await world.clock.move(pause - 1)
    assert world.eager.asked == 0
    await world.clock.move(1)
    assert world.eager.asked > 0


async def test_the_clock_of_a_turn_that_had_ended_goes_on(world: World) -> None:
    manager = await world.seated(ADA, BEN, CYD, turn_limit=60)
    manager._kept.game = manager.game.with_table(take_back=True)
    await world.one_action()
    began = manager.game.table.turn_at
    await world.clock.move(30)
    await world.one_action()
    await world.clock.move(5)
    await back(manager, BEN)
    assert manager.game.table.turn_at == began
    assert manager.game.deadline == began + 60
    for _ in range(3):
        await world.one_action()
        await world.clock.move(5)
        await world.restart()
        manager = world.manager
        await back(manager, BEN)
    assert manager.game.deadline == began + 60
    await world.one_action()
    await world.clock.move(10)
    await refused("time_is_up", back(manager, BEN))
    assert world.to_act == CYD.user_id


def scene(hand: str, *, rules: RuleSet = CLASSIC, players: int = 2, **fields: object) -> State:
    """Ada is about to draw from this pile."""
    others = ["B1 B2 B3"] * (players - 1)
    return position([hand, *others], rules=rules, stage=Stage.DRAW, discard="R12", **fields)  # type: ignore[arg-type]


SETS = [laid("S", "R5 B5 Y5"), laid("S", "R9 B9 Y9")]
SCENES = {
    "a lay": (scene("R5 B5 G5 R9 B9 Y9 G1"), [
        Lay((laid("S", "R5 B5 G5"), laid("S", "R9 B9 Y9"))), Discard(card("G1"))]),
    "a hit": (scene("G5 R8 R2", groups={0: SETS}), [Hit(0, 0, table_card("G5"))]),
    "hits and a discard": (
        scene("G5 R8 R2", groups={0: SETS}), [Hit(0, 0, table_card("G5")), Discard(card("R8"))]),
    "a saved card": (scene("G5 R8 R2", rules=MASTERS), [Save(card("G5"))]),
    "a Skip for one of two": (scene("S R8 R2"), [Discard(SKIP, 1)]),
    "a Skip for one of three": (scene("S R8 R2", players=3), [Discard(SKIP, 1)]),
    "a Skip in front": (
        scene("S R8 R2", players=3, rules=replace(CLASSIC, skip_rule=SkipRule.IN_FRONT)),
        [Discard(SKIP, 2)]),
    "an idle turn": (scene("G5 R8 R2", idle_turns=1), [Discard(card("R8"))]),
    "going out, before the others' last turns": (
        scene("G5", groups={0: SETS}, rules=FINAL_TURN, draw="Y9 G9 R8"),
        [Hit(0, 0, table_card("G5")), Discard(card("R8"))]),
    "floating": (
        scene("G5", groups={0: SETS}, rules=FINAL_TURN, draw="R1 Y5 G9"),
        [Hit(0, 0, table_card("G5")), Hit(0, 1, table_card("G9"))]),
}  # fmt: skip


@pytest.mark.parametrize("name", SCENES)
async def test_all_is_as_it_was_after_the_draw(
    world: World, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, actions = SCENES[name]
    people = [ADA, BEN, CYD][: state.game.size]
    manager = await world.placed(state, *people)
    manager._kept.game = manager.game.with_table(take_back=True)
    await manager.act(ADA.user_id, manager.version, DRAW)
    drawn = manager.game.state
    # No record leads to a state that a test has made.
    monkeypatch.setattr(play, "after_draw", lambda *_: drawn)
    for action in actions:
        await manager.act(ADA.user_id, manager.version, action)
    assert not same(manager.game.state, drawn)

    await back(manager, ADA)

    assert same(manager.game.state, drawn)
    undone = Discarded | CardHit | Skipped
    assert not any(isinstance(event, undone) for event in manager.game.news)
    assert manager.game.news[-1] == TakenBack(0)
    assert not manager.view(None).seats[-1].skipped
