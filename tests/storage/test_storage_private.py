"""Private tables in the database: one a person, with a history that only they see."""

from __future__ import annotations

from dataclasses import replace

import pytest
from databases import Where
from people import (
    BEN,
    COMPUTER,
    ME,
    NAME,
    finished,
    played_to_the_end,
    started,
    table_of,
    traces,
    whom,
)
from stored import AT, change

from bot.results.achievements import progress_count
from bot.results.ratings import Kind
from bot.results.standings import BoardQuery, By
from bot.seating import Table, private_channel
from bot.storage import achievements
from bot.storage import games as stored_games
from bot.storage.boards import leaderboard
from bot.storage.database import Database
from bot.storage.deletion import forget
from bot.storage.errors import ChannelTakenError
from bot.storage.products import PRODUCTS
from bot.storage.results import commit
from bot.storage.stats import everywhere, history, member, past_game

SEATS = (NAME, ME), COMPUTER
BOARD = private_channel(ME)


def at_private_table(game_id: str, guild_id: int) -> Table:
    return replace(table_of(game_id, guild_id, ME, *SEATS), channel_id=BOARD)


async def begin(store: Database, game_id: str, guild_id: int) -> None:
    step = started(game_id, *SEATS)
    await store.write(stored_games.begin, change(at_private_table(game_id, guild_id), step))


async def end(store: Database, game_id: str, guild_id: int, at: float = AT) -> None:
    start, last = started(game_id, *SEATS), played_to_the_end(game_id, *SEATS)
    table = at_private_table(game_id, guild_id)
    await store.write(commit, change(table, last), start.state.version, at)


async def test_a_person_has_one_private_game_in_all_servers_and_leaves_no_trace(
    store: Database, where: Where
) -> None:
    await begin(store, "over0", 1)
    with pytest.raises(ChannelTakenError):
        await begin(store, "over1", 0)
    await end(store, "over0", 1)
    assert [each.table.game_id for each in await stored_games.pending_ends(store, AT)] == ["over0"]
    await begin(store, "over1", 0)
    # The end of an earlier game is not shown in place of a later game.
    assert await stored_games.pending_ends(store, AT) == []
    await end(store, "over1", 0)
    await begin(store, "running", 0)
    assert (await forget(store, whom(), PRODUCTS)).anything
    await store.close()
    assert traces(where) == []


@pytest.mark.usefixtures("short_games_count")
async def test_a_result_is_in_the_history_and_figures_of_the_owner_alone(store: Database) -> None:
    for game_id, guild_id in (("over0", 1), ("over1", 0)):
        await begin(store, game_id, guild_id)
        await end(store, game_id, guild_id)
    for guild_id in (0, 1, 2):
        for reader in (None, ME, BEN):
            expected = ["over0", "over1"] if reader == ME else []
            for user_id in (None, ME):
                games, total = await store.read(history, guild_id, user_id, reader=reader)
                assert sorted(each.game_id for each in games) == expected
                assert total == len(games)
            stats = await store.read(member, guild_id, ME, AT, reader=reader)
            assert (stats.games, stats.phases != ()) == (len(expected), reader == ME)
            assert (stats.computer_rating is not None) == (reader == ME)
            progress = await store.read(achievements.progress, guild_id, ME, reader)
            assert any(each.count or each.at for each in progress) == (reader == ME)
        for by in By:
            assert (await store.read(leaderboard, BoardQuery(guild_id, by), AT, me=ME)).total == 0
    assert (await store.read(everywhere, ME)).games == 2


@pytest.mark.usefixtures("short_games_count")
async def test_games_at_tables_and_alone_add_up_for_the_owner(store: Database) -> None:
    await finished(store, "with", 1, *SEATS)
    await begin(store, "alone", 1)
    await end(store, "alone", 1, AT + 1)
    own = await store.read(member, 1, ME, AT, reader=ME)
    others = await store.read(member, 1, ME, AT, reader=BEN)
    assert (own.games, others.games) == (2, 1)
    assert sum(phase.tried for phase in own.phases) == 2 * sum(p.tried for p in others.phases)
    newest = await store.read(past_game, "alone")
    assert own.computer_rating == newest.seats[0].rating_changes[Kind.COMPUTERS].points
    assert len(own.computer_rating_history) == 1
    for reader, games in ((ME, 2), (BEN, 1)):
        progress = await store.read(achievements.progress, 1, ME, reader)
        assert progress_count(progress, "games") == games
    earned = await store.read(achievements.earned_in, 1, "with", [ME])
    # The solo game is the second one.
    more = await store.read(achievements.earned_in, 1, "alone", [ME], ME)
    assert [one.achievement for one in (*earned, *more)].count("games") == 1
