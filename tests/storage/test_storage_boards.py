"""Leaderboards and champions are what a naive count over the games gives, on both databases."""

from __future__ import annotations

from itertools import product
from random import Random

from past_games import HERE, past, seat
from seasons import (
    DAY,
    GUILD,
    NOW,
    OTHER_GUILD,
    add_season,
    ended,
    naive_board,
    naive_champions,
    season,
)

from bot.results.standings import Board, BoardQuery, By, Champions, Period, month_number
from bot.shards import PersonToForget
from bot.storage.boards import champions, leaderboard, month_champions
from bot.storage.database import Database
from bot.storage.deletion import forget
from bot.storage.products import PRODUCTS
from bot.storage.results import add_missing

FEBRUARY = month_number(NOW) - 1
IN_APRIL = NOW + 20 * DAY
KINDS = product(
    [by for by in By if by is not By.CUPS], Period, (None, "classic", "modern", "masters")
)
QUERIES = [BoardQuery(GUILD, *kind) for kind in KINDS]


async def test_every_page_of_every_leaderboard_is_what_a_naive_count_gives(store: Database) -> None:
    games = season(1, 60)
    await add_season(store, [*games, *season(2, 8, OTHER_GUILD)])
    for query in QUERIES:
        expected = naive_board(games, query)
        board = await store.read(leaderboard, query, NOW, limit=50, me=104)
        assert list(board.rows) == expected, query
        assert board.total == len(expected)
        assert board.own == next((row for row in expected if row.user_id == 104), None)
        places = {row.user_id: place for place, row in enumerate(expected, 1)}
        assert board.own_place == places.get(104)
    for query in (BoardQuery(GUILD, By.WINS), BoardQuery(GUILD, By.POINTS)):
        expected = naive_board(games, query)
        assert len({row.rank for row in expected}) > 1
        for offset in range(len(expected) + 2):
            for limit in (1, 2, 50):
                board = await store.read(leaderboard, query, NOW, offset=offset, limit=limit)
                part = tuple(expected[offset : offset + limit])
                assert board == Board(query, offset, part, len(expected), None)
    query = BoardQuery(GUILD, By.WINS)
    whole = (await store.read(leaderboard, query, NOW, limit=10**9)).rows
    assert list(whole) == naive_board(games, query)
    assert (await store.read(leaderboard, query, NOW, offset=-5, limit=0)).rows == whole[:1]
    assert (await store.read(leaderboard, query, NOW, offset=10**12)).rows == ()


async def test_a_page_after_the_only_person_has_their_number(store: Database) -> None:
    two = (seat(0, "Ada"), seat(1, "Ben"))
    await store.write(add_missing, HERE, [past(seats=two, ended_at=NOW - 1)])
    await forget(store, PersonToForget(two[1].user_id or 0, ("A", "B"), NOW), PRODUCTS)
    query = BoardQuery(HERE, By.WINS)
    assert len((await store.read(leaderboard, query, NOW)).rows) == 1
    after = await store.read(leaderboard, query, NOW, offset=1)
    assert (after.rows, after.total) == ((), 1)


async def test_champions_are_what_a_naive_count_over_months_gives(store: Database) -> None:
    rng = Random(3)
    games = [ended(rng, f"g{n}", NOW - (100 - n) * DAY, people=3) for n in range(100)]
    await add_season(store, [*games, *season(2, 20, OTHER_GUILD)])
    expected = naive_champions(games, "2026-03")
    assert len({each.month for each in expected}) == 3

    found = await store.read(champions, GUILD, "cards", NOW, limit=50)
    assert found == Champions(GUILD, "cards", 0, tuple(expected), 3)
    second = await store.read(champions, GUILD, "cards", NOW, offset=1, limit=1)
    assert second.champions == tuple(each for each in expected if each.month == FEBRUARY - 1)
    (february,) = await store.read(month_champions, GUILD, FEBRUARY)
    assert february.champions == tuple(each for each in expected if each.month == FEBRUARY)
    assert (await store.read(champions, GUILD, "dice", NOW)).champions == ()
    found = await store.read(champions, GUILD, "cards", IN_APRIL)
    assert found.total == 4
    champion = found.champions[0].user_id
    await forget(store, PersonToForget(champion, ("A", "B"), IN_APRIL), PRODUCTS)
    found = await store.read(champions, GUILD, "cards", IN_APRIL)
    assert champion not in {each.user_id for each in found.champions}


async def test_who_share_the_rating_share_the_title_from_five_rated_games(store: Database) -> None:
    two = (seat(0, "Ada", place=1), seat(1, "Ben", place=1))
    games = [past(f"g{n}", edition="dice", ended_at=NOW - n, seats=two) for n in range(5)]
    await store.write(add_missing, HERE, games[1:])
    alone = past("alone", edition="dice", ended_at=NOW, seats=two[:1])
    await store.write(add_missing, HERE, [alone])
    assert (await store.read(champions, HERE, "dice", IN_APRIL)).champions == ()

    await store.write(add_missing, HERE, games[:1])
    found = await store.read(champions, HERE, "dice", IN_APRIL)
    assert [(each.name, each.games) for each in found.champions] == [("Ben", 5), ("Ada", 5)]
    assert found.seasons == found.total == 1
    query = BoardQuery(HERE, period=Period.LAST_MONTH, edition="dice")
    board = await store.read(leaderboard, query, IN_APRIL)
    assert {row.value for row in board.rows} == {each.rating for each in found.champions}
