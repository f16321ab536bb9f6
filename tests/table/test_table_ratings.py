from __future__ import annotations

from past_games import FakeMemories, past, rating, seat

from bot.model import Level
from bot.scores.ratings import Kind
from bot.scores.results import PastGame
from bot.table.ratings import Ratings

UP, DOWN, BY_COMPUTERS = rating(1124, 18), rating(982, -18), rating(1311, 4)


def game() -> PastGame:
    return past(seats=(seat(0, "Ada", people=UP), seat(1, "Ben", people=DOWN)))


async def test_the_rating_is_the_one_after_that_game() -> None:
    changes = await Ratings(FakeMemories([game()])).of_game("g")

    assert changes == {0: {Kind.PEOPLE: UP}, 1: {Kind.PEOPLE: DOWN}}
    assert [(each.points, each.change) for each in (UP, DOWN)] == [(1124, 18), (982, -18)]


async def test_games_with_computers_have_a_rating_of_their_own() -> None:
    computer = seat(1, "Juno", user_id=None, level=Level.EASY)
    store = FakeMemories([past(seats=(seat(0, "Ada", computers=BY_COMPUTERS), computer))])

    assert await Ratings(store).of_game("g") == {0: {Kind.COMPUTERS: BY_COMPUTERS}}


async def test_each_of_two_ratings_has_its_own_change() -> None:
    store = FakeMemories([past(seats=(seat(0, "Ada", people=UP, computers=BY_COMPUTERS),))])

    both = {Kind.PEOPLE: UP, Kind.COMPUTERS: BY_COMPUTERS}
    assert await Ratings(store).of_game("g") == {0: both}


async def test_who_was_forgotten_or_not_rated() -> None:
    nobody = seat(0, "", user_id=None, people=UP)
    store = FakeMemories([past(seats=(nobody, seat(1, "Ben")))])

    assert await Ratings(store).of_game("g") == {}


async def test_a_game_is_looked_up_once() -> None:
    store = FakeMemories([game()])
    ratings = Ratings(store)

    first = await ratings.of_game("g")
    again = await ratings.of_game("g")

    assert first == again
    assert store.asked == ["past_game"]


async def test_an_unknown_game_and_a_store_that_fails_leave_the_table_as_it_is() -> None:
    store = FakeMemories([game()])
    ratings = Ratings(store)

    assert await ratings.of_game("other") == {}
    store.fails = True
    assert await Ratings(store).of_game("g") == {}
    store.fails = False

    assert set(await ratings.of_game("g")) == {0, 1}
