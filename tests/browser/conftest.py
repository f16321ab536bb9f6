"""A Chromium, and the playground's page on a desktop and on a phone."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from browsing import PATIENCE, Channel, Playground
from playwright.async_api import Browser, Error, async_playwright

QUIET = (
    "--no-sandbox",
    "--no-first-run",
    "--disable-quic",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
)
"""So that Chromium runs as root, and asks nobody outside for anything."""
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def _chromium(brought: str) -> str:
    """The path of a Chromium of this machine, else of the one that playwright brought."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None and not Path(brought).exists():
        pytest.skip("there is no Chromium here (PHASE10_CHROMIUM can name one)")
    return found or brought


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """A Chromium; without one the test is skipped."""
    named = os.environ.get("PHASE10_CHROMIUM")
    async with async_playwright() as playwright:
        found = named or _chromium(playwright.chromium.executable_path)
        try:
            chromium = await playwright.chromium.launch(executable_path=found, args=QUIET)
        except Error as error:
            if named:
                raise
            pytest.skip(f"the Chromium here does not start: {error.message.splitlines()[0]}")
        yield chromium
        await chromium.close()


@pytest.fixture
def playground(tmp_path: Path) -> Iterator[Playground]:
    """A playground for two people; it must say nothing on stderr and leave only its games."""
    started = Playground(tmp_path)
    try:
        yield started
    finally:
        status, err = started.stop()
    assert (status, err) == (0, "")
    assert {path.name for path in tmp_path.iterdir()} == {"games.db", "games.db.lock"}


@pytest.fixture(params=[(1280, 900), (375, 812)], ids=["desktop", "phone"])
async def channel(
    request: pytest.FixtureRequest, browser: Browser, playground: Playground
) -> AsyncIterator[Channel]:
    """The playground's page on a desktop and on a phone."""
    width, height = request.param
    async with await browser.new_page(viewport={"width": width, "height": height}) as page:
        page.set_default_timeout(PATIENCE * 1000)
        await page.goto(playground.url)
        yield Channel(page)
