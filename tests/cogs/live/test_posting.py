"""Messages in channels, with a Discord that refuses what the tests say."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest
from fakes_table import FakeClock

from cogs.base.discord_errors import UnreachableError
from cogs.live.channel_messages import ChannelMessages
from cogs.live.posting import Posting
from cogs.outages import Outages

GAMES, NEWS = 7, 8


class Channels:
    """All channels of Discord, in which each call fails while ``fails`` is set."""

    def __init__(self) -> None:
        self.fails = False
        self.nonces: list[str] = []
        self.deleted: list[int] = []

    def get_partial_messageable(self, _channel_id: int) -> Channels:
        return self

    def get_partial_message(self, message_id: int) -> Any:
        async def delete() -> None:
            self._check()
            self.deleted.append(message_id)

        return SimpleNamespace(delete=delete)

    async def send(self, *, nonce: str) -> discord.Object:
        self.nonces.append(nonce)
        self._check()
        return discord.Object(len(self.nonces))

    def _check(self) -> None:
        if self.fails:
            raise ConnectionResetError


@pytest.fixture
def channels() -> Channels:
    return Channels()


@pytest.fixture
def posting(channels: Channels) -> Posting:
    return Posting(channels, FakeClock())  # type: ignore[arg-type]


async def post(posting: Posting, channel_id: int) -> None:
    await posting.post(("table", channel_id), "game0")


async def fail(channels: Channels, posting: Posting, channel_id: int) -> None:
    """Try in vain to delete the message 1 of a channel, and to post another one there."""
    channels.fails = True
    await posting.delete(channel_id, 1)
    with pytest.raises(UnreachableError):
        await post(posting, channel_id)
    channels.fails = False


async def test_what_failed_is_tried_again_with_the_same_nonce(
    channels: Channels, posting: Posting
) -> None:
    await fail(channels, posting, GAMES)

    await posting.delete(NEWS, 2)
    assert channels.deleted == [2]
    await posting.delete(GAMES, 3)
    assert channels.deleted == [2, 1, 3]
    await post(posting, NEWS)
    await post(posting, GAMES)
    lost, other, again = channels.nonces
    assert (lost == again, lost == other) == (True, False)


async def test_of_a_deleted_channel_without_a_game_nothing_is_kept(
    channels: Channels, posting: Posting
) -> None:
    await fail(channels, posting, NEWS)
    others = "pictures hands preferences avatars public_table retry_queue emojis notices clock"
    parts: Any = dict.fromkeys(others.split())
    client: Any = channels
    manager_of: Any = None
    messages = ChannelMessages(client, manager_of, posting=posting, **parts)
    registry = SimpleNamespace(find=lambda _: None)
    bot: Any = SimpleNamespace(registry=registry, channel_messages=messages, guard=None)
    payload: Any = SimpleNamespace(thread_id=NEWS)

    await Outages(client, bot).on_raw_thread_delete(payload)

    await posting.delete(NEWS, 3)
    assert channels.deleted == [3]
    await post(posting, NEWS)
    first, second = channels.nonces
    assert first != second
