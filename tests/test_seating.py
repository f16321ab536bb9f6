"""Tables: removing a person from one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.cards.engine import new_game
from bot.cards.rulesets import CLASSIC, RuleSet
from bot.cards.variations import Length, with_length
from bot.seating import (
    NOBODY,
    Level,
    LiveGame,
    Lobby,
    Occupant,
    SeatRequest,
    Table,
    private_channel,
)
from bot.table.play import disowned

ADA, BEN, CYD = 1, 2, 3


def table(*occupants: Occupant, host_id: int = BEN) -> Table:
    return Table("g", 7, 5, host_id, occupants, 60, "en", 1.0, 2.0)


def seat(name: str, user_id: int | None, *, left: bool = False) -> Occupant:
    return Occupant(name, user_id, Level.EASY, left=left)


def minutes(rules: RuleSet, *occupants: Occupant) -> int:
    return Lobby("l", 7, 5, ADA, rules, None, occupants, "en", 1.0, bytes(32)).minutes


def test_a_game_takes_longer_with_more_phases_and_people_and_less_with_computers() -> None:
    people = [seat("Ada", ADA), seat("Ben", BEN), seat("Cyd", CYD)]
    lengths = (Length.QUICK, Length.TEN_HANDS, Length.EVENING)
    assert [minutes(with_length(CLASSIC, length), *people) for length in lengths] == [15, 40, 55]
    assert minutes(CLASSIC, *people[:1]) == minutes(CLASSIC, *people[:2]) == 45
    assert minutes(CLASSIC, people[0], seat("Pip", None)) == 25


def test_a_game_knows_who_began_it_though_they_have_no_seat_any_more() -> None:
    state = new_game("g", CLASSIC, ["Ada", "Ben"], bytes(32), f"77-{ADA}-{CYD}")
    game = LiveGame(table(seat("Ada", ADA), seat("Ben", BEN), host_id=ADA), state)
    assert [game.knows(each) for each in (ADA, BEN, CYD, 77, 7)] == [True, True, True, False, False]
    without, names = disowned(game, CYD)
    assert (names, without.knows(CYD), without.table) == ({}, False, game.table)


def test_a_removed_person_has_no_seat_and_no_request() -> None:
    before = replace(
        table(seat("Ada", ADA), seat("Ben", BEN), seat("Pip", None), host_id=ADA),
        requests=(SeatRequest(CYD, "Cyd"), SeatRequest(BEN, "Ben")),
    )
    after, names = before.without_person(BEN, ["Ada", "Pip", "Sam", "Kim"])
    assert names == {1: "Sam"}
    assert after.occupants[1] == Occupant("Sam", None, Level.EASY, left=True)
    assert (after.occupants[0], after.occupants[2]) == (before.occupants[0], before.occupants[2])
    assert after.requests == (SeatRequest(CYD, "Cyd"),)
    assert after.host_id == ADA


@pytest.mark.parametrize(
    ("first", "last", "host_id"),
    [
        (seat("Ada", ADA), seat("Cyd", CYD), CYD),
        (seat("Ada", ADA), seat("Cyd", CYD, left=True), ADA),
        (seat("Ada", ADA), seat("Pip", None), ADA),
        (seat("Ada", ADA, left=True), seat("Pip", None), NOBODY),
    ],
)
def test_the_next_person_becomes_host(first: Occupant, last: Occupant, host_id: int) -> None:
    after, _ = table(first, seat("Ben", BEN), last).without_person(BEN, ["Sam"])
    assert after.host_id == host_id


def test_a_host_without_a_seat_is_followed_by_the_first_person() -> None:
    after, names = table(seat("Ada", ADA), seat("Cyd", CYD)).without_person(BEN, ["Sam"])
    assert (after.host_id, names) == (ADA, {})


def test_a_private_table_loses_the_id_of_its_owner() -> None:
    private = replace(table(seat("Ben", BEN), seat("Pip", None)), channel_id=private_channel(BEN))
    assert private.without_person(BEN, ["Sam"])[0].channel_id == private_channel(NOBODY)
    assert private.without_person(ADA, ["Sam"])[0] == private
