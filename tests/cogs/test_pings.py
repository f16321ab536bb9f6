"""Turn pings of a table, without Discord."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from fakes_table import ADA, BEN, World

from bot.model import ServerPreferences
from cogs.live.pings import TurnPings
from cogs.live.retry_queue import RetryQueue


class Posted:
    """Notes what is posted and deleted."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.deleted: list[int] = []

    async def post(self, *_: object, content: str, **_more: Any) -> tuple[int, bool]:
        self.texts.append(content)
        return len(self.texts), False

    def lock(self, _place: object) -> asyncio.Lock:
        return asyncio.Lock()

    async def delete(self, _channel_id: int, message_id: int) -> None:
        self.deleted.append(message_id)


class Choices:
    """Every server has chosen nothing."""

    async def server(self, _guild_id: int) -> ServerPreferences:
        return ServerPreferences()


@pytest.mark.parametrize("ended", [False, True])
async def test_a_reminder_is_posted_only_in_the_turn_that_it_is_for(*, ended: bool) -> None:
    world, posted = World(), Posted()
    queue = RetryQueue(world.clock)
    pings = TurnPings(posted, Choices(), world.clock, queue)  # type: ignore[arg-type]
    manager = await world.seated(ADA, BEN, turn_limit=60)
    assert manager.table is not None
    turn_at = manager.table.turn_at
    await world.clock.move(50)
    if ended:
        await world.one_turn()

    await queue.run(pings.reminder_job(manager, turn_at))

    assert len(posted.texts) == (0 if ended else 1)
    await world.registry.close()
