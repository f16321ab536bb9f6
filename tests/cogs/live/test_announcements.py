"""Announcements in channels where the bot may not write."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

from fake_discord import refusal
from fakes_table import FakeClock

from bot.preferences import ServerPreferences
from cogs.live.announcements import LOOK_AGAIN, Announcements
from cogs.live.retry_queue import RetryQueue


async def test_a_refused_announcement_waits_for_the_next_look() -> None:
    clock = FakeClock()
    queue, work = RetryQueue(clock), AsyncMock(side_effect=lambda *_: _refuse())
    preferences = Mock(server=AsyncMock(return_value=ServerPreferences(announcements=1)))
    services: Any = SimpleNamespace(client=Mock(), preferences=preferences, retry_queue=queue)
    announcements = Announcements(services)
    for looks in (1, 2):
        announcements._submit(("season", 7), 7, work)
        await clock.move(LOOK_AGAIN)
        assert work.await_count == looks


def _refuse() -> None:
    raise refusal(403, 50013)
