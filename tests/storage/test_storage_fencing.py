"""Processes that share a database: each reads its own, and none writes over what is newer."""

from __future__ import annotations

from dataclasses import replace

import pytest
from stored import fresh, keep, lobby, moved, played, seated

from bot.model import Lobby
from bot.shards import Shards
from bot.storage.errors import StaleWriteError
from bot.storage.store import SqlStore

MOVES = played(fresh(), 6)


def elsewhere(number: int) -> Lobby:
    """A lobby in a server of shard ``number`` of three."""
    return replace(lobby(f"l{number}"), guild_id=(number << 22) + 5, channel_id=100 + number)


async def test_a_process_reads_the_lobbies_and_games_of_its_shards(store: SqlStore) -> None:
    for number in range(6):
        await store.put_lobby(elsewhere(number))
        start = fresh(f"g{number}")
        table = replace(seated(start), guild_id=(number << 22) + 5, channel_id=200 + number)
        await store.begin(table, start, ())
    for shards, expected in ((Shards(3, (1,)), {1, 4}), (Shards(3, (0, 2)), {0, 2, 3, 5})):
        found = {each.guild_id >> 22 for each in await store.open_lobbies(shards)}
        games = {each.table.guild_id >> 22 for each in await store.open_games(shards)}
        assert found == games == expected


async def test_one_channel_alone_can_be_read(store: SqlStore) -> None:
    await keep(store, fresh(), MOVES)
    await keep(store, fresh("h"), played(fresh("h"), 3))
    await store.put_lobby(elsewhere(1))
    (all_, _) = await store.open_games()
    channel = all_.table.channel_id
    assert all_ in await store.open_games(channel_id=channel)
    assert await store.open_games(channel_id=channel + 1) == []
    assert await store.open_lobbies(channel_id=101) == [elsewhere(1)]
    assert await store.open_lobbies(channel_id=102) == []


async def test_a_lobby_that_was_changed_elsewhere_stays(store: SqlStore) -> None:
    old, newer = lobby("l", 1.0), lobby("l", 2.0)
    await store.put_lobby(old)
    await store.put_lobby(newer, old)
    late = lobby("l", 3.0)
    start = replace(fresh("l"))
    for write in (
        store.put_lobby(late, old),
        store.drop_lobby("l", old),
        store.begin(seated(start), start, (), old),
    ):
        with pytest.raises(StaleWriteError):
            await write
    assert await store.open_lobbies() == [newer]
    assert await store.open_games() == []


async def test_a_lobby_whose_game_began_elsewhere_does_not_come_back(store: SqlStore) -> None:
    waiting = lobby("g")
    await store.put_lobby(waiting)
    await store.begin(seated(fresh()), fresh(), (), waiting)
    for write in (store.put_lobby(replace(waiting, touched_at=9.0), waiting),):
        with pytest.raises(StaleWriteError):
            await write
    assert await store.open_lobbies() == []


async def test_a_table_that_moved_on_elsewhere_stays(store: SqlStore) -> None:
    start = fresh()
    await keep(store, start, MOVES)
    before = await store.open_games()
    version = MOVES[-1].state.version
    late = moved(seated(start))
    for write in (store.put_table(late, version - 1), store.disown(late, {0: "Juno"}, version - 1)):
        with pytest.raises(StaleWriteError):
            await write
    assert await store.open_games() == before
    await store.put_table(late, version)
    (after,) = await store.open_games()
    assert after.table == late
