"""Messages in channels, with a Discord that refuses what the tests say."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest
from fake_discord import refusal
from limits import view_of

from bot.storage.errors import StoreError
from bot.table.context import SystemClock
from cogs.base.discord_errors import UnreachableError
from cogs.base.screens import Screen
from cogs.live.message_poster import MessagePoster
from cogs.live.retry_queue import RetryQueue
from cogs.live.sender import Drawn

GAMES, NEWS = 7, 8


class Channels:
    """All channels of Discord, in which each call fails while ``fails`` is set."""

    def __init__(self) -> None:
        self.fails = False
        self.nonces: list[str] = []
        self.deleted: list[int] = []
        self.edited: list[tuple[int, str]] = []
        # The nonces of messages that somebody deleted, and a message that has any other nonce.
        self.gone: set[str] = set()
        self.there: Any = None

    def get_partial_messageable(self, _channel_id: int) -> Channels:
        return self

    def get_partial_message(self, message_id: int) -> Any:
        async def delete() -> None:
            self._check()
            self.deleted.append(message_id)

        async def edit(*, view: discord.ui.LayoutView, **_: object) -> None:
            self._check()
            self.edited.append((message_id, said_in(view)))

        return SimpleNamespace(delete=delete, edit=edit)

    async def send(self, *, nonce: str, **_content: object) -> Any:
        self.nonces.append(nonce)
        self._check()
        if nonce in self.gone:
            raise refusal(404, 10008)
        return self.there or SimpleNamespace(id=len(self.nonces), components=[])

    def _check(self) -> None:
        if self.fails:
            raise ConnectionResetError


@pytest.fixture
def channels() -> Channels:
    return Channels()


@pytest.fixture
def poster(channels: Channels) -> MessagePoster:
    return MessagePoster(channels, AsyncMock(), RetryQueue(SystemClock()))  # type: ignore[arg-type]


def said_in(view: discord.ui.LayoutView) -> str:
    texts = (each for each in view.walk_children() if isinstance(each, discord.ui.TextDisplay))
    return "".join(each.content for each in texts)


def message(panel: Screen) -> Any:
    parts = view_of(panel).to_components()
    return SimpleNamespace(id=9, components=[*map(discord.components._component_factory, parts)])


async def nothing(_message_id: int) -> None:
    """Note nothing."""


async def test_each_try_of_a_message_has_one_nonce_also_in_another_process(
    channels: Channels, poster: MessagePoster
) -> None:
    channels.fails = True
    with pytest.raises(UnreachableError):
        await poster.post("table game0 None", GAMES, {}, nothing)
    channels.fails = False
    another: Any = MessagePoster(channels, AsyncMock(), RetryQueue(SystemClock()))  # type: ignore[arg-type]
    for each, what, channel in [
        (poster, "table game0 None", GAMES),
        (another, "table game0 None", GAMES),
        (poster, "table game0 5", GAMES),
        (poster, "table game0 None", NEWS),
    ]:
        await each.post(what, channel, {}, nothing)
    first, again, elsewhere, *others = channels.nonces
    assert first == again == elsewhere
    assert len({first, *others}) == 3
    assert all(len(nonce) == 25 for nonce in channels.nonces)


async def test_a_message_that_was_there_and_is_deleted_has_another_nonce(
    channels: Channels, poster: MessagePoster
) -> None:
    first = await poster.post("ping", GAMES, {"content": "Your turn"}, nothing)
    channels.gone = {*channels.nonces}
    second = await poster.post("ping", GAMES, {"content": "Your turn"}, nothing)
    assert second != first
    assert len(set(channels.nonces)) == 2
    channels.gone = {*channels.nonces}
    await poster.post("ping", GAMES, Drawn(Screen.of(["Round 1"])), nothing)
    channels.gone = {*channels.nonces}
    with pytest.raises(discord.NotFound):
        await poster.post("ping", GAMES, {}, nothing)


@pytest.mark.parametrize("there", ["Round 1", "Round 2"])
async def test_an_earlier_message_that_shows_something_else_is_edited_once_it_is_noted(
    channels: Channels, poster: MessagePoster, there: str
) -> None:
    channels.there, noted, new = message(Screen.of([there])), AsyncMock(), Screen.of(["Round 1"])
    assert await poster.post("cup", GAMES, Drawn(new), noted) == 9
    noted.assert_awaited_once_with(9)
    assert channels.edited == ([] if there == "Round 1" else [(9, "Round 1")])


async def test_what_is_announced_is_posted_once_and_newest_also_while_the_database_refuses(
    channels: Channels,
) -> None:
    store = AsyncMock()
    store.read.return_value = None
    store.write.side_effect = [StoreError, None]
    poster, shared = MessagePoster(channels, store, RetryQueue(SystemClock())), ["Ada"]  # type: ignore[arg-type]

    async def make() -> Drawn:
        return Drawn(Screen.of([" and ".join(shared)]))

    with pytest.raises(StoreError):
        await poster.announce(1, "daily", NEWS, make)
    shared.append("Ben")
    await poster.announce(1, "daily", NEWS, make)
    assert (len(channels.nonces), channels.edited[-1][1]) == (1, "Ada and Ben")


async def test_what_is_announced_is_newest_also_if_the_answer_to_the_first_post_was_lost(
    channels: Channels,
) -> None:
    store = AsyncMock()
    store.read.return_value = None
    poster = MessagePoster(channels, store, RetryQueue(SystemClock()))  # type: ignore[arg-type]
    channels.there = message(Screen.of(["Ada"]))
    await poster.announce(1, "daily", NEWS, AsyncMock(return_value=Drawn(Screen.of(["Ada, Ben"]))))
    assert channels.edited == [(9, "Ada, Ben")]


async def test_that_nothing_is_to_be_announced_is_stored(channels: Channels) -> None:
    store = AsyncMock()
    store.read.return_value = None
    poster = MessagePoster(channels, store, RetryQueue(SystemClock()))  # type: ignore[arg-type]
    await poster.announce(1, "cup", NEWS, AsyncMock(return_value=None))
    assert not channels.nonces
    assert store.write.await_args.args[1:] == (1, "cup", NEWS, None)
