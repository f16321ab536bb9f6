"""Databases of earlier revisions are upgraded and go on; those from before them are refused."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from databases import Row, Where, content, in_transaction, raw
from sqlalchemy import Connection, inspect
from stored import AT, change, fresh, lobby, played, seated, short_game

from bot.cards.record import RECORDS
from bot.cards.state import SNAPSHOTS
from bot.core.chance import SECRET_BYTES
from bot.preferences import PersonalPreferences, ServerPreferences
from bot.shards import ALL_SHARDS
from bot.storage.backup import restore
from bot.storage.cups import open_cups
from bot.storage.daily import daily_key
from bot.storage.database import Database
from bot.storage.games import finished_record, open_games, open_lobbies
from bot.storage.opening import open_database
from bot.storage.preferences import load_preferences
from bot.storage.results import commit
from bot.storage.revisions import REVISIONS, SCRIPTS
from bot.storage.schema import metadata
from bot.storage.stats import history, member

# What programs of earlier commits wrote: a running game and a finished one with its result, a
# lobby, choices, a daily hand, a champion, from 0017 on a cup. The first file is a whole database,
# each later one what its revision added to it; none is ever changed.
KEPT = Path(__file__).parent / "kept"
MOVES = played(fresh("running"), 45)
PERSON = 2**63 - 1
"""The person of the finished game."""


def kept(revision: str, path: Path) -> Path:
    """A database as a program of a revision left it."""
    with closing(sqlite3.connect(path)) as connection:
        for number in REVISIONS[: REVISIONS.index(revision) + 1]:
            connection.executescript((KEPT / f"{number}.sql").read_text(encoding="utf-8"))
    return path


def differences(connection: Connection) -> list[Any]:
    """How the tables differ from the schema: tables, columns, types, indexes, names of keys."""
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    found = list(compare_metadata(context, metadata))
    database = inspect(connection)
    for name, table in metadata.tables.items():
        keys = {key["name"] for key in database.get_foreign_keys(name)}
        if keys != {key.name for key in table.foreign_key_constraints}:
            found.append((name, keys))
        if database.get_pk_constraint(name)["name"] != table.primary_key.name:
            found.append((name, "primary key"))
    return found


def test_every_revision_has_its_script_and_its_kept_database() -> None:
    newest_first = ScriptDirectory(str(SCRIPTS)).walk_revisions()
    assert tuple(each.revision for each in newest_first) == REVISIONS[::-1]
    assert sorted(each.stem for each in KEPT.iterdir()) == list(REVISIONS)


async def test_a_new_database_has_the_tables_of_the_schema(unmade: Where) -> None:
    await (await open_database(unmade)).close()
    assert in_transaction(unmade, differences) == []
    with raw(unmade) as connection:
        (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    assert revision == REVISIONS[-1]


@pytest.mark.parametrize("revision", REVISIONS)
async def test_a_kept_database_is_upgraded_and_goes_on(
    path: Path, tmp_path: Path, revision: str
) -> None:
    with raw(kept(revision, path)) as connection:
        (snapshot,) = connection.execute(
            "SELECT snapshot FROM games WHERE game_id = 'running'"
        ).fetchone()
    newest = content(kept(REVISIONS[-1], tmp_path / "newest.db"))
    store = await open_database(path)
    try:
        assert in_transaction(path, differences) == []
        upgraded = content(path)
        assert revision != REVISIONS[-1] or upgraded == newest, "nothing is left to do"
        for table in ("results", "result_seats", "ratings"):
            assert [*map(without_empty, upgraded[table])] == [*map(without_empty, newest[table])]
        await check_content(store, snapshot)
        cups = await store.read(open_cups, AT, ALL_SHARDS)
        assert [len(stored.cup.participants) for stored in cups] == (
            [2] if revision >= "0017" else []
        )
        await play_on(store)
    finally:
        await store.close()


async def test_a_kept_database_goes_on_at_a_server(empty_schema: str, path: Path) -> None:
    await restore(kept(REVISIONS[0], path), empty_schema)
    store = await open_database(empty_schema)
    await play_on(store)
    await store.close()


@pytest.mark.parametrize("owner", [PERSON, 0])
async def test_results_of_private_tables_go_to_their_owners(path: Path, owner: int) -> None:
    with closing(sqlite3.connect(kept("0017", path))) as connection, connection:
        connection.execute("UPDATE games SET channel_id = ? WHERE game_id = 'finished'", (-owner,))
        connection.execute("DELETE FROM game_events WHERE game_id = 'running'")
    store = await open_database(path)
    try:
        guild_id = seated(fresh("finished", 2)).guild_id
        assert (await store.read(history, guild_id))[1] == 0
        assert (await store.read(member, guild_id, PERSON, AT)).games == 0
        assert (await store.read(history, guild_id, reader=PERSON))[1] == bool(owner)
        stats = await store.read(member, guild_id, PERSON, AT, reader=PERSON)
        assert stats.games == bool(owner)
        assert (stats.computer_rating is not None) == bool(owner)
        assert [game.table.played for game in await open_games(store)] == [False]
    finally:
        await store.close()


def without_empty(row: Row) -> Row:
    """A row in which no text is the same as an empty one."""
    return tuple(value or None for value in row)


async def check_content(store: Database, snapshot: str) -> None:
    """All of it is there and means the same."""
    (running,) = await open_games(store)
    assert running.state == MOVES[39].state
    assert running.table == seated(fresh("running"))
    assert json.loads(SNAPSHOTS.dumps(running.state)) == json.loads(snapshot)
    record = await store.read(finished_record, "finished")
    assert record is not None
    (verdict,) = RECORDS.verify(record)
    assert verdict.state == short_game("finished")[-1].state
    (waiting,) = await store.read(open_lobbies)
    # One of a revision before secrets is given one.
    assert len(waiting.secret) == SECRET_BYTES
    assert replace(waiting, secret=lobby("waiting").secret) == lobby("waiting")
    themes = [
        (await store.read(load_preferences, ServerPreferences, 1)).theme,
        (await store.read(load_preferences, PersonalPreferences, 2)).theme,
    ]
    assert themes == ["high-contrast", "colour-blind"]
    finished = seated(fresh("finished", 2))
    (game,), _ = await store.read(history, finished.guild_id)
    assert game.game_id == "finished"
    assert await store.read(daily_key) == bytes(range(32))


async def play_on(store: Database) -> None:
    (running,) = await open_games(store)
    for move in MOVES[40:]:
        await store.write(commit, change(running.table, move), move.state.version - 1, AT)
    (after,) = await open_games(store)
    assert after.state == MOVES[-1].state
