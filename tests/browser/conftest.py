"""A Chromium, and the playground's page on a desktop and on a phone."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from browsing import WINDOWS, Channel, Playground, opened
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


def _check_driver() -> None:
    """Skip where playwright's driver does not start, as without a library that it needs."""
    asked = [sys.executable, "-m", "playwright", "--version"]
    told = subprocess.run(asked, capture_output=True, text=True, check=False)  # noqa: S603  # ours
    if told.returncode:
        pytest.skip(f"playwright's driver does not start here: {told.stderr.strip()}")


def _chromium(brought: str) -> str:
    """The path of a Chromium of this machine, else of the one that playwright brought."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None and not Path(brought).exists():
        pytest.skip("there is no Chromium here (PHASE10_CHROMIUM can name one)")
    return found or brought


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """A Chromium for all tests; without one they are skipped."""
    named = os.environ.get("PHASE10_CHROMIUM")
    _check_driver()
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


@pytest.fixture(scope="session")
def playground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Playground]:
    """One playground for all tests; it must say nothing on stderr and leave only its games."""
    folder = tmp_path_factory.mktemp("playground")
    started = Playground(folder)
    try:
        yield started
    finally:
        stopped = started.stop(signal.SIGTERM)
    assert stopped == (0, "", ["games.db", "games.db.lock"])


@pytest_asyncio.fixture(loop_scope="session", params=WINDOWS.values(), ids=WINDOWS)
async def channel(
    request: pytest.FixtureRequest, browser: Browser, playground: Playground
) -> AsyncIterator[Channel]:
    """The playground's page on a desktop and on a phone, with a game."""
    async with opened(browser, playground, request.param) as channel:
        yield channel
