"""Opening a database: made, brought up to date, or refused with the reason."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from databases import Where, content, in_transaction, migrated_file, raw
from kit import coded
from sqlalchemy import inspect
from stored import bytes_of, fresh, keep, lobby, overwrite, played, remove, seated
from writes import under_way

from bot.cli.output import explain_database
from bot.storage.errors import DatabaseUnusableError, RevisionError, StoreError
from bot.storage.games import channels_in_use, finished_record, open_games, open_lobbies, put_lobby
from bot.storage.opening import database_path, examine_database, open_database
from bot.storage.postgres import without_password
from bot.storage.revisions import REVISIONS


async def refusal(where: str | Path) -> DatabaseUnusableError:
    with pytest.raises(DatabaseUnusableError) as caught:
        await open_database(where, busy_timeout=0)
    return caught.value


def left(where: Where) -> object:
    """All that must stay as it was: the bytes of a file, the rows on a server."""
    return bytes_of(where) if isinstance(where, Path) else content(where)


async def test_examining_tells_where_tables_are_and_changes_nothing(unmade: Where) -> None:
    if isinstance(unmade, Path):
        overwrite(unmade, b"")
    table = seated(fresh())
    used = {(5, 6), (table.guild_id, table.channel_id)}
    for revision, expected in (("", None), (REVISIONS[-1], used), (REVISIONS[0], None)):
        if revision:
            with raw(unmade) as connection:
                connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
        before = left(unmade)
        assert await examine_database(unmade, channels_in_use) == expected
        assert left(unmade) == before
        if not revision:
            store = await open_database(unmade)
            await keep(store, fresh(), [])
            await store.write(put_lobby, replace(lobby(), guild_id=5, channel_id=6))
            await store.write(put_lobby, replace(lobby("private"), guild_id=5, channel_id=-6))
            await store.close()


async def test_several_programs_may_open_a_new_database_at_once(unmade: Where) -> None:
    stores = await asyncio.gather(*(open_database(unmade) for _ in range(3)))
    await stores[0].write(put_lobby, lobby())
    assert await stores[2].read(open_lobbies) == [lobby()]
    for store in stores:
        await store.close()


async def test_a_failed_migration_leaves_the_database_as_it_was(
    unmade: Where, caplog: pytest.LogCaptureFixture
) -> None:
    with raw(unmade) as connection:
        connection.execute("CREATE VIEW lobbies AS SELECT 1 AS lobby_id")
    assert (await refusal(unmade)).code == "failed"
    assert "broken off; the database is as it was" in caplog.text
    assert in_transaction(unmade, lambda each: inspect(each).get_table_names()) == []


async def test_a_database_of_another_version_is_refused_and_left_alone(where: Where) -> None:
    store = await open_database(where)
    await under_way(store)
    await store.close()
    for revision, code, advice in (("9999", "newer", "newer"), ("0016", "older", "version 1.0.0")):
        with raw(where) as connection:
            connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
        before = left(where)
        with pytest.raises(RevisionError) as caught:
            await open_database(where)
        error = caught.value
        named = without_password(where) if isinstance(where, str) else where
        assert (error.code, error.path, error.revision) == (code, named, revision)
        assert advice in explain_database(error)
        assert left(where) == before
    with pytest.raises(RevisionError):
        await examine_database(where, channels_in_use)


async def test_a_file_is_made_and_left_whole_or_it_is_told_why_not(tmp_path: Path) -> None:
    path = tmp_path / "new" / "newer" / "a b%20?#.db"
    store = await open_database(path)
    await keep(store, fresh(), played(fresh(), 5))
    await store.close()
    await store.close()
    assert [each.name for each in path.parent.iterdir()] == [path.name], "one whole file is left"
    for call in (
        store.write(put_lobby, lobby()),
        open_games(store),
        store.read(finished_record, "g"),
    ):
        with coded(StoreError, "closed"):
            await call
    (tmp_path / "file").touch()
    error = await refusal(tmp_path / "file" / "x.db")
    assert (error.code, error.path) == ("cannot_create", tmp_path / "file" / "x.db")


async def test_another_programs_database_is_left_alone(unmade: Where) -> None:
    for change in (
        "CREATE TABLE recipes (name TEXT, steps TEXT)",
        "CREATE TABLE alembic_version (version_num TEXT)",
        "INSERT INTO alembic_version VALUES ('bread')",
    ):
        with raw(unmade) as connection:
            connection.execute(change)
        before = left(unmade)
        assert (await refusal(unmade)).code == "foreign"
        assert left(unmade) == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anything")
async def test_a_file_that_must_not_be_written_is_told(path: Path) -> None:
    for data in (bytes_of(migrated_file(path)), b""):
        overwrite(path, data, mode=0o400)
        assert (await refusal(path)).code == "readonly"
        remove(path)


async def test_a_locked_or_torn_database_and_another_file_are_left_alone(path: Path) -> None:
    whole = bytes_of(migrated_file(path))
    with raw(path) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        assert (await refusal(path)).code == "locked"
    diary = b"This is my diary, and not a database. " * 99
    for data in (diary, whole[:100], whole[:2_000], whole[:5_000]):
        overwrite(path, data)
        assert (await refusal(path)).code in {"not_a_database", "corrupt"}
        assert bytes_of(path) == data


def test_a_database_is_named_by_a_path_or_a_url(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    named: dict[str | Path, str] = {
        "data/x.db": "data/x.db",
        Path("data/x.db"): "data/x.db",
        "sqlite:///data/x.db": "data/x.db",
        "sqlite+aiosqlite:////srv/x.db": "/srv/x.db",
        "sqlite:///a%20b%3f.db": "a b?.db",
        "a%20b?.db": "a%20b?.db",
        "~/x.db": "/home/ada/x.db",
        "sqlite:///~/x.db": "/home/ada/x.db",
        "C:/x.db": "C:/x.db",
        "data/postgres.db": "data/postgres.db",
        "postgres-11-29T10:00.db": "postgres-11-29T10:00.db",
        "sqlite:///data/a%40b.db": "data/a@b.db",
    }
    for where, path in named.items():
        assert database_path(where) == Path(path)
    for scheme in ("postgres", "postgresql", "postgresql+asyncpg"):
        assert database_path(f"{scheme}://me:hunter2@host/games") is None


# A slip in the address of a server must neither name a file nor be shown.
ADDRESSES = (
    *("postgresql+psycopg2://me:hunter2@h/d", "Postgresql://me:hunter2@h/d", "p0stgres://hunter2"),
    *("'postgresql://me:hunter2@h/d'", '"postgresql://me:hunter2@h/d"', " postgres://me:hunter2@h"),
    *("psql postgresql://me:hunter2@h/d", "DATABASE_URL=postgresql://me:hunter2@h/d"),
    *("postgresql//me:hunter2@h/d", "me:hunter2@h/d", "hunter2@h/d"),
    *("host=h password=hunter2", "HOST = h PASSWORD = hunter2", "dbname=hunter2"),
    *("POSTGRES hunter2", "postgres/hunter2", "postgresql:hunter2", "hunter2@h:5/d"),
)


@pytest.mark.parametrize(
    ("code", "places"),
    [
        ("unsupported", ("", ".", "/", ":memory:", "://", "a\nb.db", "file:./x.db", "./file:x.db")),
        ("unsupported", ("sqlite://", "sqlite+aiosqlite:///:memory:", "sqlite:x.db")),
        ("unsupported", ("sqlite:///a%00b", "sqlite:///%ff", "sqlite+pysqlcipher:///x")),
        ("unsupported", ("mysql://me:hunter2@h:5/d", "postgresql+psycopg://me:hunter2@h/d")),
        (
            "bad_setting",
            [f"sqlite:///x.db{rest}" for rest in ("?mode=ro", "?timeout=", "?x", "#x")],
        ),
        ("bad_setting", ("sqlite://x.db", "sqlite://me:hunter2@/x.db", "sqlite://host:1/x.db")),
        ("unsupported", ("~nobody-of-that-name/x.db",)),
        ("unsupported", ADDRESSES),
    ],
)
def test_what_names_no_file_is_refused(code: str, places: Iterable[str]) -> None:
    for where in places:
        with pytest.raises(DatabaseUnusableError) as caught:
            database_path(where)
        assert caught.value.code == code, where
        assert "hunter2" not in explain_database(caught.value)
