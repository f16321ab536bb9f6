"""``/privacy``: all that is stored about somebody as a file, and forgetting them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from databases import content
from driving import Shown, Sim, answer
from remembering import next_door, play

from bot.cards import record
from bot.storage import games
from bot.storage.errors import StoreError

pytestmark = pytest.mark.database

NAME = "zyxwvutsr"


@pytest.fixture
def me(sim: Sim) -> str:
    sim.people[NAME] = sim.guild.add_member(sim.env.create_user(NAME))
    return NAME


async def privacy(sim: Sim, name: str, command: str) -> Shown:
    return answer(await sim.people[name].slash(sim.channel, f"privacy {command}"))


async def delete(sim: Sim, name: str) -> Shown:
    """Ask to be forgotten, and mean it; the message where the question was."""
    asked = await privacy(sim, name, "delete")
    await sim.click(name, asked, "forgetme")
    return next(each for each in sim.screen(name) if each.id == asked.id)


async def exported(sim: Sim, name: str) -> dict[str, Any]:
    (file,) = sim.files(await privacy(sim, name, "export"))
    data: dict[str, Any] = json.loads(file)
    return data


def file_of(sim: Sim) -> bytes:
    """All bytes of the database's files; on a server, which keeps its own, what is in it."""
    if not isinstance(sim.database, Path):
        return repr(content(sim.database)).encode()
    place = sim.database
    return b"".join(each.read_bytes() for each in place.parent.glob(f"{place.name}*"))


def traces(sim: Sim, name: str) -> list[bytes]:
    user_id = sim.people[name].id
    wanted = [name.encode(), str(user_id).encode(), user_id.to_bytes(8, "big")]
    if isinstance(sim.database, Path):
        with closing(sqlite3.connect(sim.database)) as connection:
            # Until then the log keeps old pages, as docs/privacy.md says.
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = file_of(sim)
    return [each for each in wanted if each in data]


def remembered(sim: Sim, name: str) -> list[str]:
    """The caches that still have something of a person, among those that forget people."""
    services = sim.bot.services
    keepers = [
        (services.avatars, sim.people[name].id),
        (services.hands, sim.people[name].id),
        (services.members, sim.people[name].id),
        (services.preferences.people, sim.people[name].id),
        (services.replays, name),
        (services.reviews, name),
    ]
    return [
        f"{type(keeper).__name__}.{attribute}"
        for keeper, trace in keepers
        for attribute, value in vars(keeper).items()
        if isinstance(value, Mapping) and str(trace) in repr(dict(value))
    ]


async def test_the_file_tells_all_that_is_stored(sim: Sim, me: str) -> None:
    game_id = await play(sim, me, "ben")
    await sim.prefer(me, "theme", "high-contrast")
    other = next_door(sim, me, "cyd")
    await other.seat("cyd", me)
    shown = await privacy(sim, me, "export")
    assert shown.private
    assert "everything that I have stored about you" in shown.text
    data = await exported(sim, me)
    assert data["user_id"] == str(sim.people[me].id)
    assert data["choices"]["theme"] == "high-contrast"
    (result,) = data["results"]
    assert (result["game_id"], result["guild_id"]) == (game_id, str(sim.guild.id))
    assert result["name"] == me
    (running,) = data["running_games"]
    assert (running["channel_id"], running["seat"]) == (str(other.channel.id), 1)
    lines = [json.dumps(line) for line in data["records"][game_id]]
    (verdict,) = record.RECORDS.verify(lines)
    assert verdict.players == (me, "ben")


async def test_deleting_asks_first(sim: Sim, me: str) -> None:
    await sim.seat(me, "ben")
    before = file_of(sim)
    asked = await privacy(sim, me, "delete")
    assert asked.private
    for part in ("computer player", "stay for the others", "cannot be undone", "posted"):
        assert part in asked.text
    assert set(asked.controls) == {"forgetme", "dismiss"}
    await sim.click(me, asked, "dismiss")
    shown = next(each for each in sim.screen(me) if each.id == asked.id)
    assert "stays as it is" in shown.text
    assert not shown.controls
    assert file_of(sim) == before


async def test_who_deletes_is_gone_from_everywhere(sim: Sim, me: str) -> None:
    game_id = await play(sim, me, "ben")
    await sim.prefer(me, "theme", "high-contrast")
    other = next_door(sim, me, "cyd")
    await other.seat("cyd", me)
    await sim.slash("ben", "play")
    await sim.click(me, sim.table(), "join")
    assert traces(sim, me)
    of_ben = await exported(sim, "ben")
    assert "nothing that I have stored carries your name" in (await delete(sim, me)).text
    assert traces(sim, me) == []
    assert remembered(sim, me) == []
    assert me not in sim.table().words
    assert me not in other.table().words
    lines = await sim.bot.services.store.read(games.finished_record, game_id)
    (verdict,) = record.RECORDS.verify(lines or [])
    assert me not in verdict.players
    assert "stored nothing about you" in (await privacy(sim, me, "export")).text
    after = await exported(sim, "ben")
    assert all(after[key] == of_ben[key] for key in ("ratings", "results", "choices"))


async def test_a_database_that_refuses_is_told_in_words(
    sim: Sim, me: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play(sim, me, "ben")
    asked = await privacy(sim, me, "delete")
    with monkeypatch.context() as patched:
        patched.setattr("bot.storage.deletion.forget", refuse)
        patched.setattr("cogs.privacy.personal_data", refuse)
        told = sim.told(await sim.click(me, asked, "forgetme"))
        assert "could not delete everything" in told
        assert "could not look that up" in (await privacy(sim, me, "export")).text
    await sim.click(me, asked, "forgetme")
    assert traces(sim, me) == []


async def refuse(*_: object) -> None:
    raise StoreError("the disk is full of Wilds", code="full")
