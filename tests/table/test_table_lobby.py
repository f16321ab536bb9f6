from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from fakes_table import ADA, BEN, CHANNEL, CYD, GUILD, PEOPLE, World, refused

from bot.games.errors import RuleSetError
from bot.model import Level, Person
from bot.players import computer_names
from bot.rules.editions import CLASSIC
from bot.rules.state import Stage
from bot.table.errors import TableError
from bot.table.manager import GameManager


async def opened(world: World, turn_limit: int | None = None) -> GameManager:
    await world.manager.open_lobby(ADA, CLASSIC, turn_limit, "nl")
    return world.manager


async def test_a_lobby_opens_with_its_host_and_is_stored_and_shown(world: World) -> None:
    lobby = await world.manager.open_lobby(ADA, CLASSIC, 300, "nl")
    await world.clock.settle()
    assert world.manager.lobby == lobby == world.store.lobbies[lobby.lobby_id]
    assert (lobby.channel_id, lobby.guild_id) == (CHANNEL, GUILD)
    assert (lobby.host_id, lobby.turn_limit, lobby.locale) == (ADA.user_id, 300, "nl")
    assert [each.name for each in lobby.seats] == ["Ada"]
    assert world.announcer.calls == ["lobby"]
    assert world.registry.by_game(lobby.lobby_id) is world.manager


async def test_a_second_lobby_is_refused_with_the_way_to_the_first(world: World) -> None:
    manager = await opened(world)
    await manager.note_message(4711)
    again = manager.open_lobby(BEN, CLASSIC, None, "en")
    error = await refused("lobby_open", again)
    assert error.data == {"game_id": "game0", "message_id": 4711}
    await refused("lobby_open", manager.solo(BEN, 1, Level.EASY, CLASSIC, "en"))
    await refused("lobby_hosted", manager.solo(ADA, 1, Level.EASY, CLASSIC, "en"))
    await manager.join(BEN)
    await refused("lobby_joined", manager.open_lobby(BEN, CLASSIC, None, "en"))


async def test_a_lobby_beside_a_running_game_is_refused_with_the_way_to_it(world: World) -> None:
    manager = await world.seated(ADA, BEN)
    await manager.note_message(4712)
    error = await refused("already_running", manager.open_lobby(CYD, CLASSIC, None, "en"))
    assert error.data == {"game_id": "game0", "message_id": 4712}
    await refused("already_running", manager.rematch(ADA))


async def test_joining(world: World) -> None:
    manager = await opened(world)
    lobby = await manager.join(BEN)
    assert [each.user_id for each in lobby.seats] == [ADA.user_id, BEN.user_id]
    await refused("already_seated", manager.join(BEN))
    for person in PEOPLE[2:]:
        await manager.join(person)
    error = await refused("table_full", manager.join(Person(999, "Gus")))
    assert error.data["most"] == 6
    assert len(world.store.lobbies["game0"].seats) == 6


async def test_without_a_lobby_there_is_nothing_to_do(world: World) -> None:
    manager = world.manager
    for call in (
        manager.join(BEN),
        manager.leave_lobby(ADA),
        manager.add_computer(ADA.user_id, Level.EASY),
        manager.remove_computer(ADA.user_id, 1),
        manager.set_rules(ADA.user_id, CLASSIC),
        manager.set_turn_limit(ADA.user_id, None),
        manager.start(ADA.user_id, 1),
        manager.cancel(ADA.user_id),
    ):
        await refused("no_lobby", call)
    for call in (
        manager.rematch(ADA),
        manager.act(ADA.user_id, 0, None),
        manager.ready(ADA.user_id),
        manager.leave_game(ADA.user_id),
        manager.end_game(ADA.user_id),
    ):
        await refused("no_game", call)
    assert await manager.come_back(ADA.user_id) is False
    with pytest.raises(TableError, match="no_game"):
        manager.view(None)
    assert (manager.table, manager.lobby) == (None, None)


async def test_when_the_host_leaves_the_next_person_is_host_and_first(world: World) -> None:
    manager = await opened(world)
    await manager.add_computer(ADA.user_id, Level.HARD)
    await manager.join(BEN)
    lobby = await manager.leave_lobby(ADA)
    assert lobby is not None
    assert lobby.host_id == BEN.user_id
    assert [each.user_id for each in lobby.seats] == [BEN.user_id, None]
    await refused("no_seat", manager.leave_lobby(ADA))


async def test_a_guest_who_leaves_frees_the_seat(world: World) -> None:
    manager = await opened(world)
    await manager.join(BEN)
    lobby = await manager.leave_lobby(BEN)
    assert lobby is not None
    assert [each.user_id for each in lobby.seats] == [ADA.user_id]
    assert lobby.host_id == ADA.user_id


async def test_a_lobby_without_people_closes(world: World) -> None:
    manager = await opened(world)
    await manager.add_computer(ADA.user_id, Level.EASY)
    assert await manager.leave_lobby(ADA) is None
    await world.clock.settle()
    assert manager.lobby is None
    assert world.store.lobbies == {}
    assert world.announcer.calls[-1] == "gone game0"
    assert world.registry.by_game("game0") is None


async def test_computers_come_and_go(world: World) -> None:
    manager = await opened(world)
    await refused("no_seat", manager.add_computer(BEN.user_id, Level.EASY))
    await manager.join(BEN)
    lobby = await manager.add_computer(BEN.user_id, Level.HARD)
    assert lobby.seats[2].level is Level.HARD
    assert lobby.seats[2].user_id is None
    lobby = await manager.add_computer(ADA.user_id, Level.EASY)
    assert {each.name for each in lobby.seats[2:]} <= set(computer_names)
    assert lobby.seats[2].name != lobby.seats[3].name
    await refused("not_host", manager.remove_computer(BEN.user_id, 2))
    for seat in (1, 4, -1):
        await refused("no_computer", manager.remove_computer(ADA.user_id, seat))
    lobby = await manager.remove_computer(ADA.user_id, 2)
    assert [each.level for each in lobby.seats[2:]] == [Level.EASY]


async def test_a_computer_is_never_called_as_somebody_at_the_table(world: World) -> None:
    manager = world.manager
    await manager.open_lobby(Person(1, computer_names[0]), CLASSIC, None, "en")
    lobby = await manager.add_computer(1, Level.EASY)
    assert lobby.seats[1].name != lobby.seats[0].name


async def test_rules_are_the_hosts_choice_and_must_fit_the_seats(world: World) -> None:
    manager = await opened(world)
    await manager.join(BEN)
    short = replace(CLASSIC, phases=CLASSIC.phases[:3])
    await refused("not_host", manager.set_rules(BEN.user_id, short))
    assert (await manager.set_rules(ADA.user_id, short)).rules == short
    await manager.join(CYD)
    for_two = replace(CLASSIC, max_players=2)
    await refused("table_full", manager.set_rules(ADA.user_id, for_two))
    assert manager.lobby is not None
    assert manager.lobby.rules == short


async def test_rules_that_cannot_be_played_are_refused(world: World) -> None:
    manager = await opened(world)
    with pytest.raises(RuleSetError):
        await manager.set_rules(ADA.user_id, replace(CLASSIC, phases=()))
    await manager.cancel(ADA.user_id)
    with pytest.raises(RuleSetError):
        await manager.open_lobby(ADA, replace(CLASSIC, skips=99), None, "en")


async def test_the_turn_limit_is_one_of_those_offered(world: World) -> None:
    manager = await opened(world)
    await manager.join(BEN)
    await refused("not_host", manager.set_turn_limit(BEN.user_id, 60))
    await refused("bad_turn_limit", manager.set_turn_limit(ADA.user_id, 61))
    assert (await manager.set_turn_limit(ADA.user_id, 86_400)).turn_limit == 86_400
    assert (await manager.set_turn_limit(ADA.user_id, None)).turn_limit is None
    await manager.cancel(ADA.user_id)
    await refused("bad_turn_limit", manager.open_lobby(ADA, CLASSIC, 1, "en"))


async def test_cancelling_is_for_the_host_or_a_moderator(world: World) -> None:
    manager = await opened(world)
    await manager.join(BEN)
    await refused("not_host", manager.cancel(BEN.user_id))
    await manager.cancel(BEN.user_id, moderator=True)
    assert manager.lobby is None
    await opened(world)
    await manager.cancel(ADA.user_id)
    await world.clock.settle()
    assert world.store.lobbies == {}
    assert "gone game1" in world.announcer.calls


async def test_starting_takes_the_host_and_two_seats(world: World) -> None:
    manager = await opened(world, 120)
    await refused("too_few_players", manager.start(ADA.user_id, 1))
    await manager.join(BEN)
    await manager.note_message(5)
    refusal = await refused("not_host", manager.start(BEN.user_id, 1))
    assert refusal.data == {"host": ADA.name}
    with pytest.raises(TableError, match="not_begun"):
        manager.view(BEN.user_id)
    table = await manager.start(ADA.user_id, world.click)
    assert (table.game_id, table.message_id, table.turn_limit) == ("game0", 5, 120)
    assert (manager.lobby, manager.table, manager.running) == (None, table, True)
    assert world.store.lobbies == {}
    view = manager.view(ADA.user_id)
    assert (view.stage, view.hand_number, view.turn) == (Stage.DRAW, 1, 1)
    assert world.store.states["game0"].version == manager.version


async def test_a_game_has_the_secret_of_its_lobby_and_the_click_that_began_it(
    world: World,
) -> None:
    first = (await opened(world)).lobby
    assert first is not None
    world.secret = bytes(32)
    await world.restart()
    manager = world.manager
    await manager.join(BEN)
    await manager.add_computer(ADA.user_id, Level.EASY)
    await manager.join(CYD)
    assert (manager.lobby or first).commitment == first.commitment
    assert first.secret.hex() not in repr(manager.lobby)
    assert str(first.secret) not in repr(manager.lobby)

    await manager.start(ADA.user_id, 77)

    game = manager.game.state.game
    assert (game.secret, game.beacon) == (first.secret, "77-100-101-102")
    await manager.end_game(ADA.user_id)
    again = await manager.rematch(ADA)
    assert again.secret == world.secret


async def test_two_starts_begin_one_game(world: World) -> None:
    manager = await opened(world)
    await manager.join(BEN)
    results = await asyncio.gather(
        manager.start(ADA.user_id, 1), manager.start(ADA.user_id, 1), return_exceptions=True
    )
    assert [getattr(each, "code", "begun") for each in results] == ["begun", "no_lobby"]
    assert world.store.writes.count("begin") == 1


async def test_solo_begins_at_once(world: World) -> None:
    table = await world.manager.solo(ADA, 3, Level.EASY, CLASSIC, "es")
    assert [each.user_id for each in table.occupants] == [ADA.user_id, None, None, None]
    assert {each.level for each in table.occupants[1:]} == {Level.EASY}
    assert world.manager.running
    assert world.store.lobbies == {}
    await refused("already_running", world.manager.solo(ADA, 3, Level.EASY, CLASSIC, "es"))


@pytest.mark.parametrize(("opponents", "code"), [(0, "too_few_players"), (6, "table_full")])
async def test_solo_against_none_or_too_many_is_refused(
    world: World, opponents: int, code: str
) -> None:
    await refused(code, world.manager.solo(ADA, opponents, Level.EASY, CLASSIC, "en"))
    assert not world.manager.running


async def test_an_idle_lobby_closes_after_a_quarter_of_an_hour(world: World) -> None:
    manager = await opened(world)
    await world.clock.move(800)
    await manager.join(BEN)
    await world.clock.move(899)
    assert manager.lobby is not None
    await world.clock.move(1)
    assert manager.lobby is None
    assert world.announcer.calls[-1] == "gone game0"


async def test_a_refused_write_changes_no_lobby_and_can_be_repeated(world: World) -> None:
    manager = await opened(world)
    before = manager.lobby
    world.store.failing = 1
    await refused("not_stored", manager.join(BEN))
    assert manager.lobby == before
    await manager.join(BEN)
    world.store.failing = 1
    await refused("not_stored", manager.start(ADA.user_id, 1))
    assert manager.lobby is not None
    assert manager.table is None
    await manager.start(ADA.user_id, 1)
    assert manager.running


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Zoë\nO'Neil\t\x00!", "Zoë O'Neil !"),
        ("x" * 40, "x" * 32),
        ("  \n ", "?"),
        ("مريم 👩‍👩‍👧", "مريم 👩‍👩‍👧"),
        ("a\u2028b\ud800", "a b"),
    ],
)
async def test_names_come_clean_and_bounded(world: World, given: str, shown: str) -> None:
    lobby = await world.manager.open_lobby(Person(1, given), CLASSIC, None, "en")
    assert lobby.seats[0].name == shown
