"""People's avatars at the table: shown once they came, never waited for."""

from __future__ import annotations

import asyncio
import io
from random import Random
from typing import Any

import discord
import pytest
from driving import House
from PIL import Image

from bot.render import Renderer, SeatLook

KEY = "a" * 32
OTHER = "b" * 32


def face(colour: str) -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (128, 128), colour).save(made, "PNG")
    return made.getvalue()


class Avatars:
    """In place of Discord's pictures."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.asked: list[str] = []

    async def get(self, url: str) -> bytes:
        self.asked.append(url)
        for key, file in self.files.items():
            if key in url:
                return file
        raise OSError("not there")


@pytest.fixture
def avatars(house: House, monkeypatch: pytest.MonkeyPatch) -> Avatars:
    made = Avatars()
    monkeypatch.setattr(house.bot.http, "get_from_cdn", made.get)
    give(house, "ada", KEY)
    return made


def give(house: House, name: str, avatar: str | None) -> None:
    house.env.backend.get_user(house.people[name].id).avatar = avatar


def drawn(house: House, *faces: bytes | None) -> list[bytes]:
    seats = [SeatLook(computer=False, face=each) for each in faces]
    return [Renderer("standard").table(house.manager.view(None), "en", seats)]


async def test_an_avatar_is_shown_once_it_came(house: House, avatars: Avatars) -> None:
    avatars.files[KEY] = face("red")

    await house.seat("ada", "ben")

    assert house.files(house.table()) == drawn(house, face("red"), None)
    (url,) = avatars.asked
    assert url.endswith(f"{KEY}.png?size=128")
    await house.step(Random(1))
    await house.step(Random(1))
    assert avatars.asked == [url]


async def test_a_broken_avatar_is_initials_and_not_asked_for_again(
    house: House, avatars: Avatars
) -> None:
    await house.seat("ada", "ben")
    for _ in range(4):
        await house.step(Random(1))

    assert len(avatars.asked) == 1
    assert house.files(house.table()) == drawn(house, None, None)
    assert "wrong" not in house.table().text


async def test_a_file_that_is_no_picture_is_initials(house: House, avatars: Avatars) -> None:
    avatars.files[KEY] = b"no picture"

    await house.seat("ada", "ben")

    assert house.files(house.table()) == drawn(house, None, None)


async def test_a_game_goes_on_while_an_avatar_hangs(
    house: House, avatars: Avatars, monkeypatch: pytest.MonkeyPatch
) -> None:
    avatars.files[KEY] = face("red")
    faces, gate = house.bot.desk.faces, asyncio.Event()
    fetch, read = faces._fetch, faces._read

    # The simulated server waits for everything but what is declared.
    async def slow_fetch(*args: Any) -> None:
        await house.env.external_wait(fetch(*args), reason="a slow avatar")

    async def slow_read(asset: discord.Asset) -> bool:
        await house.env.external_wait(gate.wait(), reason="a slow avatar")
        return await read(asset)

    monkeypatch.setattr(faces, "_fetch", slow_fetch)
    monkeypatch.setattr(faces, "_read", slow_read)
    await house.seat("ada", "ben")
    await house.step(Random(1))

    assert len(faces._tasks) == 1
    assert house.files(house.table()) == drawn(house, None, None)
    gate.set()
    await house.env.settle()
    assert house.files(house.table()) == drawn(house, face("red"), None)
    assert not faces._tasks


async def test_computers_and_people_without_an_avatar_are_not_asked_for(
    house: House, avatars: Avatars
) -> None:
    give(house, "ada", None)

    await house.seat("ada", "ben", computers=1)

    assert avatars.asked == []


async def test_a_new_avatar_takes_the_place_of_the_old_one(house: House, avatars: Avatars) -> None:
    avatars.files |= {KEY: face("red"), OTHER: face("blue")}
    await house.seat("ada", "ben")
    give(house, "ada", OTHER)

    await house.click("ada", house.table(), "hand")
    await house.step(Random(1))

    assert house.files(house.table()) == drawn(house, face("blue"), None)
