"""``phase10 doctor``: a line for each check; with a simulated Discord, each thing broken once."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from cli_kit import Run
from discord.http import Route
from fake_discord import APPLICATION, BOT, NOW, FakeDiscord, application, fake_discord, guild
from stored import lobby

from bot.app import Phase10Bot
from bot.model import ServerPreferences
from bot.render import THEMES
from bot.render.pictures.emoji import EMOJI_CARDS, EMOJI_FACES, emoji_face
from bot.service.run import config_of
from bot.settings import load_settings
from bot.storage.store import SqlStore
from cogs.live.card_emojis import emoji_name

GUILD, GAMES, THREAD, NEWS, CHOSEN = 12, 13, 14, 15, 16
SEND, ATTACH, SEND_IN_THREADS, CREATE_THREADS = 1 << 11, 1 << 15, 1 << 38, 1 << 35
INVITED = 309237681152
COMMANDS, EMOJIS = (f"/applications/{APPLICATION}/{part}" for part in ("commands", "emojis"))
TOKEN = "MTIzNDU2.made-up.very-secret"  # noqa: S105  # made up
INSTALLED = {"integration_types_config": {"0": {}, "1": {}}, "approximate_guild_count": 1}
DATABASE, HASH = Path("data/phase10.db"), Path("data/phase10.db.commands")
drawn = cache(emoji_face)
Findings = dict[str, tuple[str, str]]
Examine = Callable[..., Awaitable[tuple[int, Findings]]]


def channel(channel_id: int = GAMES, denied: int = 0) -> dict[str, Any]:
    denial = {"id": str(GUILD), "type": 0, "allow": "0", "deny": str(denied)}
    return {
        "id": str(channel_id), "type": 0, "name": f"games-{channel_id}", "position": 0,
        "guild_id": str(GUILD), "permission_overwrites": [denial],
    }  # fmt: skip


def thread() -> dict[str, Any]:
    metadata = {"archived": False, "auto_archive_duration": 60, "archive_timestamp": NOW}
    return channel(THREAD) | {
        "type": 11, "parent_id": str(GAMES), "owner_id": "1", "thread_metadata": metadata,
        "message_count": 0, "member_count": 1,
    }  # fmt: skip


def gateway(shards: int = 1, remaining: int = 1000) -> dict[str, object]:
    starts = {"total": 1000, "remaining": remaining, "reset_after": 3_600_000, "max_concurrency": 1}
    return {"url": "wss://gateway", "shards": shards, "session_start_limit": starts}


def all_emojis() -> list[dict[str, object]]:
    names = [
        emoji_name(theme, subject, drawn(theme, subject))
        for theme in THEMES
        for subject in (*EMOJI_CARDS, *EMOJI_FACES)
    ]
    flags = {"require_colons": True, "managed": False, "animated": False, "available": True}
    return [{"id": str(number), "name": name, **flags} for number, name in enumerate(names, 1)]


@pytest.fixture
async def discord(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeDiscord]:
    """A Discord with which all is well, but that no bot has started yet."""
    role = {
        "id": str(GUILD), "name": "@everyone", "position": 0, "permissions": str(INVITED),
        "color": 0, "hoist": False, "managed": False, "mentionable": False,
    }  # fmt: skip
    member = {"user": BOT, "roles": [], "joined_at": NOW, "deaf": False, "mute": False, "flags": 0}
    async with fake_discord() as fake:
        monkeypatch.setattr("cogs.live.card_emojis.emoji_face", drawn)
        monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{fake.port}/api/v10")
        fake.answers = {
            "/oauth2/applications/@me": application(**INSTALLED),
            "/gateway/bot": gateway(),
            f"/guilds/{GUILD}": guild(GUILD) | {"roles": [role]},
            f"/guilds/{GUILD}/members/1": member,
            f"/guilds/{GUILD}/channels": [channel(), channel(NEWS)],
            f"/channels/{GAMES}": 404,
            f"/channels/{THREAD}": thread(),
        }
        yield fake


@pytest.fixture
def examine(phase10: Run, discord: FakeDiscord, monkeypatch: pytest.MonkeyPatch) -> Examine:
    """Run the doctor while this thread's event loop answers for Discord."""

    async def run(token: str = TOKEN) -> tuple[int, Findings]:
        monkeypatch.setenv("DISCORD_TOKEN", token)
        discord.requests.clear()
        status, out, err = await asyncio.to_thread(phase10, "doctor", "--json")
        assert err == ""
        answer = json.loads(out)
        assert answer["ok"] is (status == 0)
        # It asks, and does nothing.
        assert {method for method, _ in discord.requests} <= {"GET"}
        findings: Findings = {}
        for row in answer["checks"]:
            said = [findings[row["check"]][1]] if row["check"] in findings else []
            findings[row["check"]] = row["result"], "\n".join([*said, row["text"]])
        return status, findings

    return run


@pytest.fixture
async def started(phase10: Run, discord: FakeDiscord) -> FakeDiscord:
    """The same, after a start of the bot: with its commands, its emojis, a database and a lobby."""
    discord.answers[COMMANDS], discord.answers[EMOJIS] = [], {"items": all_emojis()}
    bot = Phase10Bot(config_of(load_settings()))
    await bot.login(TOKEN)
    await bot.parts.store.put_lobby(replace(lobby("a"), guild_id=GUILD, channel_id=GAMES))
    await bot.parts.store.put_lobby(replace(lobby("b"), guild_id=GUILD, channel_id=THREAD))
    await bot.close()
    (sent,) = (said for said in discord.said if said.startswith("[{"))
    fields = {"application_id": str(APPLICATION), "version": "1"}
    discord.answers[COMMANDS] = [
        {"id": str(number), **fields, **command} for number, command in enumerate(json.loads(sent))
    ]
    return discord


async def test_after_a_start_all_is_well_and_nothing_changes(
    started: FakeDiscord, examine: Examine
) -> None:
    before = {file: file.read_bytes() for file in DATABASE.parent.iterdir()}
    status, findings = await examine()
    assert {result for result, _ in findings.values()} == {"ok"}
    assert findings["emojis"] == ("ok", "all 424")
    assert findings["permissions"] == ("ok", "those needed, in 2 channels")
    assert status == 0
    assert {file: file.read_bytes() for file in DATABASE.parent.iterdir()} == before


async def test_before_the_first_start(discord: FakeDiscord, examine: Examine) -> None:
    discord.answers[COMMANDS] = []
    status, findings = await examine()
    assert status == 0
    assert findings["database"] == ("ok", f"none yet: the first start makes {DATABASE}")
    results = {name: result for name, (result, _) in findings.items() if result != "ok"}
    assert results == {"commands": "note", "emojis": "note"}
    assert not DATABASE.parent.exists()


def test_without_a_token_it_checks_the_rest(phase10: Run) -> None:
    status, out, err = phase10("doctor")
    assert (status, err) == (78, "")
    lines = {line.split()[1]: line for line in out.splitlines()}
    assert lines["login"].startswith("failed ")
    assert "set DISCORD_TOKEN" in lines["login"]
    for check in ("database", "disk", "fonts"):
        assert lines[check].startswith("ok ")
    for check in ("intents", "installation", "shards", "commands", "emojis", "permissions"):
        assert lines[check].startswith("unchecked ")


@dataclass
class Broken:
    """Something of Discord that is not as it should be."""

    path: str
    answer: object
    check: str
    result: str
    words: str


def _application(result: str, check: str, words: str, **settings: object) -> Broken:
    return Broken(
        "/oauth2/applications/@me", application(**INSTALLED | settings), check, result, words
    )


def _channels(result: str, words: str, *channels: dict[str, Any]) -> Broken:
    return Broken(f"/guilds/{GUILD}/channels", [*channels], "permissions", result, words)


def _full() -> dict[str, object]:
    return {"items": [emoji | {"name": f"other{emoji['id']}"} for emoji in all_emojis() * 4]}


BROKEN = {
    "a token that was replaced": Broken("/users/@me", 401, "login", "failed", "copy it again"),
    "an intent": _application("note", "intents", "message content", flags=1 << 18),
    "clicks go elsewhere": _application(
        "failed", "installation", "Endpoint URL", interactions_endpoint_url="https://example.org"
    ),
    "a code grant": _application(
        "failed", "installation", "Code Grant", bot_require_code_grant=True
    ),
    "no servers": _application(
        "failed", "installation", "Guild Install", integration_types_config={"1": {}}
    ),
    "no people": _application(
        "note", "installation", "User Install", integration_types_config={"0": {}}
    ),
    "too many starts": Broken(
        "/gateway/bot", gateway(remaining=0), "shards", "failed", "60 minutes"
    ),
    "few shards": Broken("/gateway/bot", gateway(shards=3), "shards", "note", "SHARD_COUNT=3"),
    "too few shards": _application(
        "failed", "shards", "set SHARD_COUNT", approximate_guild_count=2500
    ),
    "a refusal": Broken("/gateway/bot", 403, "shards", "failed", "cannot be reached"),
    "commands of others": Broken(COMMANDS, [], "commands", "failed", f"remove {HASH}"),
    "an emoji that is gone": Broken(
        EMOJIS, lambda: {"items": all_emojis()[1:]}, "emojis", "note", "1 of 424"
    ),
    "no room for emojis": Broken(EMOJIS, _full, "emojis", "failed", "Emojis page"),
    "a permission": _channels(
        "failed", "Attach Files in #games-13 of server", channel(denied=ATTACH), channel(NEWS)
    ),
    "a permission in threads": _channels(
        "failed", "Send Messages in Threads in #games-13", channel(denied=SEND_IN_THREADS)
    ),
    "no channels": _channels("note", "2 of 2 channels are gone"),
    "no thread": Broken(f"/channels/{THREAD}", 404, "permissions", "note", "1 of 2 channels"),
    "no server": Broken(f"/guilds/{GUILD}", 404, "permissions", "note", "2 of 2 channels"),
}


@pytest.mark.parametrize("case", BROKEN)
async def test_what_is_wrong_at_discord(started: FakeDiscord, examine: Examine, case: str) -> None:
    broken = BROKEN[case]
    answer = broken.answer
    started.answers[broken.path] = answer() if callable(answer) else answer
    status, findings = await examine()
    result, text = findings[broken.check]
    assert result == broken.result
    assert broken.words in text
    others = {check for check, (said, _) in findings.items() if said not in {"ok", "unchecked"}}
    assert others == {broken.check}
    assert status == {"note": 0, "failed": 78 if broken.check == "login" else 1}[result]


async def test_it_looks_at_the_channels_that_a_server_chose(
    started: FakeDiscord, examine: Examine
) -> None:
    store = await SqlStore.open(DATABASE)
    chosen = ServerPreferences(channels=(CHOSEN,), announcements=NEWS, threads=GAMES)
    await store.put_preferences(GUILD, chosen)
    await store.close()
    started.answers[f"/guilds/{GUILD}/channels"] = [
        # Who may not write in a channel may still do so in its threads.
        channel(denied=CREATE_THREADS | SEND),
        channel(CHOSEN, denied=ATTACH),
        channel(NEWS, denied=SEND),
    ]
    _, findings = await examine()
    result, text = findings["permissions"]
    assert result == "failed"
    assert sorted(text.splitlines()) == [
        "Allow the bot Attach Files in #games-16 of server.",
        "Allow the bot Create Public Threads in #games-13 of server.",
        "Allow the bot Send Messages and Attach Files in #games-15 of server.",
    ]


def _sql(statement: str) -> None:
    with closing(sqlite3.connect(DATABASE)) as database, database:
        database.execute(statement)


def _no_folder() -> None:
    shutil.rmtree(DATABASE.parent)
    DATABASE.parent.write_text("no folder")
    DATABASE.parent.chmod(0o700)


REFUSE = "CREATE TRIGGER t BEFORE UPDATE ON alembic_version BEGIN SELECT RAISE(ABORT, ''); END"
UNUSABLE: dict[str, tuple[Callable[[], object], int, str]] = {
    "newer": (lambda: _sql("UPDATE alembic_version SET version_num = '9999'"), 78, "newer version"),
    "foreign": (lambda: _sql("DROP TABLE alembic_version"), 1, "another program"),
    "no database": (lambda: DATABASE.write_text("my diary\n" * 200), 1, "no SQLite database"),
    "not to be written": (lambda: _sql(REFUSE), 1, "cannot be used"),
    "no folder": (_no_folder, 1, "data cannot be written"),
}  # fmt: skip


@pytest.mark.parametrize("case", UNUSABLE)
async def test_a_database_that_cannot_be_used(
    started: FakeDiscord, examine: Examine, case: str
) -> None:
    spoil, expected, words = UNUSABLE[case]
    spoil()
    status, findings = await examine()
    assert findings["database"][0] == "failed"
    assert words in findings["database"][1]
    assert status == expected


def _clock(seconds: float) -> SimpleNamespace:
    return SimpleNamespace(time=lambda: time.time() + seconds)


MACHINE = {
    "bot.cli.doctor.shutil.disk_usage": (
        lambda _: SimpleNamespace(free=9 << 20), "disk", "failed", "make room for 200 MB",
    ),
    "bot.cli.doctor.font_files": (lambda: ["Lost.otf"], "fonts", "failed", "Lost.otf cannot"),
    "bot.cli.doctor.features.check": (lambda _: False, "fonts", "failed", "Raqm cannot"),
    "bot.cli.doctor.time": (_clock(3600.5), "clock", "failed", " s ahead of Discord's"),
}  # fmt: skip


@pytest.mark.parametrize("name", MACHINE)
@pytest.mark.usefixtures("started")
async def test_what_is_wrong_with_the_machine(
    examine: Examine, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    value, check, result, words = MACHINE[name]
    monkeypatch.setattr(name, value)
    status, findings = await examine()
    (other,) = {said for said in findings.items() if said[1][0] != "ok"}
    assert other[:1] + other[1][:1] == (check, result)
    assert words in other[1][1]
    assert status == (result == "failed")


@pytest.mark.parametrize(("seconds", "result"), [(-3600, "failed"), (1, "ok")])
@pytest.mark.usefixtures("started")
async def test_a_clock_that_is_behind(
    examine: Examine, monkeypatch: pytest.MonkeyPatch, seconds: float, result: str
) -> None:
    monkeypatch.setattr("bot.cli.doctor.time", _clock(seconds))
    assert (await examine())[1]["clock"][0] == result


async def test_the_status_is_that_of_the_worst(
    started: FakeDiscord, examine: Examine, monkeypatch: pytest.MonkeyPatch
) -> None:
    started.answers["/users/@me"] = 401
    monkeypatch.setattr("bot.cli.doctor.time", _clock(-3600))
    status, findings = await examine()
    assert (status, findings["login"][0], findings["clock"][0]) == (78, "failed", "failed")


@pytest.mark.usefixtures("started")
async def test_a_version_that_has_not_started_yet(examine: Examine) -> None:
    HASH.write_text("another version")  # noqa: ASYNC240  # nothing else goes on
    text = "not those of this version (perhaps texts): the next start sends them"
    assert (await examine())[1]["commands"] == ("note", text)


@pytest.mark.usefixtures("started")
async def test_a_process_that_does_not_send_commands_knows_only_their_names(
    examine: Examine, monkeypatch: pytest.MonkeyPatch
) -> None:
    HASH.unlink()  # noqa: ASYNC240  # nothing else goes on
    for name, value in (("SHARD_COUNT", "2"), ("SHARD_IDS", "1")):
        monkeypatch.setenv(name, value)
    status, findings = await examine()
    assert findings["commands"] == ("ok", "those of this version")
    assert findings["shards"] == ("ok", "1 of 2, for 1 server")
    assert status == 0


async def test_a_malformed_token_is_not_sent(started: FakeDiscord, examine: Examine) -> None:
    status, findings = await examine("secret")
    assert status == 78
    assert "is no bot token" in findings["login"][1]
    assert started.requests == []
