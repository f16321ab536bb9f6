"""A backup holds everything of one moment, on either database, and puts it back on either."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from databases import Where, content, migrated_file, raw
from kit import coded, steps
from people import BEN
from sqlalchemy import Connection
from stored import BEFORE, fresh, keep, lobby, overwrite, played

from bot.preferences import PersonalPreferences
from bot.storage import backup, games
from bot.storage.backup import BackupError, back_up, restore
from bot.storage.database import Database
from bot.storage.errors import DatabaseUnusableError, RevisionError
from bot.storage.opening import open_database
from bot.storage.preferences import put_preferences


@pytest.fixture
def other(request: pytest.FixtureRequest, where: Where, tmp_path: Path) -> Where:
    if isinstance(where, str):
        return tmp_path / "other" / "phase10.db"
    url: str = request.getfixturevalue("empty_schema")
    return url


def names_in(folder: Path) -> list[str]:
    return [each.name for each in folder.iterdir()]


def inode(path: Path) -> int:
    return path.stat().st_ino


async def fill(store: Database) -> None:
    await keep(store, fresh("running"), played(fresh("running"), 40))
    over = fresh("over", 2, replace(BEFORE, phases=("S2",)))
    # With this seed the game takes few turns.
    await keep(store, over, [step for _, _, step in steps(over, Random(52))])
    await store.write(games.put_lobby, lobby("waiting"))
    await store.write(put_preferences, BEN, PersonalPreferences(theme="high-contrast", locale="nl"))


async def test_everything_comes_back_on_the_other_database(
    store: Database, where: Where, other: Where, tmp_path: Path
) -> None:
    file = tmp_path / "backups" / "one?mode=rw#%41.db"
    await back_up(where, file)
    empty = file.read_bytes()
    await fill(store)
    with pytest.raises(BackupError, match="is there already"):
        await back_up(where, file)
    assert file.read_bytes() == empty
    contents = await back_up(where, file, replace=True)
    assert (contents.games, contents.results) == (2, 1)
    assert contents.size == file.stat().st_size
    assert names_in(file.parent) == [file.name]
    assert file.stat().st_mode & 0o777 == 0o600, "it is for its owner alone"

    assert await restore(file, other) == contents
    assert content(other) == content(where)
    again = await open_database(other)
    (game,) = await games.open_games(again)
    assert (await games.open_games(store))[0] == game
    await again.close()
    with pytest.raises((BackupError, DatabaseUnusableError), match=r"not[ _]empty"):
        await restore(file, other)
    assert content(other) == content(where)


async def test_the_database_is_never_its_own_backup(path: Path, tmp_path: Path) -> None:
    store = await open_database(path)
    await fill(store)
    before = content(path), inode(path)
    linked, alias = tmp_path / "linked.db", tmp_path / "here" / ".." / path.name
    linked.hardlink_to(path)
    (tmp_path / "here").mkdir()
    for file in (path, linked, alias, Path(f"{path}-wal"), Path(f"{path}-shm")):
        with pytest.raises(BackupError, match="belongs to the database itself"):
            await back_up(path, file, replace=True)
    assert (content(path), inode(path)) == before
    await store.close()


async def test_only_a_regular_file_is_replaced(path: Path, tmp_path: Path) -> None:
    target, link, pipe = tmp_path / "target", tmp_path / "link", tmp_path / "pipe"
    target.write_text("kept")
    link.symlink_to(target)
    os.mkfifo(pipe)
    for file in (link, pipe, tmp_path):
        with pytest.raises(BackupError, match="not a regular file"):
            await back_up(migrated_file(path), file, replace=True)
    assert (target.read_text(), link.is_symlink(), pipe.is_fifo()) == ("kept", True, True)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anything")
async def test_a_database_in_a_folder_that_must_not_be_written_is_copied(tmp_path: Path) -> None:
    path = tmp_path / "kept" / "phase10.db"
    await (await open_database(path)).close()
    path.parent.chmod(0o500)
    assert (await back_up(path, tmp_path / "one.db")).games == 0
    path.parent.chmod(0o700)


async def test_a_full_disk_is_said_of_the_backup(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full(sqlite3.Connection):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            self.execute("PRAGMA max_page_count = 10")

    migrated_file(path)
    for module in (sqlite3, sqlite3.dbapi2):
        monkeypatch.setattr(module, "connect", partial(sqlite3.connect, factory=Full))
    with pytest.raises(BackupError, match=f"the disk of {tmp_path / 'away'} is full"):
        await back_up(path, tmp_path / "away" / "one.db")
    assert names_in(tmp_path / "away") == []


async def test_an_empty_database_is_filled_also_where_somebody_has_it_open(
    store: Database, where: Where, tmp_path: Path
) -> None:
    source = await open_database(migrated_file(tmp_path / "source.db"))
    await fill(source)
    await source.close()
    await back_up(tmp_path / "source.db", tmp_path / "one.db")
    await restore(tmp_path / "one.db", where)
    assert len(await games.open_games(store)) == 1


async def test_nobody_writes_from_the_check_to_the_end_of_the_copy(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await open_database(path)
    await fill(store)
    await store.close()
    await back_up(path, tmp_path / "one.db")
    target = migrated_file(tmp_path / "target.db")
    copy_tables = backup._copy_tables

    def copied(*connections: Connection) -> None:
        copy_tables(*connections)
        with pytest.raises(sqlite3.OperationalError, match="locked"), raw(target) as other:
            other.execute("DELETE FROM games")

    monkeypatch.setattr(backup, "_copy_tables", copied)
    await restore(tmp_path / "one.db", target)
    assert content(target) == content(path)


async def test_what_is_no_backup_is_refused_and_makes_nothing(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "one.db"
    with pytest.raises(BackupError, match="no file"):
        await restore(file, path)
    with pytest.raises(BackupError, match="no file"):
        await back_up(path, file)
    overwrite(file, b"not a database at all" * 100)
    with pytest.raises(DatabaseUnusableError) as caught:
        await restore(file, path)
    assert caught.value.path == file
    file.unlink()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE recipes (x)")
    with pytest.raises(DatabaseUnusableError, match="foreign"):
        await restore(file, path)
    assert names_in(tmp_path) == ["one.db"]


async def test_there_is_no_backup_of_nothing(
    tmp_path: Path, schema: str, empty_schema: str
) -> None:
    file = tmp_path / "one.db"
    empty = tmp_path / "empty.db"
    empty.touch()
    role = f"guest{uuid4().hex}"
    with raw(schema) as connection:
        connection.execute(f"CREATE ROLE {role} LOGIN PASSWORD 'hunter2'")
    host = schema.partition("@")[2]
    try:
        # The role may not look into a schema that is not its own.
        for where in (empty, empty_schema, f"postgresql://{role}:hunter2@{host}"):
            with coded(DatabaseUnusableError, "empty"):
                await back_up(where, file)
    finally:
        with raw(schema) as connection:
            connection.execute(f"DROP ROLE {role}")
    assert names_in(tmp_path) == ["empty.db"]


async def test_a_damaged_backup_is_refused(store: Database, where: Where, path: Path) -> None:
    await fill(store)
    file = path.with_name("one.db")
    await back_up(where, file)
    whole = bytearray(file.read_bytes())
    with closing(sqlite3.connect(file)) as connection:
        root = "SELECT rootpage FROM sqlite_schema WHERE name = 'game_events'"
        (page,) = connection.execute(root).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    whole[(page - 1) * size : page * size] = b"\xff" * size
    overwrite(file, bytes(whole))
    with pytest.raises(DatabaseUnusableError, match="corrupt"):
        await restore(file, path.with_name("target.db"))


async def test_what_does_not_fit_is_refused(path: Path, tmp_path: Path) -> None:
    file, target = tmp_path / "one.db", tmp_path / "target.db"
    await back_up(migrated_file(path), file)
    overwrite(Path(f"{target}-wal"), b"what a lost database left")
    with pytest.raises(BackupError, match=r"target\.db-wal"):
        await restore(file, target)
    for revision, code in (("9999", "newer"), ("0013", "older")):
        with raw(file) as connection:
            connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
        with coded(RevisionError, code):
            await restore(file, tmp_path / "other.db")
