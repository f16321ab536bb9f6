from __future__ import annotations

import asyncio
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import pytest
from fakes_table import FakeClock

from bot.seating import Level, Occupant, Table
from cogs.live.avatars import AGAIN_AFTER, MOST_BYTES, Avatars


@dataclass
class Asset:
    url: str
    file: bytes = b"png"
    error: Exception | None = None
    hangs: bool = False
    reads: int = 0

    def replace(self, *, size: int, format: str) -> Asset:  # noqa: A002  # as the library has it
        assert (size, format) == (128, "png")
        return self

    async def read(self) -> bytes:
        self.reads += 1
        if self.hangs:
            await asyncio.Event().wait()
        if self.error is not None:
            raise self.error
        return self.file


def user(user_id: int, avatar: Asset | None, here: Asset | None = None) -> Any:
    shown = here or avatar
    return SimpleNamespace(id=user_id, avatar=avatar, guild_avatar=here, display_avatar=shown)


def seated(*users: int | None, left: bool = False) -> Any:
    people = tuple(Occupant("x", user, Level.NORMAL, left=left) for user in users)
    table = Table("g", 9, 1, 1, people, None, "en", 0.0, 0.0)
    return SimpleNamespace(table=table, guild_id=9, channel_id=1, lobby=None)


def avatars(*users: Any, most: int = 8) -> tuple[Avatars, FakeClock]:
    clock = FakeClock()
    made = Avatars(clock, patience=0.01, most=most)
    for each in users:
        made.saw(9, each)
    return made, clock


async def fetched(made: Avatars, manager: Any) -> int:
    """Fetch what is missing; how often the table was redrawn."""
    redraw = AsyncMock()
    made.fetch(manager, redraw)
    await asyncio.gather(*made._tasks.values())
    return redraw.await_count


async def test_avatars_that_came_are_shown_with_one_redrawing() -> None:
    made, _ = avatars(user(1, Asset("u/1")), user(2, Asset("u/2", b"two")))
    assert await fetched(made, seated(1, 2, None, 3)) == 1
    assert [made.of(9, each) for each in (1, 2, 3)] == [b"png", b"two", None]
    assert await fetched(made, seated(1, 2)) == 0


async def test_asking_again_while_fetching_adds_nothing() -> None:
    asset = Asset("u/1")
    made, _ = avatars(user(1, asset))
    redraw = AsyncMock()
    made.fetch(seated(1), redraw)
    made.fetch(seated(1), redraw)
    await asyncio.gather(*made._tasks.values())
    assert (asset.reads, redraw.await_count) == (1, 1)


@pytest.mark.parametrize(
    "asset",
    [
        Asset("u/1", error=OSError("gone")),
        Asset("u/1", hangs=True),
        Asset("u/1", file=b"x" * (MOST_BYTES + 1)),
        Asset("u/1", file=b""),
    ],
)
async def test_a_face_that_does_not_come_is_tried_again_only_later(asset: Asset) -> None:
    made, clock = avatars(user(1, asset))
    assert await fetched(made, seated(1)) == 0
    assert await fetched(made, seated(1)) == 0
    assert (asset.reads, made.of(9, 1)) == (1, None)
    clock.time += AGAIN_AFTER
    await fetched(made, seated(1))
    assert asset.reads == 2


async def test_a_server_has_its_own_face_of_somebody_until_it_is_taken_away() -> None:
    made, _ = avatars(user(1, Asset("u/1"), Asset("g/1", b"here")))
    await fetched(made, seated(1))
    assert (made.of(9, 1), made.of(8, 1)) == (b"here", None)
    made.saw(9, user(1, None))
    assert made.of(9, 1) is None


async def test_who_left_is_not_asked_for() -> None:
    asset = Asset("u/1")
    made, _ = avatars(user(1, asset))
    await fetched(made, seated(1, left=True))
    assert asset.reads == 0


async def test_only_so_many_are_kept() -> None:
    made, _ = avatars(user(1, Asset("u/1")), user(2, Asset("u/2")), most=1)
    await fetched(made, seated(1))
    await fetched(made, seated(2))
    assert [made.of(9, 1), made.of(9, 2)] == [None, b"png"]


async def test_nothing_is_fetched_any_more_once_closed() -> None:
    made, _ = avatars(user(1, Asset("u/1", hangs=True)))
    made.fetch(seated(1), AsyncMock())
    (fetching,) = made._tasks.values()
    await made.close()
    assert fetching.done()
