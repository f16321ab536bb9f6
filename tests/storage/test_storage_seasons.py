"""Seasons: champions as a naive count gives them, claims of announcements, roles of champions."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from random import Random

import pytest
from databases import Where, raw
from past_games import HERE, past, seat
from seasons import (
    DAY,
    GUILD,
    NOW,
    OTHER_GUILD,
    Clock,
    add_season,
    ended,
    naive_champions,
    remembered,
    season,
)

from bot.model import PersonToForget, ServerPreferences
from bot.scores.results import BoardQuery, Champions, Period, month_of
from bot.storage.store import SqlStore

FEBRUARY = month_of(NOW) - 1


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def store(where: Where, clock: Clock) -> AsyncIterator[SqlStore]:
    opened = await SqlStore.open(where, now=clock)
    yield opened
    await opened.close()


async def test_champions_are_what_a_naive_count_over_months_gives(
    store: SqlStore, clock: Clock
) -> None:
    rng = Random(3)
    games = [ended(rng, f"g{n}", NOW - (100 - n) * DAY, people=3) for n in range(100)]
    await add_season(store, [*games, *season(2, 20, OTHER_GUILD)])
    expected = naive_champions(games, "2026-03")
    assert len({each.month for each in expected}) == 3

    assert await store.champions(GUILD, "cards", limit=50) == Champions(
        GUILD, "cards", 0, tuple(expected), 3
    )
    second = await store.champions(GUILD, "cards", offset=1, limit=1)
    assert second.champions == tuple(each for each in expected if each.month == FEBRUARY - 1)
    (february,) = await store.season_champions(GUILD, FEBRUARY)
    assert february.champions == tuple(each for each in expected if each.month == FEBRUARY)
    assert (await store.champions(GUILD, "dice")).champions == ()
    before = await store.champions(GUILD, "cards")
    await store.recompute(GUILD)
    assert await store.champions(GUILD, "cards") == before
    # March is over.
    clock.now = NOW + 20 * DAY
    assert (await store.champions(GUILD, "cards")).total == 4


async def test_who_share_the_rating_share_the_title_from_five_rated_games_on(
    store: SqlStore, clock: Clock
) -> None:
    two = (seat(0, "Ada", place=1), seat(1, "Ben", place=1))
    games = [past(f"g{n}", edition="dice", ended_at=NOW - n, seats=two) for n in range(5)]
    clock.now = NOW + 20 * DAY
    await store.add_results(HERE, games[1:])
    alone = past("alone", edition="dice", ended_at=NOW, seats=two[:1])
    await store.add_results(HERE, [alone])
    assert (await store.champions(HERE, "dice")).champions == ()

    await store.add_results(HERE, games[:1])
    found = await store.champions(HERE, "dice")
    assert [(each.name, each.games) for each in found.champions] == [("Ben", 5), ("Ada", 5)]
    assert found.seasons == found.total == 1
    board = await store.leaderboard(BoardQuery(HERE, period=Period.LAST_MONTH, edition="dice"))
    assert {row.value for row in board.rows} == {each.rating for each in found.champions}


async def test_a_server_counted_by_an_older_program_is_recounted_when_it_is_opened(
    store: SqlStore, clock: Clock, where: Where
) -> None:
    await add_season(store, [*season(1, 30), *season(2, 10, OTHER_GUILD)])
    before = remembered(where)
    lifelong = "period = 1000000"
    with raw(where) as connection:
        connection.execute(f"DELETE FROM ratings WHERE NOT {lifelong}")  # noqa: S608
        connection.execute(f"UPDATE totals SET rated = 0, rating = 1 WHERE NOT {lifelong}")  # noqa: S608
        for column in ("mu_season", "sigma_season", "mu_season_edition", "sigma_season_edition"):
            connection.execute(f"UPDATE result_seats SET people_{column} = NULL")  # noqa: S608
        connection.execute("UPDATE server_results SET counting = 0")

    opened = await asyncio.gather(*(SqlStore.open(where, now=clock) for _ in range(2)))
    assert remembered(where) == before
    with raw(where) as connection:
        connection.execute("UPDATE totals SET rating = 1")
    # Once is enough.
    opened.append(await SqlStore.open(where, now=clock))
    assert remembered(where) != before
    for each in opened:
        await each.close()


async def test_a_champion_who_is_forgotten_loses_title_and_role(
    store: SqlStore, clock: Clock, where: Where
) -> None:
    games = [ended(Random(n), f"g{n}", NOW - DAY * n / 4, people=4) for n in range(60)]
    await add_season(store, games)
    clock.now = NOW + 20 * DAY
    (champion, *_) = (await store.champions(GUILD, "cards")).champions
    await store.put_champion_role(GUILD, champion.user_id, 9)
    await store.put_champion_role(GUILD, champion.user_id, 9)
    await store.put_champion_role(GUILD, 5, 9)
    data = await store.personal_data(champion.user_id, 1000)
    assert [each["role_id"] for each in data["champion_roles"]] == ["9"]
    assert {each["period"] for each in data["ratings"]} >= {"all", "2026-03"}
    assert await store.roles_of_champion(champion.user_id) == {(GUILD, 9)}

    await store.forget(PersonToForget(champion.user_id, ("A", "B"), clock.now))
    found = await store.champions(GUILD, "cards")
    assert champion.user_id not in {each.user_id for each in found.champions}
    assert await store.champion_roles(GUILD) == {(5, 9)}
    await store.drop_champion_role(GUILD, 5, 9)
    assert await store.champion_roles(GUILD) == set()
    before = remembered(where)
    await store.recompute(GUILD)
    assert remembered(where) == before


async def test_of_several_processes_one_has_the_claim(
    store: SqlStore, clock: Clock, where: Where
) -> None:
    other = await SqlStore.open(where, now=clock)
    claims = [each.claim(GUILD, "season 2026-02") for each in (store, other) * 4]
    assert sorted(await asyncio.gather(*claims)) == [False] * 7 + [True]
    assert await other.claim(OTHER_GUILD, "season 2026-02")
    assert await other.claim(GUILD, "season 2026-03")
    await other.unclaim(GUILD, "season 2026-02")
    assert await store.claim(GUILD, "season 2026-02")
    assert not await other.claim(GUILD, "season 2026-02")
    await other.close()


async def test_the_servers_that_have_to_do_with_champions_are_known(
    store: SqlStore, where: Where
) -> None:
    await store.put_preferences(1, ServerPreferences(announcements=4))
    await store.put_preferences(2, ServerPreferences(champion_role=5))
    await store.put_preferences(3, ServerPreferences(theme="standard"))
    await store.put_champion_role(4, 5, 6)
    with raw(where) as connection:
        connection.execute("INSERT INTO server_choices VALUES (5, '{')")
    assert await store.season_servers() == {1, 2, 4}
