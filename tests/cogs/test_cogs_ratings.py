from __future__ import annotations

from past_games import END, FakeMemories, past, seat

from bot.model import Level
from bot.scores.results import MemberStats, PastGame, RatingPoint
from cogs.ratings import RatingChange, Ratings

ADA = 100


def figures(**curves: tuple[RatingPoint, ...]) -> dict[int, MemberStats]:
    return {ADA: MemberStats(ADA, "Ada", games=3, **curves)}  # type: ignore[arg-type]


def game(*others: object) -> PastGame:
    return past(seats=(seat(0, "Ada", rating=18), *others))


POINTS = (RatingPoint(END - 5, 1106), RatingPoint(END, 1124), RatingPoint(END + 5, 1090))
COMPUTER = seat(1, "Juno", user_id=None, level=Level.EASY)
BEN = seat(1, "Ben", rating=-18)


async def test_the_rating_is_the_one_after_that_game() -> None:
    store = FakeMemories([game(BEN)], figures=figures(ratings=POINTS))

    changes = await Ratings(store).of_game(7, "g")

    assert changes == {0: RatingChange(18, 1124), 1: RatingChange(-18, None)}


async def test_games_with_computers_have_a_rating_of_their_own() -> None:
    curves = figures(computer_ratings=POINTS, ratings=(RatingPoint(END, 1500),))
    store = FakeMemories([game(COMPUTER)], figures=curves)

    assert await Ratings(store).of_game(7, "g") == {0: RatingChange(18, 1124)}


async def test_who_was_forgotten_or_not_rated() -> None:
    nobody = seat(0, "", user_id=None, rating=3)
    store = FakeMemories([past(seats=(nobody, seat(1, "Ben")))])

    assert await Ratings(store).of_game(7, "g") == {0: RatingChange(3)}
    assert store.asked == ["past_game"]


async def test_a_game_is_looked_up_once() -> None:
    store = FakeMemories([game(BEN)])
    ratings = Ratings(store)

    first = await ratings.of_game(7, "g")
    again = await ratings.of_game(7, "g")

    assert first == again
    assert store.asked.count("past_game") == 1


async def test_an_unknown_game_and_a_store_that_fails_leave_the_table_as_it_is() -> None:
    store = FakeMemories([game(BEN)])
    ratings = Ratings(store)

    assert await ratings.of_game(8, "g") == {}
    store.fails = True
    assert await Ratings(store).of_game(7, "g") == {}
    store.fails = False

    assert set(await ratings.of_game(7, "g")) == {0, 1}
