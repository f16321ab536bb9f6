"""Lobbies, games and records: kept, changed, and the same after a restart."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from databases import Where, content, raw
from kit import coded
from people import BEN, BEN_S, CYD, ME, NAME, asking, under_way
from stored import AT, change, fresh, keep, lobby, moved, played, seated, short_game

from bot.cards.engine import abandon
from bot.cards.events import Dealt, Event, HandEnded
from bot.cards.record import RECORDS
from bot.core.records import dumps
from bot.seating import Change, LiveGame
from bot.shards import ALL_SHARDS, Shards
from bot.storage import games
from bot.storage.database import Database
from bot.storage.errors import StaleWriteError, StoreError
from bot.storage.opening import open_database
from bot.storage.results import commit


async def pending(
    where: Where, now: float = 77.5, shards: Shards = ALL_SHARDS
) -> dict[str, LiveGame]:
    store = await open_database(where)
    found = await games.pending_ends(store, now, shards)
    await store.close()
    return {each.table.game_id: each for each in found}


async def test_lobbies_come_back_as_they_were_oldest_first(store: Database) -> None:
    await store.write(games.put_lobby, lobby("young", 9.0))
    await store.write(games.put_lobby, lobby("old", 1.0))
    assert await store.read(games.open_lobbies) == [lobby("old", 1.0), lobby("young", 9.0)]
    await store.write(games.begin, Change(LiveGame(seated(fresh("old")), fresh("old")), ()))
    assert await store.read(games.open_lobbies) == [lobby("young", 9.0)]


async def test_games_come_back_with_their_newest_events(store: Database, where: Where) -> None:
    moves = {"young": played(fresh("young"), 200), "old": played(fresh("old"), 5)}
    tables = {name: seated(fresh(name), at) for name, at in (("young", 50.0), ("old", 49.0))}
    for name, steps in moves.items():
        await store.write(games.begin, Change(LiveGame(tables[name], fresh(name)), ()))
        for move in steps:
            await store.write(commit, change(tables[name], move), move.state.version - 1, AT)
    await store.close()
    again = await open_database(where, busy_timeout=0)
    with coded(StoreError, "exists"):
        await again.write(games.begin, Change(LiveGame(moved(tables["old"]), fresh("old")), ()))
    old, young = await games.open_games(again)
    await again.close()
    assert (old.table, old.state) == (tables["old"], moves["old"][-1].state)
    assert (young.table, young.state) == (tables["young"], moves["young"][-1].state)
    events = [event for move in moves["young"] for event in move.events]
    assert not any(isinstance(event, Dealt) for event in events[-games.RECENT - 1 :])
    assert young.recent == tuple(events[-games.RECENT :])


async def test_a_game_comes_back_with_its_hands_and_the_events_of_the_last(store: Database) -> None:
    moves = short_game()
    start = fresh("g", 2, moves[0].state.game.rules)
    ends: list[HandEnded] = []
    hand: list[Event] = []
    await store.write(games.begin, Change(LiveGame(seated(start), start), ()))
    for move in moves[:-1]:
        await store.write(commit, change(seated(start), move), move.state.version - 1, AT)
        if isinstance(move.events[0], Dealt):
            hand = []
        hand += move.events
        ended = [event for event in move.events if isinstance(event, HandEnded)]
        ends += ended
        if ended or len(hand) == len(move.events) or move.state.version % 10 == 0:
            (saved,) = await games.open_games(store)
            assert saved.scored == tuple(ends)
            assert saved.recent == tuple(hand[-games.RECENT :])
    assert ends


async def test_a_person_who_takes_a_seat_is_stored_with_that_game_alone(
    store: Database, where: Where
) -> None:
    await under_way(store, "other", 1, (NAME, ME), BEN_S)
    (before,) = content(where)["games"]
    await asking(store, "g", (NAME, ME), agreed=True)
    rows = content(where)
    people = {(BEN, "g"), (CYD, "g"), (ME, "g"), (BEN, "other"), (ME, "other")}
    assert set(rows["game_seats"]) == people
    assert before in rows["games"]
    with raw(where) as glance:
        (header,) = glance.execute("SELECT header FROM games WHERE game_id = 'g'").fetchone()
    assert json.loads(header)["players"] == ["Ben", "Cyd", NAME]


async def test_a_stale_write_changes_nothing(store: Database, where: Where) -> None:
    start = fresh()
    moves = played(start, 6)
    with pytest.raises(StaleWriteError):
        await store.write(commit, change(seated(start), moves[0]), 0, AT)
    with pytest.raises(StaleWriteError):
        await store.write(games.put_table, seated(start), 0)
    assert not any(content(where).values())
    await keep(store, start, moves[:4])
    assert await store.read(games.finished_record, "g") is None, "the game is running"
    before = content(where)
    for was in (3, 5, 0, -1):
        with coded(StaleWriteError, "stale"):
            await store.write(commit, change(moved(seated(start)), moves[4]), was, AT)
        assert content(where) == before
    await store.write(games.put_table, moved(seated(start)), moves[3].state.version)
    (saved,) = await games.open_games(store)
    assert (saved.table, saved.state) == (moved(seated(start)), moves[3].state)
    assert content(where)["game_events"] == before["game_events"]


async def test_a_finished_game_is_closed_and_has_a_record(store: Database, where: Where) -> None:
    moves = short_game()
    start = fresh("g", 2, moves[0].state.game.rules)
    await keep(store, start, moves)
    assert await games.open_games(store) == []
    record = await store.read(games.finished_record, "g")
    assert record is not None
    events = [event for move in moves for event in move.events]
    lines = [RECORDS.header_line(start.game), *map(RECORDS.event_line, events)]
    assert record == [dumps(line) for line in lines]
    (verdict,) = RECORDS.verify(record)
    assert verdict.state == moves[-1].state
    with raw(where) as connection:
        row = connection.execute("SELECT status, ended_at, edition, started_at FROM games")
        assert row.fetchall() == [("finished", 77.5, "classic", seated(start).started_at)]
    # It changes no more, but its messages do.
    nothing = Change(LiveGame(seated(start), start), ())
    with pytest.raises(StaleWriteError):
        await store.write(commit, nothing, moves[-1].state.version, AT)
    await store.write(games.put_table, moved(seated(start)), moves[-1].state.version)
    with raw(where) as connection:
        (seating,) = connection.execute("SELECT seating FROM games").fetchone()
    assert json.loads(seating)["message_id"] == 7


async def test_an_end_is_kept_until_it_is_shown_or_too_old(store: Database, where: Where) -> None:
    moves = short_game()
    await keep(store, fresh("g", 2, moves[0].state.game.rules), moves)
    for name in ("elsewhere", "shown"):
        await keep(store, fresh(name), [abandon(fresh(name))])
    shards = [Shards(2, (shard,)) for shard in (0, 1)]
    found = [set(await pending(where, shards=each)) for each in shards]
    serves = [each.serve(seated(fresh("g")).guild_id) for each in shards]
    assert found == [{"g", "elsewhere", "shown"} if here else set() for here in serves]
    saved = (await pending(where))["g"]
    ends = [event for move in moves for event in move.events if isinstance(event, HandEnded)]
    assert (saved.table, saved.state) == (seated(moves[0].state), moves[-1].state)
    assert saved.scored == tuple(ends)

    await store.write(games.drop_pending_end, "shown")
    await store.write(games.drop_pending_end, "shown")
    assert await store.read(games.finished_record, "shown") is not None
    table = replace(seated(fresh("next")), channel_id=seated(fresh("g")).channel_id)
    await store.write(games.begin, Change(LiveGame(table, fresh("next")), ()))
    assert set(await pending(where, 77.5 + games.LONGEST_PENDING)) == {"elsewhere"}
    assert await pending(where, 78.5 + games.LONGEST_PENDING) == {}
    assert await pending(where) == {}
