"""Announcements in channels where the bot may not write, and what else is done every hour."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

from databases import migrated_file
from fake_discord import refusal
from fakes_table import FakeClock

from bot.cards.rulesets import CLASSIC
from bot.preferences import ServerPreferences
from bot.sheets.sheet import IDLE, Sheet, SheetPlayer
from bot.storage.opening import open_database
from bot.storage.sheets import add_sheet, stored_sheet
from cogs.live.announcements import LOOK_AGAIN, Announcements
from cogs.live.retry_queue import RetryQueue


async def test_a_refused_announcement_waits_for_the_next_look() -> None:
    clock = FakeClock()
    queue, work = RetryQueue(clock), AsyncMock(side_effect=lambda *_: _refuse())
    preferences = Mock(server=AsyncMock(return_value=ServerPreferences(announcements=1)))
    services: Any = SimpleNamespace(client=Mock(), preferences=preferences, retry_queue=queue)
    announcements = Announcements(services, Mock())
    for looks in (1, 2):
        announcements._submit(("season", 7), 7, work)
        await clock.move(LOOK_AGAIN)
        assert work.await_count == looks


def _refuse() -> None:
    raise refusal(403, 50013)


async def test_idle_sheets_are_closed_by_the_clock(tmp_path: Path) -> None:
    clock, store = FakeClock(), await open_database(migrated_file(tmp_path / "phase10.db"))
    sheet = Sheet("sheet", 0, 9, 1, CLASSIC, (SheetPlayer("Ada", 1),), clock.now())
    await store.write(add_sheet, sheet)
    services: Any = SimpleNamespace(client=AsyncMock(), clock=clock, store=store)
    announcements = Announcements(services, Mock())
    announcements.start()
    for seconds, closed in ((IDLE, False), (LOOK_AGAIN, True)):
        await clock.move(seconds)
        found = await store.read(stored_sheet, "sheet")
        assert found is not None
        assert found.closed == closed
    await announcements.close()
    await store.close()


async def test_nothing_is_announced_before_the_channels_are_known() -> None:
    clock, store = FakeClock(), AsyncMock()
    store.read.return_value = {}
    client = Mock(wait_until_ready=partial(clock.sleep, 2))
    services: Any = SimpleNamespace(client=client, clock=clock, store=store)
    announcements = Announcements(services, Mock())
    announcements.start()
    await clock.move(1)
    store.read.assert_not_awaited()
    await clock.move(1)
    store.read.assert_awaited_once()
    await announcements.close()
