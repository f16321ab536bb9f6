"""A recount gives the same numbers to the last bit; results can be added."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from databases import Where, raw
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
    max_examples=3,
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


async def test_recounting_mends_what_is_wrong(store: SqlStore, where: Where) -> None:
    await add_season(store, season(1, 25))
    before = remembered(where)
    spoil(where)
    assert remembered(where) != before
    await store.recompute(GUILD)
    assert remembered(where) == before


async def test_each_server_is_counted_for_itself(store: SqlStore, where: Where) -> None:
    await add_season(store, [*season(1, 10), *season(2, 10, OTHER_GUILD)])
    before = remembered(where)
    assert await store.servers_with_results() == [GUILD, OTHER_GUILD]
    for guild_id in await store.servers_with_results():
        await store.recompute(guild_id)
    assert remembered(where) == before


async def test_who_is_forgotten_changes_nobody_elses_numbers(store: SqlStore, where: Where) -> None:
    await add_season(store, season(3, 40))
    forget(where, 103)
    forgotten = remembered(where)
    assert all(103 not in row for rows in forgotten.values() for row in rows)
    await store.recompute(GUILD)
    assert remembered(where) == forgotten


async def test_who_comes_back_after_being_forgotten_begins_anew(
    store: SqlStore, clock: Clock, where: Where
) -> None:
    games = season(3, 40)
    await add_season(store, games[:25])
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
