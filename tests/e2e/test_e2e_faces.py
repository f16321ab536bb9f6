"""People's avatars at the table: shown once they came, never waited for."""

from __future__ import annotations

import io
from random import Random

import pytest
from driving import Sim
from PIL import Image

from bot.render import Avatar, colours_by_seat, design_of
from bot.render.pictures.table import paint_table

pytestmark = pytest.mark.usefixtures("painted")
KEY = "a" * 32


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
def avatars(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> Avatars:
    made = Avatars()
    monkeypatch.setattr(sim.bot.http, "get_from_cdn", made.get)
    give(sim, "ada", KEY)
    return made


def give(sim: Sim, name: str, avatar: str | None) -> None:
    sim.env.backend.get_user(sim.people[name].id).avatar = avatar


def drawn(sim: Sim, *faces: bytes | None) -> list[bytes]:
    colours = colours_by_seat([who.user_id for who in sim.manager.game.table.occupants])
    seats = [
        Avatar(computer=False, picture=each, colour=own)
        for each, own in zip(faces, colours, strict=True)
    ]
    return [paint_table(design_of("standard"), sim.manager.view(None), seats).png()]


async def test_an_avatar_is_shown_once_it_came(sim: Sim, avatars: Avatars) -> None:
    avatars.files[KEY] = face("red")

    await sim.seat("ada", "ben")

    assert sim.files(sim.table()) == drawn(sim, face("red"), None)
    (url,) = avatars.asked
    assert url.endswith(f"{KEY}.png?size=128")
    await sim.step(Random(1))
    await sim.step(Random(1))
    assert avatars.asked == [url]
