"""``phase10 doctor``: a line for each check; with a simulated Discord, each thing broken once."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from cli_kit import HOSTILE, Run
from databases import migrated_file
from discord.http import Route
from fake_discord import BOT, NOW, FakeDiscord, application, fake_discord, guild
from stored import lobby

from bot.storage import games
from bot.storage.opening import open_database

GUILD, GAMES, THREAD = 12, 13, 14
ATTACH, SEND_IN_THREADS = 1 << 15, 1 << 38
INVITED = 309237681152
TOKEN = "MTIzNDU2.made-up.very-secret"  # noqa: S105  # made up
DATABASE = Path("data/phase10.db")
Examine = Callable[[], Awaitable[tuple[int, dict[str, tuple[str, str]]]]]


def channel(channel_id: int = GAMES, denied: int = 0, name: str = "games") -> dict[str, Any]:
    denial = {"id": str(GUILD), "type": 0, "allow": "0", "deny": str(denied)}
    return {
        "id": str(channel_id), "type": 0, "name": name, "position": 0,
        "guild_id": str(GUILD), "permission_overwrites": [denial],
    }  # fmt: skip


def thread() -> dict[str, Any]:
    metadata = {"archived": False, "auto_archive_duration": 60, "archive_timestamp": NOW}
    return channel(THREAD) | {
        "type": 11, "parent_id": str(GAMES), "owner_id": "1", "thread_metadata": metadata,
        "message_count": 0, "member_count": 1,
    }  # fmt: skip


@pytest.fixture(autouse=True)
def _every_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.render.engine.text.SHAPES", True)


@pytest.fixture
async def discord(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeDiscord]:
    role = {
        "id": str(GUILD), "name": "@everyone", "position": 0, "permissions": str(INVITED),
        "color": 0, "hoist": False, "managed": False, "mentionable": False,
    }  # fmt: skip
    member = {"user": BOT, "roles": [], "joined_at": NOW, "deaf": False, "mute": False, "flags": 0}
    async with fake_discord() as fake:
        monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{fake.port}/api/v10")
        fake.answers = {
            "/oauth2/applications/@me": application(),
            f"/guilds/{GUILD}": guild(GUILD) | {"roles": [role]},
            f"/guilds/{GUILD}/members/1": member,
            f"/guilds/{GUILD}/channels": [channel()],
            f"/channels/{GAMES}": 404,
            f"/channels/{THREAD}": thread(),
        }
        yield fake


@pytest.fixture
def examine(phase10: Run, discord: FakeDiscord, monkeypatch: pytest.MonkeyPatch) -> Examine:
    """Run the doctor while this thread's event loop answers for Discord."""
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)

    async def run() -> tuple[int, dict[str, tuple[str, str]]]:
        status, out, err = await asyncio.to_thread(phase10, "doctor")
        assert err == ""
        # It asks, and does nothing.
        assert {method for method, _ in discord.requests} <= {"GET"}
        findings: dict[str, tuple[str, str]] = {}
        for line in out.splitlines():
            assert line.isprintable()
            result, name, text = line.split(maxsplit=2)
            findings[name] = result, f"{findings[name][1]}\n{text}" if name in findings else text
        return status, findings

    return run


@pytest.fixture
async def started(discord: FakeDiscord, examine: Examine) -> FakeDiscord:
    """The same, with a database and lobbies in a channel and in a thread."""
    DATABASE.parent.mkdir()
    store = await open_database(migrated_file(DATABASE))
    await store.write(games.put_lobby, replace(lobby("a"), guild_id=GUILD, channel_id=GAMES))
    await store.write(games.put_lobby, replace(lobby("b"), guild_id=GUILD, channel_id=THREAD))
    await store.close()
    return discord


async def test_after_a_start_all_is_well_and_nothing_changes(
    started: FakeDiscord, examine: Examine, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {file: file.read_bytes() for file in DATABASE.parent.iterdir()}
    status, findings = await examine()
    assert list(findings) == ["settings", "pictures", "database", "login", "permissions"]
    assert {result for result, _ in findings.values()} == {"ok"}
    assert findings["permissions"] == ("ok", "those needed, in 2 channels")
    assert status == 0
    assert {file: file.read_bytes() for file in DATABASE.parent.iterdir()} == before
    monkeypatch.setattr("bot.cli.doctor.MOST_CHANNELS", 1)
    started.requests.clear()
    _, findings = await examine()
    assert findings["permissions"] == ("ok", "those needed, in 2 channels; looked at 1")
    assert f"/channels/{THREAD}" not in {path for _, path in started.requests}


async def test_a_library_that_is_missing_prevents_nothing(
    examine: Examine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.render.engine.text.SHAPES", False)
    status, findings = await examine()
    assert (status, findings["pictures"][0]) == (0, "limited")
    assert "libfribidi0" in findings["pictures"][1]


async def test_before_the_first_start(examine: Examine) -> None:
    status, findings = await examine()
    assert status == 0
    assert findings["database"] == ("ok", f"none yet: the first start makes {DATABASE}")
    assert findings["permissions"] == ("ok", "those needed, in 0 channels")
    assert not DATABASE.parent.exists()


def test_without_a_token_it_checks_the_rest(phase10: Run) -> None:
    status, out, err = phase10("doctor")
    assert (status, err) == (78, "")
    results = {line.split()[1]: line.split()[0] for line in out.splitlines()}
    assert "set DISCORD_TOKEN" in out
    assert results == {
        "settings": "ok", "pictures": "ok", "database": "ok", "login": "failed",
        "permissions": "unchecked",
    }  # fmt: skip


def test_wrong_settings_are_told_together_and_misspelt_ones_by_name(
    phase10: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text("DATABASE_ULR=postgresql://me:hunter2@host/games\n")
    told = "DATABASE_ULR in .env is not a setting; did you mean DATABASE_URL?"
    status, out, err = phase10("doctor")
    assert (status, err) == (78, "")
    assert out.splitlines()[0] == f"limited   settings     {told}"
    monkeypatch.setenv("LOG_LEVEL", "loud")
    monkeypatch.setenv("METRICS_PORT", "0")
    status, out, err = phase10("doctor")
    lines = out.splitlines()
    assert (status, err, len(lines)) == (78, "", 3)
    assert lines[2] == f"failed    settings     {told}"
    assert "hunter2" not in out


@pytest.mark.parametrize(
    ("file", "why"),
    [
        ("nowhere/beat", "there is no folder nowhere"),
        (".", ". is a folder"),
        ("/proc/beat", "the folder /proc cannot be written"),
    ],
)
def test_a_heartbeat_that_cannot_be_written(
    phase10: Run, monkeypatch: pytest.MonkeyPatch, file: str, why: str
) -> None:
    def access(path: str | Path, _mode: int) -> bool:
        return Path(path) != Path("/proc")

    monkeypatch.setattr("os.access", access)  # root may write everywhere
    monkeypatch.setenv("HEARTBEAT", file)
    status, out, err = phase10("doctor")
    told = f"failed    settings     The setting HEARTBEAT cannot be used: {why}.\n"
    assert (status, out, err) == (78, told, "")


@pytest.mark.usefixtures("started")
async def test_an_upgrade_for_which_the_disk_is_too_small(
    examine: Examine, monkeypatch: pytest.MonkeyPatch
) -> None:
    _sql("UPDATE alembic_version SET version_num = '0017'")
    monkeypatch.setattr("shutil.disk_usage", lambda _: Mock(free=1000))
    status, findings = await examine()
    assert (status, findings["database"][0]) == (1, "failed")
    assert findings["database"][1].endswith(" bytes of free disk.")


BROKEN: dict[str, tuple[str, object, int, str, str]] = {
    "a token that was replaced": ("/users/@me", 401, 78, "login", "copy it again"),
    "a refusal": (f"/guilds/{GUILD}/channels", 403, 1, "permissions", "cannot be reached"),
    "a permission": (
        f"/guilds/{GUILD}/channels", [channel(denied=ATTACH, name=HOSTILE)],
        1, "permissions", r"Attach Files in #Eve\x1b]0;x\x07\x9b2J\u202e\u2066\r\nphase10",
    ),
    "a permission in threads": (
        f"/guilds/{GUILD}/channels", [channel(denied=SEND_IN_THREADS)],
        1, "permissions", "Send Messages in Threads in #games",
    ),
    "no thread": (f"/channels/{THREAD}", 404, 0, "permissions", "1 gone"),
    "no server": (f"/guilds/{GUILD}", 404, 0, "permissions", "2 gone, or without the bot"),
}  # fmt: skip


@pytest.mark.parametrize("case", BROKEN)
async def test_problems_at_discord(started: FakeDiscord, examine: Examine, case: str) -> None:
    path, answer, expected, check, words = BROKEN[case]
    started.answers[path] = answer
    status, findings = await examine()
    assert (status, findings[check][0]) == (expected, "failed" if expected else "ok")
    assert words in findings[check][1]


def _sql(statement: str) -> None:
    with closing(sqlite3.connect(DATABASE)) as database, database:
        database.execute(statement)


def _no_folder() -> None:
    shutil.rmtree(DATABASE.parent)
    DATABASE.parent.write_text("no folder")
    DATABASE.parent.chmod(0o700)


REFUSE = "CREATE TRIGGER t BEFORE UPDATE ON alembic_version BEGIN SELECT RAISE(ABORT, ''); END"
SPOILT: dict[str, tuple[Callable[[], object], int, str]] = {
    "empty": (lambda: DATABASE.write_bytes(b""), 0, "the next start makes or upgrades its tables"),
    "newer": (lambda: _sql("UPDATE alembic_version SET version_num = '9999'"), 78, "newer version"),
    "foreign": (lambda: _sql("DROP TABLE alembic_version"), 78, "another program"),
    "no database": (lambda: DATABASE.write_text("my diary\n" * 200), 78, "no SQLite database"),
    "not to be written": (lambda: _sql(REFUSE), 1, "cannot be used"),
    "no folder": (_no_folder, 78, "data cannot be written"),
}  # fmt: skip


@pytest.mark.parametrize("case", SPOILT)
@pytest.mark.usefixtures("started")
async def test_a_database_that_is_not_as_it_should_be(examine: Examine, case: str) -> None:
    spoil, expected, words = SPOILT[case]
    spoil()
    status, findings = await examine()
    assert (status, findings["database"][0]) == (expected, "failed" if expected else "ok")
    assert words in findings["database"][1]
