"""Private tables in the database: one a person, and outside of servers a history of their own."""

from __future__ import annotations

from dataclasses import replace

import pytest
from databases import Where
from people import BEN, COMPUTER, ME, NAME, played_to_the_end, started, table_of, traces, whom
from stored import change

from bot.model import Table, private_channel
from bot.scores.ratings import Kind
from bot.storage.errors import ChannelTakenError
from bot.storage.store import SqlStore

SEATS = (NAME, ME), COMPUTER
BOARD = private_channel(ME)


def at_private_table(game_id: str, guild_id: int) -> Table:
    return replace(table_of(game_id, guild_id, ME, *SEATS), channel_id=BOARD)


async def begin(store: SqlStore, game_id: str, guild_id: int) -> None:
    step = started(game_id, *SEATS)
    await store.begin(change(at_private_table(game_id, guild_id), step))


async def end(store: SqlStore, game_id: str, guild_id: int) -> None:
    start, last = started(game_id, *SEATS), played_to_the_end(game_id, *SEATS)
    table = at_private_table(game_id, guild_id)
    await store.commit(change(table, last), start.state.version)


async def test_a_person_has_one_private_game_in_all_servers(store: SqlStore) -> None:
    await begin(store, "over0", 1)
    with pytest.raises(ChannelTakenError):
        await begin(store, "over1", 0)
    await end(store, "over0", 1)
    assert [each.table.game_id for each in await store.pending_ends()] == ["over0"]
    await begin(store, "over1", 0)
    # The end of an earlier game is not shown in place of a later game.
    assert await store.pending_ends() == []


async def test_outside_of_servers_a_result_is_in_the_owners_history_alone(store: SqlStore) -> None:
    for game_id, guild_id in (("over0", 1), ("over1", 0)):
        await begin(store, game_id, guild_id)
        await end(store, game_id, guild_id)
    for board, expected in ((1, "over0"), (BOARD, "over1"), (0, None), (-BEN, None)):
        games, total = await store.history(board)
        assert [each.game_id for each in games] == ([expected] if expected else [])
        assert total == len(games)
    past = await store.past_game("over1")
    assert past is not None
    assert Kind.COMPUTERS in past.seats[0].rating_changes
    assert (await store.stats(BOARD, ME)).games == 1
    assert await store.recompute(BOARD) == 1


async def test_nothing_is_left_of_who_is_forgotten(store: SqlStore, where: Where) -> None:
    for game_id, guild_id in (("over0", 1), ("over1", 0)):
        await begin(store, game_id, guild_id)
        await end(store, game_id, guild_id)
    await begin(store, "running", 0)
    assert (await store.forget(whom())).anything
    await store.wipe()
    await store.close()
    assert traces(where) == []
