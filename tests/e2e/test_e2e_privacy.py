"""``/privacy``: all that is stored about somebody as a file, and forgetting them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from databases import content
from driving import House, Shown
from remembering import answer, next_door, play

from bot.model import PersonalChoices
from bot.rules import record
from bot.storage.errors import StoreError
from bot.storage.store import SqlStore

NAME = "zyxwvutsr"


@pytest.fixture
def me(house: House) -> str:
    """Somebody with a name that is nobody else's."""
    house.people[NAME] = house.guild.add_member(house.env.create_user(NAME))
    return NAME


async def privacy(house: House, name: str, command: str) -> Shown:
    return answer(await house.people[name].slash(house.channel, f"privacy {command}"))


async def delete(house: House, name: str) -> Shown:
    """Ask to be forgotten, and mean it; the message where the question was."""
    asked = await privacy(house, name, "delete")
    await house.click(name, asked, "forgetme")
    return next(each for each in house.screen(name) if each.id == asked.id)


async def exported(house: House, name: str) -> dict[str, Any]:
    (file,) = house.files(await privacy(house, name, "export"))
    data: dict[str, Any] = json.loads(file)
    return data


def file_of(house: House) -> bytes:
    """All bytes of the database's files; on a server, which keeps its own, what is in it."""
    if not isinstance(house.database, Path):
        return repr(content(house.database)).encode()
    place = house.database
    return b"".join(each.read_bytes() for each in place.parent.glob(f"{place.name}*"))


def traces(house: House, name: str) -> list[bytes]:
    user_id = house.people[name].id
    wanted = [name.encode(), str(user_id).encode(), user_id.to_bytes(8, "big")]
    data = file_of(house)
    return [each for each in wanted if each in data]


async def test_the_file_tells_all_that_is_stored(house: House, me: str) -> None:
    game_id = await play(house, me, "ben")
    await house.slash(me, "theme", theme="high-contrast")
    other = next_door(house, me, "cyd")
    await other.seat("cyd", me)
    shown = await privacy(house, me, "export")
    assert shown.private
    assert "all that I have stored about you" in shown.text
    data = await exported(house, me)
    assert data["user_id"] == str(house.people[me].id)
    assert data["choices"]["theme"] == "high-contrast"
    assert [each["name"] for each in data["names"]] == [me]
    (result,) = data["results"]
    assert (result["game_id"], result["guild_id"]) == (game_id, str(house.guild.id))
    (running,) = data["running_games"]
    assert (running["channel_id"], running["seat"]) == (str(other.channel.id), 1)
    lines = [json.dumps(line) for line in data["records"][game_id]]
    (verdict,) = record.verify(lines)
    assert verdict.players == (me, "ben")


async def test_who_never_played_has_nothing_stored(house: House, me: str) -> None:
    await play(house, "ada", "ben")
    assert "nothing stored about you" in (await privacy(house, me, "export")).text
    assert "nothing stored about you" in (await delete(house, me)).text


async def test_deleting_asks_first(house: House, me: str) -> None:
    await house.seat(me, "ben")
    before = file_of(house)
    asked = await privacy(house, me, "delete")
    assert asked.private
    for part in ("computer player", "records stay", "cannot be undone", "posted"):
        assert part in asked.text
    assert set(asked.controls) == {"forgetme", "keepme"}
    await house.click(me, asked, "keepme")
    shown = next(each for each in house.screen(me) if each.id == asked.id)
    assert "stays as it is" in shown.text
    assert not shown.controls
    assert file_of(house) == before


async def test_who_deletes_is_gone_from_everywhere(house: House, me: str) -> None:
    game_id = await play(house, me, "ben")
    await house.slash(me, "theme", theme="high-contrast")
    other = next_door(house, me, "cyd")
    await other.seat("cyd", me)
    await house.slash("ben", "play")
    await house.click(me, house.table(), "join")
    assert traces(house, me)
    assert "nothing that I have stored names you" in (await delete(house, me)).text
    assert traces(house, me) == []
    assert me not in house.table().words
    assert me not in other.table().words
    lines = await house.bot.desk.store.record(game_id)
    (verdict,) = record.verify(lines or [])
    assert me not in verdict.players
    assert "nothing stored about you" in (await privacy(house, me, "export")).text


async def test_the_table_goes_on_without_them(house: House, me: str) -> None:
    await house.seat(me, "ben")
    await delete(house, me)
    assert me not in house.table().words
    assert house.to_move() == "ben"
    await house.until("discard")
    await house.restart()
    assert me not in house.table().words
    assert house.to_move() == "ben"


async def test_what_is_only_in_memory_is_forgotten_too(house: House, me: str) -> None:
    await house.seat(me, "ben")
    await house.slash(me, "theme", theme="high-contrast")
    user_id = house.people[me].id
    desk = house.bot.desk
    assert user_id in {user for _, user in desk.hands._live}
    await delete(house, me)
    assert user_id not in {user for _, user in desk.hands._live}
    assert user_id not in {user for _, user in desk.faces._assets}
    assert await desk.choices.chosen_by_person(user_id) == PersonalChoices()


async def test_who_deleted_may_play_again(house: House, me: str) -> None:
    await play(house, me, "ben")
    await delete(house, me)
    await play(house, me, "ben")
    data = await exported(house, me)
    assert len(data["results"]) == 1


async def test_another_person_is_untouched(house: House, me: str) -> None:
    await play(house, me, "ben")
    before = await exported(house, "ben")
    await delete(house, me)
    after = await exported(house, "ben")
    for key in ("names", "ratings", "totals", "phases", "results", "choices"):
        assert after[key] == before[key], key
    assert before["opponents"]
    assert after["opponents"] == []


async def test_a_database_that_refuses_is_told_in_words(
    house: House, me: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play(house, me, "ben")
    asked = await privacy(house, me, "delete")
    with monkeypatch.context() as patched:
        patched.setattr(SqlStore, "forget", refuse)
        patched.setattr(SqlStore, "personal_data", refuse)
        told = house.told(await house.click(me, asked, "forgetme"))
        assert "could not delete everything" in told
        assert "could not look that up" in (await privacy(house, me, "export")).text
    await house.click(me, asked, "forgetme")
    assert traces(house, me) == []


async def refuse(*_: object) -> None:
    raise StoreError("the disk is full of Wilds", code="full")


async def test_clicking_twice_deletes_once(house: House, me: str) -> None:
    await house.seat(me, "ben")
    asked = await privacy(house, me, "delete")
    custom_id = asked.controls["forgetme"].custom_id
    await house.send((me, asked, custom_id, ()), (me, asked, custom_id, ()))
    assert traces(house, me) == []


async def test_records_that_do_not_fit_are_named(
    house: House, me: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await play(house, me, "ben")
    monkeypatch.setattr("cogs.views.privacy.MOST_BYTES", 10)
    shown = await privacy(house, me, "export")
    assert "record of 1 game did not fit" in shown.text
    (file,) = house.files(shown)
    data = json.loads(file)
    assert (data["records"], data["records_left_out"]) == ({}, [game_id])
    assert data["results"]
