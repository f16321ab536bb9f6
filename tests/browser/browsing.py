"""The playground as a process of its own, and its page in a player's words."""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page
from playwright.async_api import TimeoutError as TookTooLong

# Warnings are errors there too, but for one of discord.py on older Pythons, and for the connection
# of a browser that comes in the very moment in which the interpreter goes.
WARNINGS = (
    *("-W", "error"),
    *("-W", "ignore:'audioop' is deprecated:DeprecationWarning"),
    *("-W", "ignore:unclosed transport:ResourceWarning"),
    *("-W", "ignore:unclosed <socket.socket:ResourceWarning"),
)
PATIENCE = 60.0
"""Seconds after which something that has not come will not come; nothing waits for them to pass."""

TRIES = 12


class Playground:
    """``phase10 play`` as a new user starts it, up to the line that says where the page is."""

    def __init__(self, folder: Path) -> None:
        environment = os.environ | {"TMPDIR": str(folder), "PYTHONUNBUFFERED": "1"}
        play = ("play", "--no-browser", "--players", "2", "--database", str(folder / "games.db"))
        self.process = subprocess.Popen(  # noqa: S603  # our own program
            [sys.executable, *WARNINGS, "-m", "bot", *play],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        self.url = self._address()

    def _address(self) -> str:
        assert self.process.stdout is not None
        ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        line = self.process.stdout.readline() if ready else ""
        found = re.search(r"http://\S+", line)
        if found is None:
            self.process.kill()
            pytest.fail(f"no address in {line!r}: {self.process.communicate()[1]}")
        return found[0]

    def stop(self, by: signal.Signals = signal.SIGINT) -> tuple[int, str]:
        """Stop it as Ctrl+C does, or by another signal: exit status, and what stood on stderr."""
        self.process.send_signal(by)
        try:
            _, err = self.process.communicate(timeout=PATIENCE)
        finally:
            self.process.kill()
        return self.process.returncode, err


class Channel:
    """The page, in a player's words."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.main = page.get_by_role("main")

    async def view_as(self, name: str) -> None:
        """Become another person."""
        async with (
            self.page.expect_response("**/api/action"),
            self.page.expect_response("**/api/state"),
        ):
            await self.page.get_by_label("Viewing as").select_option(name)

    async def command(self, words: str) -> None:
        """Run a slash command that has no options, or only some that need not be given."""
        box = self.main.get_by_role("textbox", name="Message", exact=True)
        await box.press_sequentially(f"/{words}")
        await self.main.get_by_role("option").filter(has_text=f"/{words}").first.wait_for()
        await box.press("Enter")
        await self.press("Send")

    async def press(self, label: str) -> None:
        """Press a button."""
        button = self.main.get_by_role("button", name=label, exact=True)
        for _ in range(TRIES):
            if await self._was_taken(button, PATIENCE):
                return
        pytest.fail(f"{label} was never taken")

    async def choose(self, menu: str, option: str) -> None:
        """Choose from a menu, which closes by itself when the page draws its message anew."""
        wanted = self.main.get_by_role("option", name=option, exact=True)
        for _ in range(TRIES):
            await self.main.get_by_role("combobox", name=menu).click()
            with contextlib.suppress(TookTooLong):
                if await self._was_taken(wanted, PATIENCE / TRIES):
                    return
        pytest.fail(f"{menu} has no {option}")

    async def _was_taken(self, control: Locator, patience: float) -> bool:
        """Click; a click on what has changed since the page last asked is refused."""
        await control.wait_for(timeout=1000 * patience)
        async with self.page.expect_response("**/api/action") as answer:
            await control.click(timeout=1000 * patience)
        told = await (await answer.value).json()
        if told.get("rejected"):
            async with self.page.expect_response("**/api/state"):
                return False
        return True
