"""Databases of every earlier revision, with games in them, are brought up to date and go on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from databases import Where, in_transaction
from kit import steps
from sqlalchemy import Connection, MetaData, insert, select
from stored import BEFORE, end, fresh, keep, lobby, played, seated, short_game

from bot.model import Change, LiveGame, PersonalPreferences, ServerPreferences
from bot.rules.record import RECORDS
from bot.rules.snapshot import dumps as snapshot_of
from bot.storage.revisions import SCRIPTS, config_for
from bot.storage.store import SqlStore

Rows = Mapping[str, list[dict[str, Any]]]
KEPT = Path(__file__).parent / "kept"
# The second revision changed none of the first one's tables.
WRITTEN = {
    "0001": "0002.json",
    **{revision: f"{revision}.json" for revision in ("0002", "0003", "0004", "0005")},
}
# Up to the fourth revision there were totals over the last 30 days.
LAST_30_DAYS = 1_000_001
FORMER_COLUMNS = {"server_results": {"recent_from": 0.0}}
MOVES = played(fresh("running"), 45)


def revisions() -> list[str]:
    """Every revision, the oldest first."""
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    newest_first = ScriptDirectory.from_config(config).walk_revisions()
    return [each.revision for each in newest_first][::-1]


async def furnish(store: SqlStore) -> None:
    """A running game, a finished one, a lobby and choices."""
    await keep(store, fresh("running"), MOVES[:40])
    finished = short_game("finished")
    await keep(store, fresh("finished", 2, finished[0].state.game.rules), finished)
    await store.put_lobby(lobby("waiting"))
    await store.put_preferences(1, ServerPreferences(theme="high-contrast"))
    await store.put_preferences(2, PersonalPreferences(theme="colour-blind"))


async def check(store: SqlStore, snapshot: str, *, choices: bool) -> None:
    """All of it is there, and the game goes on from its snapshot."""
    (saved,) = await store.open_games()
    assert saved.state.version == 40
    assert_kept(json.loads(snapshot), json.loads(snapshot_of(saved.state)))
    assert saved.table == seated(fresh("running"))
    record = await store.record("finished")
    assert record is not None
    (verdict,) = RECORDS.verify(record)
    assert verdict.state == short_game("finished")[-1].state
    assert await store.open_lobbies() == [lobby("waiting")]
    chosen = (
        await store.preferences(ServerPreferences, 1),
        await store.preferences(PersonalPreferences, 2),
    )
    assert [each.theme for each in chosen] == (
        ["high-contrast", "colour-blind"] if choices else [None, None]
    )
    for move in MOVES[40:]:
        await store.commit(
            Change(LiveGame(saved.table, move.state), move.events), move.state.version - 1
        )
    (after,) = await store.open_games()
    assert after.state == MOVES[-1].state


def assert_kept(before: Any, after: Any) -> None:
    """Whatever was there still is the same; there may be more of it."""
    if isinstance(before, dict):
        for key, value in before.items():
            assert_kept(value, after[key])
    elif isinstance(before, list):
        for old, new in zip(before, after, strict=True):
            assert_kept(old, new)
    else:
        assert after == before


def everything(connection: Connection) -> Rows:
    """Every row of every table, as a mapping of its columns."""
    found = MetaData()
    found.reflect(connection)
    return {
        table.name: [dict(row) for row in connection.execute(select(table)).mappings()]
        for table in found.sorted_tables
        if table.name != "alembic_version"
    }


def put_in_place(connection: Connection, revision: str, rows: Rows) -> Rows:
    """Make the tables of a revision and fill them with as much of the rows as they can hold."""
    command.upgrade(config_for(connection), revision)
    found = MetaData()
    found.reflect(connection)
    for table in found.sorted_tables:
        columns = table.c.keys()
        for row in rows.get(table.name, []):
            whole = FORMER_COLUMNS.get(table.name, {}) | row
            fitting = {name: value for name, value in whole.items() if name in columns}
            connection.execute(insert(table), fitting)
    return everything(connection)


def still_used(rows: Rows) -> Rows:
    """All but what the fifth revision dropped."""
    return {
        name: [
            {key: row[key] for key in row if key not in FORMER_COLUMNS.get(name, {})}
            for row in found
            if row.get("period") != LAST_30_DAYS
        ]
        for name, found in rows.items()
    }


def people_of(table: Mapping[str, Any]) -> set[int]:
    """The people at a game's table, its host included."""
    return {table["host_id"], *(each["user_id"] for each in table["occupants"])} - {None}


async def brought_up_to_date(where: Where, before: Rows) -> None:
    """Open the database and check that what was in it still is, and works."""
    store = await SqlStore.open(where)
    try:
        after = in_transaction(where, everything)
        for name, rows in still_used(before).items():
            kept = [{key: row.get(key) for key in rows[0]} for row in after[name]] if rows else []
            assert all(row in kept for row in rows), name
        assert not any(row["period"] == LAST_30_DAYS for row in after["totals"])
        seats = {(row["user_id"], row["game_id"]) for row in after["game_seats"]}
        assert seats == {
            (user_id, row["game_id"])
            for row in after["games"]
            for user_id in people_of(json.loads(row["seating"]))
        }
        running = next(row for row in before["games"] if row["game_id"] == "running")
        await check(store, running["snapshot"], choices="server_choices" in before)
    finally:
        await store.close()


async def write(path: Path) -> None:
    store = await SqlStore.open(path, now=lambda: 77.5)
    await furnish(store)
    await store.close()


@pytest.fixture(scope="module")
def rows_of_today(tmp_path_factory: pytest.TempPathFactory) -> Rows:
    """What this program writes."""
    path = tmp_path_factory.mktemp("today") / "today.db"
    asyncio.run(write(path))
    rows = in_transaction(path, everything)
    assert all(rows[name] for name in ("games", "game_events", "lobbies", "personal_choices"))
    return rows


@pytest.mark.parametrize("revision", revisions())
async def test_an_older_database_is_brought_up_to_date(
    where: Where, rows_of_today: Rows, revision: str
) -> None:
    before = in_transaction(where, lambda each: put_in_place(each, revision, rows_of_today))
    assert len(before["game_events"]) > 40
    await brought_up_to_date(where, before)


@pytest.mark.parametrize("revision", WRITTEN)
async def test_what_an_older_program_wrote_is_understood(where: Where, revision: str) -> None:
    rows = written(revision)
    before = in_transaction(where, lambda each: put_in_place(each, revision, rows))
    assert before == {name: rows[name] for name in before}
    await brought_up_to_date(where, before)


async def test_of_two_games_in_one_channel_the_older_is_put_aside(
    where: Where, rows_of_today: Rows
) -> None:
    (running,) = (row for row in rows_of_today["games"] if row["game_id"] == "running")
    others = [
        {**running, "game_id": "older", "started_at": running["started_at"] - 1},
        {**running, "game_id": "like it", "started_at": running["started_at"]},
        {**running, "game_id": "elsewhere", "channel_id": running["channel_id"] - 1},
        {**running, "game_id": "over", "status": "finished", "ended_at": 1.0},
    ]
    rows = {"games": [*others[:2], running, *others[2:]]}
    in_transaction(where, lambda each: put_in_place(each, "0003", rows))

    store = await SqlStore.open(where)
    found = {row["game_id"]: row for row in in_transaction(where, everything)["games"]}
    again = await store.open_games(channel_id=running["channel_id"])
    await store.close()

    assert {game_id: row["status"] for game_id, row in found.items()} == {
        "running": "running",
        "older": "aside",
        "like it": "aside",
        "elsewhere": "running",
        "over": "finished",
    }
    # Nothing else of them is changed.
    assert all(found[each["game_id"]] | {"status": each["status"]} == each for each in others)
    assert [each.table.game_id for each in again] == ["running"]


async def test_games_that_ended_before_there_was_a_note_of_it_count_as_shown(
    where: Where, rows_of_today: Rows
) -> None:
    in_transaction(where, lambda each: put_in_place(each, "0005", rows_of_today))
    store = await SqlStore.open(where, now=lambda: 77.5)
    try:
        assert await store.record("finished") is not None
        assert await store.pending_ends() == []
    finally:
        await store.close()


async def test_games_broken_off_earlier_count_the_phases_of_their_last_hand(
    where: Where, tmp_path: Path
) -> None:
    rules = replace(BEFORE, phases=("S2", "S2", "S2"))
    moves = [step for _, _, step in steps(fresh("off", 3, rules), Random(1))]
    # In the second hand, all but one have laid.
    laid = next(
        at
        for at, move in enumerate(moves)
        if move.state.hand == 2
        and [bool(seat.groups) for seat in move.state.seats].count(True) == 2
    )
    state = moves[laid].state
    store = await SqlStore.open(tmp_path / "today.db")
    await keep(store, fresh("off", 3, rules), [*moves[: laid + 1], end(state)])
    await store.close()
    rows = in_transaction(tmp_path / "today.db", everything)
    counted = {row["seat"]: row["phases"] for row in rows["result_seats"]}
    assert counted == {seat: len(each.completed) for seat, each in enumerate(state.seats)}

    for row in rows["result_seats"]:
        row["phases"] -= bool(state.seats[row["seat"]].groups)
    damaged = {"game_id": "off", "seq": 10_000, "kind": "lay", "line": "{"}
    rows = {**rows, "game_events": [*rows["game_events"], damaged]}
    in_transaction(where, lambda each: put_in_place(each, "0005", rows))
    in_transaction(where, lambda each: command.upgrade(config_for(each), "head"))

    after = in_transaction(where, everything)["result_seats"]
    assert {row["seat"]: row["phases"] for row in after} == counted


async def test_people_are_found_in_damaged_seatings_too(where: Where, rows_of_today: Rows) -> None:
    (game,) = (row for row in rows_of_today["games"] if row["game_id"] == "finished")
    damaged = {"seating": '{"host_id":17,"occupants":[{"name":"\\"user_id\\":5","user_id":42,'}
    rows = {"games": [game | damaged]}
    in_transaction(where, lambda each: put_in_place(each, "0004", rows))
    in_transaction(where, lambda each: command.upgrade(config_for(each), "head"))
    found = in_transaction(where, everything)["game_seats"]
    assert sorted(row["user_id"] for row in found) == [17, 42]


async def test_the_newest_of_earlier_games_are_reviewed(where: Where, rows_of_today: Rows) -> None:
    in_transaction(where, lambda each: put_in_place(each, "0013", rows_of_today))
    store = await SqlStore.open(where)
    await store.close()
    found, today = in_transaction(where, everything), rows_of_today["seat_reviews"]
    assert today
    assert sorted(found["seat_reviews"], key=repr) == sorted(today, key=repr)


def written(revision: str) -> Rows:
    """What the program of a revision wrote when it was furnished like this one."""
    rows: Rows = json.loads((KEPT / WRITTEN[revision]).read_text())
    return rows
