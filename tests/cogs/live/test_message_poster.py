"""Messages in channels, with a Discord that refuses what the tests say."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest
from limits import view_of

from bot.storage.errors import StoreError
from bot.table.context import SystemClock
from cogs.base.discord_errors import UnreachableError
from cogs.base.screens import Screen
from cogs.live.message_poster import MessagePoster
from cogs.live.table_announcer import TableAnnouncer
from cogs.outages import Outages

GAMES, NEWS = 7, 8


class Channels:
    """All channels of Discord, in which each call fails while ``fails`` is set."""

    def __init__(self) -> None:
        self.fails = False
        self.nonces: list[str] = []
        self.deleted: list[int] = []
        self.there: Any = None

    def get_partial_messageable(self, _channel_id: int) -> Channels:
        return self

    def get_partial_message(self, message_id: int) -> Any:
        async def delete() -> None:
            self._check()
            self.deleted.append(message_id)

        return SimpleNamespace(delete=delete)

    async def send(self, *, nonce: str, **_content: object) -> Any:
        self.nonces.append(nonce)
        self._check()
        return self.there or discord.Object(len(self.nonces))

    def _check(self) -> None:
        if self.fails:
            raise ConnectionResetError


@pytest.fixture
def channels() -> Channels:
    return Channels()


@pytest.fixture
def poster(channels: Channels) -> MessagePoster:
    return MessagePoster(channels, None)  # type: ignore[arg-type]


async def test_each_try_of_a_message_has_one_nonce_also_in_another_process(
    channels: Channels, poster: MessagePoster
) -> None:
    channels.fails = True
    with pytest.raises(UnreachableError):
        await poster.post("table game0 None", GAMES)
    channels.fails = False
    another: Any = MessagePoster(channels, None)  # type: ignore[arg-type]
    for each, what, channel in [
        (poster, "table game0 None", GAMES),
        (another, "table game0 None", GAMES),
        (poster, "table game0 5", GAMES),
        (poster, "table game0 None", NEWS),
    ]:
        await each.post(what, channel)
    first, again, elsewhere, *others = channels.nonces
    assert first == again == elsewhere
    assert len({first, *others}) == 3
    assert all(len(nonce) == 25 for nonce in channels.nonces)


@pytest.mark.parametrize(("there", "differs"), [("Round 1", False), ("Round 2", True)])
async def test_an_earlier_message_that_shows_something_else_is_noticed(
    channels: Channels, poster: MessagePoster, there: str, differs: bool
) -> None:
    def message(panel: Screen) -> Any:
        raw = [
            discord.components._component_factory(part) for part in view_of(panel).to_components()
        ]
        return SimpleNamespace(id=9, components=raw)

    channels.there = message(Screen.of([there]))
    assert await poster.post("cup", GAMES, view=view_of(Screen.of(["Round 1"]))) == (9, differs)


async def test_what_is_announced_is_posted_once_also_while_the_database_refuses(
    channels: Channels,
) -> None:
    store = AsyncMock()
    store.read.return_value = None
    store.write.side_effect = [StoreError, None]
    poster, make = MessagePoster(channels, store), AsyncMock(return_value={"content": "hello"})  # type: ignore[arg-type]

    with pytest.raises(StoreError):
        await poster.announce(1, "season", NEWS, make)
    await poster.announce(1, "season", NEWS, make)

    assert len(channels.nonces) == 1


async def test_of_a_deleted_channel_without_a_game_nothing_is_kept(
    channels: Channels, poster: MessagePoster
) -> None:
    channels.fails = True
    await poster.delete(NEWS, 1)
    channels.fails = False
    services: Any = SimpleNamespace(client=channels, poster=poster)
    unused: Any = None
    messages = TableAnnouncer(services, unused, unused)
    registry = SimpleNamespace(find=lambda _: None)
    bot: Any = SimpleNamespace(
        registry=registry, announcer=messages, error_handler=None, clock=SystemClock()
    )
    payload: Any = SimpleNamespace(thread_id=NEWS)

    await Outages(services.client, bot).on_raw_thread_delete(payload)

    await poster.delete(NEWS, 3)
    assert channels.deleted == [3]
