"""Processes that share a database: each reads its own, and none writes over what is newer."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from cups_kit import opened
from databases import Where, raw
from patience import PATIENCE
from stored import AT, BIG_ID, change, channel_of, fresh, keep, lobby, moved, played, seated

from bot.cards.engine import abandon
from bot.cups.engine import apply
from bot.cups.state import CupCancelled, LiveCup
from bot.seating import Change, LiveGame, Table
from bot.shards import Shards
from bot.storage.cups import advance_cup, cup_before, open_cups, put_cup
from bot.storage.database import Database
from bot.storage.deletion import disown
from bot.storage.errors import ChannelTakenError, StaleWriteError
from bot.storage.games import begin, drop_lobby, open_games, open_lobbies, put_lobby, put_table
from bot.storage.opening import open_database
from bot.storage.results import commit

MOVES = played(fresh(), 6)


async def test_a_process_reads_the_lobbies_and_games_of_its_shards(store: Database) -> None:
    waiting = [
        replace(lobby(f"l{n}"), guild_id=(n << 22) + 5, channel_id=100 + n) for n in range(6)
    ]
    for number, each in enumerate(waiting):
        await store.write(put_lobby, each)
        start = fresh(f"g{number}")
        table = replace(seated(start), guild_id=(number << 22) + 5, channel_id=200 + number)
        await store.write(begin, Change(LiveGame(table, start), ()))
    for shards, expected in ((Shards(3, (1,)), {1, 4}), (Shards(3, (0, 2)), {0, 2, 3, 5})):
        found = {each.guild_id >> 22 for each in await store.read(open_lobbies, shards)}
        games = {each.table.guild_id >> 22 for each in await open_games(store, shards)}
        assert found == games == expected
    (game,) = await open_games(store, channel_id=201)
    assert game.table.game_id == "g1"
    assert await open_games(store, channel_id=199) == []
    assert await store.read(open_lobbies, channel_id=101) == [waiting[1]]
    assert await store.read(open_lobbies, channel_id=199) == []


async def test_a_lobby_that_was_changed_elsewhere_stays(store: Database) -> None:
    old, newer = lobby("l", 1.0), lobby("l", 2.0)
    await store.write(put_lobby, old)
    await store.write(put_lobby, newer, old)
    late = lobby("l", 3.0)
    start = replace(fresh("l"))
    for write in (
        store.write(put_lobby, late, old),
        store.write(drop_lobby, "l", old),
        store.write(begin, Change(LiveGame(seated(start), start), ()), old),
    ):
        with pytest.raises(StaleWriteError):
            await write
    assert await store.read(open_lobbies) == [newer]
    assert await open_games(store) == []
    await store.write(begin, Change(LiveGame(seated(start), start), ()), newer)
    with pytest.raises(StaleWriteError):
        await store.write(put_lobby, late, newer)
    assert await store.read(open_lobbies) == []


def here(game_id: str, **other: object) -> Table:
    return replace(seated(fresh(game_id)), channel_id=channel_of("g"), **other)  # type: ignore[arg-type]


async def test_of_two_games_begun_at_once_in_a_channel_one_counts(where: Where) -> None:
    # On a server each waits for what becomes of the other's row.
    store, other = await open_database(where, PATIENCE), await open_database(where, PATIENCE)
    waiting = lobby("l3")
    await store.write(put_lobby, waiting)
    given = [(store, "l0", None), (other, "l1", None), (store, "l2", None), (other, "l3", waiting)]
    begun = await asyncio.gather(
        *(
            each.write(begin, Change(LiveGame(here(name), fresh(name)), ()), was)
            for each, name, was in given
        ),
        return_exceptions=True,
    )

    (first,) = (name for (_, name, _), said in zip(given, begun, strict=True) if said is None)
    assert sum(isinstance(each, ChannelTakenError) for each in begun) == len(given) - 1
    assert [each.table.game_id for each in await open_games(store)] == [first]
    # Whoever was refused has their lobby still.
    assert await store.read(open_lobbies) == ([] if first == "l3" else [waiting])
    for each in (store, other):
        await each.close()


async def test_a_game_that_is_over_or_lost_does_not_hold_its_channel(
    store: Database, where: Where, caplog: pytest.LogCaptureFixture
) -> None:
    over, start = fresh("over"), fresh()
    await store.write(begin, Change(LiveGame(here("over"), over), ()))
    await store.write(commit, change(here("over"), abandon(over)), over.version, AT)
    await store.write(begin, Change(LiveGame(here("g"), start), ()))
    await store.write(begin, Change(LiveGame(here("i", guild_id=5), fresh("i")), ()))
    with raw(where) as connection:
        connection.execute("UPDATE games SET header = '{}' WHERE game_id = 'g'")
    await store.write(begin, Change(LiveGame(here("h"), fresh("h")), ()))
    assert {each.table.game_id for each in await open_games(store)} == {"h", "i"}
    # It is kept as it was, for whoever can mend it.
    with raw(where) as connection:
        kept = connection.execute("SELECT status, header, version FROM games WHERE game_id = 'g'")
        assert kept.fetchall() == [("aside", "{}", start.version)]
    assert "game g is lost, and in the way of a new game" in caplog.text


async def test_a_table_that_moved_on_elsewhere_stays(store: Database) -> None:
    start = fresh()
    await keep(store, start, MOVES)
    before = await open_games(store)
    version = MOVES[-1].state.version
    late = moved(seated(start))
    for write in (
        store.write(put_table, late, version - 1),
        store.write(disown, late, {0: "Juno"}, BIG_ID, version - 1),
    ):
        with pytest.raises(StaleWriteError):
            await write
    assert await open_games(store) == before
    await store.write(put_table, late, version)
    (after,) = await open_games(store)
    assert after.table == late


async def test_one_of_two_processes_opens_the_cup_that_follows(where: Where) -> None:
    one, other = [await open_database(where, PATIENCE) for _ in range(2)]
    start = LiveCup(opened(), 1, 2, None, "en", series="cup", next_at=AT)
    await one.write(put_cup, start)
    over = CupCancelled(AT)
    ended = replace(start, cup=apply(start.cup, over), events=1)

    async def end(store: Database, cup_id: str) -> bool:
        following = replace(start, cup=replace(opened(), cup_id=cup_id))
        try:
            await store.write(advance_cup, ended, over, following)
        except StaleWriteError:
            return False
        return True

    succeeded = await asyncio.gather(end(one, "next1"), end(other, "next2"))
    assert sorted(succeeded) == [False, True]
    found = {each.cup.cup_id: each for each in await one.read(open_cups, AT)}
    assert set(found) == {"cup", "next1" if succeeded[0] else "next2"}
    assert found.pop("cup").next_at == AT
    (following,) = found.values()
    before = await other.read(cup_before, following)
    assert before is not None
    assert before.cup.cup_id == "cup"
    for store in (one, other):
        await store.close()
