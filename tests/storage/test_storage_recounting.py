"""A recount gives the same numbers to the last bit; games from before results get theirs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from databases import Where, content, raw
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from people import ME, NAME, waiting
from seasons import (
    FOLLOWING,
    GUILD,
    KEPT,
    NOW,
    OTHER_GUILD,
    Clock,
    add_season,
    begin,
    keep_season,
    remembered,
    season,
)

from bot.lab.demo import season as made_up
from bot.model import ServerPreferences
from bot.storage.store import SqlStore


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def store(where: Where, clock: Clock) -> AsyncIterator[SqlStore]:
    opened = await SqlStore.open(where, now=clock)
    yield opened
    await opened.close()


def forget(where: Where, user_id: int) -> None:
    """As somebody who is forgotten: results stay without a name."""
    with raw(where) as connection:
        connection.execute(
            "UPDATE result_seats SET user_id = NULL, name = '' WHERE user_id = ?", (user_id,)
        )
        for table in FOLLOWING:
            connection.execute(f"DELETE FROM {table} WHERE user_id = ?", (user_id,))  # noqa: S608
        connection.execute("DELETE FROM rivals WHERE other_id = ?", (user_id,))


def spoil(where: Where) -> None:
    """Derived numbers that are wrong, and rows that are missing or too many."""
    with raw(where) as connection:
        connection.execute("UPDATE totals SET wins = wins + 3, rating = 1")
        connection.execute("DELETE FROM ratings")
        connection.execute("UPDATE phase_totals SET tried = 0")
        rated = "people_mu_before IS NOT NULL"
        connection.execute(f"UPDATE result_seats SET people_mu_after = 1.5 WHERE {rated}")  # noqa: S608
        connection.execute("INSERT INTO member_names VALUES (77, 4711, 'nobody')")


@settings(
    max_examples=6,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(seed=st.integers(0, 10**6))
async def test_recounting_gives_the_same_to_the_last_bit(
    store: SqlStore, clock: Clock, where: Where, seed: int
) -> None:
    guild_id = 1000 + seed
    if not (await store.history(guild_id))[1]:
        await keep_season(store, clock, season(seed, 20, guild_id))
    before = remembered(where)
    assert await store.recompute(guild_id) == 20
    assert remembered(where) == before


async def test_recounting_mends_what_is_wrong(store: SqlStore, clock: Clock, where: Where) -> None:
    await keep_season(store, clock, season(1, 25))
    before = remembered(where)
    spoil(where)
    assert remembered(where) != before
    await store.recompute(GUILD)
    assert remembered(where) == before


async def test_each_server_is_counted_for_itself(
    store: SqlStore, clock: Clock, where: Where
) -> None:
    await keep_season(store, clock, season(1, 10))
    await keep_season(store, clock, season(2, 10, OTHER_GUILD))
    before = remembered(where)
    assert await store.servers_with_results() == [GUILD, OTHER_GUILD]
    for guild_id in await store.servers_with_results():
        await store.recompute(guild_id)
    assert remembered(where) == before


async def test_who_is_forgotten_changes_nobody_elses_numbers(
    store: SqlStore, clock: Clock, where: Where
) -> None:
    await keep_season(store, clock, season(3, 40))
    forget(where, 103)
    forgotten = remembered(where)
    assert all(103 not in row for rows in forgotten.values() for row in rows)
    await store.recompute(GUILD)
    assert remembered(where) == forgotten


async def test_who_comes_back_after_being_forgotten_begins_anew(
    store: SqlStore, clock: Clock, where: Where
) -> None:
    games = season(3, 40)
    await keep_season(store, clock, games[:25])
    forget(where, 103)
    await keep_season(store, clock, games[25:])
    later = [
        game
        for game in games[25:]
        if not game.past.abandoned and any(seat.user_id == 103 for seat in game.past.seats)
    ]
    assert (await store.stats(GUILD, 103)).games == len(later) > 0
    before = remembered(where)
    await store.recompute(GUILD)
    assert remembered(where) == before


async def test_games_from_before_results_get_theirs_when_the_database_is_opened(
    store: SqlStore, clock: Clock, where: Where
) -> None:
    games = [*season(5, 20), *season(6, 5, OTHER_GUILD)]
    await keep_season(store, clock, games)
    before = remembered(where)
    with raw(where) as connection:
        for table in (*reversed(KEPT), "server_results"):
            connection.execute(f"DELETE FROM {table}")  # noqa: S608
    again = await SqlStore.open(where, now=clock)
    assert remembered(where) == before
    written = content(where)
    await again.close()
    await (await SqlStore.open(where, now=clock)).close()
    assert content(where) == written


async def test_only_games_without_a_result_get_one(
    store: SqlStore, clock: Clock, where: Where
) -> None:
    games = season(5, 6)
    await keep_season(store, clock, games)
    lost = games[2].past.game_id
    with raw(where) as connection:
        connection.execute("DELETE FROM result_seats WHERE game_id = ?", (lost,))
        connection.execute("DELETE FROM results WHERE game_id = ?", (lost,))
    again = await SqlStore.open(where, now=clock)
    told, total = await again.history(GUILD)
    await again.close()
    assert total == 6
    assert [game.game_id for game in told] == [game.past.game_id for game in reversed(games)]
    # It was stored last, though it did not end last.
    with raw(where) as connection:
        newest = connection.execute("SELECT game_id FROM results ORDER BY number DESC").fetchone()
    assert newest == (lost,)
    before = remembered(where)
    await store.recompute(GUILD)
    assert remembered(where) == before


async def test_a_game_whose_lines_make_no_sense_has_no_result_and_holds_up_nobody(
    store: SqlStore, clock: Clock, where: Where, caplog: pytest.LogCaptureFixture
) -> None:
    games = season(5, 4)
    await keep_season(store, clock, games)
    lost = games[0].past.game_id
    with raw(where) as connection:
        connection.execute("DELETE FROM result_seats")
        connection.execute("DELETE FROM results")
        connection.execute("UPDATE game_events SET line = '{' WHERE game_id = ?", (lost,))
    again = await SqlStore.open(where, now=clock)
    told, total = await again.history(GUILD)
    await again.close()
    assert total == 3
    assert lost not in {game.game_id for game in told}
    assert f"game {lost} has no result" in caplog.text


async def test_results_that_are_added_are_counted_like_played_ones(
    store: SqlStore, clock: Clock, where: Where
) -> None:
    games = season(4, 20)
    await keep_season(store, clock, games)
    played = remembered(where)
    with raw(where) as connection:
        for table in (*reversed(KEPT), "server_results"):
            connection.execute(f"DELETE FROM {table}")  # noqa: S608
    await add_season(store, games)
    assert remembered(where) == played


async def test_results_can_be_added_again_and_be_followed_by_played_games(
    store: SqlStore, clock: Clock, where: Where
) -> None:
    games = list(made_up(GUILD, 220, 1, NOW))
    assert await store.add_results(GUILD, games) == 220
    before = remembered(where)
    assert await store.add_results(GUILD, games) == 0
    assert remembered(where) == before
    await store.recompute(GUILD)
    assert remembered(where) == before
    await keep_season(store, clock, season(1, 5))
    before = remembered(where)
    await store.recompute(GUILD)
    assert remembered(where) == before


async def test_every_server_that_anything_is_stored_about_is_known(store: SqlStore) -> None:
    assert await store.known_servers() == []
    await store.put_preferences(3, ServerPreferences(theme="high-contrast"))
    await store.put_lobby(waiting("lobby", ME, (NAME, ME)))
    await begin(store, season(1, 1, guild_id=9)[0])
    await add_season(store, season(2, 2, guild_id=7))

    assert await store.known_servers() == [1, 3, 7, 9]


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
