from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from fakes_table import ADA, BEN, CHANNEL, CYD, DEE, FAY, GUILD, World, refused

from bot.cards.rulesets import CLASSIC
from bot.cards.state import Stage
from bot.core.errors import RuleSetError
from bot.players import computer_names
from bot.seating import DAY, Level, Person
from bot.table import lobbies
from bot.table.context import LONGEST_SLEEP
from bot.table.errors import TableError
from bot.table.lobbies import CALL_BEFORE, INVITATION, MOST_GUESTS, clean_name, occupant
from bot.table.manager import GameManager
from bot.table.registry import GameRegistry

SHORT = replace(CLASSIC, phases=CLASSIC.phases[:3])
Call = Callable[[GameManager], Awaitable[object]]


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
    assert str(lobby.secret) not in repr(lobby)


async def test_a_second_lobby_is_refused_with_the_way_to_the_first(world: World) -> None:
    manager = await opened(world)
    await manager.note_message(4711)
    error = await refused("lobby_open", manager.open_lobby(BEN, CLASSIC, None, "en"))
    assert error.data == {"game_id": "game0", "message_id": 4711}
    await refused("lobby_open", manager.solo(BEN, 1, Level.EASY, CLASSIC, "en"))
    await refused("lobby_hosted", manager.solo(ADA, 1, Level.EASY, CLASSIC, "en"))
    await manager.change_lobby(lobbies.joined, BEN)
    await refused("lobby_joined", manager.open_lobby(BEN, CLASSIC, None, "en"))


REFUSALS: list[tuple[str, Call]] = [
    ("already_seated", lambda manager: manager.change_lobby(lobbies.joined, BEN)),
    ("table_full", lambda manager: manager.change_lobby(lobbies.joined, FAY)),
    (
        "table_full",
        lambda manager: manager.change_lobby(lobbies.with_computer, BEN.user_id, Level.EASY),
    ),
    (
        "table_full",
        lambda manager: manager.change_lobby(
            lobbies.with_rules, ADA.user_id, replace(SHORT, max_players=4)
        ),
    ),
    ("no_seat", lambda manager: manager.change_lobby(lobbies.left, FAY.user_id)),
    (
        "no_seat",
        lambda manager: manager.change_lobby(lobbies.with_computer, FAY.user_id, Level.EASY),
    ),
    (
        "sits_not_here",
        lambda manager: manager.change_lobby(lobbies.without, ADA.user_id, occupant(FAY)),
    ),
    (
        "bad_turn_limit",
        lambda manager: manager.change_lobby(lobbies.with_turn_limit, ADA.user_id, 61),
    ),
    ("not_host", lambda manager: manager.change_lobby(lobbies.without, BEN.user_id, occupant(CYD))),
    ("not_host", lambda manager: manager.change_lobby(lobbies.with_rules, BEN.user_id, SHORT)),
    ("not_host", lambda manager: manager.change_lobby(lobbies.with_turn_limit, BEN.user_id, 60)),
    ("not_host", lambda manager: manager.start(BEN.user_id, 1)),
    ("not_host", lambda manager: manager.cancel(BEN.user_id)),
    ("not_begun", lambda manager: manager.act(BEN.user_id, 0, None)),
]


@pytest.mark.parametrize(("code", "call"), REFUSALS)
async def test_refusals_of_a_lobby_change_nothing(world: World, code: str, call: Call) -> None:
    manager = world.manager
    await manager.open_lobby(ADA, replace(CLASSIC, max_players=5), None, "en")
    await manager.change_lobby(lobbies.joined, BEN)
    await manager.change_lobby(lobbies.with_computer, ADA.user_id, Level.EASY)
    await manager.change_lobby(lobbies.joined, CYD)
    lobby = await manager.change_lobby(lobbies.joined, DEE)
    error = await refused(code, call(manager))
    assert manager.lobby is lobby
    assert world.store.lobbies == {"game0": lobby}
    assert code != "not_host" or error.data == {"host": ADA.name}


@pytest.mark.parametrize(
    ("code", "call"),
    [
        ("no_lobby", lambda manager: manager.change_lobby(lobbies.joined, BEN)),
        ("no_lobby", lambda manager: manager.change_lobby(lobbies.left, ADA.user_id)),
        ("no_lobby", lambda manager: manager.start(ADA.user_id, 1)),
        ("no_lobby", lambda manager: manager.cancel(ADA.user_id)),
        ("no_game", lambda manager: manager.rematch(ADA)),
        ("no_game", lambda manager: manager.act(ADA.user_id, 0, None)),
        ("no_game", lambda manager: manager.end_game(ADA.user_id)),
        ("bad_turn_limit", lambda manager: manager.open_lobby(ADA, CLASSIC, 1, "en")),
        ("too_few_players", lambda manager: manager.solo(ADA, 0, Level.EASY, CLASSIC, "en")),
        ("table_full", lambda manager: manager.solo(ADA, 6, Level.EASY, CLASSIC, "en")),
    ],
)
async def test_refusals_of_a_free_channel(world: World, code: str, call: Call) -> None:
    manager = world.manager
    await refused(code, call(manager))
    with pytest.raises(TableError, match="no_game"):
        manager.view(None)
    assert await manager.come_back(ADA.user_id) is False
    assert (manager.table, manager.lobby) == (None, None)


async def test_the_next_person_follows_the_host_until_nobody_is_left(world: World) -> None:
    manager = await opened(world)
    await manager.change_lobby(lobbies.with_computer, ADA.user_id, Level.HARD)
    await manager.change_lobby(lobbies.joined, BEN)
    await manager.change_lobby(lobbies.joined, CYD)
    await manager.change_lobby(lobbies.left, CYD.user_id)
    lobby = await manager.change_lobby(lobbies.left, ADA.user_id)
    assert lobby.host_id == BEN.user_id
    assert [each.user_id for each in lobby.seats] == [BEN.user_id, None]
    assert await manager.change_lobby(lobbies.left, BEN.user_id) is None
    assert (manager.lobby, world.store.lobbies) == (None, {})
    assert world.announcer.calls[-1] == "gone game0"
    assert world.registry.by_game("game0") is None


async def test_a_moderator_closes_a_lobby_too(world: World) -> None:
    manager = await opened(world)
    await manager.cancel(CYD.user_id, moderator=True)
    assert (manager.lobby, world.store.lobbies) == (None, {})


async def test_computers_come_under_names_of_their_own_and_go(world: World) -> None:
    manager = world.manager
    await manager.open_lobby(Person(1, computer_names[0]), CLASSIC, None, "en")
    await manager.change_lobby(lobbies.joined, BEN)
    await manager.change_lobby(lobbies.with_computer, BEN.user_id, Level.HARD)
    lobby = await manager.change_lobby(lobbies.with_computer, 1, Level.EASY)
    assert [each.level for each in lobby.seats[2:]] == [Level.HARD, Level.EASY]
    assert len({each.name for each in lobby.seats}) == 4
    lobby = await manager.change_lobby(lobbies.without, 1, lobby.seats[2])
    assert [each.level for each in lobby.seats[2:]] == [Level.EASY]


async def test_a_new_name_is_shown_in_the_lobby_also_after_a_restart(world: World) -> None:
    manager = await opened(world)
    await manager.rename(ADA.user_id, "Ada B.")
    await world.restart()
    assert world.manager.lobby is not None
    assert [each.name for each in world.manager.lobby.seats] == ["Ada B."]


async def test_rules_that_cannot_be_played_are_refused(world: World) -> None:
    with pytest.raises(RuleSetError):
        await world.manager.open_lobby(ADA, replace(CLASSIC, skips=99), None, "en")
    manager = await opened(world)
    with pytest.raises(RuleSetError):
        await manager.change_lobby(lobbies.with_rules, ADA.user_id, replace(CLASSIC, phases=()))
    assert (await manager.change_lobby(lobbies.with_rules, ADA.user_id, SHORT)).rules == SHORT


async def test_the_lobby_becomes_the_table(world: World) -> None:
    manager = await opened(world, 120)
    await refused("too_few_players", manager.start(ADA.user_id, 1))
    await manager.change_lobby(lobbies.joined, BEN)
    await manager.note_message(5)
    table = await manager.start(ADA.user_id, world.click)
    assert (table.game_id, table.message_id, table.turn_limit) == ("game0", 5, 120)
    assert (manager.lobby, manager.table, manager.running) == (None, table, True)
    assert world.store.lobbies == {}
    view = manager.view(ADA.user_id)
    assert (view.stage, view.hand_number, view.turn) == (Stage.DRAW, 1, 1)
    assert world.store.states["game0"].version == manager.version


async def test_two_starts_begin_one_game(world: World) -> None:
    manager = await opened(world)
    await manager.change_lobby(lobbies.joined, BEN)
    starts = (manager.start(ADA.user_id, 1) for _ in range(2))
    results = await asyncio.gather(*starts, return_exceptions=True)
    assert [getattr(each, "code", "begun") for each in results] == ["begun", "no_lobby"]
    assert world.store.writes.count("begin") == 1


async def test_a_refused_write_changes_no_lobby_and_can_be_repeated(world: World) -> None:
    manager = await opened(world)
    before = manager.lobby
    world.store.failing = 1
    await refused("not_stored", manager.change_lobby(lobbies.joined, BEN))
    assert manager.lobby == before
    await manager.change_lobby(lobbies.joined, BEN)
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
        ("ada\N{RIGHT-TO-LEFT OVERRIDE}drawkcab", "adadrawkcab"),
        ("\N{ZERO WIDTH SPACE}\N{HANGUL FILLER}\N{WORD JOINER}", "?"),
        ("one\ntwo\r\nthree\N{LINE SEPARATOR}four", "one two three four"),
        ("\N{COMBINING TILDE}" * 5, "?"),
        ("\N{WOMAN}\N{ZERO WIDTH JOINER}\N{PERSONAL COMPUTER}",) * 2,
        ("क्‍ष",) * 2,
        ("\N{BRAILLE PATTERN BLANK}", "?"),
    ],
)
def test_names_come_clean_and_bounded(given: str, shown: str) -> None:
    assert clean_name(given) == shown


async def invited(world: World, *people: Person) -> GameManager:
    manager = await opened(world)
    await manager.change_lobby(lobbies.invited, ADA.user_id, people)
    return manager


async def test_an_invitation_keeps_a_seat_for_ten_minutes(world: World) -> None:
    manager = await invited(world, BEN, CYD)
    for _ in range(3):
        await manager.change_lobby(lobbies.with_computer, ADA.user_id, Level.EASY)
    until = world.clock.now() + INVITATION
    error = await refused("seats_kept", manager.change_lobby(lobbies.joined, DEE))
    assert error.data == {"at": until}
    await refused(
        "seats_kept", manager.change_lobby(lobbies.with_computer, ADA.user_id, Level.EASY)
    )
    await refused("table_full", manager.change_lobby(lobbies.invited, ADA.user_id, [DEE]))
    await manager.change_lobby(lobbies.joined, CYD)
    await refused("seats_kept", manager.change_lobby(lobbies.joined, DEE))

    await world.clock.move(INVITATION / 2)
    lobby = await manager.change_lobby(lobbies.invited, ADA.user_id, [BEN])
    assert [guest.until for guest in lobby.invited(world.clock.now())] == [until]
    world.announcer.calls.clear()
    await world.clock.move(INVITATION / 2 + 1)
    assert world.announcer.calls == ["lobby"]
    assert lobby.invited(world.clock.now()) == []
    await manager.change_lobby(lobbies.joined, DEE)
    await refused("table_full", manager.change_lobby(lobbies.joined, BEN))


async def test_an_invitation_is_stored_and_told_once(world: World) -> None:
    manager = await invited(world, BEN)
    await manager.note_told("another lobby", [BEN.user_id])
    assert not manager.lobby.guests[0].told
    await manager.note_told("game0", [BEN.user_id])
    await manager.change_lobby(lobbies.joined, BEN)
    await manager.change_lobby(lobbies.without, ADA.user_id, occupant(BEN))
    lobby = await manager.change_lobby(lobbies.invited, ADA.user_id, [BEN])
    assert lobby == world.store.lobbies["game0"]
    # The invitation is a new one; the announcer remembers whom it has just called.
    assert [(guest.told, guest.out) for guest in lobby.guests] == [(False, False)]


async def test_who_is_taken_out_may_not_join_until_invited(world: World) -> None:
    manager = await opened(world)
    await manager.change_lobby(lobbies.joined, BEN)
    lobby = await manager.change_lobby(lobbies.without, ADA.user_id, occupant(BEN))
    assert [who.name for who in lobby.seats] == ["Ada"]
    assert (await refused("taken_out", manager.change_lobby(lobbies.joined, BEN))).data == {
        "host": "Ada"
    }
    await refused(
        "sits_not_here", manager.change_lobby(lobbies.without, ADA.user_id, lobby.seats[0])
    )
    await manager.change_lobby(lobbies.invited, ADA.user_id, [BEN])
    await manager.change_lobby(lobbies.joined, BEN)


async def test_refused_invitations_keep_no_seat(world: World) -> None:
    manager = await opened(world)
    before = await manager.change_lobby(lobbies.joined, BEN)
    error = await refused(
        "sits_here", manager.change_lobby(lobbies.invited, ADA.user_id, [CYD, BEN])
    )
    assert error.data == {"name": "Ben"}
    await refused("not_host", manager.change_lobby(lobbies.invited, BEN.user_id, [CYD]))
    assert manager.lobby == before


async def test_a_game_begins_without_those_who_have_not_come(world: World) -> None:
    manager = await invited(world, CYD)
    await manager.change_lobby(lobbies.joined, BEN)
    table = await manager.start(ADA.user_id, 1)
    assert [who.name for who in table.occupants] == ["Ada", "Ben"]


async def test_only_so_many_guests_are_remembered(world: World) -> None:
    manager = await opened(world)
    for user_id in range(1000, 1000 + MOST_GUESTS + 5):
        person = Person(user_id, "Guest")
        await manager.change_lobby(lobbies.joined, person)
        lobby = await manager.change_lobby(lobbies.without, ADA.user_id, occupant(person))
    assert [guest.user_id for guest in lobby.guests] == [*range(1005, 1005 + MOST_GUESTS)]


async def test_a_person_who_is_deleted_is_no_guest(world: World) -> None:
    manager = await invited(world, BEN, CYD)
    await manager.change_lobby(lobbies.joined, CYD)
    for person in (BEN, CYD):
        assert await manager.forget_person(person.user_id)
    assert manager.lobby.guests == ()
    assert [who.name for who in manager.lobby.seats] == ["Ada"]


# -- appointments --------------------------------------------------------------------------


async def appointed(world: World, seconds: float, *others: Person) -> GameManager:
    begins_at = world.clock.now() + seconds
    await world.manager.open_lobby(ADA, CLASSIC, None, "en", begins_at=begins_at)
    for person in others:
        await world.manager.change_lobby(lobbies.joined, person)
    await world.clock.settle()
    world.announcer.calls.clear()
    return world.manager


async def test_an_appointment_is_called_before_and_begins_at_its_time(world: World) -> None:
    manager = await appointed(world, 7 * DAY, BEN)
    begins_at = world.clock.now() + 7 * DAY
    await world.clock.move(7 * DAY - CALL_BEFORE - 1)
    assert world.announcer.calls == [], "an idle lobby stays open"
    await world.clock.move(1)
    assert world.announcer.calls == ["lobby"]
    await world.clock.move(CALL_BEFORE - 1)
    assert not manager.running
    await world.clock.move(1)
    assert manager.game.table.started_at == begins_at
    assert manager.game.state.game.beacon == "", "there was no click"
    assert manager.game.table.began_itself


async def test_a_host_who_starts_before_has_begun_the_game(world: World) -> None:
    manager = await appointed(world, 900, BEN)
    await manager.start(ADA.user_id, 5)
    assert not manager.game.table.began_itself
    game_id = manager.game.table.game_id
    await world.clock.move(1000)
    assert manager.game.table.game_id == game_id
    assert len(world.store.tables) == 1


@pytest.mark.parametrize("before", [2 * CALL_BEFORE, CALL_BEFORE / 2, -DAY])
async def test_a_restart_around_an_appointment_begins_one_game(world: World, before: float) -> None:
    await appointed(world, 900, BEN)
    await world.registry.close()
    await world.clock.move(900 - before)
    await world.restart()
    await world.clock.move(max(before, 0))
    assert world.manager.running
    await world.restart()
    await world.clock.move(DAY)
    assert len(world.store.tables) == 1


async def test_a_held_table_begins_when_the_outage_is_over(world: World) -> None:
    manager = await appointed(world, 900, BEN)
    manager.hold()
    await world.clock.move(1000)
    assert not manager.running
    await manager.go_on()
    await world.clock.settle()
    assert manager.running


async def test_of_two_processes_one_begins_the_game_and_the_other_adopts_it(world: World) -> None:
    first = await appointed(world, 900, BEN)
    other = GameRegistry(world._context())
    await other.resume()
    await world.clock.move(900)
    second = other.for_channel(CHANNEL, GUILD)
    assert len(world.store.tables) == 1
    assert first.game.table == second.game.table
    assert first.lobby is second.lobby is None


async def test_a_start_that_cannot_be_stored_is_tried_again(world: World) -> None:
    manager = await appointed(world, 900, BEN)
    await world.clock.move(899)
    world.store.failing = 2
    await world.clock.move(1)
    assert not manager.running
    await world.clock.move(2 * world.pace.retry)
    assert manager.running


async def test_where_too_few_came_it_is_announced_until_the_lobby_is_closed(world: World) -> None:
    manager = await appointed(world, 900)
    await world.clock.move(900 + LONGEST_SLEEP)
    assert world.announcer.calls == ["lobby", "lobby", "lobby"]
    assert await manager.change_lobby(lobbies.kept_if_startable) is None
    assert world.store.lobbies == {}


async def test_somebody_who_comes_late_but_before_it_is_closed_begins_the_game(
    world: World,
) -> None:
    manager = await appointed(world, 900)
    await world.clock.move(901)
    await manager.change_lobby(lobbies.joined, BEN)
    await world.clock.settle()
    assert manager.running
    await refused("no_lobby", manager.change_lobby(lobbies.kept_if_startable))


async def test_guests_of_an_appointment_keep_their_seats_until_it_begins(world: World) -> None:
    begins_at = world.clock.now() + DAY
    manager = world.manager
    await manager.open_lobby(ADA, CLASSIC, None, "en", [BEN, CYD], begins_at)
    assert {guest.until for guest in manager.lobby.guests} == {begins_at}
    await world.clock.move(DAY - 1)
    assert len(manager.lobby.invited(world.clock.now())) == 2
