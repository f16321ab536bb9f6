"""Lobbies, games and records: kept, changed, and the same after a restart."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from databases import Where, content, raw
from stored import VARIANTS, change, end, fresh, keep, lobby, moved, played, seated, short_game

from bot.games.records import dumps
from bot.model import ALL_SHARDS, Change, LiveGame, Shards
from bot.rules.events import Dealt, HandEnded
from bot.rules.record import RECORDS
from bot.rules.state import Stage
from bot.storage.errors import StaleWriteError, StoreError
from bot.storage.games import RECENT
from bot.storage.store import LONGEST_PENDING, SqlStore


async def pending(
    where: Where, now: float = 77.5, shards: Shards = ALL_SHARDS
) -> dict[str, LiveGame]:
    """What a new process has to show, by game."""
    store = await SqlStore.open(where, now=lambda: now)
    found = await store.pending_ends(shards)
    await store.close()
    return {each.table.game_id: each for each in found}


def lines_of(where: Where) -> list[tuple[int, str]]:
    with raw(where) as connection:
        return connection.execute("SELECT seq, line FROM game_events ORDER BY seq").fetchall()


async def test_lobbies_come_back_as_they_were_oldest_first(store: SqlStore, where: Where) -> None:
    await store.put_lobby(lobby("young", 9.0))
    await store.put_lobby(lobby("old", 1.0))
    assert await store.open_lobbies() == [lobby("old", 1.0), lobby("young", 9.0)]
    await store.close()
    again = await SqlStore.open(where)
    assert await again.open_lobbies() == [lobby("old", 1.0), lobby("young", 9.0)]
    await again.begin(Change(LiveGame(seated(fresh("old")), fresh("old")), ()))
    assert await again.open_lobbies() == [lobby("young", 9.0)]
    await again.close()


async def test_a_game_goes_on_after_a_restart_where_it_was(store: SqlStore, where: Where) -> None:
    games = {
        variant: (fresh(variant, 3, rules), played(fresh(variant, 3, rules), 50))
        for variant, rules in VARIANTS.items()
        if variant in ("final_turn", "masters")
    }
    for start, moves in games.values():
        await keep(store, start, moves)
    await store.close()
    again = await SqlStore.open(where)
    saved = {each.table.game_id: each for each in await again.open_games()}
    await again.close()
    for variant, (start, moves) in games.items():
        assert saved[variant].table == seated(start)
        assert saved[variant].state == moves[-1].state


async def test_the_recent_events_are_those_of_the_last_hand(store: SqlStore) -> None:
    start = fresh("g", 2)
    moves = played(start, 800)
    deals = [place for place, move in enumerate(moves) if isinstance(move.events[0], Dealt)]
    second = deals[1]
    await keep(store, start, moves[:second])
    (between,) = await store.open_games()
    assert between.state.stage is Stage.DEAL
    assert between.recent[-1] is not None
    assert between.recent == tuple(e for m in moves[:second] for e in m.events)[-RECENT:]
    for number, move in enumerate(moves[second : second + 3], start=1):
        await store.commit(change(seated(start), move), move.state.version - 1)
        (saved,) = await store.open_games()
        now = moves[second : second + number]
        assert saved.recent == tuple(event for each in now for event in each.events)


async def test_games_come_oldest_first_and_apart(store: SqlStore) -> None:
    starts = {name: fresh(name, 2 + place) for place, name in enumerate("cab")}
    for age, (name, start) in enumerate(starts.items()):
        await store.begin(Change(LiveGame(seated(start, started_at=50.0 - age), start), ()))
        for move in played(start, 4 + age):
            await store.commit(
                change(seated(start, 50.0 - age), move),
                move.state.version - 1,
            )
        assert name == start.game.game_id
    saved = await store.open_games()
    assert [game.table.game_id for game in saved] == ["b", "a", "c"]
    for game, most in zip(saved, (6, 5, 4), strict=True):
        moves = played(starts[game.table.game_id], most)
        assert game.state == moves[-1].state
        assert game.recent == tuple(event for move in moves for event in move.events)


async def test_a_stale_write_changes_nothing(store: SqlStore, where: Where) -> None:
    start = fresh()
    moves = played(start, 6)
    with pytest.raises(StaleWriteError):
        await store.commit(change(seated(start), moves[0]), 0)
    with pytest.raises(StoreError) as unknown:
        await store.put_table(seated(start))
    assert unknown.value.code == "unknown_game"
    assert not any(content(where).values())
    await keep(store, start, moves[:4])
    assert await store.record("g") is None, "the game is running"
    before = content(where)
    for was in (3, 5, 0, -1):
        with pytest.raises(StaleWriteError) as caught:
            await store.commit(change(moved(seated(start)), moves[4]), was)
        assert caught.value.code == "stale"
        assert content(where) == before
    await store.put_table(moved(seated(start)))
    (saved,) = await store.open_games()
    assert (saved.table, saved.state) == (moved(seated(start)), moves[3].state)
    assert content(where)["game_events"] == before["game_events"]


async def test_a_game_begins_only_once(store: SqlStore, where: Where) -> None:
    start = fresh()
    await keep(store, start, played(start, 3))
    await store.put_lobby(lobby("g"))
    before = content(where)
    with pytest.raises(StoreError) as caught:
        await store.begin(Change(LiveGame(moved(seated(start)), start), ()))
    assert caught.value.code == "exists"
    assert content(where) == before


async def test_a_finished_game_is_no_longer_open_and_has_its_record(
    store: SqlStore, where: Where
) -> None:
    moves = short_game()
    start = fresh("g", 2, moves[0].state.game.rules)
    await keep(store, start, moves)
    assert await store.open_games() == []
    record = await store.record("g")
    assert record is not None
    events = [event for move in moves for event in move.events]
    assert record == [
        dumps(RECORDS.header_line(start.game)),
        *(dumps(RECORDS.event_line(e)) for e in events),
    ]
    (verdict,) = RECORDS.verify(record)
    assert verdict.state == moves[-1].state
    with raw(where) as connection:
        row = connection.execute("SELECT status, ended_at, edition, started_at FROM games")
        assert row.fetchall() == [("finished", 77.5, "classic", seated(start).started_at)]
    # It changes no more, but its messages do.
    with pytest.raises(StaleWriteError):
        await store.commit(Change(LiveGame(seated(start), start), ()), moves[-1].state.version)
    await store.put_table(moved(seated(start)))
    with raw(where) as connection:
        (seating,) = connection.execute("SELECT seating FROM games").fetchone()
    assert json.loads(seating)["message_id"] == 7


async def test_a_game_comes_back_with_how_its_hands_ended(store: SqlStore) -> None:
    moves = short_game()
    start = fresh("g", 2, moves[0].state.game.rules)
    ends: list[HandEnded] = []
    await store.begin(Change(LiveGame(seated(start), start), ()))
    for move in moves[:-1]:
        await store.commit(change(seated(start), move), move.state.version - 1)
        ended = [event for event in move.events if isinstance(event, HandEnded)]
        ends += ended
        if ended or move.state.version % 10 == 0:
            (saved,) = await store.open_games()
            assert saved.scored == tuple(ends)
    assert ends


async def test_the_end_of_a_game_is_kept_until_it_is_shown(store: SqlStore, where: Where) -> None:
    moves = short_game("ended")
    table = seated(moves[0].state)
    await keep(store, fresh("ended", 2, moves[0].state.game.rules), moves)
    await keep(store, fresh("on"), played(fresh("on"), 5))
    assert [each.table.game_id for each in await store.open_games()] == ["on"]

    saved = (await pending(where))["ended"]
    ends = [event for move in moves for event in move.events if isinstance(event, HandEnded)]
    assert (saved.table, saved.state, saved.scored) == (table, moves[-1].state, tuple(ends))
    assert set(await pending(where)) == {"ended"}

    await store.drop_pending_end("ended")
    await store.drop_pending_end("ended")
    assert await pending(where) == {}
    assert await store.record("ended") is not None


async def test_an_end_is_shown_by_its_process_until_a_week_or_the_next_game(
    store: SqlStore, where: Where
) -> None:
    for name in ("g", "elsewhere"):
        await keep(store, fresh(name), [end(fresh(name))])
    shards = [Shards(2, (shard,)) for shard in (0, 1)]
    found = [set(await pending(where, shards=each)) for each in shards]
    serves = [each.serve(seated(fresh("g")).guild_id) for each in shards]
    assert found == [{"g", "elsewhere"} if here else set() for here in serves]

    table = replace(seated(fresh("next")), channel_id=seated(fresh("g")).channel_id)
    await store.begin(Change(LiveGame(table, fresh("next")), ()))
    assert set(await pending(where, 77.5 + LONGEST_PENDING)) == {"elsewhere"}
    assert await pending(where, 78.5 + LONGEST_PENDING) == {}
    assert await pending(where) == {}
